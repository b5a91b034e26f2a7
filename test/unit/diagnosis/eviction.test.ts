import { expect, test } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from '../../support/cases.ts';

const evicted =
  'I0301 10:00:02.200000    1500 eviction_manager.go:621] "Eviction manager: pod is evicted successfully" pod="shop/cart-0"';

function evictionOf(lines: readonly string[], wanted = 'eviction-disk'): Finding | undefined {
  const { findings } = diagnoseText(`${lines.join('\n')}\n`);
  return findings.find(({ id }) => id === wanted);
}

function reclaim(resource: string): string[] {
  return [
    `I0301 10:00:01.100000    1500 eviction_manager.go:372] "Eviction manager: attempting to reclaim" resourceName="${resource}"`,
    `I0301 10:00:01.200000    1500 eviction_manager.go:383] "Eviction manager: must evict pod(s) to reclaim" resourceName="${resource}"`,
  ];
}

test('of a pod that is evicted while nothing is reclaimed for the node no line tells why', () => {
  const finding = evictionOf([evicted], 'pod-evicted');
  expect(evictionOf([evicted])).toBeUndefined();
  expect(finding).toMatchObject({ pod: 'shop/cart-0', severity: 'medium' });
  expect(finding?.title).toBe('A pod is evicted; for which resource, these lines do not tell');
  expect(finding?.checks.map(({ command }) => command)).toEqual([
    "kubectl get pod cart-0 -n shop -o jsonpath='{.status.message}'",
  ]);
});

test('a pod that is evicted for the node’s sake did not', () => {
  expect(evictionOf([...reclaim('ephemeral-storage'), evicted])?.title).toContain('short of disk');
  expect(evictionOf([...reclaim('memory'), evicted])).toBeUndefined();
  expect(evictionOf([...reclaim('pids'), evicted])).toBeUndefined();
});
