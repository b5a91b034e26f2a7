import { Client, type Port } from '../protocol/channel.ts';
import { ENGINE_PROTOCOL, type EngineApi, type EngineEvent } from '../protocol/engineApi.ts';

/** The engine as the rooms in front of it see it. `call('pods', [query])`, `onEvent`, `dispose`. */
export type EngineClient = Client<EngineApi, EngineEvent>;

/** Code of the error with which all calls are rejected once the engine is gone. */
export const ENGINE_ENDED = 'engine-ended';

/** Greets an engine behind a port; rejects with a sentence when it speaks another protocol. */
export async function connectEngine(port: Port): Promise<EngineClient> {
  const client: EngineClient = new Client<EngineApi, EngineEvent>(port);
  await client.call('hello', [ENGINE_PROTOCOL]);
  return client;
}
