// The end of a worker whose pod left its source before it was done, as far as directories, PLEG and what failed show it.
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import { type Clues, type InferContext, step } from './clues.ts';
import { CLEAN_UP, DELETED_AFTER_FINISH, RELIST_TO_END, settled } from './endTimes.ts';
import { type Fact, isKillError } from '../facts/fact.ts';
import { RELIST, slowAt } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import type { WorkerFact } from './workerFact.ts';

/** What stood in the same moment as the REMOVE may have happened before it. */
const SAME_MOMENT = SECOND / 5;

/**
 * What ends only after its pod has left its source shows that the worker had not been done, and so does a next kubelet that finds it alive:
 * the pod was deleted once more, without grace. That does not shorten a kill that goes on: SyncTerminatingPod of 1.34 gives it a context of its own.
 */
export function isForced(clues: Clues, remove: Fact, isFoundAlive: boolean): boolean {
  if (isFoundAlive) return true;
  const { deaths, exits, kills, prints } = clues;
  const isAfter = ({ at, position }: Fact): boolean =>
    position > remove.position && at > remove.at + SAME_MOMENT;
  if (prints.some((fact) => fact.event.need === 'notReady' && isAfter(fact))) return true;
  const late = [...deaths, ...exits, ...kills].filter(isAfter);
  return late.some(
    ({ event: { id } }) =>
      ![...deaths, ...exits].some((dead) => dead.event.id === id && !isAfter(dead)),
  );
}

/** Before 1.27 a kill that fails once its pod is removed is not tried again, unless PLEG wakes the worker. */
export function isGivenUp(clues: Clues, { machine }: Run, remove: Fact): boolean {
  const { errors, deaths } = clues;
  if (killOfDead(clues) !== undefined) return false;
  const failed = errors.findLast(({ position }) => position > remove.position);
  if (machine !== 'lifecycle' || failed === undefined || !isKillError(failed.event.error))
    return false;
  return !deaths.some(({ position }) => position > failed.position);
}

/**
 * Force deleted, or a static pod: its worker goes on by itself, and PLEG still sees its containers end. Housekeeping cleans up as soon
 * as it is terminated, which may be before it has finished.
 */
export function unleashed(
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
  cause: WorkerFact,
): readonly WorkerFact[] {
  const { cleaned } = clues;
  if (cleaned === undefined || cleaned.at < cause.at) return [];
  const anew = killOfDead(clues);
  const kill = anew === undefined ? clues.kills.at(-1) : undefined;
  const again = lastTry(clues, cause) ?? lastFailed(clues, cause, anew ?? cleaned);
  const from = Math.max(cause.at, kill?.at ?? cause.at, again ?? cause.at);
  const isNear = (f: Fact): boolean => f.at > from && f.at < cleaned.at + 2 * RELIST;
  const told = clues.deaths.findLast(isNear);
  const exit = clues.exits.findLast(isNear);
  // Of a pod that left its source the loop has no events any more.
  const death = (exit?.position ?? -1) > (told?.position ?? -1) ? exit : told;
  // Directories may go while the worker is still at work: what fails after that held its end up. An orphan's kill is not its own.
  const held = clues.errors.findLast(
    (f) => f.at > cleaned.at && f.position < (anew?.position ?? Infinity),
  );
  if (held !== undefined && (death?.at ?? 0) < held.at) {
    const torn = clues.teardowns.findLast((f) => f.at > held.at);
    return [
      step({ kind: 'maybeTerminated' }, torn ?? held, 0),
      step({ kind: 'maybeFinished' }, torn ?? held, 0),
      step({ kind: 'finished' }, torn ?? held, torn === undefined ? CLEAN_UP : 1.5 * SECOND),
    ];
  }
  const late = finishedLate(clues, run, cleaned);
  if (death === undefined)
    return [
      step({ kind: 'maybeTerminated' }, cleaned, from - cleaned.at),
      ...(again === undefined ? [] : [step({ kind: 'maybeFinished' }, cleaned, from - cleaned.at)]),
      ...(late ?? [step({ kind: 'finished' }, cleaned, -DELETED_AFTER_FINISH)]),
    ];
  const dead = Math.min(death.at, cleaned.at);
  // What its containers' end does not tell either: killPodWithSyncResult stops the sandbox then.
  const high = run.tearsDownFirst && isSandbox(death.event.id) ? dead : cleaned.at;
  const terminated = { ...step({ kind: 'terminated' }, death, 0, cleaned), at: micros(high) };
  const steps = settled(Math.max(cause.at, dead - RELIST), high, terminated);
  if (death.at > cleaned.at) return [...steps, step({ kind: 'finished' }, death, RELIST_TO_END)];
  if (late !== undefined) return [...steps, ...late];
  const isDown = high < cleaned.at;
  const end = Math.max(
    death.at + 1,
    Math.min(
      isDown ? death.at + RELIST : Infinity,
      cleaned.at - DELETED_AFTER_FINISH,
      (anew?.at ?? Infinity) - 2,
    ),
  );
  if (!isDown)
    return [
      step({ kind: 'maybeTerminated' }, death, Math.max(cause.at, dead - RELIST) - death.at),
      step({ kind: 'maybeFinished' }, death, 1),
      { ...step({ kind: 'finished' }, death, 0, cleaned), at: micros(end) },
    ];
  return [
    ...steps,
    { ...step({ kind: 'maybeFinished' }, death, 0), at: micros(Math.max(high, death.at) + 1) },
    { ...step({ kind: 'finished' }, death, 0, cleaned), at: micros(Math.max(high + 2, end)) },
  ];
}

/** The begin of the last try to kill, when one before the REMOVE has failed: nothing from before it tells of its end. */
function lastTry({ all, errors, remove }: Clues, cause: WorkerFact): Micros | undefined {
  const limit = remove?.position ?? -1;
  const failed = errors.findLast(
    ({ event, at, position }) => at > cause.at && position < limit && isKillError(event.error),
  );
  if (failed === undefined) return undefined;
  const isNext = ({ event, position }: Fact): boolean =>
    event.kind === 'network.netns' && position > failed.position && position < limit;
  return (all.find(isNext) ?? failed).at;
}

/** Its kill failed, and failed last before its directory went, or before a worker was made anew: nothing from before that tells of its end. */
function lastFailed({ errors }: Clues, cause: WorkerFact, end: Fact): Micros | undefined {
  return errors.findLast(
    ({ event, at }) => at > cause.at && at < end.at && isKillError(event.error),
  )?.at;
}

/**
 * A worker that still waits for a relist when its directory goes: its control group is still there, which it removes last (up to
 * 1.23), or relists are slow.
 */
function finishedLate(
  { lingers }: Clues,
  run: Run,
  cleaned: Fact,
): readonly WorkerFact[] | undefined {
  const last = lingers !== undefined && lingers.position > cleaned.position ? lingers : cleaned;
  const slow = slowAt(run, last.at);
  if (last === cleaned && (run.tellsLingering || slow === undefined)) return undefined;
  const delay = slow === undefined ? RELIST : Math.min(CLEAN_UP, slow.to + RELIST - last.at);
  return [
    step({ kind: 'terminated' }, cleaned, 0),
    step({ kind: 'maybeFinished' }, last, 0),
    step({ kind: 'finished' }, last, delay),
  ];
}

/** The kill of a container that was seen dead before: nobody but a worker that was made anew from an old list tells it. */
function killOfDead({ kills, deaths, exits }: Clues): Fact | undefined {
  const dead = [...deaths, ...exits];
  return kills.find((kill) =>
    dead.some(({ event, position }) => event.id === kill.event.id && position < kill.position),
  );
}
