// Room mcp: the engine for assistants, by the Model Context Protocol. It knows files, roots and the wire; what a line means the engine says.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { askedLog } from './askedLog.ts';
import { Engine, type StartedEngine } from './engine.ts';
import type { Served } from './http.ts';
import { Roots } from './roots.ts';
import { makeServer } from './server.ts';
import type { AllowedStores, Scenario } from './tools.ts';

export { Refused } from './refused.ts';
export type { AllowedStores } from './tools.ts';

export interface McpOptions {
  readonly version: string;
  /** Open from the first question on, wherever they are. */
  readonly logs: readonly string[];
  /** Folders that may be read. */
  readonly roots: readonly string[];
  readonly stores: AllowedStores;
  readonly clusters: readonly string[];
  readonly redact: boolean;
  /** Where what was asked is noted down. */
  readonly log: string | undefined;
  readonly start: () => Promise<StartedEngine>;
  readonly scenarios: () => Promise<readonly Scenario[]>;
}

/** On standard input and output, until the client has gone. Throws a sentence for roots and logs that can't be used. */
export async function serveStdio(options: McpOptions): Promise<void> {
  const connect = connector(options);
  // What waits in the pipe of a client that has gone is nobody's.
  const gone = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  const end = await connect(new StdioServerTransport());
  await gone;
  await end();
}

/** On the loopback; port 0 takes one that is free. */
export async function serveLoopback(options: McpOptions, port: number): Promise<Served> {
  // Who starts it on standard input waits for it, and has no use for servers of HTTP.
  const { serveHttp } = await import('./http.ts');
  return await serveHttp(port, connector(options));
}

function connector(options: McpOptions): (transport: Transport) => Promise<() => Promise<void>> {
  const { version, redact, start, logs, scenarios, stores, clusters } = options;
  const roots = new Roots(options.roots);
  const log = options.log === undefined ? undefined : askedLog(options.log);
  return async (transport) => {
    const engine = new Engine(start, logs);
    const server = makeServer({ version, redact, scenarios, roots, stores, clusters, engine, log });
    await server.connect(transport);
    return async () => {
      await server.close();
      await engine.stop();
    };
  };
}
