// The server on the loopback: who knows its address may ask. A page in a browser does not know it, and is refused by what it sends along.
import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface Served {
  readonly address: string;
  close(): Promise<void>;
}

/** A client's own server, and what ends it. */
interface Client {
  readonly transport: StreamableHTTPServerTransport;
  end(): Promise<void>;
}

/** Each has an engine of its own; of more the one that was silent for the longest has vanished. */
const MOST_CLIENTS = 8;

/** `connect`: makes a server on a transport, and gives what ends it. */
export async function serveHttp(
  port: number,
  connect: (transport: Transport) => Promise<() => Promise<void>>,
): Promise<Served> {
  const secret = crypto.randomBytes(16).toString('hex');
  const clients = new Map<string, Client & { seen: number }>();
  const end = async (id: string): Promise<void> => {
    const client = clients.get(id);
    clients.delete(id);
    await client?.end();
  };
  const begin = async (): Promise<Client> => {
    const [silent] = [...clients].toSorted(([, a], [, b]) => a.seen - b.seen);
    if (silent !== undefined && clients.size >= MOST_CLIENTS) await end(silent[0]);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        clients.set(id, { transport, end: stop, seen: Date.now() });
      },
      onsessionclosed: (id) => end(id),
    });
    // The SDK's type has members that may be undefined where the interface's may be absent.
    const stop = await connect(transport);
    return { transport, end: stop };
  };
  const server = http.createServer((request, response) => {
    void (async () => {
      const refusal = refused(request, secret);
      if (refusal !== undefined) {
        response.writeHead(refusal, { 'content-type': 'text/plain' }).end();
        return;
      }
      const id = request.headers['mcp-session-id'];
      const client = typeof id === 'string' ? clients.get(id) : undefined;
      if (typeof id === 'string' && client === undefined) {
        response.writeHead(404).end();
        return;
      }
      if (client !== undefined) client.seen = Date.now();
      if (client !== undefined) {
        await client.transport.handleRequest(request, response);
        return;
      }
      const newcomer = await begin();
      await newcomer.transport.handleRequest(request, response);
      // Who asks without a beginning is refused, and leaves nothing behind.
      if (newcomer.transport.sessionId === undefined) await newcomer.end();
    })().catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}/mcp/${secret}`,
    async close() {
      await Promise.all([...clients.keys()].map(end));
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The status with which a request is refused: it is for another host, of a page from elsewhere, or does not know the secret. */
function refused({ headers, url = '' }: http.IncomingMessage, secret: string): number | undefined {
  if (!isLoopback(`http://${headers.host ?? ''}`)) return 403;
  if (headers.origin !== undefined && !isLoopback(headers.origin)) return 403;
  const given = Buffer.from(url.split('?')[0] ?? '');
  const wanted = Buffer.from(`/mcp/${secret}`);
  const isRight = given.length === wanted.length && crypto.timingSafeEqual(given, wanted);
  return isRight ? undefined : 404;
}

function isLoopback(origin: string): boolean {
  return /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(origin);
}
