// The adapter on a stream of a process: standard input and output, or a connection. Node alone.
import fs from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { EngineClient } from '../engine/client.ts';
import { KubeletDebugAdapter } from './adapter.ts';
import { LastingEngine, type StartedEngine } from './lastingEngine.ts';
import { frame, Unframer } from './framing.ts';
import type { SessionInfo, SourceSpec } from '../protocol/engineApi.ts';
import { type DebugHost, type OpenedLogs, type WantedLogs, type WantedNode } from './host.ts';

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

/** Each session has an engine of its own, logs are files, and clusters are those of the kubeconfig. */
export function hostOn(start: () => Promise<StartedEngine>): DebugHost {
  const opened = (open: (client: EngineClient) => Promise<SessionInfo>): Promise<OpenedLogs> =>
    new LastingEngine(start, open).opened();
  return {
    async open(wanted) {
      const { logs: _logs, scenario: _scenario, simulation: _simulation, ...options } = wanted;
      const sources = sourcesOf(wanted);
      return await opened((client) => client.call('open', [{ sources, ...options }]));
    },
    attach: (wanted, signal) => opened((client) => follow(client, wanted, signal)),
  };
}

/** Who starts this program has the kubeconfig, and may run what it names to sign in. */
async function follow(
  client: EngineClient,
  { node, context, kubeconfig }: WantedNode,
  signal: AbortSignal,
): Promise<SessionInfo> {
  const request = {
    context: context ?? (await client.call('contexts', [kubeconfig], { signal })).current,
    runsPrograms: true,
    ...(kubeconfig === undefined ? {} : { kubeconfig: path.resolve(kubeconfig) }),
  };
  await client.call('connectCluster', [request], { signal });
  return await client.call('open', [{ sources: [{ kind: 'node', node }] }], { signal });
}

function sourcesOf({ logs, scenario, simulation }: WantedLogs): readonly SourceSpec[] {
  if (scenario === undefined) return logs.map((log) => ({ kind: 'path', path: path.resolve(log) }));
  const file = scenarioFile(scenario);
  const text = fs.readFileSync(file, 'utf8');
  return [{ kind: 'scenario', name: path.basename(file), text, ...simulation }];
}

/** A file, else one of those that stand beside the bundle's folder. */
function scenarioFile(scenario: string): string {
  if (fs.existsSync(scenario)) return scenario;
  const bundle = path.dirname(fs.realpathSync(process.argv[1] ?? '.'));
  const own = path.join(bundle, '..', 'media', 'scenarios', `${path.basename(scenario)}.yaml`);
  if (fs.existsSync(own)) return own;
  throw new Error(`There is no scenario ${scenario}: no file, and none that comes along.`);
}
