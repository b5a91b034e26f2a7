import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../../src/base/time.ts';
import type { EtcdEvent } from '../../../../src/informer/server/etcd.ts';
import { EventRing } from '../../../../src/informer/server/eventRing.ts';

function event(revision: number): EtcdEvent<string> {
  return { type: 'ADDED', key: 'k', revision, object: '', before: undefined };
}

function filled(count: number, each: number): EventRing<string> {
  const ring = new EventRing<string>({ lower: 4, upper: 16 });
  for (let n = 1; n <= count; n++) ring.push(event(n), micros(n * each));
  return ring;
}

test('it grows while what gets lost is young, up to its bound', () => {
  expect(filled(5, SECOND).capacity).toBe(8);
  expect(filled(100, SECOND).capacity).toBe(16);
  expect(filled(100, SECOND).length).toBe(16);
});

test('it shrinks when most of it is old', () => {
  const ring = filled(16, SECOND);
  expect(ring.capacity).toBe(16);
  ring.push(event(17), micros(10_000 * SECOND));
  expect(ring.capacity).toBe(8);
  expect(ring.length).toBe(8);
});

test('places are counted on, so that a reader sees what it missed', () => {
  const ring = filled(20, 100 * SECOND);
  expect(ring.capacity).toBe(4);
  expect(ring.after(0)).toBe(16);
  expect(ring.at(ring.after(18))?.revision).toBe(19);
  expect(ring.at(3)).toBeUndefined();
  expect(ring.isLost(3)).toBe(true);
  expect(ring.lostSinceList).toBe(true);
  ring.clear();
  expect(ring.end).toBe(20);
  expect(ring.lostSinceList).toBe(false);
  expect(ring.oldest).toBeUndefined();
});
