// Lets the real shared informer of client-go work against our API server, through random changes and all that can
// happen to a connection, and looks whether it ends up with what the server has.
import { spawn, type ChildProcess } from 'node:child_process';
import readline from 'node:readline';
import { contents, FakeApiServer, type Fault } from '../../support/fakeApiServer.ts';

export interface ServerRun {
  readonly newest: string;
  readonly older: string;
  readonly seed: number;
}

const changes = 3000;

interface Report {
  readonly store: readonly string[];
  readonly synced: boolean;
  readonly version: string;
  readonly errors: number;
  readonly senseless: number;
}

/** The Go program at work on our server. */
class RealInformer {
  private readonly child: ChildProcess;
  private readonly answers: ((report: Report) => void)[] = [];
  output = '';

  constructor(binary: string, url: string) {
    const env = { ...process.env, ORACLE_SERVER: url };
    this.child = spawn(binary, ['-test.run', '^TestAgainst$'], { env, stdio: 'pipe' });
    if (this.child.stdout === null) throw new Error('no output');
    readline.createInterface({ input: this.child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) this.answers.shift()?.(JSON.parse(line) as Report);
      else this.output += `${line}\n`;
    });
  }

  report(): Promise<Report> {
    return new Promise((resolve) => {
      this.answers.push(resolve);
      this.child.stdin?.write('\n');
    });
  }

  end(): void {
    this.child.stdin?.end();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const internal: Fault = {
  status: { code: 500, reason: 'InternalError', message: 'asked for by a test' },
};
const busy: Fault = {
  status: { code: 429, reason: 'TooManyRequests', message: 'asked for by a test' },
  retryAfter: 1,
};

/** What happens to the server and the way to it, in this order, between the changes. */
const troubles: readonly ((server: FakeApiServer) => void)[] = [
  (server) => {
    server.cutWatches('close');
  },
  (server) => {
    server.faults.push(busy);
    server.cutWatches('reset');
  },
  // The history is gone when the watch comes back: 410, and a list.
  (server) => {
    for (let n = 0; n < 300; n++) server.etcd().put(pod('churn', n));
    server.etcd().compact();
    server.cacher().reinitialise();
  },
  (server) => {
    server.faults.push('reset', internal);
    server.cutWatches('reset');
  },
  (server) => {
    server.cacher().reinitialise();
  },
];

function pod(name: string, n: number) {
  return { metadata: { namespace: 'test', name, labels: { change: String(n) } } };
}

async function compare(
  name: string,
  binary: string,
  watchList: boolean,
  seed: number,
): Promise<boolean> {
  const random = seeded(seed);
  const server = await FakeApiServer.start({ watchList, random });
  for (let n = 0; n < 700; n++) server.etcd().put(pod(`early-${n}`, n));
  const informer = new RealInformer(binary, server.url);
  for (let n = 0; n < changes; n++) {
    const key = `pod-${Math.floor(random() * 50)}`;
    if (random() < 0.3) server.etcd().delete(`test/${key}`);
    else server.etcd().put(pod(key, n));
    if (n % 50 === 49) await sleep(5);
    if (n % Math.floor(changes / troubles.length) !== 99) continue;
    await sleep(500);
    troubles[Math.floor(n / Math.floor(changes / troubles.length))]?.(server);
  }
  server.etcd().put(pod('last', 0));
  const wanted = contents(server.etcd()).sort();
  let report = await informer.report();
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (report.store.join() === wanted.join()) break;
    await sleep(200);
    report = await informer.report();
  }
  informer.end();
  await server.stop();
  const same = report.store.join() === wanted.join();
  const kinds = server.requests.map((request) => {
    if (request.includes('sendInitialEvents')) return 'streaming lists';
    return request.includes('watch=') ? 'watches' : 'lists';
  });
  const count = (kind: string): string => `${kinds.filter((k) => k === kind).length} ${kind}`;
  console.log(
    `${name} on our server: ${report.store.length} of ${wanted.length} objects ${same ? 'and versions equal' : 'DIFFERENT'}; ` +
      `${count('lists')}, ${count('streaming lists')}, ${count('watches')}, ${report.errors} errors handled, ` +
      `${report.senseless} senseless notifications`,
  );
  if (!same) console.log(informer.output.slice(0, 2000));
  return same && report.synced && report.senseless === 0;
}

/** How many of the runs ended as they should. */
export async function againstOurServer({ newest, older, seed }: ServerRun) {
  const results = await Promise.all([
    compare('client-go 1.37', newest, true, seed),
    compare('client-go 1.37, streaming lists refused,', newest, false, seed),
    compare('client-go 1.32', older, false, seed),
  ]);
  const passed = results.filter((ok) => ok).length;
  return { passed, failed: results.length - passed };
}
