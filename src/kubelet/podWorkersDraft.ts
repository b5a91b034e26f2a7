// Helpers that the three machines of pod workers share: the state while a step works on it, and the log lines.
import { mapGet, mapRemove, mapSet } from '../base/persistentMap.ts';
import type { LogValue } from './effect.ts';
import { isStaticPod, type Pod, type PodUid } from './pod.ts';
import {
  isTerminated,
  isTerminationRequested,
  type KillPodOptions,
  type PodSyncStatus,
  type PodWorker,
  type PodWorkers,
  type PodWorkersEffect,
  type PodWorkersStep,
  type UpdatePodOptions,
} from './podWorkers.ts';
import { SECOND } from '../base/time.ts';
import type { KubeletVersion } from './version/index.ts';

/**
 * The state during one step; its maps are replaced, never changed. The worker that is being worked on is kept aside
 * until the step is over or turns to another, so that a step writes the map once.
 */
export interface Draft {
  state: PodWorkers;
  held: { readonly uid: PodUid; readonly worker: PodWorker } | undefined;
  readonly effects: PodWorkersEffect[];
  readonly version: KubeletVersion;
}

export function draftOf(state: PodWorkers, version: KubeletVersion): Draft {
  return { state, held: undefined, effects: [], version };
}

export function finish(draft: Draft): PodWorkersStep {
  store(draft);
  return { state: draft.state, effects: draft.effects };
}

const noWorker: PodWorker = {
  status: undefined,
  channel: false,
  signalled: false,
  queued: undefined,
  lastUndelivered: undefined,
  isWorking: false,
  goroutine: 'none',
  work: undefined,
  lastSyncTime: undefined,
  podStarted: false,
};

export function workerOf(draft: Draft, uid: PodUid): PodWorker {
  if (draft.held?.uid === uid) return draft.held.worker;
  return mapGet(draft.state.workers, uid) ?? noWorker;
}

export function putWorker(draft: Draft, uid: PodUid, worker: PodWorker): void {
  if (draft.held !== undefined && draft.held.uid !== uid) store(draft);
  draft.held = { uid, worker };
}

/** Writes the worker that is kept aside; one that is neither remembered nor alive is dropped. */
function store(draft: Draft): void {
  if (draft.held === undefined) return;
  const { uid, worker } = draft.held;
  const { workers } = draft.state;
  draft.held = undefined;
  const gone =
    worker.status === undefined &&
    worker.goroutine === 'none' &&
    !worker.channel &&
    !worker.isWorking;
  const next = gone ? mapRemove(workers, uid) : mapSet(workers, uid, worker);
  if (next !== workers) draft.state = { ...draft.state, workers: next };
}

export function changeWorker(draft: Draft, uid: PodUid, change: Partial<PodWorker>): PodWorker {
  const worker = { ...workerOf(draft, uid), ...change };
  putWorker(draft, uid, worker);
  return worker;
}

export function changeStatus(
  draft: Draft,
  uid: PodUid,
  change: Partial<PodSyncStatus>,
): PodSyncStatus | undefined {
  const worker = workerOf(draft, uid);
  if (worker.status === undefined) return undefined;
  const status = { ...worker.status, ...change };
  putWorker(draft, uid, { ...worker, status });
  return status;
}

export type Keys = readonly (readonly [string, LogValue])[];

export function log(
  draft: Draft,
  v: number,
  message: string,
  keys: Keys,
  severity: 'I' | 'W' | 'E' = 'I',
  err?: string,
): void {
  draft.effects.push({
    kind: 'log',
    severity,
    v,
    file: 'pod_workers.go',
    message,
    keys,
    ...(err === undefined ? {} : { err }),
  });
}

export function podRef(pod: Pod): readonly ['pod', LogValue] {
  return ['pod', { ref: [pod.metadata.namespace, pod.metadata.name, pod.metadata.uid] }];
}

export function podUidKey(uid: PodUid): readonly ['podUID', LogValue] {
  return ['podUID', { uid }];
}

/** The pod of an update, real or from the runtime: `ToAPIPod` keeps little more than the names. */
export function podOf(options: UpdatePodOptions): Pod {
  if (options.pod !== undefined) return options.pod;
  const { id = '', name = '', namespace = '' } = options.runningPod ?? {};
  return { metadata: { uid: id, name, namespace }, spec: { containers: [] } };
}

/**
 * The grace period of a pod that is to end, in seconds, and whether it got shorter by this: it never grows, the
 * API server's value goes before an override, the specification is the default, and it is never below 1.
 * Up to 1.30 a value of 0 counted as not set.
 */
export function calculateEffectiveGracePeriod(
  status: PodSyncStatus,
  pod: Pod,
  options: KillPodOptions | undefined,
  version: KubeletVersion,
): { readonly gracePeriod: number; readonly shortened: boolean } {
  let { gracePeriod } = status;
  let overridden = false;
  const overrides = [
    pod.metadata.deletionGracePeriodSeconds,
    options?.podTerminationGracePeriodSecondsOverride,
  ];
  for (const override of overrides) {
    if (override !== undefined && (gracePeriod === 0 || override < gracePeriod)) {
      gracePeriod = override;
      overridden = true;
    }
  }
  if (gracePeriod === 0 && !(overridden && version.zeroGraceHonoured)) {
    gracePeriod = pod.spec.terminationGracePeriodSeconds ?? gracePeriod;
  }
  gracePeriod = Math.max(gracePeriod, 1);
  return {
    gracePeriod,
    shortened: status.gracePeriod !== 0 && status.gracePeriod !== gracePeriod,
  };
}

export const resyncInterval = 60 * SECOND;
export const backOffPeriod = 10 * SECOND;
export const backOffOnTransientErrorPeriod = SECOND;
export const maxBackOffWait = 60 * SECOND;
const jitterFactor = 0.5;

/** `wait.Jitter`: the period and up to half of it again. */
export function jitter(period: number, random: number): number {
  return Math.floor(period * (1 + jitterFactor * random));
}

/** Whether a static pod may start now: `allowPodStart`; pods of other sources always may. */
export function allowPodStart(
  draft: Draft,
  pod: Pod,
  random: number,
): 'canStart' | 'cannotStartYet' | 'cannotStartEver' {
  if (!isStaticPod(pod)) return 'canStart';
  const { uid } = pod.metadata;
  const { status } = workerOf(draft, uid);
  if (status === undefined) {
    const keys = [podRef(pod), podUidKey(uid)];
    log(draft, 0, 'Pod sync status does not exist, the worker should not be running', keys, 'E');
    return 'cannotStartEver';
  }
  if (isTerminationRequested(status)) return 'cannotStartEver';
  if (allowStaticPodStart(draft, status.fullname, uid)) return 'canStart';
  draft.effects.push({ kind: 'enqueue', uid, delay: jitter(backOffPeriod, random) });
  return 'cannotStartYet';
}

/** First come, first started, among the pods of one full name that were not asked to end. */
function allowStaticPodStart(draft: Draft, fullname: string, uid: PodUid): boolean {
  const started = mapGet(draft.state.startedStaticPodsByFullname, fullname);
  if (started !== undefined) return started === uid;
  const waiting = mapGet(draft.state.waitingToStartStaticPodsByFullname, fullname) ?? [];
  const next = waiting.findIndex((other) => {
    const { status } = workerOf(draft, other);
    return status !== undefined && !isTerminationRequested(status) && !isTerminated(status);
  });
  if (next >= 0 && waiting[next] !== uid) {
    setWaiting(draft, fullname, waiting.slice(next));
    return false;
  }
  // When nobody in the list may start, the list stays as it is and this pod starts all the same.
  setWaiting(draft, fullname, next < 0 ? waiting : waiting.slice(next + 1));
  draft.state = {
    ...draft.state,
    startedStaticPodsByFullname: mapSet(draft.state.startedStaticPodsByFullname, fullname, uid),
  };
  return true;
}

export function addWaitingStaticPod(draft: Draft, fullname: string, uid: PodUid): void {
  const waiting = mapGet(draft.state.waitingToStartStaticPodsByFullname, fullname) ?? [];
  setWaiting(draft, fullname, [...waiting, uid]);
}

function setWaiting(draft: Draft, fullname: string, uids: readonly PodUid[]): void {
  const { waitingToStartStaticPodsByFullname: all } = draft.state;
  draft.state = {
    ...draft.state,
    waitingToStartStaticPodsByFullname:
      uids.length === 0 ? mapRemove(all, fullname) : mapSet(all, fullname, uids),
  };
}

export function releaseStaticPod(draft: Draft, fullname: string, uid: PodUid): void {
  const { startedStaticPodsByFullname: started } = draft.state;
  if (mapGet(started, fullname) !== uid) return;
  draft.state = { ...draft.state, startedStaticPodsByFullname: mapRemove(started, fullname) };
}

export interface SyncOutcome {
  readonly phaseTransition: boolean;
  readonly err: string | undefined;
  readonly backOffExpiry: number | undefined;
  readonly now: number;
  readonly random: number;
}

/** When the pod is due again after a sync: the first half of `completeWork`, in classic times `wrapUp`. */
export function requeueDelay(outcome: SyncOutcome, version: KubeletVersion): number {
  const { err, random, backOffExpiry } = outcome;
  if (outcome.phaseTransition) return 0;
  if (err === undefined) return jitter(resyncInterval, random);
  if (version.networkNotReadyRetry && err.includes('network is not ready')) {
    return jitter(backOffOnTransientErrorPeriod, random);
  }
  if (version.requeueAtBackOffExpiry && backOffExpiry !== undefined) {
    const rest = Math.min(Math.max(backOffExpiry - outcome.now, 0), maxBackOffWait);
    return jitter(rest, random);
  }
  return jitter(backOffPeriod, random);
}
