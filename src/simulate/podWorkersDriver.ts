// The pod workers of a simulated kubelet and their work queue: the model's steps, and what their effects do in the process.
import { mapGet } from '../base/persistentMap.ts';
import { micros, type Micros } from '../base/time.ts';
import type { PodStatus, PodUid } from '../kubelet/pod.ts';
import type { CacheData } from '../kubelet/podCache.ts';
import {
  emptyPodWorkers,
  type PodWorkersEffect,
  type PodWorkersEvent,
  type UpdatePodOptions,
} from '../kubelet/podWorkers.ts';
import { stepPodWorkers } from '../kubelet/podWorkersMachine.ts';
import { emptyWorkQueue, enqueue, getWork } from '../kubelet/workQueue.ts';
import type { KubeletOptions } from './kubeletOptions.ts';
import type { SyncContext } from './syncContext.ts';
import {
  syncPod,
  syncPodClassic,
  syncTerminatedPod,
  syncTerminatingPod,
  syncTerminatingRuntimePod,
  type SyncResult,
} from './syncFunctions.ts';
import { spawn, type Task } from './task.ts';

/** Asks for a sync function to be run. */
type SyncEffect = Extract<
  PodWorkersEffect,
  { kind: 'syncPod' | 'syncTerminatingPod' | 'syncTerminatingRuntimePod' | 'syncTerminatedPod' }
>;

/** What stands around the workers in their process. */
export interface WorkersListener {
  /** What the pod cache holds of a pod. */
  readonly held: (uid: PodUid) => CacheData;
  readonly getNewerThan: (uid: PodUid, minTime: Micros | undefined) => void;
  /** The eviction of a pod is over. */
  readonly onEvicted: (uid: PodUid) => void;
  /** `acted`: it did something, and without an error. */
  readonly onSynced: (uid: PodUid, acted: boolean) => void;
}

export class PodWorkersDriver {
  workers = emptyPodWorkers;
  private queue = emptyWorkQueue;
  private readonly options: KubeletOptions;
  private readonly context: SyncContext;
  private readonly listener: WorkersListener;

  constructor(options: KubeletOptions, context: SyncContext, listener: WorkersListener) {
    this.options = options;
    this.context = context;
    this.listener = listener;
  }

  private get now(): Micros {
    return this.context.clock.now();
  }

  /** Takes the pods that are due from the work queue. */
  getWork(): readonly PodUid[] {
    const { queue, work } = getWork(this.queue, this.now);
    this.queue = queue;
    if (work.length > 0) this.context.journal()?.gotWork(queue, work.length);
    return work;
  }

  updatePod(options: UpdatePodOptions): void {
    const uid = options.pod?.metadata.uid ?? options.runningPod?.id ?? '';
    const { status, err, modified } = this.listener.held(uid);
    const { phase } = options.pod?.status ?? {};
    const isOver = phase === 'Failed' || phase === 'Succeeded';
    // `isPodStatusCacheTerminal` of a pod that UpdatePod meets for the first time.
    const asks = this.options.version.podWorkers !== 'classic' && isOver;
    if (asks && mapGet(this.workers.workers, uid) === undefined)
      this.context.journal()?.cacheGot(uid, modified !== undefined);
    const cacheTerminal =
      err === undefined &&
      status?.containerStatuses.every(({ state }) => state !== 'running') !== false &&
      status?.sandboxStatuses.every(({ state }) => state !== 'ready') !== false;
    this.step({ kind: 'updatePod', options, now: this.now, cacheTerminal });
  }

  /** The answer of SyncKnownPods: the workers that it did not forget. */
  syncKnownPods(desired: ReadonlySet<PodUid>): (PodWorkersEffect & { kind: 'known' })[] {
    const effects = this.step({ kind: 'syncKnownPods', desired, now: this.now });
    return effects.filter((effect) => effect.kind === 'known');
  }

  step(event: PodWorkersEvent): readonly PodWorkersEffect[] {
    const { state, effects } = stepPodWorkers(this.workers, event, this.options.version);
    const changed = state.workers !== this.workers.workers;
    this.context.journal()?.workers(event, this.workers, state);
    this.workers = state;
    if (changed) this.options.workersChanged(state, this.now);
    for (const effect of effects) this.perform(effect);
    return effects;
  }

  private perform(effect: PodWorkersEffect): void {
    const { clock, random } = this.options;
    switch (effect.kind) {
      case 'log':
        this.context.write(effect);
        return;
      case 'enqueue':
        this.enqueue(effect.uid, effect.delay);
        return;
      case 'wake':
        clock.after(15, () => {
          if (this.context.alive())
            this.step({ kind: 'take', uid: effect.uid, now: this.now, random: random.next() });
        });
        return;
      case 'getNewerThan':
        this.listener.getNewerThan(effect.uid, effect.minTime);
        return;
      case 'completed':
        this.listener.onEvicted(effect.channel);
        return;
      case 'cancel':
      case 'recordEvent':
      case 'known':
        return;
      default:
        this.startSync(effect);
    }
  }

  private enqueue(uid: PodUid, delay: number): void {
    const before = this.queue;
    this.queue = enqueue(before, uid, delay, this.now);
    this.context.journal()?.enqueued(uid, delay, before, this.queue);
  }

  private startSync(effect: SyncEffect): void {
    const { uid } = effect;
    const done = (result: SyncResult): void => {
      this.step({
        kind: 'syncDone',
        uid,
        now: this.now,
        random: this.options.random.next(),
        ...(result.err === undefined ? {} : { err: result.err }),
        ...(result.canceled === true ? { canceled: true } : {}),
        ...(result.isTerminal === true ? { isTerminal: true } : {}),
        ...(result.backOffExpiry === undefined
          ? {}
          : { backOffExpiry: micros(result.backOffExpiry) }),
      });
      this.listener.onSynced(uid, result.acted === true);
    };
    spawn(this.syncTask(effect), done, this.context.alive);
  }

  private syncTask(effect: SyncEffect): Task<SyncResult> {
    const { context } = this;
    const status = this.statusOf(effect.uid);
    switch (effect.kind) {
      case 'syncPod':
        return this.options.version.podWorkers === 'classic'
          ? syncPodClassic(context, effect, status)
          : syncPod(context, effect.pod, effect.mirrorPod, status);
      case 'syncTerminatingPod': {
        if (effect.runningPod !== undefined) {
          return syncTerminatingRuntimePod(context, effect.runningPod);
        }
        const evicted = effect.podStatusFunc === 'evict';
        return syncTerminatingPod(context, effect.pod, effect.gracePeriod, status, evicted);
      }
      case 'syncTerminatingRuntimePod':
        return syncTerminatingRuntimePod(context, effect.runningPod);
      case 'syncTerminatedPod':
        return syncTerminatedPod(context, effect.pod, status);
    }
  }

  private statusOf(uid: PodUid): PodStatus {
    const { status } = this.listener.held(uid);
    return status ?? this.options.runtime.statusNow({ uid, name: '', namespace: '' });
  }
}
