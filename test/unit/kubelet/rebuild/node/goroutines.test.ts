import { describe, expect, it } from 'vitest';
import { sampleLine } from '../../../../../src/base/sample.ts';
import { micros, parseRfc3339, type Micros } from '../../../../../src/base/time.ts';
import type { History } from '../../../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../../../../src/kubelet/rebuild/track.ts';
import { tapeOf } from '../../../../support/captures.ts';
import { tapeWithSamples } from '../../../../support/labSamples.ts';

const encoder = new TextEncoder();

function time(clock: string): Micros {
  return parseRfc3339(`2026-11-21T${clock}Z`) ?? micros(NaN);
}

function now(clock: string): Moment {
  return { time: time(clock), position: Infinity, hindsight: 'now' };
}

/** Two pods, of which `web` is to go and says no more: its sync of the state terminating hangs. */
const start = [
  '10:00:00.000000       7 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"',
  '10:00:00.500000       7 kubelet.go:2428] "Starting kubelet main sync loop"',
];
const pods = [
  '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
  '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/db"]',
  '10:01:00.000000       7 kubelet.go:2515] "SyncLoop DELETE" source="api" pods=["default/web"]',
];

function goroutine(id: number, wait: string, ...functions: readonly string[]): string {
  const frames = functions.map((name) => `k8s.io/kubernetes/pkg/kubelet.${name}(0xc000)\n\tx.go:1`);
  return `goroutine ${id} [${wait}]:\n${frames.join('\n')}\n`;
}

const loop = '(*podWorkers).podWorkerLoop';
const hung = goroutine(1, 'select, 12 minutes', '(*Kubelet).SyncTerminatingPod', loop);
const idle = goroutine(2, 'chan receive', loop);

function withSample(lines: readonly string[], ...goroutines: readonly string[]): History {
  const text = lines.map((line) => `I1121 ${line}\n`).join('');
  const sample = sampleLine({
    at: time('10:20:00'),
    of: '/debug/pprof/goroutine',
    body: { text: goroutines.join('\n') },
  });
  return rebuild(tapeWithSamples(encoder.encode(text), [sample]));
}

describe('a goroutine dump', () => {
  it('proves that the one pod which can be meant is being worked at, and since when', () => {
    const history = withSample([...start, ...pods], hung, idle);
    const [web] = history.podsNamed('default', 'web');
    for (const clock of ['10:08:00', '10:15:00', '10:20:00'])
      expect(web?.worker.working.at(now(clock))).toMatchObject({ known: 'inferred', value: true });
    expect(web?.events.at(-1)).toMatchObject({
      kind: 'goroutine',
      text: 'goroutine dump: its worker is inside SyncTerminatingPod for at least 9 min',
    });
    expect(history.disagreements).toEqual([]);
  });

  it('tells what no line tells: that a first sync still goes on', () => {
    const pull = goroutine(
      1,
      'select, 15 minutes',
      'images.(*imageManager).EnsureImageExists',
      '(*Kubelet).SyncPod',
      loop,
    );
    const history = withSample([...start, ...pods.slice(0, 1)], pull);
    const [web] = history.podsNamed('default', 'web');
    const working = web?.worker.working;
    expect(working?.at(now('10:07:00')).known).toBe('unknown');
    expect(working?.at(now('10:07:30'))).toMatchObject({ known: 'inferred', value: true });
    expect(working?.at(now('10:20:01')).known).toBe('unknown');
    const then: Moment = { time: time('10:07:30'), position: 2, hindsight: 'then' };
    expect(working?.at(then).known).toBe('unknown');
    expect(web?.events.at(-1)?.text).toBe(
      'goroutine dump: its worker is inside SyncPod for at least 12 min, waits for an image',
    );
  });

  it('that a SIGQUIT printed is one too', () => {
    const text = [
      ...start,
      ...pods,
      '10:20:00.000000       7 kubelet.go:2515] "SyncLoop ADD" source="file" pods=[]',
    ]
      .map((line) => `I1121 ${line}\n`)
      .join('');
    const log = `${text}SIGQUIT: quit\nPC=0x47a6a1 m=0 sigcode=0\n\n${hung}\n${idle}`;
    const [web] = rebuild(tapeOf(encoder.encode(log))).podsNamed('default', 'web');
    expect(web?.events.map(({ kind }) => kind)).toContain('goroutine');
  });

  it('says nothing of a pod where several can be meant, or where the log begins late', () => {
    const syncing = goroutine(1, 'select, 3 minutes', '(*Kubelet).SyncPod', loop);
    const several = [
      ...start,
      ...pods.slice(0, 2),
      '10:00:10.000000       7 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/third"]',
    ];
    const late = pods;
    for (const history of [withSample(several, syncing), withSample(late, hung)]) {
      const kinds = history.pods.flatMap(({ events }) => events.map(({ kind }) => kind));
      expect(kinds).not.toContain('goroutine');
      expect(history.disagreements).toEqual([]);
    }
  });

  it('disagrees with a log by which fewer pods can be meant', () => {
    const other = goroutine(3, 'IO wait', '(*Kubelet).SyncTerminatingPod', loop);
    expect(withSample([...start, ...pods], hung, other).disagreements).toMatchObject([
      {
        podKey: undefined,
        text: 'by the goroutine dump 2 workers are inside SyncTerminatingPod; by the log 1 pod can be',
      },
    ]);
  });
});
