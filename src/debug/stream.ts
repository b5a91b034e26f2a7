// The adapter on a stream of a process: standard input and output, or a connection. Node alone.
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { EngineClient } from '../engine/client.ts';
import { KubeletDebugAdapter } from './adapter.ts';
import { frame, Unframer } from './framing.ts';
import { askOf, type DebugHost } from './host.ts';

export interface StartedEngine {
  readonly client: EngineClient;
  stop(): Promise<void>;
}

/** Serves one client until its input ends or it has disconnected. */
export async function serveStream(
  input: Readable,
  output: Writable,
  start: () => Promise<StartedEngine>,
): Promise<void> {
  const adapter = new KubeletDebugAdapter(hostOn(start));
  const messages = new Unframer();
  // A client that is gone hears nothing more.
  output.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    adapter.onDidSendMessage((message) => {
      output.write(frame(message));
      if (message['type'] === 'response' && message['command'] === 'disconnect') resolve();
    });
    input.on('data', (bytes: Buffer) => {
      for (const message of messages.push(bytes)) adapter.handleMessage(message);
    });
    input.on('end', resolve);
    input.on('close', resolve);
    input.on('error', resolve);
  });
  adapter.dispose();
}

/** Each session has an engine of its own, and logs are files. */
function hostOn(start: () => Promise<StartedEngine>): DebugHost {
  return {
    async open(logs, options) {
      const engine = await start();
      const { client } = engine;
      try {
        const sources = logs.map((log) => ({ kind: 'path' as const, path: path.resolve(log) }));
        const info = await client.call('open', [{ sources, ...options }]);
        return {
          info,
          ask: askOf(client),
          close: () => engine.stop(),
        };
      } catch (error) {
        await engine.stop();
        throw error;
      }
    },
  };
}
