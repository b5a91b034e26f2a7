// The workers with what each has in hand and in front of it, and the queue of when each pod is due again.
import { mapEntries, mapGet } from '../../../base/persistentMap.ts';
import { formatTimeOfDay, micros, SECOND, type Micros } from '../../../base/time.ts';
import type {
  PodSyncStatus,
  PodWork,
  PodWorker,
  UpdatePodOptions,
} from '../../../kubelet/podWorkers.ts';
import { workTypeOf } from '../../../kubelet/podWorkers.ts';
import type {
  DueReason,
  DueRow,
  PodWorkersPart,
  WorkerRow,
  WorkQueuePart,
  WorkRow,
} from '../../../protocol/machineApi.ts';
import { workerOutcome, type KubeletJournal } from '../../../simulate/journal/kubeletJournal.ts';
import { loopAsides } from '../../../simulate/journal/parts.ts';
import { ofPod, partHead, type Asked } from './asked.ts';
import { syncFunctionGo } from './goPlaces.ts';
import type { InsideKubelet } from './inside.ts';
import { busyness, waitsSince } from './workerOrder.ts';

const mostReplaced = 20;

export function podWorkersPart(asked: Asked): PodWorkersPart {
  const { inside, step, count } = asked;
  const { podWorkers } = inside.journal.parts;
  const { workers } = podWorkers.stateBy(step);
  const all = ofPod(asked, mapEntries(workers));
  const counts = {
    idle: 0,
    waiting: 0,
    syncing: 0,
    atWork: 0,
    atRest: 0,
    pending: 0,
    undelivered: 0,
  };
  for (const [, worker] of all) {
    if (worker.goroutine === 'none') continue;
    counts[worker.goroutine] += 1;
    if (pendingOf(worker) !== undefined) counts.pending += 1;
    if (worker.lastUndelivered !== undefined) counts.undelivered += 1;
  }
  const due = dueRows(asked);
  const rows = [...all]
    .sort(([, a], [, b]) => busynessOf(b) - busynessOf(a))
    .slice(0, count)
    .map(([uid, worker]) => workerRow(asked, uid, worker, due(uid)));
  rows.sort((a, b) => waitsSince(a) - waitsSince(b));
  return { ...partHead(asked, 'podWorkers'), workers: rows, total: all.length, counts };
}

function pendingOf(worker: PodWorker): UpdatePodOptions | undefined {
  return worker.status?.pendingUpdate ?? worker.queued?.options;
}

function busynessOf(worker: PodWorker): number {
  const { goroutine, work: active, lastUndelivered } = worker;
  return busyness({ goroutine, pending: pendingOf(worker), lastUndelivered, active });
}

/** What the steps of one worker tell beyond its state: since when, and what was there before. */
interface Told {
  readonly goroutineSince: Micros | undefined;
  readonly takenAt: Micros | undefined;
  readonly slot: Slot;
  readonly undelivered: Slot;
  readonly droppedForKill: number;
}

interface Slot {
  readonly since: Micros | undefined;
  readonly from: string | undefined;
  /** What was replaced, the newest first. */
  readonly replaced: WorkRow['replaced'];
}

const noSlot: Slot = { since: undefined, from: undefined, replaced: [] };

/** Walks back through a worker's steps until all that its state leaves open is told. */
function told({ inside, step }: Asked, uid: string, worker: PodWorker): Told {
  const { journal } = inside;
  const { podWorkers } = journal.parts;
  const begun = journal.processAt(step)?.since ?? micros(0);
  const openSlots = new Set<'slot' | 'undelivered'>();
  if (pendingOf(worker) !== undefined) openSlots.add('slot');
  if (worker.lastUndelivered !== undefined) openSlots.add('undelivered');
  let goroutineSince: Micros | undefined;
  let takenAt: Micros | undefined;
  let dropped = 0;
  let countsDropped = worker.lastUndelivered?.options.updateType === 'kill';
  const waiting: { updateType: string; time: Micros; from: string | undefined }[] = [];
  const slots = { slot: noSlot, undelivered: noSlot };
  const close = (named: 'slot' | 'undelivered'): void => {
    const [newest, ...replaced] = waiting.splice(0);
    slots[named] = {
      since: newest?.time,
      from: newest?.from,
      replaced: replaced.map(({ updateType, time }) => ({ updateType, at: inside.shown(time) })),
    };
    openSlots.delete(named);
  };
  let later = podWorkers.countTo(step);
  let isMoved = false;
  for (const at of journal.backFrom(uid, step, 'podWorkers')) {
    const place = podWorkers.countTo(at) - 1;
    const outcome = podWorkers.outcomeOf(place);
    const has = (bit: number): boolean => (outcome & bit) !== 0;
    const isFull = has(workerOutcome.filled) || has(workerOutcome.replaced);
    const requeued =
      openSlots.has('slot') && !isFull ? requeuedBetween(journal, uid, place, later) : undefined;
    later = place;
    if (requeued !== undefined) {
      waiting.push({ updateType: 'sync', time: requeued, from: 'HandlePodCleanups' });
      close('slot');
    }
    const kind = podWorkers.kindOf(place);
    const time = journal.timeOf(at);
    if (time < begun) break;
    if (goroutineSince === undefined && has(workerOutcome.goroutine)) goroutineSince = time;
    if (takenAt === undefined && kind === 'take') takenAt = time;
    if (countsDropped && has(workerOutcome.keptKill)) dropped += 1;
    const named = openSlots.has('undelivered') ? 'undelivered' : 'slot';
    const isFromBehind = named === 'undelivered' || isMoved;
    const filled = has(isFromBehind ? workerOutcome.undelivered : workerOutcome.filled);
    if (filled && !isFromBehind && isMovedBy(journal, uid, place)) {
      isMoved = true;
    } else if (openSlots.has(named) && (filled || has(workerOutcome.replaced))) {
      const event = podWorkers.at(place)?.event;
      const options = event?.kind === 'updatePod' ? event.options : undefined;
      const from = options === undefined ? undefined : askedBy(journal, at, options);
      waiting.push({ updateType: options?.updateType ?? 'sync', time, from });
      if (filled) {
        close(named);
        countsDropped = false;
      }
    }
    const needsTake = worker.work !== undefined && takenAt === undefined;
    if (goroutineSince !== undefined && !needsTake && openSlots.size === 0 && !countsDropped) break;
  }
  return { goroutineSince, takenAt, ...slots, droppedForKill: dropped };
}

/** Whether what a step put into the channel had waited in `lastUndeliveredWorkUpdate` (completeWork up to 1.26). */
function isMovedBy({ parts }: KubeletJournal, uid: string, place: number): boolean {
  const { podWorkers } = parts;
  const before = mapGet(podWorkers.stateBefore(place).workers, uid)?.lastUndelivered;
  return (
    before !== undefined && mapGet(podWorkers.stateAfter(place).workers, uid)?.queued === before
  );
}

/** When housekeeping, whose step is about all workers, made an update of the last one between two of the worker’s own steps (requeueLastPodUpdate). */
function requeuedBetween(
  { parts }: KubeletJournal,
  uid: string,
  place: number,
  later: number,
): Micros | undefined {
  const { podWorkers } = parts;
  const isEmpty = (at: number): boolean => {
    const worker = mapGet(podWorkers.stateAfter(at).workers, uid);
    return worker === undefined || pendingOf(worker) === undefined;
  };
  if (!isEmpty(place)) return undefined;
  for (let at = place + 1; at < later; at++)
    if (podWorkers.kindOf(at) === 'syncKnownPods' && !isEmpty(at)) return podWorkers.at(at)?.at;
  return undefined;
}

/** Who asked for an update: the step of the loop within which it was asked for. */
function askedBy(
  { parts }: KubeletJournal,
  step: number,
  { updateType, killPodOptions }: UpdatePodOptions,
): string | undefined {
  if (updateType === 'kill' && killPodOptions?.evict === true) return 'eviction manager';
  const { syncLoop } = parts;
  const isTurn = (place: number): boolean => !loopAsides.has(syncLoop.kindOf(place) ?? '');
  const row = syncLoop.at(syncLoop.lastBy(step, isTurn));
  switch (row?.event.kind) {
    case 'config':
      return handlers[row.event.update.op];
    case 'pleg':
    case 'sync':
    case 'probe':
      return 'HandlePodSyncs';
    case 'housekeeping':
      return 'HandlePodCleanups';
    default:
      return undefined;
  }
}

const handlers: Readonly<Record<string, string>> = {
  ADD: 'HandlePodAdditions',
  UPDATE: 'HandlePodUpdates',
  DELETE: 'HandlePodUpdates',
  REMOVE: 'HandlePodRemoves',
  RECONCILE: 'HandlePodReconcile',
};

function workerRow(
  asked: Asked,
  uid: string,
  worker: PodWorker,
  due: DueRow | undefined,
): WorkerRow {
  const { inside } = asked;
  const { version, fullVersion } = inside.journal.options;
  const { status, work, lastUndelivered, goroutine } = worker;
  const history = told(asked, uid, worker);
  const workType = (one: PodWork | undefined): string | undefined =>
    version.podWorkers === 'classic' ? undefined : one?.workType;
  const row = (
    options: UpdatePodOptions | undefined,
    type: string | undefined,
    { since, from, replaced }: Slot,
  ): WorkRow | undefined => {
    if (options === undefined) return undefined;
    const kill = options.killPodOptions;
    return {
      updateType: options.updateType,
      workType: type,
      since: inside.shown(since ?? history.goroutineSince ?? micros(0)),
      startTime: inside.shown(options.startTime),
      from,
      replaced: replaced.slice(0, mostReplaced).toReversed(),
      replacedTotal: replaced.length,
      evict: kill?.evict === true,
      gracePeriod: kill?.podTerminationGracePeriodSecondsOverride,
      untold: [],
    };
  };
  const pendingType =
    status === undefined
      ? workType(worker.queued)
      : (worker.queued?.workType ?? workTypeOf(status));
  const active = { ...noSlot, since: history.takenAt };
  return {
    pod: inside.pod(uid),
    goroutine,
    since: inside.shown(history.goroutineSince),
    state: status === undefined ? undefined : workTypeOf(status),
    function:
      goroutine === 'syncing' && work !== undefined
        ? syncFunctionGo(work.workType, version, fullVersion)
        : undefined,
    active: row(work?.options, workType(work), active),
    pending: row(pendingOf(worker), pendingType, history.slot),
    lastUndelivered: row(lastUndelivered?.options, workType(lastUndelivered), history.undelivered),
    droppedForKill: history.droppedForKill,
    working: status?.working ?? worker.isWorking,
    due,
    lastSyncTime: inside.shown(worker.lastSyncTime),
    fields: status === undefined ? {} : fieldsOf(inside, status),
    untold: [],
  };
}

function fieldsOf(inside: InsideKubelet, status: PodSyncStatus): WorkerRow['fields'] {
  const time = (at: Micros | undefined): string =>
    at === undefined ? 'not yet' : formatTimeOfDay(inside.shown(at));
  return {
    ctx: status.ctx,
    fullname: status.fullname,
    syncedAt: time(status.syncedAt),
    startedAt: time(status.startedAt),
    terminatingAt: time(status.terminatingAt),
    startedTerminating: String(status.startedTerminating),
    terminatedAt: time(status.terminatedAt),
    gracePeriod: String(status.gracePeriod),
    deleted: String(status.deleted),
    evicted: String(status.evicted),
    finished: String(status.finished),
    restartRequested: String(status.restartRequested),
    observedRuntime: String(status.observedRuntime),
  };
}

// The work queue.

/** The entry of a pod, made when it is asked for. */
function dueRows(asked: Asked): (uid: string) => DueRow | undefined {
  const { inside, step } = asked;
  const { workQueue } = inside.journal.parts;
  const { due } = workQueue.stateBy(step);
  const tick = nextTick(asked);
  return (uid) => {
    const at = mapGet(due, uid);
    return at === undefined ? undefined : dueRow(asked, uid, at, tick);
  };
}

function dueRow(
  { inside, step }: Asked,
  uid: string,
  due: Micros,
  tick: Micros | undefined,
): DueRow {
  const { journal } = inside;
  const { workQueue } = journal.parts;
  const steps = journal.backFrom(uid, step, 'workQueue');
  const enqueued: number = steps.next().value ?? -1;
  const place = workQueue.countTo(enqueued) - 1;
  const event = workQueue.at(place)?.event;
  const delay = event?.kind === 'Enqueue' ? event.delay : 0;
  const replaced = workQueue.outcomeOf(place) === 1 ? steps.next().value : undefined;
  return {
    pod: inside.pod(uid),
    due: inside.shown(due),
    at: inside.timeOf(enqueued),
    delay,
    ...reasonOf(journal, enqueued, uid, delay),
    takenAt: tick === undefined ? undefined : tickAfter(inside.shown(due), tick),
    replaced: replaced === undefined ? undefined : inside.shown(dueOf(journal, replaced)),
    untold: [],
  };
}

/** When the sync tick asks next, if the loop does not tarry. */
function nextTick({ inside, step }: Asked): Micros | undefined {
  const { channels } = inside.journal.parts;
  const isTick = (place: number): boolean => {
    const event = channels.at(place)?.event;
    return event?.kind === 'send' && event.channel === 'syncCh';
  };
  const tick = channels.lastBy(step, isTick);
  return tick < 0 ? undefined : micros(inside.timeOf(channels.stepOf(tick)) + SECOND);
}

/** `GetWork` takes what is due before now: a tick at the very time leaves it. */
function tickAfter(due: Micros, tick: Micros): Micros {
  return due < tick ? tick : micros(tick + (Math.floor((due - tick) / SECOND) + 1) * SECOND);
}

function dueOf(journal: KubeletJournal, step: number): Micros {
  const { workQueue } = journal.parts;
  const event = workQueue.at(workQueue.countTo(step) - 1)?.event;
  return micros(journal.timeOf(step) + (event?.kind === 'Enqueue' ? event.delay : 0));
}

/** Why a pod was enqueued: by the step of its worker whose effect that was. */
function reasonOf(
  journal: KubeletJournal,
  step: number,
  uid: string,
  delay: number,
): { readonly why: DueReason; readonly error: string | undefined } {
  const { podWorkers } = journal.parts;
  const row = podWorkers.at(podWorkers.countTo(step) - 1);
  const event = row?.event;
  const none = { why: 'unknown', error: undefined } as const;
  if (event === undefined || !('uid' in event) || event.uid !== uid) return none;
  if (event.kind === 'take') return { why: 'waits for its static pod', error: undefined };
  if (event.kind !== 'syncDone' && event.kind !== 'statusReady') return none;
  const { err } = event;
  if (err !== undefined) {
    const { networkNotReadyRetry } = journal.options.version;
    const network = networkNotReadyRetry && err.includes('network is not ready');
    return { why: network ? 'network not ready' : 'back-off', error: err };
  }
  if (event.kind === 'syncDone' && event.canceled === true)
    return { why: 'back-off', error: 'context canceled' };
  return { why: delay === 0 ? 'phase transition' : 'resync', error: undefined };
}

export function workQueuePart(asked: Asked): WorkQueuePart {
  const { inside, step, count } = asked;
  const { due } = inside.journal.parts.workQueue.stateBy(step);
  const all = [...ofPod(asked, mapEntries(due))].sort(([, a], [, b]) => a - b);
  const tick = nextTick(asked);
  return {
    ...partHead(asked, 'workQueue'),
    due: all.slice(0, count).map(([uid, at]) => dueRow(asked, uid, at, tick)),
    total: all.length,
    nextTick: tick,
  };
}
