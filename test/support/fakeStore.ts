// What fake log stores share: a server on the loopback, what it was asked, and refusals in place of answers.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly code?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body: string;
  /** So many bytes of the body are sent, then the connection is cut. */
  readonly cutAt?: number;
}

export abstract class FakeStore {
  readonly asked: Asked[] = [];
  /** Given to the next questions, in this order, in place of answers. */
  readonly instead: Answer[] = [];
  /** Looks at each question first; what it gives is the answer. */
  meddle: ((asked: Asked) => Answer | undefined) | undefined;
  /** What becomes of an answer before it is sent. */
  after = (answer: Answer): Answer => answer;
  /** What the header Authorization must be. */
  authorization: string | undefined;
  url = '';
  private readonly server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const asked = { method, path, headers, body };
      this.asked.push(asked);
      const meant = this.instead.shift() ?? this.meddle?.(asked) ?? this.refused(asked);
      send(response, this.after(meant ?? this.answer(asked)));
    });
  });

  protected abstract answer(asked: Asked): Answer;

  private refused({ headers }: Asked): Answer | undefined {
    if (this.authorization === undefined || headers.authorization === this.authorization)
      return undefined;
    return { code: 401, body: 'no credentials provided' };
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  /** No reason for a process to go on. */
  unref(): void {
    this.server.unref();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function send(response: http.ServerResponse, { code = 200, headers, body, cutAt }: Answer): void {
  response.writeHead(code, { 'Content-Length': Buffer.byteLength(body), ...headers });
  if (cutAt === undefined) response.end(body);
  else response.write(body.slice(0, cutAt), () => response.destroy());
}

export function json(value: unknown): Answer {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
