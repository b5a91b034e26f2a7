// The pod workers of a real kubelet: each podSyncStatus as it was written down under the workers' lock.
import { formatTimeOfDay, type Micros } from '../../../../base/time.ts';
import type { PodWorkersPart, WorkerRow, WorkRow } from '../../../../protocol/machineApi.ts';
import { someUpdate, type TruthUpdate, type TruthWorker } from '../../../truth/truthLine.ts';
import { ofPod } from '../asked.ts';
import { syncFunctionGo } from '../goPlaces.ts';
import { busyness, waitsSince } from '../workerOrder.ts';
import type { AskedTruth } from './askedTruth.ts';
import { truthDue } from './truthQueue.ts';
import { waitOf } from './truthCache.ts';

export function truthWorkers(asked: AskedTruth): PodWorkersPart {
  const { eye, step, count } = asked;
  const { truth } = eye;
  const held = Array.from(
    truth.uidsOf('worker'),
    (uid) => [uid, truth.last('worker', step, uid)?.event.worker] as const,
  );
  const all = ofPod(asked, held).flatMap(([uid, worker]) =>
    worker === undefined ? [] : [workerRow(asked, uid, worker)],
  );
  const counted = (test: (row: WorkerRow) => boolean): number => all.filter(test).length;
  return {
    ...eye.head(asked, 'podWorkers'),
    workers: all
      .toSorted((a, b) => busyness(b) - busyness(a))
      .slice(0, count)
      .sort((a, b) => waitsSince(a) - waitsSince(b)),
    total: all.length,
    counts: {
      idle: counted(({ goroutine }) => goroutine === 'idle'),
      waiting: counted(({ goroutine }) => goroutine === 'waiting'),
      syncing: counted(({ goroutine }) => goroutine === 'syncing'),
      atWork: counted(({ goroutine }) => goroutine === 'atWork'),
      pending: counted(({ pending }) => pending !== undefined),
      atRest: counted(({ goroutine }) => goroutine === 'atRest'),
      undelivered: counted(({ lastUndelivered }) => lastUndelivered !== undefined),
    },
  };
}

/** What the states of one worker tell, the last one first, beyond that one. */
interface Told {
  /** It has been `working`, or not been, since then. */
  readonly since: Micros;
  readonly taken: Taken | undefined;
  readonly waitsSince: Micros | undefined;
  readonly replaced: WorkRow['replaced'];
}

/** What it has in hand: since when, and in which state it was then. Undefined where the first state of it has the next update already. */
interface Taken {
  readonly at: Micros | undefined;
  readonly state: string | undefined;
}

function told(asked: AskedTruth, uid: string): Told | undefined {
  const { eye, step } = asked;
  const states: { at: Micros; worker: TruthWorker }[] = [];
  const isWorking = eye.truth.last('worker', step, uid)?.event.worker?.working;
  for (const { at, event } of eye.truth.back('worker', step, uid)) {
    if (event.worker?.working !== isWorking) break;
    if (event.worker !== undefined) states.unshift({ at: eye.shown(at), worker: event.worker });
  }
  const [first] = states;
  if (first === undefined) return undefined;
  let taken: Taken | undefined = waitsBehind(asked, first.worker)
    ? { at: undefined, state: undefined }
    : undefined;
  let waits: Micros | undefined;
  let replaced: { updateType: string | undefined; at: Micros }[] = [];
  let before: TruthUpdate | undefined;
  for (const { at, worker } of states) {
    const { pending, state } = worker;
    if (pending === undefined) {
      // What waited was taken; to 1.26 a first update never waits where it can be seen.
      if (before !== undefined || taken === undefined) taken = { at, state };
      waits = undefined;
      replaced = [];
    } else if (before === undefined) waits = at;
    else if (JSON.stringify(before) !== JSON.stringify(pending)) {
      replaced.push({
        updateType: before.updateType,
        at: eye.shown(before.startTime) ?? waits ?? at,
      });
      waits = at;
    }
    before = pending;
  }
  return {
    since: first.at,
    taken: isWorking === true ? taken : undefined,
    waitsSince: waits,
    replaced,
  };
}

/** What waits lies in `lastUndeliveredWorkUpdate`, and the status has no active update (pod_workers.go to 1.26). */
function isUndelivered({ eye }: AskedTruth): boolean {
  return eye.version[0].podWorkers !== 'pending';
}

/**
 * In the first state of a worker that works: its update waits behind another. To 1.26 UpdatePod keeps one only then. From 1.27 on the first
 * waits there, too, until it is taken: a file with each state has that one, of others nobody knows.
 */
function waitsBehind(asked: AskedTruth, { pending, active }: TruthWorker): boolean {
  if (pending === undefined) return false;
  return isUndelivered(asked) || (!hasStatuses(asked) && active !== undefined);
}

function hasStatuses({ eye, step }: AskedTruth): boolean {
  return eye.truth.runAt(step)?.kinds.has('podsyncstatus') === true;
}

const always = ['lastSyncTime', 'droppedForKill', 'from'] as const;
/** Where no file has the status itself. */
const ofRows = ['updateType', 'startTime', 'replaced', 'evict', 'gracePeriod'] as const;

function workerRow(asked: AskedTruth, uid: string, worker: TruthWorker): WorkerRow {
  const { eye, step } = asked;
  const kinds = eye.truth.runAt(step)?.kinds ?? new Set();
  const history = told(asked, uid);
  const untold = [
    ...always,
    ...(hasStatuses(asked) ? [] : ofRows),
    ...(kinds.has('workqueue') ? [] : ['due']),
  ];
  const work = (
    update: TruthUpdate | undefined,
    since: Micros | undefined,
    workType: string | undefined,
    replaced: WorkRow['replaced'] = [],
  ): WorkRow | undefined =>
    update === undefined
      ? undefined
      : {
          updateType: update.updateType,
          workType,
          since,
          startTime: eye.shown(update.startTime),
          from: undefined,
          replaced: replaced.slice(-20),
          replacedTotal: replaced.length,
          evict: update.evict,
          gracePeriod: update.gracePeriod,
          untold: since === undefined ? [...untold, 'since', 'workType'] : untold,
        };
  const waiting = work(worker.pending, history?.waitsSince, worker.state, history?.replaced);
  const { taken } = history ?? {};
  const wait = waitOf(eye, step, uid);
  const isReading = taken !== undefined && wait.since !== undefined;
  const goroutine = goroutineOf(asked, uid, taken !== undefined, isReading);
  return {
    pod: eye.pod(uid),
    goroutine,
    since: isReading ? wait.since : taken === undefined ? history?.since : taken.at,
    state: worker.state,
    function:
      goroutine === 'syncing' && taken?.state !== undefined
        ? syncFunctionGo(taken.state, ...eye.version)
        : undefined,
    active:
      taken === undefined ? undefined : work(worker.active ?? someUpdate, taken.at, taken.state),
    pending: isUndelivered(asked) ? undefined : waiting,
    lastUndelivered: isUndelivered(asked) ? waiting : undefined,
    droppedForKill: 0,
    working: worker.working,
    due: truthDue(asked, uid),
    lastSyncTime: undefined,
    fields: Object.fromEntries(
      worker.fields.map(([name, value]) => [
        name,
        typeof value === 'string' ? value : formatTimeOfDay(eye.shown(value)),
      ]),
    ),
    untold,
  };
}

function goroutineOf(
  { eye, step }: AskedTruth,
  uid: string,
  isBusy: boolean,
  isReading: boolean,
): WorkerRow['goroutine'] {
  const { truth } = eye;
  if (isBusy) {
    if (truth.runAt(step)?.kinds.has('podcache') !== true) return 'atWork';
    return isReading ? 'waiting' : 'syncing';
  }
  const last = truth.last('goroutines', step);
  if (last === undefined) return 'atRest';
  return last.event.uids.has(uid) ? 'idle' : 'none';
}
