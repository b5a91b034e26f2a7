// Mirrors pkg/kubelet/container/cache.go (v1.34, and v1.36 with a time of its own for each pod).
//
// What the PLEG last saw of each pod, and who waits to see something newer. Promised: an answer to a waiter that asked
// for "newer than t" was looked at after t, though the entry itself may be older (an unchanged pod is not written again:
// the global time says that it was looked at). A pod that is not held has an empty status. Deleting wakes nobody.
import {
  emptyMap,
  mapEntries,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../base/persistentMap.ts';
import type { Micros } from '../base/time.ts';
import { emptyPodStatus, type PodStatus, type PodUid } from './pod.ts';
import type { KubeletVersion } from './version/index.ts';

export interface CacheData {
  readonly status: PodStatus | undefined;
  readonly err: string | undefined;
  readonly modified: Micros | undefined;
  /** `observedTime`, where a relist of this pod alone has set it: the pod was looked at then, and is as it was. */
  readonly observed?: Micros;
}

/** A reader that is blocked in GetNewerThan. */
export interface SubRecord {
  readonly subscriber: string;
  /** Undefined is Go's zero time, before everything. */
  readonly time: Micros | undefined;
}

export interface PodCache {
  readonly pods: PersistentMap<CacheData>;
  /** All entries were looked at since then; undefined until the first complete relist. */
  readonly timestamp: Micros | undefined;
  readonly subscribers: PersistentMap<readonly SubRecord[]>;
}

export interface CacheEffect {
  readonly kind: 'deliver';
  readonly subscriber: string;
  readonly uid: PodUid;
  readonly data: CacheData;
}

export type CacheEvent =
  | {
      readonly kind: 'getNewerThan';
      readonly subscriber: string;
      readonly uid: PodUid;
      readonly minTime: Micros | undefined;
    }
  | {
      readonly kind: 'set';
      readonly uid: PodUid;
      readonly status: PodStatus | undefined;
      readonly err?: string;
      readonly time: Micros;
    }
  | { readonly kind: 'delete'; readonly uid: PodUid }
  | { readonly kind: 'updateTime'; readonly time: Micros }
  /** Of one pod (1.36). */
  | { readonly kind: 'setObservedTime'; readonly uid: PodUid; readonly time: Micros };

export interface CacheStep {
  readonly state: PodCache;
  readonly effects: readonly CacheEffect[];
  /** False when a `set` was refused because what is held is newer (1.26+ with events as the source). */
  readonly updated: boolean;
}

export interface CacheOptions {
  readonly version: KubeletVersion;
  /** The gate EventedPLEG. */
  readonly eventedPleg: boolean;
}

export const emptyPodCache: PodCache = {
  pods: emptyMap(),
  timestamp: undefined,
  subscribers: emptyMap(),
};

/** `Get`: what is held, or an empty status; never waits. */
export function cacheGet(cache: PodCache, uid: PodUid): CacheData {
  return (
    mapGet(cache.pods, uid) ?? { status: emptyPodStatus(uid), err: undefined, modified: undefined }
  );
}

export function stepPodCache(cache: PodCache, event: CacheEvent, options: CacheOptions): CacheStep {
  switch (event.kind) {
    case 'getNewerThan':
      return getNewerThan(cache, event, options);
    case 'set': {
      const held = mapGet(cache.pods, event.uid);
      const refuses = options.eventedPleg && options.version.cacheRefusesOlder;
      if (refuses && held !== undefined && isAfter(held.modified, event.time)) {
        return { state: cache, effects: [], updated: false };
      }
      const data = { status: event.status, err: event.err, modified: event.time };
      const effects: CacheEffect[] = [];
      const state = { ...cache, pods: mapSet(cache.pods, event.uid, data) };
      return { state: notify(state, event.uid, event.time, effects), effects, updated: true };
    }
    case 'delete':
      return {
        state: { ...cache, pods: mapRemove(cache.pods, event.uid) },
        effects: [],
        updated: true,
      };
    case 'setObservedTime': {
      const { uid, time } = event;
      const held = mapGet(cache.pods, uid);
      const effects: CacheEffect[] = [];
      const state =
        held === undefined
          ? cache
          : { ...cache, pods: mapSet(cache.pods, uid, { ...held, observed: time }) };
      return { state: notify(state, uid, time, effects), effects, updated: true };
    }
    case 'updateTime': {
      const effects: CacheEffect[] = [];
      let state: PodCache = { ...cache, timestamp: event.time };
      for (const [uid] of mapEntries(cache.subscribers)) {
        state = notify(state, uid, event.time, effects);
      }
      return { state, effects, updated: true };
    }
  }
}

function isAfter(time: Micros | undefined, other: Micros | undefined): boolean {
  return time !== undefined && (other === undefined || time > other);
}

function getNewerThan(
  cache: PodCache,
  { subscriber, uid, minTime }: CacheEvent & { kind: 'getNewerThan' },
  { version, eventedPleg }: CacheOptions,
): CacheStep {
  const held = mapGet(cache.pods, uid);
  const global = isAfter(cache.timestamp, minTime);
  // From 1.26 to 1.28 a pod unknown to an event-fed cache was answered at once.
  const atOnce = eventedPleg && version.minor >= 26 && version.minor <= 28;
  const own = isAfter(held?.modified, minTime) || isAfter(held?.observed, minTime);
  const ready = global || (held === undefined ? atOnce : own);
  if (ready) {
    const data = cacheGet(cache, uid);
    return { state: cache, effects: [{ kind: 'deliver', subscriber, uid, data }], updated: true };
  }
  const waiting = [...(mapGet(cache.subscribers, uid) ?? []), { subscriber, time: minTime }];
  const subscribers = mapSet(cache.subscribers, uid, waiting);
  return { state: { ...cache, subscribers }, effects: [], updated: true };
}

/** Here "newer" includes the very moment that was asked for, unlike in the answer given at once. */
function notify(cache: PodCache, uid: PodUid, time: Micros, effects: CacheEffect[]): PodCache {
  const waiting = mapGet(cache.subscribers, uid);
  if (waiting === undefined) return cache;
  const early = waiting.filter((record) => record.time !== undefined && time < record.time);
  if (early.length === waiting.length) return cache;
  const data = cacheGet(cache, uid);
  for (const record of waiting) {
    if (!early.includes(record)) {
      effects.push({ kind: 'deliver', subscriber: record.subscriber, uid, data });
    }
  }
  const subscribers =
    early.length === 0 ? mapRemove(cache.subscribers, uid) : mapSet(cache.subscribers, uid, early);
  return { ...cache, subscribers };
}
