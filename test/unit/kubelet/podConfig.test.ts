import { expect, test } from 'vitest';
import { tracePodConfig } from '../../oracle/kubelet/tracePodConfig.ts';

interface Change {
  readonly op?: string;
  readonly source?: string;
  readonly pods: readonly object[];
}

const p1 = { uid: 'u1', name: 'a', image: 'i' };

/** What the last change sends, as `OP uid,uid`. */
function last(changes: readonly Change[], mode = 'incremental'): string[] {
  const lines = changes.map(({ op = 'SET', source = 'api', pods }) => ({ op, source, pods }));
  const all = [{ op: 'kubelet', minor: 34, mode }, ...lines].map((op) => JSON.stringify(op));
  const before = tracePodConfig(all.slice(0, -1)).length;
  return tracePodConfig(all)
    .slice(before)
    .map((line) => {
      const op = line.slice(0, line.indexOf(' '));
      const uids = [...line.matchAll(/(u\d)\//g)].map((match) => match[1]);
      return `${op} ${uids.join(',')}`.trim();
    });
}

const set = (...pods: object[]): Change => ({ pods });
const hash = (value: string) => ({ 'kubernetes.io/config.hash': value });
const mirror = { 'kubernetes.io/config.mirror': 'm' };

test.each([
  ['CFG-01 new pods', [set(p1, { ...p1, uid: 'u2', name: 'b' })], ['ADD u1,u2']],
  ['CFG-02 an empty first SET', [set()], ['ADD']],
  ['CFG-03 a second one', [set(), set()], []],
  ['CFG-04 the same', [set(p1), set(p1)], []],
  ['CFG-05 another status', [set(p1), set({ ...p1, message: 'm' })], ['RECONCILE u1']],
  ['CFG-06 another image', [set(p1), set({ ...p1, image: 'j' })], ['UPDATE u1']],
  ['CFG-07 a deletion', [set(p1), set({ ...p1, deleting: true })], ['DELETE u1']],
  [
    'CFG-08 a shorter grace period',
    [
      set({ ...p1, deleting: true, deletionGrace: 30 }),
      set({ ...p1, deleting: true, deletionGrace: 0 }),
    ],
    ['DELETE u1'],
  ],
  [
    'CFG-09 a label of a deleted pod',
    [set({ ...p1, deleting: true }), set({ ...p1, deleting: true, label: 'x' })],
    ['DELETE u1'],
  ],
  ['CFG-10 a deleted pod that is new', [set({ ...p1, deleting: true })], ['ADD u1']],
  ['CFG-11 gone', [set(p1), set()], ['REMOVE u1']],
  ['CFG-12 another UID', [set(p1), set({ ...p1, uid: 'u2' })], ['REMOVE u1', 'ADD u2']],
  ['CFG-13 a local annotation', [set(p1), set({ ...p1, annotations: mirror })], []],
  ['CFG-14 the hash', [set(p1), set({ ...p1, annotations: hash('h') })], ['UPDATE u1']],
  ['CFG-15 one name twice', [set(p1, { ...p1, uid: 'u2' })], ['ADD u1']],
  [
    'CFG-21 an ADD of a known pod',
    [set(p1), { op: 'ADD', pods: [{ ...p1, image: 'j' }] }],
    ['UPDATE u1'],
  ],
  [
    'CFG-22 a REMOVE of an unknown pod',
    [set(p1), { op: 'REMOVE', pods: [{ ...p1, uid: 'u9' }] }],
    [],
  ],
] as const)('%s', (_, changes, expected) => {
  expect(last(changes)).toEqual(expected);
});

test('CFG-16: one name in two sources is kept twice', () => {
  expect(last([set(p1), { source: 'file', pods: [{ ...p1, uid: 'u2' }] }])).toEqual(['ADD u2']);
});

test('CFG-17: the order is REMOVE, ADD, UPDATE, DELETE, RECONCILE', () => {
  const pod = (n: number, rest: object = {}) => ({
    uid: `u${n}`,
    name: `n${n}`,
    image: 'i',
    ...rest,
  });
  const before = set(pod(1), pod(2), pod(3), pod(4));
  const after = set(
    pod(5),
    pod(2, { image: 'j' }),
    pod(3, { deleting: true }),
    pod(4, { message: 'm' }),
  );
  expect(last([before, after])).toEqual([
    'REMOVE u1',
    'ADD u5',
    'UPDATE u2',
    'DELETE u3',
    'RECONCILE u4',
  ]);
});

test('CFG-24 and CFG-25: the other modes tell whole states', () => {
  expect(last([set(p1), set({ ...p1, message: 'm' })], 'snapshot')).toEqual([]);
  const both = [set(p1), set({ ...p1, image: 'j' }, { ...p1, uid: 'u2', name: 'b' })];
  expect(last(both, 'snapshotAndUpdates')).toEqual(['SET u1,u2', 'UPDATE u1']);
});

test('CFG-19 and CFG-20: only a SET of each source, handled by the loop, makes all seen', () => {
  const ops = [
    { op: 'kubelet', minor: 34, mode: 'incremental' },
    { op: 'source', source: 'file' },
    { op: 'source', source: 'api' },
    { op: 'SET', source: 'file', pods: [] },
    { op: 'ADD', source: 'api', pods: [p1] },
    { op: 'seenAll', seen: ['api', 'file'] },
    { op: 'SET', source: 'api', pods: [] },
    { op: 'seenAll', seen: ['file'] },
    { op: 'seenAll', seen: ['api', 'file'] },
  ];
  const trace = tracePodConfig(ops.map((op) => JSON.stringify(op)));
  expect(trace.filter((line) => line.startsWith('seenAll'))).toEqual([
    'seenAll false',
    'seenAll false',
    'seenAll true',
  ]);
});
