// Mirrors pkg/storage/cacher/watch_cache.go (apiserver v0.37).
import type { Clock } from '../../base/clock.ts';
import { toDisposable, type Disposable } from '../../base/disposable.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MILLISECOND, SECOND, type Micros } from '../../base/time.ts';
import { metaNamespaceKey, type KubeObject } from '../object.ts';
import type { Status } from '../requestError.ts';
import type { Etcd, EtcdEvent } from './etcd.ts';
import { EventRing, type RingBounds } from './eventRing.ts';
import { expired, tooLargeResourceVersion } from './status.ts';

/** How long a request waits for the cache to reach the version it asks for. */
const freshTimeout = 3 * SECOND;
/** How often, while someone waits, etcd is asked how far it is. */
const progressPeriod = 100 * MILLISECOND;
/** How often the cache looks whether etcd was compacted. */
const compactionPeriod = 15 * SECOND;
/** What a cache that is not the newest is told to wait for. */
const retrySeconds = 1;

export interface WatchCacheOptions {
  readonly clock: Clock;
  /** Microseconds by which the cache runs behind etcd. Default 0. */
  readonly lag?: number;
  readonly ring?: RingBounds;
}

/**
 * The state as the server last heard of it from etcd, and the events that led there. It may be behind; it is never
 * ahead. Until it has listed it is not ready.
 */
export class WatchCache<T extends KubeObject> implements Disposable {
  readonly ring: EventRing<T>;
  /** Hears each event when it has got here. */
  onEvent: (event: EtcdEvent<T>) => void = () => undefined;
  /** Hears that it is further without an event. */
  onProgress: (revision: number) => void = () => undefined;
  /** Microseconds by which the cache runs behind etcd. It may change; what was under way keeps its order. */
  lag: number;
  private readonly etcd: Etcd<T>;
  private readonly clock: Clock;
  /** When the last of what is under way is due. */
  private due = 0;
  private readonly store = new Map<string, T>();
  private readonly listening: readonly Disposable[];
  private readonly waiting = new Set<() => void>();
  private asking: Disposable | undefined;
  private isReady = false;
  private unreadySince: Micros;
  private version = 0;
  private listVersion = 0;
  /** Older states can be had no more. */
  private oldestSnapshot = 0;
  /** Counts the lists: what was under way before the last one comes too late. */
  private generation = 0;

  constructor(etcd: Etcd<T>, options: WatchCacheOptions) {
    this.etcd = etcd;
    this.clock = options.clock;
    this.unreadySince = options.clock.now();
    this.lag = options.lag ?? 0;
    this.ring = new EventRing<T>(options.ring);
    const heard = etcd.onChange((event) => {
      this.later(() => {
        this.apply(event);
      });
    });
    const began = this.clock.now();
    const compacted = etcd.onCompact((revision) => {
      const looksIn = compactionPeriod - ((this.clock.now() - began) % compactionPeriod);
      this.clock.after(looksIn, () => {
        this.oldestSnapshot = Math.max(this.oldestSnapshot, revision);
      });
    });
    this.listening = [heard, compacted];
    this.relist();
  }

  get ready(): boolean {
    return this.isReady;
  }

  /** Microseconds for which it has not been ready. */
  get downtime(): number {
    return this.isReady ? 0 : this.clock.now() - this.unreadySince;
  }

  get resourceVersion(): number {
    return this.version;
  }

  /** The state it has, sorted by key. */
  list(): readonly T[] {
    return sorted(this.store);
  }

  /**
   * The state it had at a revision that it has reached, sorted by key; undefined where that is not kept any more. The
   * server keeps a copy at each event; here the events after it are taken back.
   */
  snapshot(revision: number): readonly T[] | undefined {
    const { ring } = this;
    const place = ring.after(revision);
    const last = ring.at(place - 1)?.revision ?? (ring.lostSinceList ? -1 : this.listVersion);
    if (last > revision || last < this.oldestSnapshot) return undefined;
    const objects = new Map(this.store);
    for (let later = ring.end - 1; later >= place; later--) {
      const event = ring.at(later);
      if (event?.before !== undefined) objects.set(event.key, event.before);
      else if (event !== undefined) objects.delete(event.key);
    }
    return sorted(objects);
  }

  /** Loses everything and lists anew, as when its own watch of etcd broke. */
  relist(): void {
    if (this.isReady) this.unreadySince = this.clock.now();
    this.isReady = false;
    this.generation += 1;
    this.later(() => {
      const objects = this.etcd.list();
      if (!(objects instanceof Array)) return;
      this.store.clear();
      this.ring.clear();
      for (const object of objects) this.store.set(metaNamespaceKey(object) ?? '', object);
      this.version = this.listVersion = this.etcd.revision;
      this.oldestSnapshot = 0;
      this.isReady = true;
      this.wake();
    });
  }

  /** Where to begin with events after a version, or that they are not there any more. */
  placeAfter(revision: number): Result<number, Status> {
    const { ring } = this;
    const first = ring.oldest?.revision ?? this.listVersion + 1;
    const oldest = ring.lostSinceList ? first : this.listVersion + 1;
    if (revision < oldest - 1) {
      return err(expired(`too old resource version: ${revision} (${oldest - 1})`));
    }
    return ok(ring.after(revision));
  }

  /** Answers when the cache has reached a revision, or after three seconds that it has not. */
  waitUntilFresh(revision: number, answer: (failure: Status | undefined) => void): Disposable {
    if (this.isReady && this.version >= revision) {
      answer(undefined);
      return toDisposable(() => undefined);
    }
    const end = (failure: Status | undefined): void => {
      waiting.dispose();
      answer(failure);
    };
    const look = (): void => {
      if (this.isReady && this.version >= revision) end(undefined);
    };
    const deadline = this.clock.after(freshTimeout, () => {
      end(tooLargeResourceVersion(revision, this.version, retrySeconds));
    });
    this.waiting.add(look);
    this.askForProgress();
    const waiting = toDisposable(() => {
      deadline.dispose();
      this.waiting.delete(look);
      if (this.waiting.size === 0) this.asking?.dispose();
    });
    return waiting;
  }

  dispose(): void {
    for (const each of this.listening) each.dispose();
    this.generation += 1;
  }

  /**
   * Once for all, while somebody waits (`ConditionalProgressRequester`). Etcd tells its revision in line with the events, so that the cache is
   * as far as that says.
   */
  private askForProgress(): void {
    if (this.asking !== undefined) return;
    const timer = this.clock.after(progressPeriod, () => {
      this.asking = undefined;
      this.askForProgress();
      const revision = this.etcd.revision;
      this.later(() => {
        if (!this.isReady) return;
        this.version = Math.max(this.version, revision);
        this.onProgress(this.version);
        this.wake();
      });
    });
    this.asking = toDisposable(() => {
      timer.dispose();
      this.asking = undefined;
    });
  }

  private apply(event: EtcdEvent<T>): void {
    if (!this.isReady || event.revision <= this.version) return;
    if (event.type === 'DELETED') this.store.delete(event.key);
    else this.store.set(event.key, event.object);
    this.version = event.revision;
    const { ring } = this;
    ring.push(event, this.clock.now());
    if (ring.length >= ring.capacity)
      this.oldestSnapshot = Math.max(this.oldestSnapshot, ring.oldest?.revision ?? 0);
    this.onEvent(event);
    this.wake();
  }

  private wake(): void {
    for (const look of [...this.waiting]) look();
  }

  private later(action: () => void): void {
    const { generation } = this;
    const now = this.clock.now();
    this.due = Math.max(this.due, now + this.lag);
    if (this.due <= now) {
      action();
      return;
    }
    this.clock.after(this.due - now, () => {
      if (this.generation === generation) action();
    });
  }
}

function sorted<T>(objects: ReadonlyMap<string, T>): readonly T[] {
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
}
