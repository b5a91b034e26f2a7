import { expect, test } from 'vitest';
import { micros, MINUTE, SECOND } from '../../../src/base/time.ts';
import { emptyPleg, plegHealth } from '../../../src/kubelet/pleg.ts';
import {
  joinErrors,
  newRuntimeState,
  runtimeErrors,
  skipSleep,
} from '../../../src/kubelet/runtimeState.ts';
import { kubeletVersion } from '../../../src/kubelet/version/index.ts';

const now = micros(10 * MINUTE);
const modern = kubeletVersion(34);
const good = { ...newRuntimeState, lastBaseRuntimeSync: micros(now - 31 * SECOND) };

test('RS-01: the runtime is down 31 s after its last good answer', () => {
  expect(runtimeErrors(good, [], now, modern)).toEqual(['container runtime is down']);
  expect(runtimeErrors(good, [], micros(now - 2 * SECOND), modern)).toEqual([]);
});

test('RS-02: before the first answer the text depends on the version', () => {
  const text = (minor: number) => runtimeErrors(newRuntimeState, [], now, kubeletVersion(minor));
  expect(text(34)).toEqual(['container runtime status check may not have completed yet']);
  expect(text(12)).toEqual(['container runtime is down']);
});

test('RS-03: a relist that is stuck for 3 min and 1.5 s', () => {
  const pleg = { ...emptyPleg, relistTime: micros(now - 3 * MINUTE - 1.5 * SECOND) };
  const health = plegHealth(pleg, now, modern);
  const state = { ...newRuntimeState, lastBaseRuntimeSync: now };
  expect(runtimeErrors(state, [['PLEG', health]], now, modern)).toEqual([
    'PLEG is not healthy: pleg was last seen active 3m1.5s ago; threshold is 3m0s',
  ]);
});

test('PL-09: a PLEG that never listed', () => {
  expect(plegHealth(emptyPleg, now, modern)).toBe('pleg has yet to be successful');
  expect(plegHealth(emptyPleg, now, kubeletVersion(12))).toContain('2562047h47m16.854775807s');
});

test('RS-07: more than one error is printed in brackets, equal ones once', () => {
  expect(joinErrors(['a'])).toBe('a');
  expect(joinErrors(['a', 'b', 'a'])).toBe('[a, b]');
});

test('SL-02 and SL-03: the pauses of the loop are 5 s, or double from 0.1 s to 5 s', () => {
  expect(skipSleep(undefined, kubeletVersion(9)).sleep).toBe(5 * SECOND);
  const sleeps: number[] = [];
  let next: number | undefined;
  for (let i = 0; i < 8; i++) {
    const step = skipSleep(next, modern);
    sleeps.push(step.sleep / SECOND);
    next = step.next;
  }
  expect(sleeps).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]);
});
