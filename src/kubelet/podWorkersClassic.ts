// Mirrors pkg/kubelet/pod_workers.go (v1.18): the machine up to 1.21. It knows no states: one sync function does
// everything, a kill is an update like others, and who wants a pod gone ends the worker.
import { mapEntries } from '../base/persistentMap.ts';
import type { PodUid } from './pod.ts';
import type {
  PodWork,
  PodWorkers,
  PodWorkersEvent,
  PodWorkersStep,
  UpdatePodOptions,
} from './podWorkers.ts';
import {
  changeWorker,
  draftOf,
  finish,
  log,
  podOf,
  podRef,
  podUidKey,
  requeueDelay,
  workerOf,
  type Draft,
} from './podWorkersDraft.ts';
import type { KubeletVersion } from './version/index.ts';

type EventOf<K extends PodWorkersEvent['kind']> = PodWorkersEvent & { readonly kind: K };

export function stepClassic(
  state: PodWorkers,
  event: PodWorkersEvent,
  version: KubeletVersion,
): PodWorkersStep {
  const draft = draftOf(state, version);
  switch (event.kind) {
    case 'updatePod':
      updatePod(draft, event.options);
      break;
    case 'take':
      take(draft, event.uid);
      break;
    case 'statusReady':
      statusReady(draft, event);
      break;
    case 'syncDone':
      syncDone(draft, event);
      break;
    case 'syncKnownPods':
      if (!draft.state.podsSynced) draft.state = { ...draft.state, podsSynced: true };
      for (const [uid, worker] of mapEntries(draft.state.workers)) {
        if (worker.channel && !event.desired.has(uid)) removeWorker(draft, uid);
      }
      break;
    case 'forgetWorker':
      removeWorker(draft, event.uid);
      break;
  }
  return finish(draft);
}

function updatePod(draft: Draft, options: UpdatePodOptions): void {
  const { uid } = podOf(options).metadata;
  const worker = workerOf(draft, uid);
  if (!worker.channel) {
    // A goroutine of the same UID may still be in its last sync; `podStarted` tells that the next turn is a new one's.
    const busy = worker.goroutine === 'waiting' || worker.goroutine === 'syncing';
    changeWorker(draft, uid, {
      channel: true,
      podStarted: false,
      ...(busy ? {} : { goroutine: 'idle', lastSyncTime: undefined }),
    });
  }
  const work: PodWork = { workType: 'sync', options };
  if (!worker.isWorking) {
    changeWorker(draft, uid, { isWorking: true });
    send(draft, uid, work);
  } else if (worker.lastUndelivered?.options.updateType !== 'kill') {
    changeWorker(draft, uid, { lastUndelivered: work });
  }
}

function send(draft: Draft, uid: PodUid, work: PodWork): void {
  const { goroutine } = changeWorker(draft, uid, { signalled: true, queued: work });
  if (goroutine === 'idle') draft.effects.push({ kind: 'wake', uid });
}

function take(draft: Draft, uid: PodUid): void {
  const { goroutine, queued: work, lastSyncTime } = workerOf(draft, uid);
  if (goroutine !== 'idle' || work === undefined) return;
  changeWorker(draft, uid, {
    signalled: false,
    queued: undefined,
    podStarted: true,
    work,
    goroutine: 'waiting',
  });
  draft.effects.push({ kind: 'getNewerThan', uid, minTime: lastSyncTime });
}

function statusReady(draft: Draft, event: EventOf<'statusReady'>): void {
  const { uid, err } = event;
  const { goroutine, work } = workerOf(draft, uid);
  if (goroutine !== 'waiting' || work === undefined) return;
  if (err === undefined) {
    changeWorker(draft, uid, { goroutine: 'syncing' });
    const { updateType, mirrorPod, killPodOptions } = work.options;
    draft.effects.push({
      kind: 'syncPod',
      uid,
      updateType,
      pod: podOf(work.options),
      mirrorPod,
      ...(killPodOptions === undefined ? {} : { killPodOptions }),
    });
    return;
  }
  const message = `error determining status: ${err}`;
  draft.effects.push({ kind: 'recordEvent', uid, type: 'Warning', reason: 'FailedSync', message });
  wrapUp(draft, { ...event, kind: 'syncDone' }, work);
}

function syncDone(draft: Draft, event: EventOf<'syncDone'>): void {
  const { goroutine, work, podStarted } = workerOf(draft, event.uid);
  if (goroutine !== 'syncing' || work === undefined) return;
  changeWorker(draft, event.uid, { lastSyncTime: podStarted ? event.now : undefined });
  wrapUp(draft, event, work);
}

function wrapUp(draft: Draft, event: EventOf<'syncDone'>, work: PodWork): void {
  const { uid, now, random, backOffExpiry } = event;
  const err = event.canceled === true ? 'context canceled' : event.err;
  const channel = work.options.killPodOptions?.completedCh;
  if (channel !== undefined) draft.effects.push({ kind: 'completed', channel });
  if (err !== undefined) {
    const keys = [podRef(podOf(work.options)), podUidKey(uid)];
    log(draft, 0, 'Error syncing pod, skipping', keys, 'E', err);
  }
  const outcome = { phaseTransition: false, err, backOffExpiry, now, random };
  draft.effects.push({ kind: 'enqueue', uid, delay: requeueDelay(outcome, draft.version) });
  const { lastUndelivered, channel: alive } = workerOf(draft, uid);
  changeWorker(draft, uid, { work: undefined, goroutine: alive ? 'idle' : 'none' });
  if (lastUndelivered === undefined) {
    changeWorker(draft, uid, { isWorking: false });
    return;
  }
  changeWorker(draft, uid, { lastUndelivered: undefined });
  send(draft, uid, lastUndelivered);
}

/** The channel is closed; a sync that runs goes on to its end. */
function removeWorker(draft: Draft, uid: PodUid): void {
  const { channel, goroutine } = workerOf(draft, uid);
  if (!channel) return;
  changeWorker(draft, uid, {
    channel: false,
    signalled: false,
    queued: undefined,
    lastUndelivered: undefined,
    goroutine: goroutine === 'idle' ? 'none' : goroutine,
  });
}
