// Passes on whole connections: from a port to a socket file, and from a socket file to a port in another network.
import net from 'node:net';

/** A server that joins each client to a connection of its own; whoever ends first ends both. */
export function joinTo(target: net.NetConnectOpts): net.Server {
  return net.createServer((client) => {
    const upstream = net.connect(target);
    client.pipe(upstream).pipe(client);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', close).on('close', close);
  });
}
