// The conformance points of the pod workers, told as scripts of the oracle: what the real code does with random
// scripts is compared elsewhere; here each point has its name.
import { expect, test } from 'vitest';
import { tracePodWorkers } from '../../oracle/kubelet/tracePodWorkers.ts';

const defaults = { uid: 'u1', name: 'a', image: 'i' };

interface Words {
  readonly pod?: object;
  readonly type?: string;
  readonly kill?: object;
  readonly running?: string;
}

function update({ pod = {}, type = 'update', kill, running }: Words): object {
  const rest = { ...(kill === undefined ? {} : { kill }), start: -1 };
  if (running !== undefined) return { op: 'update', running, type: 'kill', ...rest };
  return { op: 'update', pod: { ...defaults, ...pod }, type, ...rest };
}

const create = update({ type: 'create' });
const release = (result = 'ok', uid = 'u1'): object => ({ op: 'release', uid, result });
const known = (...uids: string[]): object => ({ op: 'known', uids });

/** The lines of the last operation. */
function last(minor: number, ...ops: object[]): string[] {
  const lines = [{ op: 'kubelet', minor }, ...ops].map((op) => JSON.stringify(op));
  const trace = tracePodWorkers(lines);
  return trace.slice(trace.findLastIndex((line) => line.startsWith('#')) + 1);
}

const calls = (lines: readonly string[]): string[] =>
  lines.filter((line) => / sync\w+/.test(line) && !line.includes(': '));
const row = (lines: readonly string[], uid = 'u1'): string =>
  lines.find((line) => line.startsWith(`${uid}:`)) ?? 'forgotten';

test('PW-01: a new pod is synced once', () => {
  expect(calls(last(34, create))).toEqual(['u1 syncPod create image=i mirror=false']);
});

test('PW-02: of the updates that come while it is busy only the last is synced', () => {
  const updates = ['b', 'c', 'd'].map((image) => update({ pod: { image } }));
  expect(calls(last(34, create, ...updates, release()))).toEqual([
    'u1 syncPod update image=d mirror=false',
  ]);
});

test.each([23, 34])('PW-03 in 1.%i: deletion cancels the sync that runs', (minor) => {
  const lines = last(minor, create, update({ pod: { deleting: true, deletionGrace: 5 } }));
  expect(row(lines)).toMatch(/terminating deleted|terminating .*deleted/);
  expect(row(lines)).toContain('ctx=canceled');
});

test('PW-04: an idle worker is cancelled as well from 1.27 on', () => {
  const ops = [create, release(), update({ pod: { deleting: true, deletionGrace: 5 } })];
  // It runs again by then: only its old context was cancelled, and a new one made.
  expect(row(last(34, ...ops))).toContain('ctx=live');
  expect(calls(last(23, ...ops))).toEqual(['u1 syncTerminatingPod grace=5 fn= running=false']);
});

test('PW-06 and PW-07: a grace period shrinks and never grows', () => {
  const kill = (grace: number) => update({ type: 'kill', kill: { grace } });
  expect(row(last(34, create, kill(30), kill(5)))).toContain('grace=5');
  expect(row(last(34, create, kill(5), kill(30)))).toContain('grace=5');
});

test('PW-08: the specification is the default', () => {
  const pod = { specGrace: 30 };
  expect(row(last(34, create, update({ pod, type: 'kill' })))).toContain('grace=30');
});

test('PW-09: an override of 0 is the whole grace period up to 1.30, then a second', () => {
  const kill = update({ pod: { specGrace: 30 }, type: 'kill', kill: { grace: 0 } });
  expect(row(last(30, create, kill))).toContain('grace=30');
  expect(row(last(31, create, kill))).toContain('grace=1 ');
});

test('PW-11 to PW-13: who asked for a kill is told when all containers are stopped', () => {
  const kill = update({ type: 'kill', kill: { ch: 'c', evict: true } });
  expect(last(34, create, release(), kill)).not.toContain('completed c');
  expect(last(34, create, release(), kill, release())).toContain('completed c');
  const late = update({ type: 'kill', kill: { ch: 'late' } });
  expect(last(34, create, release(), kill, release(), late)).toContain('completed late');
  expect(last(34, update({ type: 'sync', kill: { ch: 'no' } }))).toContain('completed no');
});

test.each([23, 34])(
  'PW-14 to PW-16 in 1.%i: a create while it ends asks for a restart',
  (minor) => {
    const ending = [create, release(), update({ type: 'kill' }), create];
    expect(row(last(minor, ...ending))).toContain('restart');
    expect(row(last(minor, ...ending, known('u1')))).toContain('restart');
    expect(row(last(minor, ...ending, release(), release(), known('u1')))).toBe('forgotten');
  },
);

test('PW-17 and PW-18: a finished pod ignores everything until housekeeping forgets it', () => {
  const finished = [create, release(), update({ type: 'kill' }), release(), release()];
  expect(row(last(34, ...finished))).toContain('finished');
  expect(calls(last(34, ...finished, update({})))).toEqual([]);
  expect(row(last(34, ...finished, known()))).toBe('forgotten');
});

test('PW-19: a pod that had ended before this process began is cleaned up from 1.27 on', () => {
  const ended = update({ pod: { phase: 'Succeeded' }, type: 'create' });
  expect(calls(last(34, ended))).toEqual(['u1 syncTerminatedPod']);
  expect(calls(last(23, ended))).toEqual([]);
  expect(row(last(23, ended))).toContain('finished restart');
});

test('PW-20: unless one of its containers still runs', () => {
  const running = { op: 'cache', uid: 'u1', state: 'running' };
  const ended = update({ pod: { phase: 'Succeeded' }, type: 'create' });
  expect(calls(last(34, running, ended))[0]).toContain('syncTerminatingPod');
});

test('PW-21: a pod of the runtime alone is killed and at once forgotten from 1.27 on', () => {
  const orphan = update({ running: 'u1', kill: { grace: 1 } });
  expect(calls(last(34, orphan))).toEqual(['u1 syncTerminatingRuntimePod']);
  expect(row(last(34, orphan, release()))).toBe('forgotten');
  expect(row(last(23, orphan, release()))).toContain('finished');
});

test('PW-22: when its configuration is known that is used', () => {
  const lines = last(34, create, release(), update({ running: 'u1' }));
  expect(calls(lines)[0]).toContain('syncTerminatingPod');
  expect(row(lines)).toContain('deleted');
});

test('PW-24 and PW-25: a failed termination is tried again; without its pod only from 1.27 on', () => {
  const failed = [create, release(), update({ type: 'kill' }), release('error')];
  expect(last(34, ...failed)).toContain('u1 enqueue backoff');
  expect(calls(last(34, ...failed, known()))[0]).toContain('syncTerminatingPod');
  expect(calls(last(23, ...failed, known()))).toEqual([]);
});

const file = (uid: string) => update({ pod: { uid, static: true }, type: 'create' });

test.each([23, 34])(
  'PW-27 to PW-30 in 1.%i: static pods of one name come one after the other',
  (minor) => {
    expect(last(minor, file('u1'), file('u2'))).toContain('u2 enqueue backoff');
    const kill = (uid: string) => update({ pod: { uid, static: true }, type: 'kill' });
    const over = [kill('u1'), release(), release(), release()];
    const second = [file('u1'), file('u2'), ...over, file('u2')];
    expect(calls(last(minor, ...second))[0]).toContain('u2 syncPod');
    expect(row(last(minor, file('u1'), file('u2'), kill('u2')), 'u2')).toContain('finished');
    const third = [file('u1'), file('u2'), file('u3'), kill('u2'), ...over, file('u3')];
    expect(calls(last(minor, ...third))[0]).toContain('u3 syncPod');
  },
);

test('PW-31: a pod that ends by itself goes on to terminating and terminated', () => {
  expect(calls(last(34, create, release('terminal')))[0]).toContain('syncTerminatingPod');
  expect(last(34, create, release('terminal'))).toContain('u1 enqueue now');
  expect(calls(last(34, create, release('terminal'), release()))).toEqual(['u1 syncTerminatedPod']);
});

test('PW-35: an error of the cache is an event and a retry', () => {
  const lines = last(34, { op: 'cache', uid: 'u1', state: 'error' }, create);
  expect(lines).toContain('event Warning FailedSync error determining status: cache error');
  expect(lines).toContain('u1 enqueue backoff');
});

test('PW-37: an orphan that never started is forgotten at once', () => {
  expect(row(last(34, file('u1'), file('u2'), known('u1')), 'u2')).toBe('forgotten');
});

test('PW-42: of two functions that change the status the last one counts', () => {
  const kill = (fn: string) => update({ type: 'kill', kill: { fn } });
  expect(calls(last(34, create, kill('f1'), kill('f2'), release()))[0]).toContain('fn=f2');
});

test('PW-44: the answer of housekeeping names forgotten workers up to 1.26', () => {
  const finished = [create, release(), update({ type: 'kill' }), release(), release(), known()];
  expect(last(23, ...finished).some((line) => line.startsWith('known u1'))).toBe(true);
  expect(last(34, ...finished).some((line) => line.startsWith('known u1'))).toBe(false);
});

test('network errors are tried again after a second', () => {
  expect(last(34, create, release('network'))).toContain('u1 enqueue transient');
  expect(last(12, create, release('network'))).toContain('u1 enqueue backoff');
});

test('PWA-02 to PWA-05: a classic worker keeps a kill that waits, and nothing else', () => {
  const waits = [create, update({ type: 'kill', kill: { ch: 'first' } })];
  const second = update({ type: 'kill', kill: { ch: 'second' } });
  expect(last(18, ...waits, second, release(), release())).toContain('completed first');
  expect(calls(last(18, ...waits, update({ type: 'sync' }), release()))[0]).toContain('kill');
  const idleKill = [create, release(), update({ type: 'kill' }), update({ type: 'sync' })];
  expect(calls(last(18, ...idleKill, release()))[0]).toContain('syncPod sync');
});

test('PWA-12: a classic worker ends while its sync goes on', () => {
  const lines = last(18, create, known(), release());
  expect(lines).toContain('u1 enqueue resync');
});
