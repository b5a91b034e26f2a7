// What the API server's proxy shows of a kubelet, as far as its log goes: files of /var/log served in ranges by Go's file server, and
// the journal as journalctl prints it. Real answers of 1.34 were the model.
import type http from 'node:http';
import type { FakeApiServerOptions } from './fakeApiServer.ts';

export class FakeKubelet {
  readonly files = new Map<string, Buffer>();
  /** A line for each question for it, as a kubelet of high verbosity writes. */
  logged: { readonly file: string; readonly line: string } | undefined;
  /** Undefined: a node without a journal. */
  journal: { readonly micros: number; readonly text: string }[] | undefined;
  allowed = true;
  /** What is set answers every question to the kubelet. */
  refusal: { readonly code: number; readonly text: string } | undefined;
  queries = true;
  /** Other endpoints by their path, `configz`. */
  readonly endpoints = new Map<string, string>();
  /** Prints each answer that is a part into this file, as from verbosity 3 on. */
  printsInto: string | undefined;
  readonly puts: string[] = [];
  /** Bytes of files that were answered. */
  sent = 0;

  readonly answer: NonNullable<FakeApiServerOptions['answer']> = (url, response, request) => {
    if (url.pathname.endsWith('/selfsubjectaccessreviews')) {
      response.end(JSON.stringify({ status: { allowed: this.allowed } }));
      return true;
    }
    const path = /^\/api\/v1\/nodes\/[^/]+\/proxy\/(.*)$/.exec(url.pathname)?.[1];
    if (path === undefined) return false;
    this.proxied(decodeURIComponent(path), url.searchParams, response, request);
    return true;
  };

  private proxied(
    path: string,
    query: URLSearchParams,
    response: http.ServerResponse,
    request: http.IncomingMessage,
  ): void {
    const endpoint = this.endpoints.get(path);
    if (this.refusal !== undefined) {
      response.writeHead(this.refusal.code, { 'Content-Type': 'text/plain' });
      response.end(this.refusal.text);
    } else if (request.method === 'PUT') {
      this.put(path, request, response);
    } else if (endpoint !== undefined) response.end(endpoint);
    else if (path === 'logs/' && query.has('query') && this.queries) this.ask(query, response);
    else if (path.endsWith('/')) this.list(path.replace(/^logs\//, ''), response);
    else {
      this.file(path.replace(/^logs\//, ''), request, response);
      this.log();
    }
  }

  private log(): void {
    if (this.logged !== undefined) this.print(this.logged.file, this.logged.line);
  }

  private print(file: string, line: string): void {
    this.files.set(
      file,
      Buffer.concat([this.files.get(file) ?? Buffer.alloc(0), Buffer.from(line)]),
    );
  }

  private put(path: string, request: http.IncomingMessage, response: http.ServerResponse): void {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      this.puts.push(`${path} ${body}`);
      response.end('successfully set klog.logging.verbosity');
    });
  }

  private ask(query: URLSearchParams, response: http.ServerResponse): void {
    response.setHeader('Content-Type', 'text/plain;charset=UTF-8');
    if (this.journal === undefined) {
      response.end('\nlog not found for kubelet\n');
      return;
    }
    const bound = (name: string, otherwise: number): number =>
      query.has(name) ? Date.parse(query.get(name) ?? '') * 1000 : otherwise;
    const [since, until] = [bound('sinceTime', -Infinity), bound('untilTime', Infinity)];
    const lines = this.journal.filter(({ micros }) => micros >= since && micros <= until);
    const tail = Number(query.get('tailLines') ?? lines.length);
    response.end(
      lines.length === 0 ? '-- No entries --\n' : lines.slice(-tail).map(short).join(''),
    );
  }

  private list(folder: string, response: http.ServerResponse): void {
    const names = [...this.files.keys()]
      .filter((name) => name.startsWith(folder))
      .map((name) => name.slice(folder.length).replace(/\/.*/, '/'));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const links = [...new Set(names)].map((name) => `<a href="${name}">${name}</a>\n`);
    response.end(`<pre>\n${links.join('')}</pre>\n`);
  }

  private file(name: string, request: http.IncomingMessage, response: http.ServerResponse): void {
    const bytes = this.files.get(name);
    if (bytes === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found\n');
      return;
    }
    if (request.headers.range === undefined) {
      response.end(bytes);
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const end = Math.min(Number(to) + 1, bytes.length);
    if (Number(from) >= bytes.length) {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` });
      response.end('invalid range: failed to overlap\n');
      return;
    }
    response.writeHead(206, {
      'Content-Range': `bytes ${from ?? '0'}-${end - 1}/${bytes.length}`,
      'Content-Type': 'text/x-log; charset=utf-8',
    });
    const part = bytes.subarray(Number(from), end);
    this.sent += part.length;
    response.end(part);
    if (this.printsInto !== undefined)
      this.print(this.printsInto, `logging error output: ${JSON.stringify(part.toString())}\n`);
  }
}

function short({ micros, text }: { readonly micros: number; readonly text: string }): string {
  const date = new Date(micros / 1000);
  const month = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  const time = date.toISOString().slice(11, 19);
  const fraction = String(micros % 1_000_000).padStart(6, '0');
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${month} ${day} ${time}.${fraction} node-a kubelet[298]: ${text}\n`;
}
