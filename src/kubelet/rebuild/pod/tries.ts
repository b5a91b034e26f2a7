// The tries of a network operation as the lines up to a moment tell of them.
import type { NetworkAttempt, NetworkOperation } from '../history.ts';
import type { Moment } from '../track.ts';

export function triesBy(
  { attempts }: NetworkOperation,
  { time, position, hindsight }: Moment,
): readonly NetworkAttempt[] {
  const isKnown = (one: NetworkAttempt): boolean =>
    one.at <= time && (hindsight === 'now' || one.position <= position);
  return attempts.flatMap((one) => stagesOf(one).find(isKnown) ?? []);
}

/** A try as its lines tell of it, the last of them first. */
export function stagesOf(attempt: NetworkAttempt): readonly NetworkAttempt[] {
  const stages: NetworkAttempt[] = [];
  for (let one: NetworkAttempt | undefined = attempt; one !== undefined; one = one.before)
    stages.push(one);
  return stages;
}

/** A try as its first line tells of it. */
export function firstOf(attempt: NetworkAttempt): NetworkAttempt {
  return stagesOf(attempt).at(-1) ?? attempt;
}

/** Where lines tell of an operation. */
export function positionsOf({ attempts }: NetworkOperation): readonly number[] {
  return attempts.flatMap((one) => stagesOf(one).map(({ position }) => position));
}
