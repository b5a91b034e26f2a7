// Mirrors pkg/kubelet/pod_workers.go (v1.23): the machine of 1.22 to 1.26, where the channel of a worker holds the
// work itself, and what comes meanwhile waits as `lastUndeliveredWorkUpdate`. Known weaknesses are kept: a worker
// whose pod was removed while it failed to terminate is not pushed on by anybody.
import { mapEntries } from '../base/persistentMap.ts';
import type { Micros } from '../base/time.ts';
import { isStaticPod, type PodUid } from './pod.ts';
import {
  isTerminated,
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
} from './podWorkersUpdate.ts';
import type { KubeletVersion } from './version/index.ts';

type EventOf<K extends PodWorkersEvent['kind']> = PodWorkersEvent & { readonly kind: K };

export function stepLifecycle(
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
      take(draft, event);
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

function updatePod(draft: Draft, event: EventOf<'updatePod'>): void {
  const { options: asked, now, cacheTerminal } = event;
  const pod = podOf(asked);
  const { uid } = pod.metadata;
  const keys = [podRef(pod), podUidKey(uid)] as const;
  const isRuntimePod = asked.pod === undefined;
  let options = asked;
  if (asked.runningPod !== undefined && !isRuntimePod) {
    options = withoutRunningPod(asked, asked.pod);
    const text = 'Pod update included RunningPod which is only valid when Pod is not specified';
    log(draft, 0, text, keys);
  } else if (isRuntimePod && asked.updateType !== 'kill') {
    log(draft, 0, 'Pod update is ignored, runtime pods can only be killed', keys);
    return;
  }
  if (workerOf(draft, uid).status === undefined) {
    firstSight(draft, options, now, cacheTerminal, keys);
  }
  const status = workerOf(draft, uid).status ?? newPodSyncStatus('', now);
  if (isTerminationRequested(status) && options.updateType === 'create') {
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
  const settled = settleKillOptions(draft, uid, options, isRuntimePod, keys);
  if (settled === undefined) return;
  deliver(draft, uid, settled.options, becameTerminating || settled.shortened, keys);
}

/** Sends the work to an idle worker; a busy one finds it later, and is cancelled if it does what is not wanted now. */
function deliver(
  draft: Draft,
  uid: PodUid,
  options: UpdatePodOptions,
  cancels: boolean,
  keys: Keys,
): void {
  const { status, channel, lastUndelivered } = workerOf(draft, uid);
  if (status === undefined) return;
  if (!channel) {
    if (options.pod !== undefined && isStaticPod(options.pod)) {
      addWaitingStaticPod(draft, status.fullname, uid);
    }
    changeWorker(draft, uid, {
      channel: true,
      goroutine: 'idle',
      lastSyncTime: undefined,
      podStarted: false,
    });
  }
  const work: PodWork = { workType: workTypeOf(status), options };
  if (!status.working) {
    changeStatus(draft, uid, { working: true });
    send(draft, uid, work);
    return;
  }
  const older = lastUndelivered?.options.startTime;
  const keepsOlder =
    older !== undefined && options.startTime !== undefined && older < options.startTime;
  changeWorker(draft, uid, {
    lastUndelivered: keepsOlder ? { ...work, options: { ...options, startTime: older } } : work,
  });
  if (cancels && status.ctx !== 'none') {
    const updateType = ['updateType', workTypeNumber(work)] as const;
    log(draft, 3, 'Cancelling current pod sync', [...keys, updateType]);
    changeStatus(draft, uid, { ctx: 'canceled' });
    draft.effects.push({ kind: 'cancel', uid });
  }
}

/** These versions print the kind of work as a number. */
function workTypeNumber({ workType }: PodWork): number {
  return ['sync', 'terminating', 'terminated'].indexOf(workType);
}

function send(draft: Draft, uid: PodUid, work: PodWork): void {
  const { goroutine } = changeWorker(draft, uid, { signalled: true, queued: work });
  if (goroutine === 'idle') draft.effects.push({ kind: 'wake', uid });
}

function take(draft: Draft, { uid, now, random }: EventOf<'take'>): void {
  const { goroutine, queued: work, podStarted } = workerOf(draft, uid);
  if (goroutine !== 'idle' || work === undefined) return;
  changeWorker(draft, uid, { signalled: false, queued: undefined });
  const pod = podOf(work.options);
  const keys = [podRef(pod), podUidKey(uid)];
  const typed = [...keys, ['updateType', workTypeNumber(work)] as const];
  if (!podStarted) {
    switch (allowPodStart(draft, pod, random)) {
      case 'cannotStartEver':
        log(draft, 4, 'Pod never started and the worker can now stop', keys);
        endWorker(draft, uid, { terminatedAt: now });
        log(draft, 4, 'Processing pod event done', typed);
        return;
      case 'cannotStartYet':
        // The update is lost: the retry from the queue brings another one.
        changeStatus(draft, uid, { working: false });
        log(draft, 4, 'Pod cannot start yet', keys);
        return;
      case 'canStart':
        changeStatus(draft, uid, { startedAt: now });
        changeWorker(draft, uid, { podStarted: true });
    }
  }
  log(draft, 4, 'Processing pod event', typed);
  const { lastSyncTime } = changeWorker(draft, uid, { work, goroutine: 'waiting' });
  if (work.options.runningPod === undefined) {
    draft.effects.push({ kind: 'getNewerThan', uid, minTime: lastSyncTime });
  } else {
    runSync(draft, uid, work);
  }
}

function statusReady(draft: Draft, event: EventOf<'statusReady'>): void {
  const { uid, err } = event;
  const { goroutine, work } = workerOf(draft, uid);
  if (goroutine !== 'waiting' || work === undefined) return;
  if (err === undefined) {
    runSync(draft, uid, work);
    return;
  }
  const message = `error determining status: ${err}`;
  draft.effects.push({ kind: 'recordEvent', uid, type: 'Warning', reason: 'FailedSync', message });
  complete(draft, { ...event, kind: 'syncDone' }, work);
}

function runSync(draft: Draft, uid: PodUid, { workType, options }: PodWork): void {
  changeWorker(draft, uid, { goroutine: 'syncing' });
  changeStatus(draft, uid, { ctx: 'live' });
  const pod = podOf(options);
  switch (workType) {
    case 'sync': {
      const { updateType, mirrorPod } = options;
      draft.effects.push({ kind: 'syncPod', uid, updateType, pod, mirrorPod });
      return;
    }
    case 'terminated':
      draft.effects.push({ kind: 'syncTerminatedPod', uid, pod });
      return;
    case 'terminating': {
      const podStatusFunc = acknowledgeTerminating(draft, uid);
      const { runningPod } = options;
      const gracePeriod = options.killPodOptions?.podTerminationGracePeriodSecondsOverride;
      draft.effects.push({
        kind: 'syncTerminatingPod',
        uid,
        pod,
        gracePeriod,
        podStatusFunc,
        ...(runningPod === undefined ? {} : { runningPod }),
      });
    }
  }
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
  const typed = [...keys, ['updateType', workTypeNumber(work)] as const];
  changeWorker(draft, uid, { work: undefined });
  let phaseTransition = false;
  if (canceled) {
    log(draft, 2, 'Sync exited with context cancellation error', typed);
  } else if (err !== undefined) {
    log(draft, 0, 'Error syncing pod, skipping', keys, 'E', err);
  } else if (work.workType === 'terminated') {
    log(draft, 4, 'Pod is complete and the worker can now stop', keys);
    endWorker(draft, uid, {});
    log(draft, 4, 'Processing pod event done', typed);
    return;
  } else if (work.workType === 'terminating' && work.options.runningPod !== undefined) {
    const text = 'Pod terminated all orphaned containers successfully and worker can now stop';
    log(draft, 4, text, keys);
    endWorker(draft, uid, { terminatedAt: now });
    log(draft, 4, 'Processing pod event done', typed);
    return;
  } else if (work.workType === 'terminating') {
    completeTerminating(draft, uid, work, now, keys);
    phaseTransition = true;
  } else if (event.isTerminal === true) {
    log(draft, 4, 'Pod is terminal', typed);
    completeSync(draft, uid, work, now, keys);
    phaseTransition = true;
  }
  completeWork(draft, event, phaseTransition);
  log(draft, 4, 'Processing pod event done', typed);
}

/** The pod is finished, its goroutine and its channel are gone; the entry stays until housekeeping. */
function endWorker(draft: Draft, uid: PodUid, change: Partial<PodSyncStatus>): void {
  cleanupPodUpdates(draft, uid);
  changeWorker(draft, uid, { goroutine: 'none' });
  const status = changeStatus(draft, uid, { ...change, finished: true, working: false });
  if (status !== undefined) releaseStaticPod(draft, status.fullname, uid);
}

function cleanupPodUpdates(draft: Draft, uid: PodUid): void {
  changeWorker(draft, uid, {
    channel: false,
    signalled: false,
    queued: undefined,
    lastUndelivered: undefined,
  });
}

function completeSync(draft: Draft, uid: PodUid, work: PodWork, now: Micros, keys: Keys): void {
  log(draft, 4, 'Pod indicated lifecycle completed naturally and should now terminate', keys);
  const { status } = workerOf(draft, uid);
  if (status !== undefined && isTerminationRequested(status)) {
    const twice = 'Pod worker attempted to set terminatingAt twice, likely programmer error';
    log(draft, 4, twice, keys);
  }
  const terminatingAt = status?.terminatingAt ?? now;
  changeStatus(draft, uid, { terminatingAt, startedTerminating: true });
  nextPhase(draft, uid, work, 'terminating');
}

function completeTerminating(
  draft: Draft,
  uid: PodUid,
  work: PodWork,
  now: Micros,
  keys: Keys,
): void {
  log(draft, 4, 'Pod terminated all containers successfully', keys);
  const { status } = workerOf(draft, uid);
  for (const channel of status?.notifyPostTerminating ?? []) {
    draft.effects.push({ kind: 'completed', channel });
  }
  changeStatus(draft, uid, {
    terminatedAt: now,
    notifyPostTerminating: [],
    statusPostTerminating: [],
  });
  nextPhase(draft, uid, work, 'terminated');
}

/** Replaces whatever waits, a kill with its wishes included. */
function nextPhase(
  draft: Draft,
  uid: PodUid,
  work: PodWork,
  workType: 'terminating' | 'terminated',
): void {
  const options: UpdatePodOptions = { updateType: 'sync', pod: podOf(work.options) };
  changeWorker(draft, uid, { lastUndelivered: { workType, options } });
}

function completeWork(draft: Draft, event: EventOf<'syncDone'>, phaseTransition: boolean): void {
  const { uid, now, random, backOffExpiry } = event;
  const err = event.canceled === true ? 'context canceled' : event.err;
  const outcome = { phaseTransition, err, backOffExpiry, now, random };
  const delay = requeueDelay(outcome, draft.version);
  draft.effects.push({ kind: 'enqueue', uid, delay });
  const { lastUndelivered } = changeWorker(draft, uid, { goroutine: 'idle' });
  if (lastUndelivered === undefined) {
    changeStatus(draft, uid, { working: false });
    return;
  }
  changeWorker(draft, uid, { lastUndelivered: undefined });
  send(draft, uid, lastUndelivered);
}

/** Forgets what is finished and not wanted any more; even what it forgets is in the answer. */
function syncKnownPods(draft: Draft, { desired }: EventOf<'syncKnownPods'>): void {
  if (!draft.state.podsSynced) draft.state = { ...draft.state, podsSynced: true };
  for (const [uid, { status }] of mapEntries(draft.state.workers)) {
    if (status === undefined) continue;
    const orphan = !desired.has(uid);
    if (orphan || status.restartRequested) removeTerminatedWorker(draft, uid, status);
    draft.effects.push({
      kind: 'known',
      uid,
      state: workTypeOf(status),
      orphan,
      hasConfig: true,
      isStatic: false,
      recreated: isTerminated(status) && status.restartRequested,
    });
  }
}

function removeTerminatedWorker(draft: Draft, uid: PodUid, status: PodSyncStatus): void {
  const keys = [podUidKey(uid)];
  if (!status.finished) {
    const text = 'Pod worker has been requested for removal but is still not fully terminated';
    log(draft, 4, text, keys);
    return;
  }
  const text = status.restartRequested
    ? 'Pod has been terminated but another pod with the same UID was created, remove history to allow restart'
    : 'Pod has been terminated and is no longer known to the kubelet, remove all history';
  log(draft, 4, text, keys);
  cleanupPodUpdates(draft, uid);
  changeWorker(draft, uid, { status: undefined });
  releaseStaticPod(draft, status.fullname, uid);
}
