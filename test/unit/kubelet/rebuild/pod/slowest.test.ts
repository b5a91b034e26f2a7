import { expect, test } from 'vitest';
import { micros, SECOND } from '../../../../../src/base/time.ts';
import type { PodPhase } from '../../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import { slowestPhase } from '../../../../../src/kubelet/rebuild/pod/slowest.ts';
import { tapeOf } from '../../../../support/captures.ts';

function phase(kind: PodPhase['kind'], from: number, to?: number): PodPhase {
  return {
    kind,
    from: micros(from * SECOND),
    to: to === undefined ? undefined : micros(to * SECOND),
    known: 'inferred',
    provedBy: [],
  };
}

function slowest(phases: readonly PodPhase[], end = 100): string | undefined {
  const found = slowestPhase(phases, end * SECOND);
  return found === undefined ? undefined : `${found.phase.kind} ${found.length / SECOND}`;
}

test('the pull is named, not the start that it is a part of', () => {
  expect(slowest([phase('start', 0, 60), phase('pull', 1, 55), phase('running', 60)])).toBe(
    'pull 54',
  );
});

test('parts that overlap count once', () => {
  const parts = [phase('pull', 0, 20), phase('pull', 10, 25), phase('backoff', 5, 26)];
  expect(slowest([phase('start', 0, 60), ...parts])).toBe('start 60');
});

test('what goes on counts up to the end that is asked for', () => {
  expect(slowest([phase('queue', 0, 2), phase('sandbox', 2)], 10)).toBe('sandbox 8');
  expect(slowest([phase('queue', 0, 2), phase('sandbox', 2)], 1)).toBe('queue 1');
});

test('running is no wait', () => {
  expect(slowest([phase('running', 0, 60), phase('finished', 60, 90)])).toBeUndefined();
});

test('a pod gets ready when its readiness probe first says so', () => {
  const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
  const event = (id: string): string =>
    `event={"ID":"${uid}","Type":"ContainerStarted","Data":"${id.repeat(64)}"}`;
  const lines = [
    '10:00:10.000000 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
    `10:00:11.000000 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" ${event('a')}`,
    `10:00:11.000100 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" ${event('b')}`,
    '10:00:11.000200 kubelet.go:2634] "SyncLoop (probe)" probe="readiness" status="" pod="default/web"',
    '10:00:19.000000 kubelet.go:2634] "SyncLoop (probe)" probe="readiness" status="ready" pod="default/web"',
    '10:00:29.000000 kubelet.go:2634] "SyncLoop (probe)" probe="readiness" status="ready" pod="default/web"',
  ];
  const text = lines.map((line) => `I1121 ${line.replace(' ', '       7 ')}\n`).join('');
  const [pod] = rebuild(tapeOf(new TextEncoder().encode(text))).pods;
  const ready = pod?.phases.filter(({ kind }) => kind === 'ready');
  expect(ready?.map(({ from, to = 0 }) => (to - from) / SECOND)).toEqual([8]);
});
