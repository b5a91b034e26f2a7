import { expect, test } from 'vitest';
import { micros, SECOND, type Micros } from '../../../../../src/base/time.ts';
import type { PodHistory, WorkerQueue } from '../../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../../src/kubelet/rebuild/track.ts';
import { parseScenario } from '../../../../../src/simulate/parse.ts';
import { runScenario } from '../../../../support/scenarios.ts';
import { readCase } from '../../../../support/cases.ts';
import { instant } from '../../../../support/log.ts';
import {
  captureNames,
  labCaptureNames,
  readCapture,
  rebuildCapture,
  tapeOf,
} from '../../../../support/captures.ts';

const at = (time: Micros): Moment => ({ time, position: Infinity, hindsight: 'now' });
const shownFor = (queue: WorkerQueue | undefined): string => {
  if (queue === undefined) return 'none';
  const one = (value: WorkerQueue['active']): string =>
    value.known === 'unknown'
      ? '?'
      : value.value === 'nothing'
        ? `nothing ${value.known}`
        : `${value.value.work.value ?? '?'} ${value.known} by ${value.value.askedBy ?? '?'}`;
  return [
    one(queue.active),
    one(queue.waiting),
    queue.replaced.length,
    queue.next.value?.why ?? '?',
  ].join(' | ');
};

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const lines = [
  '10:00:10.000000 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
  `10:00:10.000100 pod_workers.go:788] "Pod is being synced for the first time" pod="default/web" podUID="${uid}" updateType="create"`,
  `10:00:10.000110 pod_workers.go:986] "Notifying pod of pending update" pod="default/web" podUID="${uid}" workType="sync"`,
  `10:00:10.000200 pod_workers.go:1245] "Processing pod event" pod="default/web" podUID="${uid}" updateType="sync"`,
  '10:00:12.000000 kubelet.go:2518] "SyncLoop UPDATE" source="api" pods=["default/web"]',
  `10:00:12.000050 pod_workers.go:986] "Notifying pod of pending update" pod="default/web" podUID="${uid}" workType="sync"`,
  '10:00:14.000000 kubelet.go:2525] "SyncLoop DELETE" source="api" pods=["default/web"]',
  `10:00:14.000040 pod_workers.go:874] "Pod is marked for graceful deletion, begin teardown" pod="default/web" podUID="${uid}" updateType="update"`,
  `10:00:14.000050 pod_workers.go:986] "Notifying pod of pending update" pod="default/web" podUID="${uid}" workType="terminating"`,
];
const after = [
  `10:00:20.000000 pod_workers.go:1361] "Processing pod event done" pod="default/web" podUID="${uid}" updateType="sync"`,
];

function podOf(text: readonly string[]): PodHistory | undefined {
  const log = text.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  return rebuild(tapeOf(new TextEncoder().encode(log))).pods[0];
}

const time = (clock: string): Moment => at(instant(`2026-11-21T${clock}Z`));

test('an update that waits is told with what it replaced and who asked for it', () => {
  const pod = podOf([...lines, ...after]);
  expect(shownFor(pod?.queue(time('10:00:11')))).toBe(
    'sync seen by ADD from api | nothing seen | 0 | to be set when the work is done',
  );
  const queue = pod?.queue(time('10:00:15'));
  expect(shownFor(queue)).toBe(
    'sync seen by ADD from api | terminating seen by DELETE from api | 1 | at once, when the work is done: an update waits',
  );
  expect(queue?.replaced.map(({ askedBy, work }) => `${askedBy} ${work.value}`)).toEqual([
    'UPDATE from api sync',
  ]);
});

test('when the work that updates overtook is done, the last of them waits with what it replaced', () => {
  const queue = podOf([...lines, ...after])?.queue(time('10:00:20'));
  expect(shownFor(queue)).toBe(
    'nothing seen | terminating seen by DELETE from api | 1 | at once, when the work is done: an update waits',
  );
  expect(queue?.waiting.value).toMatchObject({ at: instant('2026-11-21T10:00:14.00005Z') });
  expect(queue?.stage.value).toBe('idle');
});

test.each(['v1.22.17', 'v1.27.16', 'v1.34.2'])(
  'what waits while a worker of %s does its last work is not taken, for it ends then',
  (version) => {
    const work = 'updateType="terminated"';
    const begin = `10:00:20.000000 pod_workers.go:1245] "Processing pod event" pod="default/web" podUID="${uid}" ${work}`;
    const notice = `10:00:20.500100 pod_workers.go:986] "Notifying pod of pending update" pod="default/web" podUID="${uid}" workType="terminated"`;
    const asks = `10:00:20.500000 kubelet.go:2518] "SyncLoop UPDATE" source="api" pods=["default/web"]`;
    const none = 'none: its worker ends when the work is done, if that succeeds';
    const isOlder = version === 'v1.22.17';
    const began = lines.slice(0, 4).filter((line) => !isOlder || !line.includes('Notifying'));
    const ends = [startOf(version), ...began, begin];
    expect(podOf(ends)?.queue(time('10:00:20.2'))?.next).toMatchObject({
      known: 'inferred',
      value: { from: undefined, until: undefined, why: none },
    });
    const told = isOlder ? [asks] : [asks, notice];
    const queue = podOf([...ends, ...told])?.queue(time('10:00:20.6'));
    expect(queue?.next.value?.why).toBe(none);
    expect(queue?.waiting.value).toMatchObject({ askedBy: 'UPDATE from api' });
  },
);

test('after a sync that succeeded a resync is due in 60 to 90 s, after a failure in 10 to 15 s', () => {
  const done = [lines[0] ?? '', lines[1] ?? '', lines[2] ?? '', lines[3] ?? ''];
  const end = `10:00:20.000000 pod_workers.go:1361] "Processing pod event done" pod="default/web" podUID="${uid}" updateType="sync"`;
  const well = podOf([...done, end])?.queue(time('10:00:25'));
  const ended = instant('2026-11-21T10:00:20Z');
  expect(well?.next.known).toBe('inferred');
  expect(well?.next.value).toMatchObject({
    from: ended + 60 * SECOND,
    until: ended + 91 * SECOND,
  });
  const error = `10:00:19.999000 pod_workers.go:1324] "Error syncing pod, skipping" err="no" pod="default/web" podUID="${uid}"`;
  const ill = podOf([...done, error, end])?.queue(time('10:00:25'));
  expect(ill?.next.value?.why).toBe('retry after an error: 10 to 15 s');
});

const idOf = (digit: string): string => digit.repeat(64);
const startOf = (version: string): string =>
  `10:00:00.000000 server.go:484] "Kubelet version" kubeletVersion="${version}"`;
const died = (clock: string, digit: string): string =>
  `${clock} kubelet.go:2550] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"ContainerDied","Data":"${idOf(digit)}"}`;
const crashed = (clock: string, ...backOffs: readonly string[]): readonly string[] => {
  const errors = backOffs.map(
    (text) =>
      `failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off ${text} pod=web_default(${uid})\\"`,
  );
  return [
    `${clock}.100000 pod_workers.go:1324] "Error syncing pod, skipping" err="${errors.join(', ')}" pod="default/web" podUID="${uid}"`,
    `${clock}.100010 pod_workers.go:1361] "Processing pod event done" pod="default/web" podUID="${uid}" updateType="sync"`,
  ];
};

test.each([
  ['v1.34.2', '40s restarting failed container=app', [20, 26], 'retry after an error: 10 to 15 s'],
  // The container ended 3 s before its line at most, a second before the failure.
  ['v1.35.0', '40s restarting failed container=app', [46, 69.5], 'retry: when the back-off'],
  ['v1.36.3', '5m0s restarting failed container=app', [70, 101], 'retry: when the back-off'],
  [
    undefined,
    '40s restarting failed container=app',
    [20, 69.5],
    'retry after an error: 10 to 15 s,',
  ],
])(
  'a retry by %s after a back-off of %s is due when that version tries again',
  (version, backOff, [from = 0, until = 0], why) => {
    const text = [
      ...(version === undefined ? [] : [startOf(version)]),
      ...lines.slice(0, 4),
      died('10:00:09.100000', 'a'),
      ...crashed('10:00:10', backOff),
    ];
    const { next } = podOf(text)?.queue(time('10:00:12')) ?? {};
    const seconds = (at: Micros | undefined): number =>
      ((at ?? NaN) - instant('2026-11-21T10:00:00.1Z')) / SECOND;
    expect(next?.value?.why.slice(0, why.length)).toBe(why);
    expect(seconds(next?.value?.from)).toBeCloseTo(from, 3);
    expect(seconds(next?.value?.until)).toBeCloseTo(until, 3);
  },
);

test('a back-off is counted from the last end, though only an earlier one’s container has a name', () => {
  const killed = `10:00:02.000000 kuberuntime_container.go:866] "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${idOf('a')}" gracePeriod=30`;
  const text = [
    startOf('v1.36.3'),
    ...lines.slice(0, 4),
    killed,
    died('10:00:03.100000', 'a'),
    died('10:00:09.100000', 'b'),
    ...crashed('10:00:10', '10s restarting failed container=app'),
  ];
  const { value } = podOf(text)?.queue(time('10:00:12'))?.next ?? {};
  const second = (at: Micros | undefined): number =>
    ((at ?? NaN) - instant('2026-11-21T10:00:00.1Z')) / SECOND;
  expect(second(value?.from)).toBeCloseTo(16, 3);
  expect(second(value?.until)).toBeCloseTo(24.5, 3);
});

test.each([
  ['v1.34.2', 65],
  ['v1.36.3', 69.5],
])('by %s a container is overdue when its last retry may have come', (version, due) => {
  const text = [
    startOf(version),
    ...lines.slice(0, 4),
    died('10:00:09.100000', 'a'),
    ...crashed('10:00:10', '40s restarting failed container=app'),
  ];
  const [one] = podOf(text)?.awaits(time('10:00:12')) ?? [];
  expect(one?.what).toBe('the back-off of container app');
  expect(((one?.due ?? NaN) - instant('2026-11-21T10:00:00.1Z')) / SECOND).toBeCloseTo(due, 3);
});

test('by a log of 1.9 what came after a DELETE did not ask for it', () => {
  const classic = (clock: string, text: string): string =>
    `${clock} kubelet.go:1837] SyncLoop ${text}`;
  const name = `"web_default(${uid})"`;
  const pleg = (clock: string, type: string, id: string): string =>
    classic(
      clock,
      `(PLEG): ${name}, event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"${type}", Data:"${idOf(id)}"}`,
    );
  const pod = podOf([
    classic('10:00:10.000000', `(ADD, "api"): ${name}`),
    pleg('10:00:12.000000', 'ContainerStarted', 'a'),
    pleg('10:00:12.000000', 'ContainerStarted', 'b'),
    pleg('10:00:12.000000', 'ContainerStarted', 'c'),
    classic('10:00:20.000000', `(DELETE, "api"): ${name}`),
    pleg('10:00:20.004300', 'ContainerStarted', 'd'),
    // It shows that the sync which the DELETE asked for hung.
    `10:02:20.000000 pod_workers.go:186] Error syncing pod ${uid} ("web_default(${uid})"), skipping: error killing pod: failed to "KillPodSandbox" for "${uid}" with KillPodSandboxError: "rpc error: code = DeadlineExceeded desc = context deadline exceeded"`,
  ]);
  const queue = pod?.queue(time('10:00:20.0041'));
  const later = pod?.queue(time('10:00:20.0045'));
  expect([queue, later].map((one) => one?.active.value)).toMatchObject([
    { askedBy: 'DELETE from api' },
    { askedBy: 'DELETE from api' },
  ]);
});

const oldUid = 'ba051eddfde48e9d4d40a2adb1df5c74';
const newUid = '7b88c96f5a00c8ad5bd9b72bb65cd6af';
const notified = (clock: string, id: string, work: string): string =>
  `${clock} pod_workers.go:986] "Notifying pod of pending update" pod="default/proxy" podUID="${id}" workType="${work}"`;
const edited = [
  startOf('v1.34.2'),
  '10:00:10.000000 kubelet.go:2515] "SyncLoop ADD" source="file" pods=["default/proxy"]',
  `10:00:10.000100 pod_workers.go:788] "Pod is being synced for the first time" pod="default/proxy" podUID="${oldUid}" updateType="create"`,
  notified('10:00:10.000110', oldUid, 'sync'),
  `10:00:10.000200 pod_workers.go:1245] "Processing pod event" pod="default/proxy" podUID="${oldUid}" updateType="sync"`,
  `10:00:12.000000 pod_workers.go:1361] "Processing pod event done" pod="default/proxy" podUID="${oldUid}" updateType="sync"`,
  '10:00:20.000000 kubelet.go:2521] "SyncLoop REMOVE" source="file" pods=["default/proxy"]',
  `10:00:20.000010 pod_workers.go:854] "Pod is being removed by the kubelet, begin teardown" pod="default/proxy" podUID="${oldUid}" updateType="kill"`,
  notified('10:00:20.000020', oldUid, 'terminating'),
  `10:00:20.000030 pod_workers.go:1245] "Processing pod event" pod="default/proxy" podUID="${oldUid}" updateType="terminating"`,
  '10:00:20.000176 kubelet.go:2515] "SyncLoop ADD" source="file" pods=["default/proxy"]',
  `10:00:20.000187 pod_workers.go:788] "Pod is being synced for the first time" pod="default/proxy" podUID="${newUid}" updateType="create"`,
  notified('10:00:20.000198', newUid, 'sync'),
  `10:00:20.000209 pod_workers.go:1200] "Pod cannot start yet" pod="default/proxy" podUID="${newUid}"`,
];
const edit = (text: readonly string[], id: string): WorkerQueue | undefined => {
  const log = text.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  const history = rebuild(tapeOf(new TextEncoder().encode(log)));
  return history.pod(id)?.queue(time('10:00:23'));
};

test('a static pod that waits for the old one has the update that its source asked for, and is due after a back-off', () => {
  const queue = edit(edited, newUid);
  expect(shownFor(queue)).toBe(
    'nothing seen | sync seen by ADD from file | 0 | retry: 10 to 15 s after it could not start',
  );
  const held = instant('2026-11-21T10:00:20.000209Z');
  expect(queue?.next.value).toMatchObject({ from: held + 10 * SECOND, until: held + 16 * SECOND });
});

const housekeeping = `10:00:22.000000 pod_workers.go:1655] "Pod is orphaned and still terminating, notified the pod worker" podUID="${oldUid}"`;

test('what housekeeping asks of an edited static pod that still ends is not its own sync', () => {
  const queue = edit([...edited, housekeeping], oldUid);
  expect(shownFor(queue)).toBe(
    'terminating seen by REMOVE from file | terminating seen by housekeeping | 0 | at once, when the work is done: an update waits',
  );
  expect(queue?.waiting.value).toMatchObject({ at: instant('2026-11-21T10:00:22Z') });
  // Once its containers have ended the next update is its own.
  const ended = `10:00:22.500000 pod_workers.go:1425] "Pod terminated all containers successfully" podUID="${oldUid}"`;
  const requeued = `10:00:22.500010 pod_workers.go:1536] "Pending update already queued" podUID="${oldUid}"`;
  expect(shownFor(edit([...edited, ended, requeued], oldUid))).toContain(
    '| terminated seen by its own sync: the pod goes on to its next state |',
  );
});

test.each([
  ['deleted', 'Pod is marked for graceful deletion, begin teardown', 'DELETE from api'],
  ['evicted', 'Pod is being evicted by the kubelet, begin teardown', 'eviction'],
])('what waits of a pod that is %s while it syncs is not its own sync', (_, words, asked) => {
  const begun = lines.slice(0, 4);
  const why = asked === 'eviction' ? [] : [lines[6] ?? ''];
  const end = `10:00:14.000040 pod_workers.go:874] "${words}" pod="default/web" podUID="${uid}" updateType="kill"`;
  const told = [...begun, ...why, end];
  expect(shownFor(podOf(told)?.queue(time('10:00:15')))).toContain(
    `terminating seen by ${asked} |`,
  );
  const notice = lines[8] ?? '';
  const done = [...told, notice, ...after];
  for (const clock of ['10:00:15', '10:00:20.000001'])
    expect(shownFor(podOf(done)?.queue(time(clock)))).toContain(`terminating seen by ${asked} |`);
  // By 1.23 no line says that an update came.
  const older = [startOf('v1.23.17'), ...told.filter((line) => !line.includes('Notifying'))];
  expect(shownFor(podOf(older)?.queue(time('10:00:15')))).toMatch(
    new RegExp(`\\| \\S+ \\w+ by ${asked} \\|`),
  );
});

test('up to 1.26 a static pod that waits for the old one has no update that waits', () => {
  const older = edited
    .filter((line) => !line.includes('Notifying'))
    .map((line) => line.replace('v1.34.2', 'v1.23.17'));
  expect(shownFor(edit(older, newUid))).toBe(
    'nothing seen | nothing inferred | 0 | retry: 10 to 15 s after it could not start',
  );
});

test.each([29, 34])(
  'at v=2 the last work of a worker of 1.%i began no earlier than its pod had terminated',
  (kubelet) => {
    const parsed = parseScenario(
      JSON.stringify({
        title: 'A test.',
        lasts: '30s',
        pods: [{ name: 'web', gracePeriod: '4s', containers: [{ name: 'app', stopTakes: '3s' }] }],
        actions: [
          { at: '1s', do: 'create', pod: 'web' },
          { at: '10s', do: 'delete', pod: 'web' },
        ],
      }),
    );
    if (!parsed.ok) throw new Error(parsed.error);
    const { lines: log } = runScenario(parsed.value, { kubelet, verbosity: 2 });
    const history = rebuild(tapeOf(new TextEncoder().encode(log.map((l) => `${l}\n`).join(''))));
    const pod = history.pods[0];
    let first: Micros | undefined;
    for (let now = history.from; now <= history.to; now = micros(now + SECOND / 10)) {
      const active = pod?.queue(at(now))?.active.value;
      if (typeof active !== 'object' || active.work.value !== 'terminated') continue;
      first ??= now;
      expect(active.at).toBeGreaterThan(first - SECOND / 10);
      // Whoever asked last asked for the end of the containers.
      expect(active.askedBy).toBeUndefined();
    }
    expect(first).toBeDefined();
  },
);

test('at v=2 nobody knows what waits', () => {
  const quiet = podOf([lines[0] ?? '', lines[4] ?? '', lines[6] ?? '']);
  const queue = quiet?.queue(time('10:00:15'));
  expect(queue?.waiting.known).toBe('unknown');
});

test.each(['churn-v4', 'vol-v4', 'mix-14-v2', 'cni-del-hang-v4', 'churn-forty-v4'])(
  'a sync of %s that the log foretells comes when it is due',
  (name) => {
    const history = rebuildCapture(name);
    let foretold = 0;
    for (const pod of history.pods) {
      const begins = pod.marks('worker.begin');
      const ends = pod.marks('worker.end');
      for (const end of ends) {
        const queue = pod.queue(at(micros(end.at + 1000)));
        const next = queue?.next.value;
        if (next?.until === undefined || next.until > history.to) continue;
        const begun = begins.find((begin) => begin.at > end.at);
        foretold++;
        // Something else may have asked before.
        expect(begun?.at ?? Infinity).toBeLessThanOrEqual(next.until);
      }
    }
    if (name.endsWith('v4')) expect(foretold).toBeGreaterThan(0);
  },
);

test.each([...captureNames(), ...labCaptureNames()])(
  'what %s tells of updates that wait is what the kubelet held',
  (name) => {
    const history = rebuildCapture(name);
    const changes = [...truthOf(readCapture(name).truths)];
    let waits = 0;
    let told = 0;
    let wrong = 0;
    for (const { uid: id, from, to, pending } of changes) {
      // It is sampled each 20 ms.
      if (to - from < 0.12 * SECOND) continue;
      const pod = history.pod(id);
      const queue = pod?.queue(at(micros((from + to) / 2)));
      waits += Number(pending);
      if (queue === undefined || queue.waiting.known === 'unknown') continue;
      told += Number(pending);
      wrong += Number((queue.waiting.value !== 'nothing') !== pending);
    }
    expect({ wrong }).toEqual({ wrong: 0 });
    if (name.endsWith('v4')) expect(told).toBe(waits);
  },
);

interface Held {
  readonly uid: string;
  readonly from: number;
  readonly to: number;
  readonly pending: boolean;
}

/** Stretches in which a worker's `pendingUpdate` stayed as it was. */
function* truthOf(texts: readonly string[]): Iterable<Held> {
  for (const text of texts) {
    const lines = text.split('\n').filter((line) => line !== '');
    const rows = lines.map(
      (line) =>
        JSON.parse(line) as {
          t: string;
          workers: { uid: string; pending: boolean; finished: boolean }[];
        },
    );
    for (const [i, { t, workers }] of rows.entries()) {
      const next = rows[i + 1];
      if (next === undefined) continue;
      for (const { uid: id, pending, finished } of workers)
        if (!finished) yield { uid: id, from: instant(t), to: instant(next.t), pending };
    }
  }
}

test('a pod that ends before it has started is worked on by nothing, and nothing waits once its worker has stopped', () => {
  const static1 = '7b88c96f5a00c8ad5bd9b72bb65cd6af';
  const named = `pod="default/web" podUID="${static1}"`;
  const pod = podOf([
    '10:00:10.000000 kubelet.go:2709] "SyncLoop ADD" source="file" pods=["default/web"]',
    `10:00:10.000100 pod_workers.go:796] "Pod is being synced for the first time" ${named} updateType="create"`,
    `10:00:10.000110 pod_workers.go:994] "Notifying pod of pending update" ${named} workType="sync"`,
    `10:00:10.000120 pod_workers.go:1208] "Pod cannot start yet" ${named}`,
    '10:00:12.000000 kubelet.go:2719] "SyncLoop REMOVE" source="file" pods=["default/web"]',
    `10:00:12.000010 pod_workers.go:895] "Pod is being removed by the kubelet, begin teardown" ${named} updateType="kill"`,
    `10:00:12.000020 pod_workers.go:994] "Notifying pod of pending update" ${named} workType="terminating"`,
    `10:00:12.000040 pod_workers.go:977] "Pod worker has stopped" podUID="${static1}"`,
    `10:00:12.000050 pod_workers.go:1202] "Pod cannot start ever" ${named} updateType="terminating"`,
    '10:00:13.000000 kubelet.go:2709] "SyncLoop ADD" source="file" pods=[]',
  ]);
  expect(shownFor(pod?.queue(time('10:00:11')))).toBe(
    'nothing seen | sync seen by ADD from file | 0 | retry: 10 to 15 s after it could not start',
  );
  expect(shownFor(pod?.queue(time('10:00:12.00003')))).toBe(
    'nothing inferred | terminating seen by REMOVE from file | 1 | at once, when the work is done: an update waits',
  );
  expect(pod?.worker.finished.at(time('10:00:12.00004'))).toMatchObject({ value: true });
  expect(shownFor(pod?.queue(time('10:00:12.00004')))).toBe(
    'nothing seen | nothing inferred | 0 | none: its worker is finished',
  );
});

test('who asked for the work that goes on asked when its own line says so', () => {
  const { log } = readCase('add-90s');
  const asked = rebuild(tapeOf(log))
    .podsNamed('search', 'query-sqlwwq24x-6zj9t')[0]
    ?.queue(at(instant('2026-02-04T03:36:00Z')))?.active.value;
  expect(asked).toMatchObject({
    askedBy: 'DELETE from api',
    at: instant('2026-02-04T03:35:56.914384Z'),
  });
});
