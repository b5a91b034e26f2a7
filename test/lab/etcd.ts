// The etcd of a lab's control plane, past its API server. Knows two calls of its JSON gateway: how far it is, and to forget.
import http from 'node:http';

export async function etcdRevision(): Promise<number> {
  const { header } = (await call('range', { key: Buffer.from('\0').toString('base64') })) as {
    header: { revision: string };
  };
  return Number(header.revision);
}

/** Makes etcd forget all but the present. */
export async function compactEtcd(): Promise<void> {
  await call('compaction', { revision: String(await etcdRevision()), physical: true });
}

function call(what: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:2379/v3/kv/${what}`;
    const request = http.request(url, { method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`etcd ${what}: ${response.statusCode ?? ''} ${text}`));
      });
    });
    request.on('error', reject).end(JSON.stringify(body));
  });
}
