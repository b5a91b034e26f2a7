// A container registry that has nothing: it answers as the protocol asks, and knows no image.
import http from 'node:http';
import { apiHost } from './controlPlane.ts';

export const emptyRegistryPort = 5000;

export function serveEmptyRegistry(): http.Server {
  const server = http.createServer((request, response) => {
    response.setHeader('Docker-Distribution-Api-Version', 'registry/2.0');
    response.setHeader('Content-Type', 'application/json');
    const isPing = request.url === '/v2/';
    response.writeHead(isPing ? 200 : 404);
    const unknown = { errors: [{ code: 'MANIFEST_UNKNOWN', message: 'manifest unknown' }] };
    response.end(JSON.stringify(isPing ? {} : unknown));
  });
  return server.listen(emptyRegistryPort, apiHost);
}
