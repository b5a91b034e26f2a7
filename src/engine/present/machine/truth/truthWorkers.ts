// The pod workers of a real kubelet: each podSyncStatus as it was written down under the workers' lock.
import { formatTimeOfDay, type Micros } from '../../../../base/time.ts';
import type { PodWorkersPart, WorkerRow, WorkRow } from '../../../../protocol/machineApi.ts';
import type { TruthUpdate, TruthWorker } from '../../../truth/truthLine.ts';
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
  /** Since when it works on what it has in hand, and in which state it was then; undefined: it has not taken it. */
  readonly taken: { readonly at: Micros; readonly state: string } | undefined;
  readonly waitsSince: Micros | undefined;
  readonly replaced: WorkRow['replaced'];
}

function told({ eye, step }: AskedTruth, uid: string): Told | undefined {
  const states: { at: Micros; worker: TruthWorker }[] = [];
  const isWorking = eye.truth.last('worker', step, uid)?.event.worker?.working;
  for (const { at, event } of eye.truth.back('worker', step, uid)) {
    if (event.worker?.working !== isWorking) break;
    if (event.worker !== undefined) states.unshift({ at: eye.shown(at), worker: event.worker });
  }
  const [first] = states;
  if (first === undefined) return undefined;
  let taken: Told['taken'];
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

const always = ['lastSyncTime', 'droppedForKill', 'from'] as const;
/** Where no file has the status itself. */
const ofRows = ['updateType', 'startTime', 'replaced', 'evict', 'gracePeriod'] as const;

function workerRow(asked: AskedTruth, uid: string, worker: TruthWorker): WorkerRow {
  const { eye, step } = asked;
  const { truth } = eye;
  const kinds = truth.runAt(step)?.kinds ?? new Set();
  const history = told(asked, uid);
  const work = (
    update: TruthUpdate | undefined,
    since: Micros | undefined,
    workType: string,
    replaced: WorkRow['replaced'] = [],
  ): WorkRow | undefined =>
    update === undefined || since === undefined
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
        };
  const waiting = work(worker.pending, history?.waitsSince, worker.state, history?.replaced);
  const { taken } = history ?? {};
  const wait = waitOf(eye, step, uid);
  const isReading = taken !== undefined && wait.since !== undefined;
  const goroutine = goroutineOf(asked, uid, taken !== undefined, isReading);
  return {
    pod: eye.pod(uid),
    goroutine,
    since: isReading ? wait.since : (taken?.at ?? history?.since),
    state: worker.state,
    function:
      goroutine === 'syncing' && taken !== undefined
        ? syncFunctionGo(taken.state, ...eye.version)
        : undefined,
    active: work(worker.active, taken?.at, taken?.state ?? worker.state),
    pending: worker.isUndelivered ? undefined : waiting,
    lastUndelivered: worker.isUndelivered ? waiting : undefined,
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
    untold: [
      ...always,
      ...(kinds.has('podsyncstatus') ? [] : ofRows),
      ...(kinds.has('workqueue') ? [] : ['due']),
    ],
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
