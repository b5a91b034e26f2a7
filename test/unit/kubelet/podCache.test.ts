import { expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { emptyPodStatus } from '../../../src/kubelet/pod.ts';
import {
  cacheGet,
  emptyPodCache,
  stepPodCache,
  type CacheEvent,
  type PodCache,
} from '../../../src/kubelet/podCache.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

/** `get 9`, `set 10`, `fail 10`, `time 11`, `delete`: what is delivered, and how many still wait. */
function run(words: string, minor = 34, eventedPleg = false, start = emptyPodCache) {
  let state: PodCache = start;
  const delivered: string[] = [];
  const updated: boolean[] = [];
  for (const word of words.split('; ')) {
    const [kind, at] = word.split(' ');
    const time = micros(Number(at));
    const events: Record<string, CacheEvent> = {
      get: { kind: 'getNewerThan', subscriber: word, uid: 'u', minTime: time },
      zero: { kind: 'getNewerThan', subscriber: word, uid: 'u', minTime: undefined },
      other: { kind: 'set', uid: 'v', status: emptyPodStatus('v'), time },
      set: { kind: 'set', uid: 'u', status: { ...emptyPodStatus('u'), name: word }, time },
      fail: { kind: 'set', uid: 'u', status: undefined, err: 'broken', time },
      delete: { kind: 'delete', uid: 'u' },
      time: { kind: 'updateTime', time },
      observed: { kind: 'setObservedTime', uid: 'u', time },
    };
    const event = events[kind ?? ''];
    if (event === undefined) throw new Error(`no event ${word}`);
    const step = stepPodCache(state, event, { version: kubeletVersion(minor), eventedPleg });
    state = step.state;
    updated.push(step.updated);
    for (const { subscriber, data } of step.effects) {
      delivered.push(`${subscriber} <- ${data.err ?? data.status?.name ?? ''}`);
    }
  }
  return { state, delivered, updated };
}

test('PC-01: an unknown pod has an empty status and no error', () => {
  expect(cacheGet(emptyPodCache, 'u')).toMatchObject({ status: { id: 'u' }, err: undefined });
});

test('PC-02: nothing is newer before the first relist, not even for the zero time', () => {
  expect(run('zero').delivered).toEqual([]);
});

test('PC-03 and PC-04: the global time answers for unknown pods when it is strictly newer', () => {
  expect(run('time 10; get 9').delivered).toEqual(['get 9 <- ']);
  expect(run('time 10; get 10').delivered).toEqual([]);
});

test('PC-05 and PC-06: equal times wait, but a later write of that very time wakes', () => {
  expect(run('set 10; get 10').delivered).toEqual([]);
  expect(run('set 10; get 10; set 10').delivered).toEqual(['get 10 <- set 10']);
});

test('1.36: a pod that alone was looked at is as new as that, and wakes its readers', () => {
  expect(run('set 10; observed 12; get 11', 36).delivered).toEqual(['get 11 <- set 10']);
  expect(run('set 10; observed 12; get 12', 36).delivered).toEqual([]);
  expect(run('set 10; get 11; observed 11', 36).delivered).toEqual(['get 11 <- set 10']);
  expect(run('get 11; observed 12; get 11', 36).delivered).toEqual(['get 11 <- ']);
  // A new entry knows nothing of the one before it.
  expect(run('set 10; observed 12; set 11; get 11', 36).delivered).toEqual([]);
});

test('PC-07: an older write is kept and wakes nobody', () => {
  const { delivered, state } = run('get 10; set 9');
  expect(delivered).toEqual([]);
  expect(cacheGet(state, 'u').status?.name).toBe('set 9');
});

test('PC-08: a newer global time wakes with the old entry', () => {
  expect(run('set 5; get 10; time 11').delivered).toEqual(['get 10 <- set 5']);
});

test('PC-09 and PC-10: deleting wakes nobody; the next relist does, with an empty status', () => {
  expect(run('set 5; get 10; delete').delivered).toEqual([]);
  expect(run('set 5; get 10; delete; time 11').delivered).toEqual(['get 10 <- ']);
});

test('PC-11: of two readers only the one whose time is reached is woken', () => {
  expect(run('get 5; get 15; set 10').delivered).toEqual(['get 5 <- set 10']);
});

test('PC-12: an error is an answer', () => {
  expect(run('get 9; fail 10').delivered).toEqual(['get 9 <- broken']);
});

test('PC-13: the global time may go back', () => {
  expect(run('time 10; time 5; get 7').delivered).toEqual([]);
});

test('PC-14: another pod wakes nobody', () => {
  expect(run('get 5; other 10').delivered).toEqual([]);
});

test('PC-16 and PC-17: fed by events, older data is refused from 1.26 on', () => {
  expect(run('get 10; set 10; set 9', 34, true).updated).toEqual([true, true, false]);
  expect(run('set 10; set 10', 34, true).updated).toEqual([true, true]);
  expect(run('set 10; set 9', 25, true).updated).toEqual([true, true]);
});

test('PC-19: from 1.26 to 1.28 an event-fed cache answers for unknown pods at once', () => {
  expect(run('get 10', 27, true).delivered).toEqual(['get 10 <- ']);
  expect(run('get 10', 29, true).delivered).toEqual([]);
});
