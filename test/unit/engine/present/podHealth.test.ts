// How a pod fares, beside what its worker does: each by a line that shows it, and unknown where none does.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { formatTimeOfDay, micros, parseRfc3339 } from '../../../../src/base/time.ts';
import { podRows } from '../../../../src/engine/present/pods.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import type { PodRow } from '../../../../src/protocol/rows.ts';
import { Tape } from '../../../../src/replay/tape.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const added = 'kubelet.go:2537] "SyncLoop ADD" source="api" pods=["default/web"]';
const pleg = (type: string, id: string): string =>
  `kubelet.go:2569] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${uid}","Type":"${type}","Data":"${id}"}`;
const sandbox = pleg('ContainerStarted', 'a'.repeat(64));
const app = (digit: string): string => pleg('ContainerStarted', digit.repeat(64));
const died = (digit: string): string => pleg('ContainerDied', digit.repeat(64));
const ended = (digit: string, code: number): string =>
  `generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="${digit.repeat(64)}" exitCode=${code}`;
const readiness = (status: string): string =>
  `kubelet.go:2658] "SyncLoop (probe)" probe="readiness" status="${status}" pod="default/web"`;
const mounted =
  'operation_generator.go:637] "MountVolume.SetUp succeeded for volume \\"config\\" (UniqueName: \\"kubernetes.io/configmap/' +
  `${uid}-config\\") pod \\"web\\" (UID: \\"${uid}\\") " pod="default/web"`;

/** The pod after these messages, a second apart. */
function after(...messages: readonly string[]): PodRow {
  const lines = messages.map((message, i) => `I0302 08:00:${10 + i}.000020    8140 ${message}\n`);
  const table = readLog(sourceId(0), new TextEncoder().encode(lines.join('')), { year: 2026 });
  const tape = new Tape([{ table, name: 'kubelet.log', clockOffset: micros(0) }]);
  const incident = { tape, history: rebuild(tape), findings: [] };
  const moment = {
    time: incident.history.to,
    position: lines.length - 1,
    hindsight: 'now',
  } as const;
  const [row] = podRows(incident, moment, { start: 0, count: 1 }).rows;
  if (row === undefined) throw new Error('No pod is there.');
  return row;
}

function told(...messages: readonly string[]): string {
  const { is, text, known } = after(...messages).health;
  return `${is}: ${text} (${known})`;
}

test('a container that started and did not end runs; the pod is ready where a probe says so', () => {
  const begun = [added, sandbox, app('b')];
  expect(told(...begun)).toBe('ok: runs (seen)');
  expect(told(...begun, readiness(''))).toBe('waiting: not ready yet (seen)');
  expect(told(...begun, readiness('ready'))).toBe('ok: ready (seen)');
  expect(told(...begun, readiness('ready'), readiness(''))).toBe(
    'degraded: not ready any more (seen)',
  );
});

test('a container that crashed fails its pod, though the worker is in sync', () => {
  const crashed = after(added, sandbox, app('b'), ended('b', 1), died('b'));
  expect(crashed.health).toMatchObject({ is: 'failing', text: 'a container has crashed' });
  expect(crashed.health.provedBy).not.toEqual([]);
  expect([crashed.icon, crashed.severity]).toEqual(['sync', 'warning']);
  expect(crashed.label).toContain('health failing: a container has crashed');
  expect(told(added, sandbox, app('b'), ended('b', 1), died('b'), app('c'))).toBe(
    'ok: runs (seen)',
  );
});

test('what no line tells is unknown', () => {
  expect(told(mounted)).toBe('unknown: unknown: no line up to here shows its containers (unknown)');
  expect(told(added, sandbox, app('b'), died('b'))).toBe(
    'unknown: unknown: a container has ended, and no line tells how (unknown)',
  );
});

test('a crash loop is told by its finding, beside a worker that is in sync', async () => {
  const engine = await engineHere();
  const bytes = readFileSync(new URL('../../../cases/crashloop-v27/kubelet.log', import.meta.url));
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  await engine.call('seek', [{ kind: 'end' }]);
  const { rows } = await engine.call('pods', [{ start: 0, count: 1 }]);
  expect(rows[0]).toMatchObject({
    icon: 'sync',
    health: { is: 'failing', text: 'Container app is in CrashLoopBackOff', known: 'inferred' },
  });
  expect(rows[0]?.health.provedBy).toHaveLength(1);
});

test('a worker that is finished is so since its last line, not since its containers ended', async () => {
  const engine = await engineOn('churn-v4');
  await engine.call('seek', [
    { kind: 'time', time: parseRfc3339('2026-11-21T09:36:22.7Z') ?? micros(0) },
  ]);
  const { rows } = await engine.call('pods', [{ start: 0, count: 100 }]);
  const job = rows.find(({ name }) => name === 'job-1');
  expect(job?.state.text).toBe('finished');
  expect(formatTimeOfDay(job?.since ?? micros(0)).slice(0, 12)).toBe('09:35:56.224');
});
