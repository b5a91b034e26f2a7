// Mirrors dispatchEvents of pkg/storage/cacher/cacher.go and time_budget.go (apiserver v0.37).
import type { Clock } from '../../base/clock.ts';
import { Deque } from '../../base/deque.ts';
import type { Disposable } from '../../base/disposable.ts';
import { MILLISECOND, SECOND } from '../../base/time.ts';
import type { KubeObject } from '../object.ts';
import type { CacheWatcher } from './cacheWatcher.ts';
import type { EtcdEvent } from './etcd.ts';

/** Earned each second, for waiting for slow watchers. */
const earned = 50 * MILLISECOND;
/** No more than this is saved up. */
const saved = 100 * MILLISECOND;

/**
 * Hands each event to all watchers. Those that have no room are waited for together, as long as the budget lasts;
 * who still has none is cut off, so that one slow client cannot hold up the others.
 */
export class Dispatcher<T extends KubeObject> implements Disposable {
  private readonly clock: Clock;
  private readonly random: () => number;
  /** The second, counted from the beginning, in which each is due a bookmark. */
  private readonly watchers = new Map<CacheWatcher<T>, number>();
  private readonly began: number;
  /** The first second whose bookmarks are still to be sent. */
  private second = 0;
  private readonly pending = new Deque<EtcdEvent<T>>();
  /** Watchers that the event at hand is being held for. */
  private slow = new Set<CacheWatcher<T>>();
  private held: { readonly event: EtcdEvent<T>; readonly goOn: () => void } | undefined;
  private waiting: Disposable | undefined;
  private ticking: Disposable | undefined;
  private budget = saved;
  private budgetAt: number;
  private dispatched = 0;

  constructor(clock: Clock, random: () => number) {
    this.clock = clock;
    this.random = random;
    this.began = this.budgetAt = clock.now();
  }

  get size(): number {
    return this.watchers.size;
  }

  /** @param revision the version that the cache has reached */
  add(watcher: CacheWatcher<T>, revision: number): void {
    this.dispatched = Math.max(this.dispatched, revision);
    this.watchers.set(watcher, this.secondOf(watcher.firstBookmark(this.clock.now())));
    watcher.onRoom = () => {
      this.retry();
    };
    this.tick();
  }

  remove(watcher: CacheWatcher<T>): void {
    this.watchers.delete(watcher);
    if (this.slow.delete(watcher)) this.retry();
    if (this.watchers.size > 0) return;
    this.ticking?.dispose();
    this.ticking = undefined;
  }

  dispatch(event: EtcdEvent<T>): void {
    this.pending.push(event);
    if (this.waiting === undefined) this.work();
  }

  /** The cache is further without an event; bookmarks will say so. */
  progress(revision: number): void {
    if (this.pending.length === 0) this.dispatched = Math.max(this.dispatched, revision);
  }

  /** Closes all streams without an error, as when the cache is filled anew. */
  closeAll(): void {
    for (const watcher of [...this.watchers.keys()]) watcher.dispose();
    this.pending.clear();
  }

  dispose(): void {
    this.closeAll();
    this.waiting?.dispose();
    this.ticking?.dispose();
  }

  private work(): void {
    for (let event = this.pending.shift(); event !== undefined; event = this.pending.shift()) {
      this.dispatched = event.revision;
      for (const watcher of [...this.watchers.keys()]) {
        if (!watcher.offer(event)) this.slow.add(watcher);
      }
      if (this.slow.size > 0) {
        this.hold(event);
        return;
      }
    }
  }

  private hold(event: EtcdEvent<T>): void {
    const from = this.clock.now();
    this.budget = Math.min(saved, this.budget + ((from - this.budgetAt) / SECOND) * earned);
    this.budgetAt = from;
    const goOn = (): void => {
      this.waiting?.dispose();
      this.waiting = undefined;
      this.budget = Math.max(0, this.budget - (this.clock.now() - from));
      this.budgetAt = this.clock.now();
      const slow = this.slow;
      this.slow = new Set();
      for (const watcher of slow) {
        if (!watcher.offer(event)) watcher.terminate();
      }
      this.work();
    };
    this.waiting = this.clock.after(this.budget, goOn);
    this.held = { event, goOn };
  }

  /** A slow watcher has room, or is gone: once none is left to wait for, the next event is handed out. */
  private retry(): void {
    const { held } = this;
    if (held === undefined || this.waiting === undefined) return;
    for (const watcher of [...this.slow]) {
      if (watcher.ended || watcher.offer(held.event)) this.slow.delete(watcher);
    }
    if (this.slow.size > 0) return;
    this.held = undefined;
    held.goOn();
  }

  private secondsTo(time: number): number {
    return Math.floor((time - this.began) / SECOND);
  }

  private secondOf(bookmark: number): number {
    return Math.max(this.second, this.secondsTo(bookmark));
  }

  /** About each second: bookmarks for those whose time has come. */
  private tick(): void {
    this.ticking ??= this.clock.after((0.75 + this.random() / 2) * SECOND, () => {
      this.ticking = undefined;
      const now = this.clock.now();
      const due = [...this.watchers].filter(([, second]) => second <= this.secondsTo(now));
      this.second = Math.max(this.second, this.secondsTo(now) + 1);
      for (const [watcher] of due) {
        if (!watcher.allowBookmarks) continue;
        this.watchers.set(watcher, this.secondOf(watcher.nextBookmark(now)));
        watcher.offerBookmark(this.dispatched);
      }
      if (this.watchers.size > 0) this.tick();
    });
  }
}
