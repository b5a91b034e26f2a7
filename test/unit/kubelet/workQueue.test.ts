import { expect, test } from 'vitest';
import { micros } from '../../../src/base/time.ts';
import { emptyWorkQueue, enqueue, getWork } from '../../../src/kubelet/workQueue.ts';

test('WQ-01 and WQ-02: what is due at this very moment is not given, a moment later it is, once', () => {
  const queue = enqueue(emptyWorkQueue, 'u', 0, micros(100));
  expect(getWork(queue, micros(100)).work).toEqual([]);
  const got = getWork(queue, micros(101));
  expect(got.work).toEqual(['u']);
  expect(getWork(got.queue, micros(200)).work).toEqual([]);
});

test('WQ-03 and WQ-04: the last Enqueue wins, whether it is earlier or later', () => {
  const late = enqueue(emptyWorkQueue, 'u', 60, micros(0));
  const sooner = enqueue(late, 'u', 10, micros(0));
  expect(getWork(sooner, micros(11)).work).toEqual(['u']);
  const postponed = enqueue(sooner, 'u', 80, micros(0));
  expect(getWork(postponed, micros(70)).work).toEqual([]);
});
