// The tries of a network operation as the lines up to a moment tell of them.
import { inferred, type InputId } from '../../../base/input.ts';
import type { NetworkAttempt, NetworkOperation } from '../history.ts';
import type { Moment } from '../track.ts';

export function triesBy(
  operation: NetworkOperation,
  { time, position, hindsight }: Moment,
): readonly NetworkAttempt[] {
  const isKnown = (one: NetworkAttempt): boolean =>
    one.at <= time && (hindsight === 'now' || one.position <= position);
  const { attempts, outcome, until } = operation;
  const isDone = outcome.value === 'succeeded' && until.value !== undefined && until.value <= time;
  return attempts.flatMap((one, index) => {
    const stage = stagesOf(one).find(isKnown);
    if (stage === undefined) return [];
    return isDone && index === attempts.length - 1 ? succeeded(stage, outcome.provedBy) : stage;
  });
}

/** The last try of what has succeeded, where no line of its own tells so. */
function succeeded(attempt: NetworkAttempt, provedBy: readonly InputId[]): NetworkAttempt {
  if (attempt.ok.known !== 'unknown') return attempt;
  const ok = inferred(true, ...provedBy);
  const networks = attempt.networks.map((part, index, { length }) =>
    part.ok.value === undefined && index === length - 1 ? { ...part, ok } : part,
  );
  return { ...attempt, ok, networks, running: false };
}

/** Whether a try had failed by any of its lines: the kubelet may have given it up before its plug-in succeeded. */
export function hasFailed(attempt: NetworkAttempt): boolean {
  return stagesOf(attempt).some(({ ok }) => ok.value === false);
}

const refusal = /^cni config (?:uninitialized|needs ipRanges)/;

/**
 * Whether a plug-in may have been called for a try: while there is no configuration that is refused before (`checkInitialized`, with which
 * SetUpPod and TearDownPod of dockershim/network/cni/cni.go begin).
 */
export function mayCall({ error = '', networks }: NetworkAttempt): boolean {
  return networks.length > 0 || !refusal.test(error);
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
