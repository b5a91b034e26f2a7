// What the lab's API server once said of pods, said again as fast as it is taken: how fast a client can be does not show on a
// server that makes its updates one by one.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { apiHost, apiPort, type ControlPlane } from './controlPlane.ts';
import { until } from './program.ts';

const json = 'application/json';
const protobuf = 'application/vnd.kubernetes.protobuf';

/** In one encoding: the list, and the changes after it. */
class Recording {
  readonly list: Buffer;
  readonly watched: Buffer[] = [];
  readonly type: string;
  /** Events that are there as a whole. */
  heard = 0;
  private readonly request: http.ClientRequest;
  /** Of an event in protobuf, which has its length before it: what is still to come. */
  private rest = 0;
  private length: number[] = [];

  constructor(type: string, list: Buffer, request: http.ClientRequest) {
    this.type = type;
    this.list = list;
    this.request = request.on('response', (response) => {
      response.on('data', (part: Buffer) => {
        this.watched.push(part);
        this.count(part);
      });
    });
  }

  static async begin(control: ControlPlane, type: string, version: string): Promise<Recording> {
    const from = `resourceVersion=${version}`;
    const list = await answerOf(get(control, type, `${from}&resourceVersionMatch=Exact`));
    const watch = get(control, type, `watch=true&${from}&timeoutSeconds=3600`);
    return new Recording(type, list, watch);
  }

  end(): void {
    this.request.destroy();
  }

  answer(response: http.ServerResponse, watch: boolean): void {
    const type = watch && this.type !== json ? `${this.type};stream=watch` : this.type;
    response.writeHead(200, { 'Content-Type': type });
    if (watch) response.flushHeaders();
    else response.end(this.list);
  }

  private count(part: Buffer): void {
    if (this.type === json) {
      for (const byte of part) if (byte === 0x0a) this.heard += 1;
      return;
    }
    for (let at = 0; at < part.length;) {
      if (this.rest > 0) {
        const taken = Math.min(this.rest, part.length - at);
        this.rest -= taken;
        at += taken;
        if (this.rest === 0) this.heard += 1;
      } else {
        this.length.push(part[at] ?? 0);
        at += 1;
        if (this.length.length < 4) continue;
        this.rest = Buffer.from(this.length).readUInt32BE();
        this.length = [];
      }
    }
  }
}

function get(control: ControlPlane, type: string, query: string): http.ClientRequest {
  const headers = { Authorization: `Bearer ${control.token}`, Accept: type };
  const path = `/api/v1/pods?${query}`;
  const options = { host: apiHost, port: apiPort, path, headers, rejectUnauthorized: false };
  return https.get(options).on('error', () => undefined);
}

async function answerOf(request: http.ClientRequest): Promise<Buffer> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return buffer(response);
}

export class Replay {
  private readonly recordings: readonly Recording[];
  private server: http.Server | undefined;
  /** When a watcher began to get events, by `performance.now()`. */
  beganAt = 0;

  private constructor(recordings: readonly Recording[]) {
    this.recordings = recordings;
  }

  /** Begins to listen to the changes of all pods. */
  static async record(control: ControlPlane): Promise<Replay> {
    const now = await control.api.text('/api/v1/pods?limit=1');
    const version = /"resourceVersion":"(\d+)"/.exec(now)?.[1] ?? '';
    const types = [protobuf, json];
    return new Replay(
      await Promise.all(types.map((type) => Recording.begin(control, type, version))),
    );
  }

  /** When so many changes were heard, serves them; the server's address. */
  async serve(changes: number): Promise<string> {
    const { recordings } = this;
    const done = (): boolean => recordings.every(({ heard }) => heard >= changes);
    await until('the changes are recorded', 60_000, () => done() || undefined);
    for (const recording of recordings) recording.end();
    const server = http.createServer((request, response) => {
      const wantsProtobuf = request.headers.accept?.startsWith(protobuf) === true;
      const recording = recordings.find(({ type }) => (type === protobuf) === wantsProtobuf);
      const watches = request.url?.includes('watch=') === true;
      recording?.answer(response, watches);
      if (!watches || recording === undefined) return;
      // Who has just listed has first to be done with that.
      setTimeout(() => {
        this.beganAt = performance.now();
        send(response, blocksOf(recording.watched), 0);
      }, 2000);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  end(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

/** Large enough that what is measured is who reads, not who writes. */
function blocksOf(parts: readonly Buffer[]): Buffer[] {
  const whole = Buffer.concat(parts);
  const size = 64 << 10;
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
    whole.subarray(n * size, (n + 1) * size),
  );
}

function send(response: http.ServerResponse, parts: readonly Buffer[], from: number): void {
  for (let i = from; i < parts.length; i++) {
    if (response.write(parts[i])) continue;
    response.once('drain', () => {
      send(response, parts, i + 1);
    });
    return;
  }
}
