// Mirrors pkg/kubelet/pod_workers.go (v1.34): the machine of 1.27 and later, where the channel of a worker is a mere
// signal and the update waits in the status. Functions carry the names they have there.
import type { Micros } from '../base/time.ts';
import { isStaticPod, type PodUid } from './pod.ts';
import {
  isStarted,
  isTerminationRequested,
  newPodSyncStatus,
  workTypeOf,
  type PodSyncStatus,
  type PodWork,
  type PodWorkers,
  type PodWorkersEvent,
  type PodWorkersStep,
  type UpdatePodOptions,
} from './podWorkers.ts';
import {
  addWaitingStaticPod,
  allowPodStart,
  changeStatus,
  changeWorker,
  draftOf,
  finish,
  log,
  podOf,
  podRef,
  podUidKey,
  releaseStaticPod,
  requeueDelay,
  workerOf,
  type Draft,
  type Keys,
} from './podWorkersDraft.ts';
import {
  acknowledgeTerminating,
  beginTerminating,
  firstSight,
  settleKillOptions,
  withoutRunningPod,
  type Settled,
} from './podWorkersUpdate.ts';
import {
  requeueLastPodUpdate,
  signal,
  syncKnownPods,
  workerHasStopped,
} from './podWorkersKnown.ts';
import type { KubeletVersion } from './version/index.ts';

type EventOf<K extends PodWorkersEvent['kind']> = PodWorkersEvent & { readonly kind: K };

export function stepPending(
  state: PodWorkers,
  event: PodWorkersEvent,
  version: KubeletVersion,
): PodWorkersStep {
  const draft = draftOf(state, version);
  switch (event.kind) {
    case 'updatePod':
      updatePod(draft, event);
      break;
    case 'take':
      startPodSync(draft, event);
      break;
    case 'statusReady':
      statusReady(draft, event);
      break;
    case 'syncDone':
      syncDone(draft, event);
      break;
    case 'syncKnownPods':
      syncKnownPods(draft, event);
      break;
    case 'forgetWorker':
      break;
  }
  return finish(draft);
}

function updatePod(
  draft: Draft,
  { options: asked, now, cacheTerminal }: EventOf<'updatePod'>,
): void {
  const pod = podOf(asked);
  const { uid } = pod.metadata;
  const keys = [podRef(pod), podUidKey(uid), ['updateType', asked.updateType]] as const;
  const isRuntimePod = asked.pod === undefined;
  let options = asked;
  if (asked.runningPod !== undefined) {
    if (!isRuntimePod) {
      options = withoutRunningPod(asked, asked.pod);
      const text = 'Pod update included RunningPod which is only valid when Pod is not specified';
      log(draft, 0, text, keys);
    } else if (asked.updateType !== 'kill') {
      log(draft, 0, 'Pod update is ignored, runtime pods can only be killed', keys);
      return;
    }
  }

  const firstTime = workerOf(draft, uid).status === undefined;
  if (firstTime) firstSight(draft, options, now, cacheTerminal, keys);
  if (isRuntimePod) options = asConfiguredPod(draft, uid, options);
  const status = workerOf(draft, uid).status ?? newPodSyncStatus('', now);

  if (!firstTime && isTerminationRequested(status) && options.updateType === 'create') {
    changeStatus(draft, uid, { restartRequested: true });
    const text =
      'Pod is terminating but has been requested to restart with same UID, will be reconciled later';
    log(draft, 4, text, keys);
    return;
  }
  if (status.finished) {
    log(draft, 4, 'Pod is finished processing, no further updates', keys);
    return;
  }
  const becameTerminating =
    !isTerminationRequested(status) &&
    beginTerminating(draft, uid, options, isRuntimePod, now, keys);
  const delivered = settleKillOptions(draft, uid, options, isRuntimePod, keys);
  if (delivered !== undefined) deliver(draft, uid, delivered, becameTerminating, keys);
}

/** A pod of the runtime whose configuration is known after all is treated by that. */
function asConfiguredPod(draft: Draft, uid: PodUid, options: UpdatePodOptions): UpdatePodOptions {
  const status = changeStatus(draft, uid, { observedRuntime: true });
  const pod = status?.pendingUpdate?.pod ?? status?.activeUpdate?.pod;
  return pod === undefined ? options : withoutRunningPod(options, pod);
}

/** Leaves the update for the worker, starts that if there is none, and cancels what it does for an older wish. */
function deliver(
  draft: Draft,
  uid: PodUid,
  { options, shortened }: Settled,
  becameTerminating: boolean,
  keys: Keys,
): void {
  const worker = workerOf(draft, uid);
  const { status } = worker;
  if (status === undefined) return;
  if (!worker.channel) {
    if (options.pod !== undefined && isStaticPod(options.pod)) {
      addWaitingStaticPod(draft, status.fullname, uid);
    }
    changeWorker(draft, uid, { channel: true, goroutine: 'idle', lastSyncTime: undefined });
  }
  const older = status.pendingUpdate?.startTime;
  const keepsOlder =
    older !== undefined && options.startTime !== undefined && older < options.startTime;
  const pendingUpdate = keepsOlder ? { ...options, startTime: older } : options;
  changeStatus(draft, uid, { pendingUpdate, working: true });
  const podKeys = keys.slice(0, 2);
  const workType = ['workType', workTypeOf(status)] as const;
  log(draft, 4, 'Notifying pod of pending update', [...podKeys, workType]);
  signal(draft, uid);
  if ((becameTerminating || shortened) && status.ctx !== 'none') {
    log(draft, 3, 'Cancelling current pod sync', [...podKeys, workType]);
    changeStatus(draft, uid, { ctx: 'canceled' });
    draft.effects.push({ kind: 'cancel', uid });
  }
}

/** The goroutine receives the signal and consumes the pending update, if the pod may start. */
function startPodSync(draft: Draft, { uid, now, random }: EventOf<'take'>): void {
  const worker = workerOf(draft, uid);
  if (worker.goroutine !== 'idle' || !worker.signalled) return;
  changeWorker(draft, uid, { signalled: false });
  const { status } = worker;
  if (status === undefined) {
    log(draft, 4, 'Pod worker no longer has status, worker should exit', [podUidKey(uid)]);
    return;
  }
  const options = status.pendingUpdate;
  if (options === undefined) {
    changeStatus(draft, uid, { working: false });
    log(draft, 4, 'Pod worker received no pending work, programmer error?', [podUidKey(uid)]);
    return;
  }
  const work: PodWork = { workType: workTypeOf(status), options };
  const live = { pendingUpdate: undefined, ctx: 'live' } as const;
  const terminatesRuntimePod = options.runningPod !== undefined && work.workType === 'terminating';
  if (isStarted(status) || terminatesRuntimePod) {
    changeStatus(draft, uid, { ...live, activeUpdate: mergeLastUpdate(status, options) });
    begin(draft, uid, work);
    return;
  }
  changeStatus(draft, uid, live);
  const pod = podOf(options);
  const keys = [podRef(pod), podUidKey(uid)];
  switch (allowPodStart(draft, pod, random)) {
    case 'cannotStartEver':
      cleanupUnstartedPod(draft, uid, now);
      log(draft, 4, 'Pod cannot start ever', [...keys, ['updateType', work.workType]]);
      return;
    case 'cannotStartYet':
      changeStatus(draft, uid, { pendingUpdate: options, working: false });
      log(draft, 4, 'Pod cannot start yet', keys);
      return;
    case 'canStart':
      changeStatus(draft, uid, {
        startedAt: now,
        activeUpdate: mergeLastUpdate(status, options),
      });
      begin(draft, uid, work);
  }
}

/** What downstream components see: the newest pod, the last mirror pod, the kill options gathered so far. */
function mergeLastUpdate(status: PodSyncStatus, other: UpdatePodOptions): UpdatePodOptions {
  const active = status.activeUpdate;
  const keepsPod = active?.pod !== undefined && other.runningPod !== undefined;
  const pod = keepsPod ? active.pod : other.pod;
  const mirrorPod = other.mirrorPod ?? active?.mirrorPod;
  const kill = other.killPodOptions;
  const merged = kill === undefined ? active?.killPodOptions : killWishes(kill);
  return {
    updateType: 'sync',
    ...(pod === undefined ? {} : { pod }),
    ...(other.runningPod === undefined ? {} : { runningPod: other.runningPod }),
    ...(mirrorPod === undefined ? {} : { mirrorPod }),
    ...(merged === undefined ? {} : { killPodOptions: merged }),
  };
}

function killWishes(
  kill: NonNullable<UpdatePodOptions['killPodOptions']>,
): NonNullable<UpdatePodOptions['killPodOptions']> {
  const { evict, podTerminationGracePeriodSecondsOverride: grace } = kill;
  return {
    ...(evict === true ? { evict } : {}),
    ...(grace === undefined ? {} : { podTerminationGracePeriodSecondsOverride: grace }),
  };
}

function cleanupUnstartedPod(draft: Draft, uid: PodUid, now: Micros): void {
  changeWorker(draft, uid, { channel: false, signalled: false, goroutine: 'none' });
  const status = changeStatus(draft, uid, { finished: true, working: false, terminatedAt: now });
  if (status !== undefined) releaseStaticPod(draft, status.fullname, uid);
  workerHasStopped(draft, uid);
}

function begin(draft: Draft, uid: PodUid, work: PodWork): void {
  const pod = podOf(work.options);
  const keys = [podRef(pod), podUidKey(uid), ['updateType', work.workType]] as const;
  log(draft, 4, 'Processing pod event', keys);
  const { lastSyncTime } = changeWorker(draft, uid, { work, goroutine: 'waiting' });
  if (work.options.runningPod === undefined) {
    draft.effects.push({ kind: 'getNewerThan', uid, minTime: lastSyncTime });
  } else {
    runSync(draft, uid, work);
  }
}

/** The cache answered: the sync function for the state that the update was taken in. */
function statusReady(draft: Draft, event: EventOf<'statusReady'>): void {
  const { uid, err } = event;
  const { goroutine, work } = workerOf(draft, uid);
  if (goroutine !== 'waiting' || work === undefined) return;
  if (err !== undefined) {
    const message = `error determining status: ${err}`;
    draft.effects.push({
      kind: 'recordEvent',
      uid,
      type: 'Warning',
      reason: 'FailedSync',
      message,
    });
    complete(draft, { ...event, kind: 'syncDone' }, work);
    return;
  }
  runSync(draft, uid, work);
}

function runSync(draft: Draft, uid: PodUid, { workType, options }: PodWork): void {
  changeWorker(draft, uid, { goroutine: 'syncing' });
  const pod = podOf(options);
  if (workType === 'sync') {
    const { updateType, mirrorPod } = options;
    draft.effects.push({ kind: 'syncPod', uid, updateType, pod, mirrorPod });
    return;
  }
  if (workType === 'terminated') {
    draft.effects.push({ kind: 'syncTerminatedPod', uid, pod });
    return;
  }
  const podStatusFunc = acknowledgeTerminating(draft, uid);
  if (options.runningPod !== undefined) {
    draft.effects.push({
      kind: 'syncTerminatingRuntimePod',
      uid,
      runningPod: options.runningPod,
    });
    return;
  }
  const gracePeriod = options.killPodOptions?.podTerminationGracePeriodSecondsOverride;
  draft.effects.push({ kind: 'syncTerminatingPod', uid, pod, gracePeriod, podStatusFunc });
}

function syncDone(draft: Draft, event: EventOf<'syncDone'>): void {
  const { goroutine, work } = workerOf(draft, event.uid);
  if (goroutine !== 'syncing' || work === undefined) return;
  changeWorker(draft, event.uid, { lastSyncTime: event.now });
  complete(draft, event, work);
}

function complete(draft: Draft, event: EventOf<'syncDone'>, work: PodWork): void {
  const { uid, now, err, canceled = false } = event;
  const keys = [podRef(podOf(work.options)), podUidKey(uid)];
  const typed = [...keys, ['updateType', work.workType] as const];
  changeWorker(draft, uid, { work: undefined });
  let phaseTransition = false;
  if (canceled) {
    log(draft, 2, 'Sync exited with context cancellation error', typed);
  } else if (err !== undefined) {
    log(draft, 0, 'Error syncing pod, skipping', keys, 'E', err);
  } else if (work.workType === 'terminated') {
    completeTerminated(draft, uid);
    log(draft, 4, 'Processing pod event done', typed);
    workerHasStopped(draft, uid);
    return;
  } else if (work.workType === 'terminating') {
    if (work.options.runningPod !== undefined) {
      completeTerminatingRuntimePod(draft, uid);
      log(draft, 4, 'Processing pod event done', typed);
      workerHasStopped(draft, uid);
      return;
    }
    completeTerminating(draft, uid, now);
    phaseTransition = true;
  } else if (event.isTerminal === true) {
    log(draft, 4, 'Pod is terminal', typed);
    completeSync(draft, uid, now);
    phaseTransition = true;
  }
  completeWork(draft, event, phaseTransition);
  log(draft, 4, 'Processing pod event done', typed);
  endGoroutineTurn(draft, uid);
}

/** The goroutine goes back to its channel: it ends when that was closed meanwhile. */
function endGoroutineTurn(draft: Draft, uid: PodUid): void {
  const worker = workerOf(draft, uid);
  if (!worker.channel) {
    changeWorker(draft, uid, { goroutine: 'none' });
    workerHasStopped(draft, uid);
    return;
  }
  changeWorker(draft, uid, { goroutine: 'idle' });
  if (worker.signalled) draft.effects.push({ kind: 'wake', uid });
}

function completeSync(draft: Draft, uid: PodUid, now: Micros): void {
  const text = 'Pod indicated lifecycle completed naturally and should now terminate';
  log(draft, 4, text, [podUidKey(uid)]);
  const { status } = workerOf(draft, uid);
  if (status === undefined) return;
  if (isTerminationRequested(status)) {
    const twice = 'Pod worker attempted to set terminatingAt twice, likely programmer error';
    log(draft, 4, twice, [podUidKey(uid)]);
  }
  const terminatingAt = status.terminatingAt ?? now;
  changeStatus(draft, uid, { terminatingAt, startedTerminating: true });
  requeueLastPodUpdate(draft, uid);
}

function completeTerminating(draft: Draft, uid: PodUid, now: Micros): void {
  log(draft, 4, 'Pod terminated all containers successfully', [podUidKey(uid)]);
  const { status } = workerOf(draft, uid);
  if (status === undefined) return;
  for (const channel of status.notifyPostTerminating) {
    draft.effects.push({ kind: 'completed', channel });
  }
  changeStatus(draft, uid, {
    terminatedAt: now,
    notifyPostTerminating: [],
    statusPostTerminating: [],
  });
  requeueLastPodUpdate(draft, uid);
}

/** A pod without configuration is not part of what is wanted: nothing of it is remembered. */
function completeTerminatingRuntimePod(draft: Draft, uid: PodUid): void {
  const text = 'Pod terminated all orphaned containers successfully and worker can now stop';
  log(draft, 4, text, [podUidKey(uid)]);
  const { status } = workerOf(draft, uid);
  if (status !== undefined) releaseStaticPod(draft, status.fullname, uid);
  const gone = { channel: false, signalled: false, goroutine: 'none', status: undefined } as const;
  changeWorker(draft, uid, gone);
}

function completeTerminated(draft: Draft, uid: PodUid): void {
  log(draft, 4, 'Pod is complete and the worker can now stop', [podUidKey(uid)]);
  changeWorker(draft, uid, { channel: false, signalled: false, goroutine: 'none' });
  const status = changeStatus(draft, uid, { finished: true, working: false });
  if (status !== undefined) releaseStaticPod(draft, status.fullname, uid);
}

function completeWork(draft: Draft, event: EventOf<'syncDone'>, phaseTransition: boolean): void {
  const { uid, now, random, backOffExpiry } = event;
  const err = event.canceled === true ? 'context canceled' : event.err;
  const outcome = { phaseTransition, err, backOffExpiry, now, random };
  const delay = requeueDelay(outcome, draft.version);
  draft.effects.push({ kind: 'enqueue', uid, delay });
  const { status } = workerOf(draft, uid);
  if (status === undefined) return;
  if (status.pendingUpdate === undefined) {
    changeStatus(draft, uid, { working: false });
    return;
  }
  const queued = signal(draft, uid);
  const text = queued ? 'Requeuing pod due to pending update' : 'Pending update already queued';
  log(draft, 4, text, [podUidKey(uid)]);
}
