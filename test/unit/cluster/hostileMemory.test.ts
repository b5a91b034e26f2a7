// What a cluster's lists and streams take of the memory, however much a server sends.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { watchCluster, type ClusterView } from '../../../src/cluster/clusterView.ts';
import type { AccessSource } from '../../../src/cluster/exchange.ts';
import { bytesHeld } from '../../fuzz/memory.ts';

const MB = 1 << 20;
const toEnd: (() => void)[] = [];
afterEach(() => {
  for (const end of toEnd.splice(0)) end();
});

const note = 'x'.repeat(10_000);
const pod = (n: number, more = ''): string =>
  `{"metadata":{"name":"web-${n}","namespace":"default","uid":"5c0e91e5-ca33-4316-ac70-${String(n).padStart(12, '0')}","resourceVersion":"${n}","annotations":{"note":"${more}"}},"spec":{"nodeName":"node-1","containers":[{"name":"main","image":"a"}]},"status":{"phase":"Running","containerStatuses":[{"name":"main","containerID":"containerd://${String(n).padStart(64, 'a')}","ready":true,"restartCount":0,"state":{"running":{}}}]}}`;

/** Sends what is made for each number, so many times. */
function sent(
  response: http.ServerResponse,
  one: (n: number) => string,
  count: number,
  end = '',
): void {
  let n = 0;
  const go = (): void => {
    while (!response.destroyed && n < count) {
      let text = '';
      for (let i = 0; i < 20 && n < count; i++) text += one(n++);
      if (!response.write(text)) return;
    }
    if (!response.destroyed) response.end(end);
  };
  response.on('drain', go);
  go();
}

const head = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[';
const listed =
  (count: number, more = '') =>
  (response: http.ServerResponse): void => {
    response.write(head);
    sent(response, (n) => (n === 0 ? '' : ',') + pod(n, more), count, ']}');
  };
const event = (n: number): string => `{"type":"ADDED","object":${pod(n)}}\n`;

/** The most that is held while a server answers so about pods, in bytes. */
async function held(
  pods: Partial<Record<'list' | 'stream', (response: http.ServerResponse) => void>>,
  done: (view: ClusterView) => boolean,
): Promise<{ most: number; view: ClusterView }> {
  const server = http.createServer(({ url = '' }, response) => {
    response.on('error', () => undefined);
    const answer = url.includes('watch=true') ? pods.stream : pods.list;
    if (url.startsWith('/api/v1/pods') && answer !== undefined) answer(response);
    else if (url.includes('sendInitialEvents')) response.writeHead(422).end();
    else if (url.includes('watch=true')) response.flushHeaders();
    else response.end(`${head}]}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent();
  const source: AccessSource = {
    access: () =>
      Promise.resolve({ server: new URL(`http://127.0.0.1:${port}`), agent, headers: {} }),
    renew: () => false,
    dispose: () => undefined,
  };
  const before = bytesHeld();
  const view = watchCluster(source);
  toEnd.push(() => {
    view.dispose();
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  let most = 0;
  await expect
    .poll(
      () => {
        most = Math.max(most, bytesHeld() - before);
        return done(view);
      },
      { timeout: 50_000, interval: 100 },
    )
    .toBe(true);
  return { most, view };
}

it('15,000 pods of 10 kB are read in the memory of what is kept of them', async () => {
  const { most, view } = await held({ list: listed(15_000, note) }, ({ synced }) => synced);
  expect(view.pods().length).toBe(15_000);
  expect(most).toBeLessThan(50 * MB);
});

const told = ({ silences }: ClusterView): boolean =>
  silences.some(({ why }) => /larger than 64 MiB/.test(why));

it.each([
  ['a list of small pods', { list: listed(Infinity) }],
  [
    'a stream of pods that come',
    {
      stream: (response: http.ServerResponse) => {
        sent(response, event, Infinity);
      },
    },
  ],
])('without end: %s is given up at a bound, with a sentence', async (_, pods) => {
  const { most } = await held(pods, told);
  expect(most).toBeLessThan(100 * MB);
});
