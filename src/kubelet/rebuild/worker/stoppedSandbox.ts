// Ends that nobody asked for, told by the sandbox alone: it is stopped while PLEG still takes it to run, or it has died and no sync
// makes another. So ends a pod whose deadline strikes while its containers wait for their back-off.
import { MILLISECOND, micros, SECOND, type Micros } from '../../../base/time.ts';
import { type Clues, type InferContext, step } from './clues.ts';
import {
  CLEAN_UP,
  FINISHED_DELAY,
  mayBeDown,
  RELIST_TO_END,
  settled,
  TERMINATED_DELAY,
  UNMOUNT_DELAY,
  UNMOUNT_POLL,
} from './endTimes.ts';
import { type Fact, isKillError, isOf, type Of } from '../facts/fact.ts';
import { syncTickBefore } from './inferForgetting.ts';
import { newsAt, RELIST, slowAt } from './relists.ts';
import type { Run } from '../facts/runs.ts';
import type { LogEnd } from '../logEnd.ts';
import type { WorkerFact } from './workerFact.ts';

type IsInside = (fact: Fact) => boolean;

const TERMINATE_DELAY = 4 * MILLISECOND;
/** What a relist has found is told within this time of the first status that is made of it. */
const TOLD = SECOND / 5;
/** The relist that finds it comes within this time, if nothing holds it up. */
const SEEN = 10 * SECOND;
/** A sync that the death of a sandbox wakes says within this time that it needs another. */
const NEEDED = 4 * SECOND;

const completed = { kind: 'terminating', reason: 'completed' } as const;

/** `inside` holds for what came after the last start of a container and before anybody asked for an end, which is at `until`. */
export function endBySandbox(
  clues: Clues,
  { run, isSandbox }: Pick<InferContext, 'run' | 'isSandbox'>,
  inside: IsInside,
  until: LogEnd,
): readonly WorkerFact[] | undefined {
  const known = { clues, isSandbox, inside };
  if (!run.statusPrints) return neverMadeAnew(known, run, until) ?? leftKilled(known, run, until);
  return stoppedUnseen(known, run) ?? stillStopped(known, run, until);
}

interface Known {
  readonly clues: Clues;
  readonly isSandbox: (id: string) => boolean;
  readonly inside: IsInside;
}

/**
 * From 1.29 on: a status that finds no ready sandbox, while no relist has told of its death. A sync makes its status of what PLEG knows;
 * only SyncTerminatingPod asks the runtime anew, when it has killed everything (GetPodStatus in pkg/kubelet/kubelet.go).
 */
function stoppedUnseen(known: Known, run: Run): readonly WorkerFact[] | undefined {
  const { clues, inside, isSandbox } = known;
  const print = clues.prints.find(
    (fact) =>
      fact.event.need === 'notReady' &&
      inside(fact) &&
      isStopped(clues, fact, run, isSandbox) &&
      !run.slowPasses.some(({ from, to }) => from <= fact.at && fact.at <= to),
  );
  if (print === undefined) return undefined;
  const end = clues.prints.findLast(({ position }) => position > print.position);
  return [
    ...begun(known, run, print),
    step({ kind: 'terminated' }, print, TERMINATED_DELAY, end),
    end === undefined
      ? step({ kind: 'maybeFinished' }, print, TERMINATED_DELAY)
      : step({ kind: 'finished' }, end, FINISHED_DELAY),
  ];
}

/**
 * Whether a status line tells that the sandbox was stopped while, as far as PLEG has told, it ran. Its death is told soon after, or the pod has
 * left by then: the line names the pod by its name alone, and without that it may be about another one of this name.
 */
export function isStopped(
  { starts, deaths, remove }: Clues,
  { at, position }: Fact,
  { slowPasses }: Run,
  isSandbox: (id: string) => boolean,
): boolean {
  const last = starts.findLast((fact) => fact.position < position && isSandbox(fact.event.id));
  if (last === undefined) return false;
  const death = deaths.find((fact) => fact.event.id === last.event.id);
  if (death !== undefined) {
    const held = slowPasses.some((pass) => pass.from < death.at && pass.to > at);
    return death.at >= at + TOLD && (held || death.at < at + SEEN);
  }
  return remove !== undefined && remove.position > position && remove.at - at < 2 * RELIST;
}

/**
 * From 1.29 on: the sandbox has died after the last container, and nothing tells of a status: its network is still taken down. A sync that
 * goes on would say at once that it needs another, unless the runtime hangs.
 */
function stillStopped(
  known: Known,
  { slowPasses }: Run,
  until: LogEnd,
): readonly WorkerFact[] | undefined {
  const { clues, inside, isSandbox } = known;
  const death = clues.deaths.findLast((fact) => inside(fact) && !isSandbox(fact.event.id));
  const gone = clues.deaths.findLast((fact) => inside(fact) && isSandbox(fact.event.id));
  if (death === undefined || gone === undefined || gone.position < death.position) return undefined;
  if (!until.reaches(gone.at + NEEDED)) return undefined;
  if (slowPasses.some(({ from, to }) => from < gone.at + NEEDED && to > death.at)) return undefined;
  const isAfter = (fact: Fact): boolean => fact.position > death.position;
  const after = [...clues.prints, ...clues.kills, ...clues.errors];
  if (after.some((fact) => inside(fact) && isAfter(fact))) return undefined;
  const [print, end] = clues.prints.filter(isAfter);
  return [
    step(completed, death, TERMINATE_DELAY, gone),
    ...(print === undefined
      ? unmountedAfter(clues, death)
      : [step({ kind: 'terminated' }, print, TERMINATED_DELAY)]),
    ...(end === undefined ? [] : [step({ kind: 'finished' }, end, FINISHED_DELAY)]),
  ];
}

/** What is unmounted was terminated, also where no status tells so, and it has finished when all of it is. */
function unmountedAfter({ all }: Clues, death: Fact): readonly WorkerFact[] {
  const steps = all.flatMap((fact) => (isOf('volume', fact) && fact.at > death.at ? [fact] : []));
  const begun = steps.filter(({ event }) => event.step === 'unmountStarted');
  const ended = steps.filter(({ event }) => event.step === 'unmounted');
  const [first, last] = [begun[0], ended.at(-1)];
  if (first === undefined) return [];
  const low = Math.max(death.at, first.at - UNMOUNT_DELAY);
  const terminated = settled(low, first.at, step({ kind: 'terminated' }, first, 0));
  if (last === undefined || ended.length < begun.length) return terminated;
  return [...terminated, step({ kind: 'finished' }, last, UNMOUNT_POLL / 2)];
}

/** When the end began of which `sign` tells: with a kill or with the death of the last container, else at any time since the last sync. */
function begun({ clues, isSandbox }: Known, run: Run, sign: Fact): readonly WorkerFact[] {
  const { starts, deaths, kills } = clues;
  const synced = syncBefore(clues, sign);
  const isBefore = ({ position }: Fact): boolean => position < sign.position;
  // A relist may tell of a container's end before it tells of the start of its sandbox.
  const start = starts.findLast((fact) => isBefore(fact) && !isSandbox(fact.event.id));
  const from = Math.max(start?.position ?? -1, synced?.position ?? -1);
  const isBetween = (fact: Fact): boolean => isBefore(fact) && fact.position > from;
  const told = clues.all.find((fact) => isBetween(fact) && isDeadline(fact));
  if (told !== undefined) return [step(completed, told, 0, sign)];
  const death = deaths.findLast((fact) => isBetween(fact) && !isSandbox(fact.event.id));
  const kill = kills.find(isBetween);
  if (kill !== undefined && !(death !== undefined && kill.at - death.at < SECOND))
    return [
      { ...step({ kind: 'maybeTerminating' }, kill, 0), at: newsAt(run, kill.at).since },
      { ...step(completed, kill, 0, sign), at: struckAt(run, kill) },
    ];
  if (death !== undefined) return [step(completed, death, TERMINATE_DELAY, sign)];
  const low = synced ?? starts.findLast(isBefore);
  if (low === undefined) return [];
  return [step({ kind: 'maybeTerminating' }, low, TERMINATE_DELAY), step(completed, sign, -1)];
}

/**
 * When the deadline struck for which a worker kills: at a look of the sync loop for pods to sync. The kill follows with the status of the
 * next relist, for which the worker waits.
 */
export function struckAt(run: Run, kill: Fact): Micros {
  return isDeadline(kill) ? kill.at : syncTickBefore(run, kill.at);
}

/** The event with which a sync ends a pod whose time is over (v≥3). */
export function isDeadline({ event }: Fact): boolean {
  return event.kind === 'pod.event' && event.reason === 'DeadlineExceeded';
}

/** The last sync that failed before a sign of the end. */
function syncBefore({ errors }: Clues, sign: Fact): Of<'worker.error'> | undefined {
  return errors.findLast(
    ({ event, position }) => position < sign.position && !isKillError(event.error),
  );
}

/**
 * Before 1.29: its death wakes the worker, which was idle after a failure. A sync would say at once that it needs another sandbox, or
 * fail.
 */
function neverMadeAnew(known: Known, run: Run, until: LogEnd): readonly WorkerFact[] | undefined {
  const { clues, inside, isSandbox } = known;
  const death = clues.deaths.findLast((fact) => inside(fact) && isSandbox(fact.event.id));
  if (death === undefined || !until.reaches(death.at + NEEDED)) return undefined;
  const synced = syncBefore(clues, death);
  if (synced === undefined || !inside(synced)) return undefined;
  const isAfter = (fact: Fact): boolean => inside(fact) && fact.position > synced.position;
  if ([...clues.prints, ...clues.kills, ...clues.errors].some(isAfter)) return undefined;
  const { since } = newsAt(run, death.at);
  const low = Math.max(synced.at + TERMINATE_DELAY, since);
  return [
    step({ kind: 'maybeTerminating' }, synced, TERMINATE_DELAY),
    { ...step(completed, death, 0), at: micros(low) },
    ...(run.tearsDownFirst
      ? [
          ...settled(low, death.at, step({ kind: 'terminated' }, death, 0)),
          step({ kind: 'finished' }, death, RELIST_TO_END),
        ]
      : mayBeDown(low, death)),
  ];
}

/** Before 1.29: its sandbox has died first, a sync kills what is left, and the death of that wakes the worker: one that goes on would say so. */
function leftKilled(
  { clues, isSandbox, inside }: Known,
  run: Run,
  until: LogEnd,
): readonly WorkerFact[] | undefined {
  const gone = clues.deaths.findLast((fact) => inside(fact) && isSandbox(fact.event.id));
  const death = clues.deaths.findLast((fact) => inside(fact) && !isSandbox(fact.event.id));
  if (gone === undefined || death === undefined || gone.position > death.position) return undefined;
  if (!until.reaches(death.at + NEEDED) || slowAt(run, death.at) !== undefined) return undefined;
  const isBetween = ({ position }: Fact): boolean =>
    position > gone.position && position < death.position;
  const isAfter = (fact: Fact): boolean => inside(fact) && fact.position > death.position;
  if (!clues.kills.some(isBetween)) return undefined;
  if ([...clues.prints, ...clues.kills, ...clues.errors].some(isAfter)) return undefined;
  return [step(completed, death, TERMINATE_DELAY), ...cleanedUp(death, run)];
}

/** The end of a worker that finds all dead, and its sandbox still to be stopped, which takes a runtime that answers. */
export function cleanedUp(death: Fact, { skips }: Run): readonly WorkerFact[] {
  const isDown = skips.some(({ from }) => from >= death.at && from - death.at < 2 * CLEAN_UP);
  return [
    step({ kind: 'maybeTerminated' }, death, TERMINATE_DELAY),
    step({ kind: 'maybeFinished' }, death, TERMINATE_DELAY),
    ...(isDown ? [] : [step({ kind: 'finished' }, death, CLEAN_UP)]),
  ];
}
