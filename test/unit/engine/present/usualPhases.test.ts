import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import type { PodHistory, PodPhase } from '../../../../src/kubelet/rebuild/history.ts';
import { UsualPhases } from '../../../../src/engine/present/usualPhases.ts';

function pod(key: string, ...lengths: readonly number[]): PodHistory {
  const phases = lengths.map((to): PodPhase => {
    return { kind: 'sandbox', from: micros(0), to: micros(to), known: 'seen', provedBy: [] };
  });
  // A history has much that no phase asks for.
  return { key, phases } as unknown as PodHistory;
}

test('the median of two is between them, and of the others, without one’s own', () => {
  const usual = new UsualPhases([pod('a', 10), pod('b', 30), pod('c', 50, 90)]);
  expect(usual.spread('sandbox')).toMatchObject({ median: 40, p95: 90, pods: 3 });
  expect(usual.of('sandbox', 'c')).toEqual({ median: 20, pods: 2 });
  expect(usual.of('sandbox', 'a')).toEqual({ median: 50, pods: 2 });
  expect(new UsualPhases([pod('a', 10)]).of('sandbox', 'a')).toBeUndefined();
});
