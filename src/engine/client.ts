import type { Client, Port } from '../protocol/channel.ts';
import { ENGINE_PROTOCOL, type EngineApi, type EngineEvent } from '../protocol/engineApi.ts';
import { usualPatience, WatchedClient, type Patience } from './watchdog.ts';

export { ENGINE_ENDED, EngineHung, type Patience } from './watchdog.ts';

/** The engine as the rooms in front of it see it. `call('pods', [query])`, `onEvent`, `dispose`. */
export type EngineClient = Client<EngineApi, EngineEvent>;

/**
 * Greets an engine behind a port; rejects with a sentence when it speaks another protocol. `end`: ends its thread, when it hangs over a
 * question; all who wait are told over which.
 */
export async function connectEngine(
  port: Port,
  end: () => void = () => undefined,
  patience: Patience = usualPatience,
): Promise<EngineClient> {
  const client = new WatchedClient(port, end, patience);
  await client.call('hello', [ENGINE_PROTOCOL]);
  return client;
}
