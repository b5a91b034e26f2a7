import { expect, test } from 'vitest';
import { formatRfc3339, micros } from '../../../src/base/time.ts';
import { nodeSources } from '../../../src/engine/host/node/nodeSources.ts';
import { Session } from '../../../src/engine/session.ts';

/** Above the log of a kubelet stands what its start printed, which has no times; each command in it makes a section. */
const trace = `+ hostname
node-1
$ ls /var/lib/kubelet
pods
$ date
today
`;
const klog = `==> kubelet <==
I1121 10:00:00.000000     100 kubelet.go:1] "Starting kubelet"
E1121 10:00:20.000000     100 kubelet.go:2] "Sync failed" pod="default/web"
I1121 10:01:00.000000     100 kubelet.go:3] "Fine"
`;

async function opened(log: string): Promise<Session> {
  const session = new Session(nodeSources());
  const sources = [
    { kind: 'bytes' as const, name: 'node.log', bytes: new TextEncoder().encode(log) },
  ];
  await session.open({ sources, year: 2026 }, new AbortController().signal);
  return session;
}

const clock = (time: number | undefined) => time && formatRfc3339(micros(time)).slice(11, 19);

test('sections without times decide neither how far a log goes nor where the cursor stands', async () => {
  const session = await opened(trace + klog);
  const { sources, from, to } = session.info();
  expect(sources.length).toBeGreaterThan(2);
  expect([from, to].map(clock)).toEqual(['10:00:00', '10:01:00']);
  session.seek({ kind: 'start' });
  expect(clock(session.cursor().time)).toBe('10:00:00');
  session.seek({ kind: 'position', position: 0 });
  expect(clock(session.cursor().time)).toBe('10:00:00');
  expect(clock(session.momentAt(micros(0)).time)).toBe('10:00:00');
  const { position } = session.seek({ kind: 'time', time: micros(to ?? NaN) });
  expect(position).toBe(session.info().inputs - 1);
  expect(session.incident.history.runs.map((run) => clock(run.from))).toEqual(['10:00:00']);
});

test('the other way round too, and where nothing has a time', async () => {
  const session = await opened(klog + trace);
  expect([session.info().from, session.info().to].map(clock)).toEqual(['10:00:00', '10:01:00']);
  expect((await opened(trace)).info().from).toBeUndefined();
});

test('two sides of a time have the lines of a section that have one', async () => {
  const session = await opened(trace + klog);
  const at = session.info().to ?? NaN;
  const { before, after } = session.compare({
    before: { to: micros(at - 1) },
    after: { from: micros(at) },
  });
  expect([before.lines, after.lines]).toEqual([3, 1]);
  const whole = session.compare({ before: {}, after: {} });
  expect(whole.before.lines).toBe(10);
});

test('a log of others alone is said to be one', async () => {
  const others = `==> etcd <==
{"level":"info","ts":"2026-11-21T10:00:00.000Z","caller":"etcdmain/etcd.go:1","msg":"ready"}
==> kube-proxy <==
I1121 10:00:01.000000       1 server.go:1] "Using iptables"
I1121 10:00:02.000000       1 server.go:2] "Running"
`;
  expect((await opened(others)).info().withoutKubelet).toEqual(['kube-proxy', 'etcd']);
  expect((await opened(trace)).info().withoutKubelet).toEqual([]);
  const kubelet =
    'I1121 10:00:00.000000 100 kubelet.go:1] "SyncLoop ADD" source="api" pods=["d/web"]';
  expect((await opened(kubelet)).info().withoutKubelet).toBeUndefined();
});
