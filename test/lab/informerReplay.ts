// What the lab's API server once said of pods, said again as fast as it is taken: how fast a client can be does not show on a
// server that makes its updates one by one.
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { apiHost, apiPort, type ControlPlane } from './controlPlane.ts';
import { until } from './program.ts';

export class Replay {
  private readonly list: Buffer;
  private readonly watched: Buffer[] = [];
  private readonly recording: http.ClientRequest;
  private server: http.Server | undefined;
  private heard = 0;
  /** When a watcher began to get events, by `performance.now()`. */
  beganAt = 0;

  private constructor(control: ControlPlane, list: string) {
    this.list = Buffer.from(list);
    const version = /"resourceVersion":"(\d+)"/.exec(list.slice(0, 1000))?.[1] ?? '';
    const path = `/api/v1/pods?watch=true&resourceVersion=${version}&timeoutSeconds=3600`;
    const headers = { Authorization: `Bearer ${control.token}` };
    this.recording = https
      .get({ host: apiHost, port: apiPort, path, headers, rejectUnauthorized: false })
      .on('response', (response) => {
        response.on('data', (part: Buffer) => {
          this.watched.push(part);
          for (const byte of part) if (byte === 0x0a) this.heard += 1;
        });
      })
      .on('error', () => undefined);
  }

  /** Begins to listen to the changes of all pods. */
  static async record(control: ControlPlane): Promise<Replay> {
    return new Replay(control, await control.api.text('/api/v1/pods?resourceVersion=0'));
  }

  /** When so many changes were heard, serves them; the server's address. */
  async serve(changes: number): Promise<string> {
    await until('the changes are recorded', 60_000, () => this.heard >= changes || undefined);
    this.recording.destroy();
    const server = http.createServer((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (request.url?.includes('watch=') !== true) {
        response.end(this.list);
        return;
      }
      response.flushHeaders();
      // Who has just listed has first to be done with that.
      setTimeout(() => {
        this.beganAt = performance.now();
        this.send(response, 0);
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

  private send(response: http.ServerResponse, from: number): void {
    for (let i = from; i < this.watched.length; i++) {
      if (response.write(this.watched[i])) continue;
      response.once('drain', () => {
        this.send(response, i + 1);
      });
      return;
    }
  }
}
