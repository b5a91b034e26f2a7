// Which step of a pod's life took longest: the step itself, not the one that it is a part of.
import type { PodPhase } from '../history.ts';

interface Phase extends Pick<PodPhase, 'from' | 'to' | 'known'> {
  readonly kind: string;
}

export interface SlowPhase<P> {
  readonly phase: P;
  /** µs from its begin to its end. */
  readonly length: number;
}

/** In which a pod may stay for as long as it likes. */
export const CALM: ReadonlySet<string> = new Set(['initOrRunning', 'running', 'finished']);

/**
 * Of the phases that a person waits for, up to `end`, and whose length is known, the one that took longest by itself: of "Container start" counts what is no pull and no
 * back-off.
 */
export function slowestPhase<P extends Phase>(
  phases: readonly P[],
  end: number,
): SlowPhase<P> | undefined {
  const waits = phases.filter(
    ({ kind, from, known }) => !CALM.has(kind) && known !== 'unknown' && from <= end,
  );
  let slowest: P | undefined;
  let longest = -Infinity;
  for (const phase of waits) {
    const own = lengthOf(phase, end) - coveredBy(partsOf(phase, waits, end), end);
    if (own <= longest) continue;
    slowest = phase;
    longest = own;
  }
  return slowest === undefined ? undefined : { phase: slowest, length: lengthOf(slowest, end) };
}

function endOf({ to }: Phase, end: number): number {
  return Math.min(to ?? end, end);
}

function lengthOf(phase: Phase, end: number): number {
  return endOf(phase, end) - phase.from;
}

function partsOf(whole: Phase, phases: readonly Phase[], end: number): readonly Phase[] {
  return phases.filter(
    (one) =>
      one.from >= whole.from &&
      endOf(one, end) <= endOf(whole, end) &&
      lengthOf(one, end) < lengthOf(whole, end),
  );
}

/** How much time lies in at least one of them; they are in order of their begin. */
function coveredBy(phases: readonly Phase[], end: number): number {
  let covered = 0;
  let until = -Infinity;
  for (const phase of phases) {
    const to = endOf(phase, end);
    covered += Math.max(0, to - Math.max(phase.from, until));
    until = Math.max(until, to);
  }
  return covered;
}
