// An address that lets its holder in at once: it sets the login cookie, then sends the browser on to the server.
import crypto from 'node:crypto';
import http from 'node:http';

/**
 * @param {string} target where the holder is sent; on 127.0.0.1, as cookies know hosts but not ports
 * @param {string} cookie `name=value`
 * @returns {Promise<string>} the address; it holds 128 random bits, and is good as long as this process lives
 */
export function openGate(target, cookie) {
  const secret = `/${crypto.randomBytes(16).toString('hex')}`;
  const server = http.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== secret) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(302, {
      location: target,
      // Strict would lose the cookie when the click came from another program.
      'set-cookie': `${cookie}; Path=/; HttpOnly; SameSite=Lax`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    response.end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${server.address().port}${secret}`);
    });
  });
}
