// Runs the PLEG of a simulated kubelet against the fake runtime, and the cache that it fills.
import type { Micros } from '../base/time.ts';
import {
  emptyPleg,
  plegChannelCapacity,
  plegHealth,
  relistPeriod,
  stepPleg,
  type PlegEffect,
  type PlegInput,
} from '../kubelet/pleg.ts';
import type { PodLifecycleEvent } from '../kubelet/plegEvents.ts';
import type { PodUid, RunningPod } from '../kubelet/pod.ts';
import {
  cacheGet,
  emptyPodCache,
  stepPodCache,
  type CacheData,
  type CacheEvent,
} from '../kubelet/podCache.ts';
import { say, type SyncContext } from './syncContext.ts';
import { spawn } from './task.ts';

export interface PlegListener {
  /** An event goes into the channel of the sync loop. */
  readonly onEvent: (event: PodLifecycleEvent) => void;
  /** How many events wait there. */
  readonly waiting: () => number;
  /** A worker that waited for a newer status has it. */
  readonly onStatus: (uid: PodUid, data: CacheData) => void;
}

export class PlegDriver {
  private pleg = emptyPleg;
  private cache = emptyPodCache;
  private readonly context: SyncContext;
  private readonly listener: PlegListener;

  constructor(context: SyncContext, listener: PlegListener) {
    this.context = context;
    this.listener = listener;
  }

  health(now: Micros): string | undefined {
    return plegHealth(this.pleg, now, this.context.version);
  }

  held(uid: PodUid): CacheData {
    return cacheGet(this.cache, uid);
  }

  getNewerThan(uid: PodUid, minTime: Micros | undefined): void {
    this.stepCache({ kind: 'getNewerThan', subscriber: uid, uid, minTime });
  }

  relist(): void {
    this.step({ kind: 'relist' });
  }

  private step(input: PlegInput): void {
    const { state, effects } = stepPleg(this.pleg, input, this.context.version);
    this.pleg = state;
    for (const effect of effects) this.perform(effect);
  }

  private get room(): number {
    return plegChannelCapacity - this.listener.waiting();
  }

  private perform(effect: PlegEffect): void {
    const { clock, alive, write } = this.context;
    switch (effect.kind) {
      case 'log':
        write(effect);
        return;
      case 'getPods':
        this.listPods();
        return;
      case 'getPodStatus':
        this.inspect(effect.pod);
        return;
      case 'cacheSet': {
        const { uid, status, time, err } = effect;
        this.stepCache({ kind: 'set', uid, status, time, ...(err === undefined ? {} : { err }) });
        return;
      }
      case 'cacheDelete':
        this.stepCache({ kind: 'delete', uid: effect.uid });
        return;
      case 'cacheUpdateTime':
        this.stepCache({ kind: 'updateTime', time: effect.time });
        return;
      case 'send':
        this.listener.onEvent(effect.event);
        return;
      case 'discard':
        return;
      case 'relistDone':
        clock.after(relistPeriod, () => {
          if (alive()) this.relist();
        });
    }
  }

  private listPods(): void {
    const { clock, runtime, version, alive } = this.context;
    const timestamp = clock.now();
    spawn(
      runtime.listPods(),
      (answer) => {
        if ('err' in answer) {
          const remote = version.minor >= 31 ? 'log.go' : 'remote_runtime.go';
          const text = 'ListPodSandbox with filter from runtime service failed';
          const filter = ['filter', { raw: version.minor >= 28 ? 'null' : 'nil' }] as const;
          say(this.context, remote, text, [filter], { severity: 'E', err: answer.err });
        }
        this.step({ kind: 'podsListed', timestamp, room: this.room, ...answer });
      },
      alive,
    );
  }

  private inspect({ id: uid, name, namespace }: RunningPod): void {
    const { clock, runtime, alive } = this.context;
    const time = clock.now();
    spawn(
      runtime.podStatus({ uid, name, namespace }),
      (answer) => {
        const heldIps = this.held(uid).status?.ips ?? [];
        const { room } = this;
        this.step({ kind: 'podInspected', uid, time, heldIps, room, ...answer });
      },
      alive,
    );
  }

  private stepCache(event: CacheEvent): void {
    const options = { version: this.context.version, eventedPleg: false };
    const { state, effects } = stepPodCache(this.cache, event, options);
    this.cache = state;
    for (const { uid, data } of effects) this.listener.onStatus(uid, data);
  }
}
