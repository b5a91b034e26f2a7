// Runs the PLEG of a simulated kubelet against the fake runtime, and the cache that it fills.
import type { Disposable } from '../base/disposable.ts';
import { MILLISECOND, MINUTE, SECOND, type Micros } from '../base/time.ts';
import {
  eventedPlegHealth,
  newEventedPleg,
  relistPeriodOf,
  stepEventedPleg,
  type EventedPleg,
  type EventedPlegEffect,
  type EventedPlegInput,
} from '../kubelet/eventedPleg.ts';
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
import type { PodStatus, PodUid, RunningPod } from '../kubelet/pod.ts';
import {
  cacheGet,
  emptyPodCache,
  stepPodCache,
  type CacheData,
  type CacheEvent,
} from '../kubelet/podCache.ts';
import type { RuntimeEvent } from './runtime.ts';
import { podStatusFailed, say, type SyncContext } from './syncContext.ts';
import { spawn } from './task.ts';

export interface PlegListener {
  /** An event goes into the channel of the sync loop. */
  readonly onEvent: (event: PodLifecycleEvent) => void;
  /** How many events wait there. */
  readonly waiting: () => number;
  /** A worker that waited for a newer status has it. */
  readonly onStatus: (uid: PodUid, data: CacheData) => void;
}

const manager = 'kuberuntime_manager.go';
/** A list is late after this when the runtime's events are the main source. */
const eventedRelistThreshold = 10 * MINUTE;
/** Between two moments at which the cache counts as up to date without an event. */
const cacheTick = 5 * SECOND;

export class PlegDriver {
  private pleg = emptyPleg;
  /** Nothing without the gate EventedPLEG. */
  private evented: EventedPleg | undefined;
  private nextRelist: Disposable | undefined;
  private cache = emptyPodCache;
  private readonly context: SyncContext;
  private readonly listener: PlegListener;

  constructor(context: SyncContext, listener: PlegListener) {
    this.context = context;
    this.listener = listener;
  }

  health(now: Micros): string | undefined {
    const { version } = this.context;
    if (this.evented?.inUse !== true) return plegHealth(this.pleg, now, version);
    const late = plegHealth(this.pleg, now, version, eventedRelistThreshold);
    return late ?? eventedPlegHealth(this.listener.waiting(), plegChannelCapacity);
  }

  held(uid: PodUid): CacheData {
    return cacheGet(this.cache, uid);
  }

  getNewerThan(uid: PodUid, minTime: Micros | undefined): void {
    this.stepCache({ kind: 'getNewerThan', subscriber: uid, uid, minTime });
  }

  /** Something was taken from the channel: up to 1.12 a relist may wait for that. */
  roomAgain(): void {
    const { relist } = this.pleg;
    const isBlocked = typeof relist === 'object' && relist.blocked.length > 0;
    if (isBlocked) this.step({ kind: 'roomAgain', room: this.room });
  }

  relist(): void {
    this.step({ kind: 'relist' });
  }

  /** After a sync that did something. */
  requestRelist(uid: PodUid): void {
    if (!this.context.version.plegOnDemandRelist) return;
    this.step({ kind: 'requestRelist', uid, time: this.context.clock.now() });
  }

  /** From now on the runtime's events are the main source. */
  listen(): void {
    const { runtime, clock, alive } = this.context;
    this.evented = newEventedPleg;
    runtime.onEvent = (event) => {
      clock.after(MILLISECOND, () => {
        if (alive()) this.hear(event);
      });
    };
    this.tickCache();
  }

  private hear(event: RuntimeEvent): void {
    const held = event.status === undefined ? undefined : this.held(event.status.id);
    this.stepEvented({
      kind: 'containerEvent',
      ...event,
      heldIps: held?.status?.ips ?? [],
      heldTime: held?.modified,
      room: this.room,
    });
  }

  private tickCache(): void {
    const { clock, alive } = this.context;
    clock.after(cacheTick, () => {
      if (!alive()) return;
      this.stepEvented({ kind: 'cacheTick', now: clock.now() });
      this.tickCache();
    });
  }

  private stepEvented(input: EventedPlegInput): void {
    if (this.evented === undefined) return;
    const { state, effects } = stepEventedPleg(this.evented, input);
    this.evented = state;
    for (const effect of effects) this.performEvented(effect);
  }

  private performEvented(effect: EventedPlegEffect): void {
    if (effect.kind === 'relist') this.relist();
    else if (effect.kind === 'relistPeriod') this.relistAfter(effect.period);
    else this.perform(effect.kind === 'cacheSet' ? { ...effect, err: undefined } : effect);
  }

  private relistAfter(period: number): void {
    const { clock, alive } = this.context;
    this.nextRelist?.dispose();
    this.nextRelist = clock.after(period, () => {
      if (alive()) this.relist();
    });
  }

  private step(input: PlegInput): void {
    if (input.kind === 'podInspected' && input.err !== undefined)
      podStatusFailed(this.context, input.uid, input.err);
    const { state, effects } = stepPleg(this.pleg, input, this.context.version);
    this.pleg = state;
    const events = effects.filter(({ kind }) => kind === 'send' || kind === 'discard');
    this.context.journal()?.pleg(input, events.length, state);
    for (const effect of effects) this.perform(effect);
  }

  private get room(): number {
    return plegChannelCapacity - this.listener.waiting();
  }

  private perform(effect: PlegEffect): void {
    const { write } = this.context;
    switch (effect.kind) {
      case 'log':
        write(effect);
        return;
      case 'getPods':
        this.listPods();
        return;
      case 'getPod':
        this.listPod(effect.uid);
        return;
      case 'getPodStatus':
        this.inspect(effect.pod, effect.timestamp);
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
      case 'cacheSetObservedTime':
        this.stepCache({ kind: 'setObservedTime', uid: effect.uid, time: effect.time });
        return;
      case 'send':
        this.listener.onEvent(effect.event);
        return;
      case 'discard':
        return;
      case 'relistDone':
        this.relistAfter(this.evented === undefined ? relistPeriod : relistPeriodOf(this.evented));
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
        // GetPods of the runtime's manager says so from 1.27 on.
        else if (version.minor >= 27) {
          const all = ['all', { raw: 'true' }] as const;
          say(this.context, manager, 'Retrieved pods from runtime', [all], { v: 4 });
        }
        this.step({ kind: 'podsListed', timestamp, room: this.room, ...answer });
      },
      alive,
    );
  }

  /** `GetPod`, which GetPods' line does not come with. */
  private listPod(uid: PodUid): void {
    const { clock, runtime, alive } = this.context;
    const timestamp = clock.now();
    spawn(
      runtime.listPod(uid),
      (answer) => {
        if ('err' in answer) {
          const text = 'ListPodSandbox with filter from runtime service failed';
          const selector = `label_selector:{key:"io.kubernetes.pod.uid" value:"${uid}"}`;
          const filter = ['filter', selector] as const;
          say(this.context, 'log.go', text, [filter], { severity: 'E', err: answer.err });
        }
        this.step({ kind: 'podListed', uid, timestamp, room: this.room, ...answer });
      },
      alive,
    );
  }

  private inspect(pod: RunningPod, listedAt: Micros): void {
    const { clock, runtime, version, alive } = this.context;
    const { id: uid, name, namespace } = pod;
    const { plegStatusOfList } = version;
    const time = plegStatusOfList ? listedAt : clock.now();
    spawn(
      runtime.podStatus({ uid, name, namespace }),
      (read) => {
        const answer =
          'err' in read || !plegStatusOfList ? read : { status: ofList(read.status, pod) };
        const { status, modified } = this.held(uid);
        const heldIps = status?.ips ?? [];
        const newer = modified !== undefined && modified > time;
        const refused = this.evented !== undefined && version.cacheRefusesOlder && newer;
        const { room } = this;
        this.step({ kind: 'podInspected', uid, time, heldIps, room, refused, ...answer });
      },
      alive,
    );
  }

  private stepCache(event: CacheEvent): void {
    const options = { version: this.context.version, eventedPleg: this.evented !== undefined };
    const step = stepPodCache(this.cache, event, options);
    this.cache = step.state;
    this.context.journal()?.cache(event, step);
    for (const { uid, data } of step.effects) this.listener.onStatus(uid, data);
  }
}

/** What the list had of a pod, in so far as it is still there: what was made since is not asked for. */
function ofList(status: PodStatus, { containers, sandboxes }: RunningPod): PodStatus {
  const listed = new Set([...containers, ...sandboxes].map(({ id }) => id));
  const has = ({ id }: { readonly id: string }): boolean => listed.has(id);
  const containerStatuses = status.containerStatuses.filter(has);
  return { ...status, containerStatuses, sandboxStatuses: status.sandboxStatuses.filter(has) };
}
