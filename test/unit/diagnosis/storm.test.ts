import { expect, test } from 'vitest';
import { diagnoseText } from '../../support/cases.ts';

function line(second: number, pod: string, uid = uidOf(pod)): string {
  const clock = [second / 3600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
  return `E0314 ${clock}.000000    2113 pod_workers.go:1294] "Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 5m0s restarting failed container=app pod=${pod}_apps(${uid})\\"" pod="apps/${pod}" podUID="${uid}"`;
}

function uidOf(pod: string): string {
  const number = pod === 'loud' ? '6' : '7';
  return `${number}17e9b80-43a3-486c-af36-0beeaf9a919b`;
}

test('a storm of one pod is counted about right, and hides no other pod', () => {
  const lines: string[] = [];
  for (let second = 0; second < 40_000; second++) {
    lines.push(line(second, 'loud'));
    if (second % 200 === 7) lines.push(line(second, 'quiet'));
  }
  const { findings } = diagnoseText(lines.join('\n'));
  const loud = findings.find(({ pod }) => pod === 'apps/loud');
  expect(Math.abs((loud?.count ?? 0) - 40_000)).toBeLessThan(2_000);
  expect(loud?.period).toBe(1_000_000);
  expect(findings.map(({ pod }) => pod)).toContain('apps/quiet');
});

test('what is said for the first time of another pod is no part of the storm', () => {
  const lines: string[] = [];
  const others: string[] = [];
  for (let second = 0; second < 40_000; second++) {
    lines.push(line(second, 'loud'));
    if (second < 30_000 || second % 1_000 !== 7) continue;
    const number = String(others.length);
    others.push(`late-${number}`);
    lines.push(line(second, `late-${number}`, `81${number}e9b80-43a3-486c-af36-0beeaf9a919b`));
  }
  const { findings } = diagnoseText(lines.join('\n'));
  const found = findings.map(({ pod }) => pod);
  expect(found).toEqual(expect.arrayContaining(others.map((pod) => `apps/${pod}`)));
});
