// Random scripts, one generator for each kind. Few names and small times, so that things meet.
import fc from 'fast-check';
import type { Op } from './script.ts';

const uid = fc.constantFrom('u1', 'u2', 'u3');
const small = fc.integer({ min: 0, max: 12 });

const workQueueOp: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ op: fc.constant('enqueue'), uid, seconds: fc.constantFrom(0, 0.5, 1, 5, 10, 60) }),
  fc.record({ op: fc.constant('advance'), seconds: fc.constantFrom(0, 0.5, 1, 5, 10) }),
  fc.constant({ op: 'get' }),
);

const podCacheOp: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ op: fc.constant('get'), uid }),
  fc.record({ op: fc.constant('newer'), uid, time: fc.integer({ min: -1, max: 12 }) }),
  fc.record({ op: fc.constant('set'), uid, name: fc.constantFrom('a', 'b'), time: small }),
  fc.record({ op: fc.constant('set'), uid, err: fc.constant('broken'), time: small }),
  fc.record({ op: fc.constant('delete'), uid }),
  fc.record({ op: fc.constant('time'), time: small }),
);

/** Each reader needs a name of its own. */
function named(ops: readonly Op[]): Op[] {
  return ops.map((op, i) => (op['op'] === 'newer' ? { ...op, name: `r${i}` } : op));
}

const grace = fc.constantFrom(0, 1, 5, 30);
/** Present or not, never undefined: JSON has no such thing. */
function perhaps(parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Op> {
  return fc.record(parts, { requiredKeys: [] });
}

const kill = perhaps({
  evict: fc.boolean(),
  grace,
  ch: fc.constantFrom('x'),
  fn: fc.constantFrom('f1', 'f2'),
});
const workerPod = fc
  .tuple(
    uid,
    fc.constantFrom('a', 'b'),
    fc.constantFrom('i1', 'i2'),
    perhaps({
      phase: fc.constantFrom('Running', 'Running', 'Succeeded', 'Failed'),
      deleting: fc.constantFrom(false, false, true),
      deletionGrace: grace,
      specGrace: grace,
      static: fc.boolean(),
    }),
  )
  .map(([id, name, image, rest]) => ({ ...rest, uid: id, name, image }));
const updateOp = fc
  .tuple(
    workerPod,
    fc.constantFrom('create', 'update', 'sync', 'kill'),
    perhaps({ start: fc.integer({ min: -1, max: 3 }), mirror: fc.constant('m'), kill }),
  )
  .map(([pod, type, rest]): Op => ({ op: 'update', pod, type, start: -1, ...rest }));
const result = fc.constantFrom('ok', 'ok', 'error', 'terminal', 'network', 'cancel', 'wrapped');
const podWorkersOp: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: updateOp },
  { weight: 8, arbitrary: fc.record({ op: fc.constant('release'), uid, result }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(uid, fc.constantFrom('kill', 'kill', 'sync'), perhaps({ kill }))
      .map(([running, type, rest]): Op => ({ op: 'update', running, type, start: -1, ...rest })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('cache'),
      uid,
      state: fc.constantFrom('none', 'running', 'error'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('known'), uids: fc.subarray(['u1', 'u2', 'u3']) }),
  },
);

/** Classic workers know neither pods of the runtime nor what a status says. */
const classicOp: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: updateOp },
  { weight: 6, arbitrary: fc.record({ op: fc.constant('release'), uid, result }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('forget'), uid }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('cache'),
      uid,
      state: fc.constantFrom('none', 'error'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('known'), uids: fc.subarray(['u1', 'u2', 'u3']) }),
  },
);

/** Each channel is closed once, so each gets a name of its own. */
function withChannels(ops: readonly Op[]): Op[] {
  return ops.map((op, i) => {
    const wishes = op['kill'] as { ch?: string } | undefined;
    return wishes?.ch === undefined ? op : { ...op, kill: { ...wishes, ch: `c${i}` } };
  });
}

const configPod = fc
  .tuple(
    uid,
    fc.constantFrom('a', 'b'),
    fc.constantFrom('i1', 'i2'),
    perhaps({
      label: fc.constantFrom('x', 'y'),
      annotations: fc.record(
        {
          own: fc.constantFrom('1', '2'),
          'kubernetes.io/config.seen': fc.constant('then'),
          'kubernetes.io/config.hash': fc.constantFrom('h1', 'h2'),
          'kubernetes.io/config.mirror': fc.constant('m'),
        },
        { requiredKeys: [] },
      ),
      message: fc.constantFrom('m1', 'm2'),
      deleting: fc.boolean(),
      deletionGrace: grace,
    }),
  )
  .map(([id, name, image, rest]) => ({ ...rest, uid: id, name, image }));
/** Pods that differ from each other in one thing only, as those of two lists that follow each other do. */
const nearPod: fc.Arbitrary<Op> = fc
  .constantFrom(
    {},
    { annotations: { 'kubernetes.io/config.seen': 'then' } },
    { annotations: { 'kubernetes.io/config.mirror': 'm' } },
    { annotations: { 'kubernetes.io/config.hash': 'h' } },
    { annotations: { own: '1' } },
    { label: 'x' },
    { message: 'm1' },
    { deleting: true },
    { deleting: true, deletionGrace: 5 },
  )
  .map((one) => ({ uid: 'u1', name: 'a', image: 'i1', ...one }));
const source = fc.constantFrom('api', 'file');
const podConfigOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom('SET', 'SET', 'SET', 'ADD', 'UPDATE', 'DELETE', 'REMOVE'),
      source,
      pods: fc.oneof(
        fc.array(configPod, { maxLength: 4 }),
        nearPod.map((one) => [one]),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('source'), source }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('seenAll'), seen: fc.subarray(['api', 'file']) }),
  },
);
const podConfigMode = fc.constantFrom('incremental', 'snapshot', 'snapshotAndUpdates');

const runtimePod: fc.Arbitrary<Op> = fc.record({
  uid,
  containers: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('c1', 'c2', 'c3'),
      state: fc.constantFrom('created', 'running', 'running', 'exited', 'unknown'),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  sandboxes: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('s1', 's2'), state: fc.constantFrom('running', 'exited') }),
    { selector: ({ id }) => id, maxLength: 2 },
  ),
  ip: fc.constantFrom('', '10.0.0.1', '10.0.0.2'),
  fails: fc.constantFrom(false, false, false, true),
});
const plegOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('relist'),
      pods: fc.uniqueArray(runtimePod, { selector: (pod) => pod['uid'], maxLength: 3 }),
      fails: fc.constantFrom(false, false, false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('advance'),
      seconds: fc.constantFrom(0.25, 1, 1.5, 100, 200, 3700),
    }),
  },
);

const probe = fc.constantFrom('', '', 'Success', 'Failure', 'Unknown');
const computeOp: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('compute'),
  policy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  deleting: fc.constantFrom(false, false, false, true),
  host: fc.constantFrom(false, false, false, true),
  inits: fc.array(
    fc.record({ sidecar: fc.boolean(), startup: fc.boolean(), liveness: fc.boolean() }),
    { maxLength: 3 },
  ),
  containers: fc.integer({ min: 1, max: 2 }),
  ephemeral: fc.integer({ min: 0, max: 1 }),
  statuses: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('i0', 'i1', 'i2', 'c0', 'c1', 'e0', 'other'),
      state: fc.constantFrom('created', 'running', 'running', 'exited', 'exited', 'unknown'),
      exitCode: fc.constantFrom(0, 0, 1),
      reason: fc.constantFrom('', '', '', 'OOMKilled'),
      changed: fc.constantFrom(false, false, false, true),
      liveness: probe,
      startup: probe,
    }),
    { selector: ({ name }) => name, maxLength: 6 },
  ),
  sandboxes: fc.array(
    fc.record({
      ready: fc.constantFrom(true, true, false),
      attempt: fc.integer({ min: 0, max: 2 }),
      hostNetwork: fc.constantFrom(false, false, false, true),
      ip: fc.constantFrom('10.0.0.1', '10.0.0.1', '10.0.0.1', ''),
    }),
    { maxLength: 2 },
  ),
});

function onePod(op: Op): Op {
  const pods = op['pods'];
  return Array.isArray(pods) ? { ...op, pods: pods.filter((pod: Op) => pod['uid'] === 'u1') } : op;
}

function script(
  op: fc.Arbitrary<Op>,
  longest: number,
  finish: (ops: readonly Op[]) => Op[] = (ops) => [...ops],
): (minor: number) => fc.Arbitrary<Op[]> {
  return (minor) =>
    fc
      .array(op, { minLength: 1, maxLength: longest, size: 'max' })
      .map((ops) => finish([{ op: 'kubelet', minor }, ...ops]));
}

export const generators: Readonly<Record<string, (minor: number) => fc.Arbitrary<Op[]>>> = {
  workqueue: script(workQueueOp, 30),
  podcache: script(podCacheOp, 40, named),
  // With a small channel it matters which pod comes first, which Go leaves to chance: one pod only then.
  pleg: (minor) =>
    fc
      .tuple(fc.constantFrom(0, 0, 2), script(plegOp, 25)(minor))
      .map(([room, ops]) =>
        room === 0 ? ops : ops.map((op, i) => (i === 0 ? { ...op, room } : onePod(op))),
      ),
  podconfig: (minor) =>
    fc
      .tuple(podConfigMode, script(podConfigOp, 25)(minor))
      .map(([mode, ops]) => ops.map((op, i) => (i === 0 ? { ...op, mode } : op))),
  podactions: script(computeOp, 12),
  podworkers: (minor) =>
    minor < 22
      ? script(classicOp, 60, withChannels)(minor)
      : script(podWorkersOp, 60, withChannels)(minor),
};
