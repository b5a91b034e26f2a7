// What lies between a client and the lab's API server, to be cut. Knows connections and nothing of what they carry.
import net from 'node:net';
import { apiHost, apiPort } from './controlPlane.ts';

export class Relay {
  readonly port: number;
  private readonly server: net.Server;
  private readonly sockets: Set<net.Socket>;
  private paused = false;

  private constructor(server: net.Server, sockets: Set<net.Socket>) {
    this.server = server;
    this.sockets = sockets;
    const address = server.address();
    this.port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    server.on('connection', (socket) => {
      if (this.paused) socket.destroy();
    });
  }

  static async start(): Promise<Relay> {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((near) => {
      const far = net.connect(apiPort, apiHost);
      near.pipe(far).pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Relay(server, sockets);
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  pause(): void {
    this.paused = true;
    this.cut();
  }

  resume(): void {
    this.paused = false;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }
}
