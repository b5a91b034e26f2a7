// The conductor's ear: small JSON requests over a Unix socket in the run's folder, by which another command switches faults,
// asks for the state, or ends the run.
import http from 'node:http';

export type Handler = (body: unknown) => Promise<unknown>;

/** Serves `handlers` by path; an error becomes `{"error": sentence}`. */
export function serve(
  socketPath: string,
  handlers: Readonly<Record<string, Handler>>,
): http.Server {
  const server = http.createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      void answer(handlers, request.url ?? '', text).then((reply) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(reply));
      });
    });
  });
  server.listen(socketPath);
  return server;
}

async function answer(
  handlers: Readonly<Record<string, Handler>>,
  url: string,
  text: string,
): Promise<unknown> {
  const handler = handlers[url];
  if (handler === undefined) return { error: `nothing is known as ${url}` };
  try {
    return (await handler(text === '' ? undefined : JSON.parse(text))) ?? {};
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Asks a conductor; rejects with its own sentence when it refuses. */
export function ask(socketPath: string, url: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, path: url, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => {
        const reply: unknown = JSON.parse(text);
        const error =
          typeof reply === 'object' && reply !== null && 'error' in reply && reply.error;
        if (typeof error === 'string') reject(new Error(error));
        else resolve(reply);
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
