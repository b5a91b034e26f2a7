import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { History, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { workersJsonl } from '../../src/kubelet/rebuild/workersJsonl.ts';
import { tracksOf } from '../../src/kubelet/rebuild/worker/workerTracks.ts';
import { captureNames, readCapture, tapeOf } from '../support/captures.ts';

const logs = captureNames().map((name) =>
  new TextDecoder()
    .decode(readCapture(name).log)
    .split('\n')
    .filter((line) => !line.includes('FLAG:'))
    .slice(0, 3000),
);

/** What may happen to a log on its way: lines lost, told twice, cut short, out of order. */
const damage = fc.record({
  log: fc.nat(logs.length - 1),
  from: fc.nat(2000),
  lost: fc.array(fc.nat(3000), { maxLength: 60 }),
  twice: fc.array(fc.nat(3000), { maxLength: 20 }),
  cut: fc.array(fc.tuple(fc.nat(3000), fc.nat(300)), { maxLength: 20 }),
  swapped: fc.array(fc.nat(3000), { maxLength: 20 }),
});

function damaged(how: typeof damage extends fc.Arbitrary<infer T> ? T : never): string {
  const lines = [...(logs[how.log] ?? [])].slice(how.from);
  for (const [at, length] of how.cut) lines[at] = (lines[at] ?? '').slice(0, length);
  for (const at of how.twice) lines.splice(at, 0, lines[at] ?? '');
  for (const at of how.swapped) [lines[at], lines[at + 1]] = [lines[at + 1] ?? '', lines[at] ?? ''];
  for (const at of how.lost) lines.splice(at, 1);
  return lines.filter((line) => line !== '').join('\n');
}

interface Timed {
  readonly changes: readonly { readonly at: number }[];
}

function rebuilt(text: string): History {
  return rebuild(tapeOf(new TextEncoder().encode(text)));
}

const rank = { sync: 0, terminating: 1, terminated: 2 } as const;

/** A worker only goes forward: sync, terminating, terminated, finished; a new life begins with a new entry. */
function expectForward(pod: PodHistory): void {
  const entries = pod.worker.present.changes
    .filter(({ value }) => value.value === true)
    .map(({ at }) => at);
  let last = -1;
  let lastAt = -Infinity;
  for (const { at, value } of pod.worker.state.changes) {
    if (entries.some((entry) => entry > lastAt && entry <= at)) last = -1;
    lastAt = at;
    if (value.value === undefined) continue;
    expect(rank[value.value]).toBeGreaterThanOrEqual(last);
    last = rank[value.value];
  }
}

describe('a damaged log', () => {
  test('is rebuilt without a throw, and no worker goes back', () => {
    fc.assert(
      fc.property(damage, (how) => {
        const history = rebuilt(damaged(how));
        for (const pod of history.pods) {
          expectForward(pod);
          for (const track of Object.values<Timed>({ ...tracksOf(pod.worker) })) {
            const times = track.changes.map(({ at }) => at);
            expect(times).toEqual(times.toSorted((a, b) => a - b));
          }
          expect(pod.events.length + pod.phases.length).toBeGreaterThanOrEqual(0);
          for (const position of [0, 100, Infinity])
            pod.awaits({ time: history.to, position, hindsight: 'then' });
        }
        expect([...workersJsonl(history)].length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  test('gives every pod a key of its own', () => {
    fc.assert(
      fc.property(damage, (how) => {
        const { pods } = rebuilt(damaged(how));
        expect(new Set(pods.map(({ key }) => key)).size).toBe(pods.length);
      }),
      { numRuns: 30 },
    );
  });
});
