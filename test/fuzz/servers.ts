// npm run fuzz:servers [-- --only NAME --mb 100]: the memory that each hostile server makes a client of a cluster take, at its peak above what it took
// before, and what a person is told. Each client is a process of its own; the servers run here. The last line is `N passed, N failed`.
import { fork } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { watchCluster } from '../../src/cluster/clusterView.ts';
import { answerOf, httpServers, type HttpServer } from '../support/hostileServers.ts';
import { MemoryPeak } from './memory.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    mb: { type: 'string', default: '100' },
  },
});
const most = Number(values.mb) << 20;
/** Milliseconds until the sentence must have come, and how long what follows it is looked at. */
const PATIENCE = 20_000;
const AFTER = 1_500;
const AT_ONCE = 2;

interface Asked {
  readonly honestPort: number;
  readonly port: number;
  readonly sentence: string;
}

interface Took {
  /** Bytes. */
  readonly grown: number;
  readonly heard: readonly string[];
}

/** The client's side. An honest cluster comes first, by which everything is loaded. */
async function client({ honestPort, port, sentence }: Asked): Promise<void> {
  await watched(honestPort, /^never$/, AFTER);
  const peak = new MemoryPeak();
  await delay(200);
  peak.begin();
  const heard = await watched(port, new RegExp(sentence), PATIENCE);
  process.send?.({ grown: peak.grown, heard } satisfies Took);
  await peak.end();
  process.disconnect();
}

/** All that is told until a while after the sentence, at most for so long. */
async function watched(port: number, sentence: RegExp, patience: number): Promise<string[]> {
  const agent = new http.Agent();
  const server = new URL(`http://127.0.0.1:${port}`);
  const view = watchCluster({
    access: () => Promise.resolve({ server, agent, headers: {} }),
    renew: () => false,
    dispose: () => undefined,
  });
  const heard = new Set<string>();
  let end = Date.now() + patience;
  let isTold = false;
  while (Date.now() < end) {
    for (const { why } of view.silences) heard.add(why);
    if (!isTold && [...heard].some((why) => sentence.test(why))) {
      isTold = true;
      end = Date.now() + AFTER;
    }
    await delay(5);
  }
  view.dispose();
  agent.destroy();
  return [...heard];
}

async function measureAll(): Promise<void> {
  const wanted = httpServers.filter(({ name }) => name.includes(values.only));
  const waiting = [...wanted];
  let failed = 0;
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      if (!(await isGood(one))) failed++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  console.log(`${wanted.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && wanted.length > 0 ? 0 : 1);
}

const honest: HttpServer = {
  of: 'list',
  name: 'honest',
  answer: (response) => {
    response.end(
      '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a","namespace":"b","uid":"c"}}]}',
    );
  },
  sentence: /^/,
};

async function isGood(hostile: HttpServer): Promise<boolean> {
  const { name, sentence } = hostile;
  const servers = [honest, hostile].map((one) => http.createServer(answerOf(one)));
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [honestPort = 0, port = 0] = servers.map(
    (server) => (server.address() as AddressInfo).port,
  );
  const child = fork(fileURLToPath(import.meta.url));
  child.send({ honestPort, port, sentence: sentence.source } satisfies Asked);
  let took: Took = { grown: Infinity, heard: [] };
  child.on('message', (one: Took) => (took = one));
  await new Promise((resolve) => child.on('exit', resolve));
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  const told = took.heard.find((why) => sentence.test(why));
  const isFine = took.grown <= most && told !== undefined;
  const mb = Math.round(took.grown / (1 << 20));
  const what = told ?? `not told (${took.heard.join('; ')})`;
  console.log(`${isFine ? '' : '× '}${mb} MB ${name}: ${what}`);
  return isFine;
}

if (process.send === undefined) await measureAll();
else process.on('message', (asked: Asked) => void client(asked));
