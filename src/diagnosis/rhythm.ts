// How often a fault is told, and with which waits: of all its lines, or of those that had been read by a moment.
import { countWhile } from '../base/bisect.ts';
import { median, steadyPeriod } from '../base/rhythm.ts';
import { formatDuration, MILLISECOND } from '../base/time.ts';
import type { Finding } from './finding.ts';

/** What grows is never much shorter than its longest wait so far: back-offs have jitter. */
const shorter = 0.9;
/** µs: lines that are closer tell of one time. */
const atOnce = 20 * MILLISECOND;

type Counted = Finding['counted'];

interface Rhythm {
  /** Median µs between repeats; undefined where the waits differ much, or are less than two. */
  readonly period: number | undefined;
  /** Median µs between two times. */
  readonly wait: number;
  /** True when of three waits or more none is shorter than one before it, and the later half is at least twice the earlier. */
  readonly grows: boolean;
}

/** Of the lines up to a position. */
export function countedBy({ positions, times, sums }: Counted, position: number): Counted {
  const lines = countWhile(positions, (one) => one <= position);
  return {
    positions: positions.slice(0, lines),
    times: times.slice(0, lines),
    sums: sums.slice(0, lines),
  };
}

/** Period and growth of the retries. */
export function rhythmOf({ times, sums }: Counted): Rhythm {
  const waits: number[] = [];
  for (let line = 1; line < times.length; line++) {
    const weight = (sums[line] ?? 0) - (sums[line - 1] ?? 0);
    const wait = ((times[line] ?? 0) - (times[line - 1] ?? 0)) / weight;
    if (wait > atOnce) waits.push(wait);
  }
  const half = Math.floor(waits.length / 2);
  const early = median(waits.slice(0, half));
  const late = median(waits.slice(half));
  return {
    period: steadyPeriod(waits),
    wait: median(waits),
    grows: waits.length >= 3 && late >= 2 * early && neverShrinks(waits),
  };
}

function neverShrinks(waits: readonly number[]): boolean {
  let longest = 0;
  for (const wait of waits) {
    if (wait < shorter * longest) return false;
    longest = Math.max(longest, wait);
  }
  return true;
}

/** How often, and with which waits; empty when it was once. */
export function repeatsOf({ period, grows }: Rhythm, count: number): string {
  if (count < 2) return '';
  const every = period === undefined ? '' : `, ~${formatDuration(period)} apart`;
  return `Seen ${count} times${every}${grows ? ', and the waits grow' : ''}.`;
}
