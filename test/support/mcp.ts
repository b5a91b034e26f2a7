import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Engine } from '../../src/mcp/engine.ts';
import { Roots } from '../../src/mcp/roots.ts';
import { makeServer, type ServerOptions } from '../../src/mcp/server.ts';
import { engineHere } from './engine.ts';

/** A client of a server whose engine runs in this thread. */
export async function mcpHere(root: string, options: Partial<ServerOptions> = {}): Promise<Client> {
  const engine = new Engine(async () => {
    const client = await engineHere();
    return { client, stop: () => Promise.resolve() };
  }, []);
  const server = makeServer({
    version: '0',
    engine,
    roots: new Roots([root]),
    stores: new Map(),
    clusters: [],
    redact: true,
    scenarios: () => Promise.resolve([]),
    ...options,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

export async function callTool(
  client: Client,
  name: string,
  asked: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: { ...asked } })) as ToolResult;
}
