// Mirrors pkg/storage/cacher/cache_watcher.go (apiserver v0.37).
import { Deque } from '../../base/deque.ts';
import type { Disposable } from '../../base/disposable.ts';
import { MINUTE, SECOND, type Micros } from '../../base/time.ts';
import type { WatchEvent } from '../listerWatcher.ts';
import type { KubeObject } from '../object.ts';
import { initialEventsAnnotation } from '../receiveEvents.ts';
import type { Status } from '../requestError.ts';
import type { EtcdEvent } from './etcd.ts';

/** Where the events of a watch go: a connection. */
export interface WatchSink<T> {
  /** False: it is full for now; `CacheWatcher.resume` says when it is not. */
  send(event: WatchEvent<T | KubeObject>): boolean;
  /** An ERROR event; the stream is closed after it. */
  fail(status: Status): void;
  close(): void;
}

/** What a watch begins with, pulled as the connection takes it. `lost`: it was overwritten meanwhile. */
export type InitialEvents<T> = () => WatchEvent<T> | 'end' | 'lost';

export interface CacheWatcherOptions<T extends KubeObject> {
  readonly sink: WatchSink<T>;
  readonly initial: InitialEvents<T>;
  /** The version that `initial` leads to: live events up to it are left out. */
  readonly initialVersion: number;
  /** A bookmark ends the initial events. */
  readonly endsInitialEvents: boolean;
  readonly allowBookmarks: boolean;
  readonly matches: (object: T) => boolean;
  /** How many events wait here before the watcher counts as slow. */
  readonly capacity: number;
  /** When the stream will be closed for its age. */
  readonly deadline: Micros;
  readonly onEnd: () => void;
}

type Input<T> = EtcdEvent<T> | { readonly type: 'BOOKMARK'; readonly revision: number };

/** The inside, for pages and tests. */
export interface CacheWatcherState {
  /** Revisions of what waits in the input channel. */
  readonly waiting: readonly number[];
  readonly capacity: number;
  /** What was before it began is still being sent. */
  readonly sendsInitialEvents: boolean;
}

/** One watch: what was before it began, then what happens, converted to what its selector sees. */
export class CacheWatcher<T extends KubeObject> implements Disposable {
  readonly allowBookmarks: boolean;
  /** Called when there is room again. */
  onRoom: () => void = () => undefined;
  private readonly options: CacheWatcherOptions<T>;
  private readonly input = new Deque<Input<T>>();
  private initial: InitialEvents<T> | undefined;
  private endBookmarkOwed: boolean;
  private isFull = false;
  private isEnded = false;
  /** Takes nothing more, but sends what it has. */
  private draining = false;

  constructor(options: CacheWatcherOptions<T>) {
    this.options = options;
    this.allowBookmarks = options.allowBookmarks;
    this.initial = options.initial;
    this.endBookmarkOwed = options.endsInitialEvents && options.allowBookmarks;
  }

  get ended(): boolean {
    return this.isEnded;
  }

  get state(): CacheWatcherState {
    return {
      waiting: this.input.toArray().map(({ revision }) => revision),
      capacity: this.options.capacity,
      sendsInitialEvents: this.initial !== undefined || this.endBookmarkOwed,
    };
  }

  /** Sends as much as the connection takes. */
  resume(): void {
    this.isFull = false;
    const had = this.input.length;
    this.sendAll();
    if (this.input.length < had) this.onRoom();
    if (this.draining && this.input.length === 0) this.end();
  }

  /** Takes an event, if there is room. */
  offer(event: EtcdEvent<T>): boolean {
    if (this.isEnded || this.draining) return true;
    if (this.input.length >= this.options.capacity) return false;
    this.input.push(event);
    this.sendAll();
    return true;
  }

  /** Takes a bookmark, or lets it be where that would mean to wait. */
  offerBookmark(revision: number): void {
    if (this.isEnded || this.draining || this.input.length >= this.options.capacity) return;
    // It would say nothing that the client does not know.
    if (revision <= this.options.initialVersion) return;
    this.input.push({ type: 'BOOKMARK', revision });
    this.sendAll();
  }

  /** At once where one that ends the initial events is still owed: that it went out is seen only then. */
  firstBookmark(now: Micros): number {
    return this.endBookmarkOwed ? now : this.nextBookmark(now);
  }

  /** When the next bookmark is due: each minute, and two seconds before the end. */
  nextBookmark(now: Micros): number {
    const beforeEnd = this.options.deadline - 2 * SECOND;
    return beforeEnd > now ? Math.min(now + MINUTE, beforeEnd) : now + MINUTE;
  }

  /** It was too slow: cut off without a word, but for a list that is all there and only has to be sent. */
  terminate(): void {
    if (this.endBookmarkOwed && this.initial === undefined) this.draining = true;
    else this.end();
  }

  /** Closes the stream in order, as at its deadline. */
  dispose(): void {
    this.end();
  }

  private end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.input.clear();
    this.options.sink.close();
    this.options.onEnd();
  }

  private sendAll(): void {
    while (!this.isFull && !this.isEnded) {
      if (!this.sendNext()) return;
    }
  }

  /** Sends one event; false if there was none. */
  private sendNext(): boolean {
    if (this.initial !== undefined) {
      const event = this.initial();
      if (event === 'lost') this.end();
      else if (event === 'end') this.initial = undefined;
      else this.send(event);
      return true;
    }
    if (this.endBookmarkOwed) {
      this.endBookmarkOwed = false;
      this.send(bookmark(this.options.initialVersion, { [initialEventsAnnotation]: 'true' }));
      return true;
    }
    const next = this.input.shift();
    if (next === undefined) return false;
    if (next.type === 'BOOKMARK') this.send(bookmark(next.revision));
    else if (next.revision > this.options.initialVersion) {
      const event = convert(next, this.options.matches);
      if (event !== undefined) this.send(event);
    }
    return true;
  }

  private send(event: WatchEvent<T | KubeObject>): void {
    this.isFull = !this.options.sink.send(event);
  }
}

function bookmark(
  revision: number,
  annotations: Readonly<Record<string, string>> = {},
): WatchEvent<KubeObject> {
  return {
    type: 'BOOKMARK',
    object: { metadata: { resourceVersion: String(revision), annotations } },
  };
}

/** What a change is to a selector: an object may come into its sight, or leave it, without being made or deleted. */
export function convert<T extends KubeObject>(
  event: EtcdEvent<T>,
  matches: (object: T) => boolean,
): WatchEvent<T> | undefined {
  const { before } = event;
  const was = before !== undefined && matches(before);
  if (event.type !== 'DELETED' && matches(event.object)) {
    return { type: was ? 'MODIFIED' : 'ADDED', object: event.object };
  }
  if (!was) return undefined;
  const metadata = { ...before.metadata, resourceVersion: String(event.revision) };
  return { type: 'DELETED', object: { ...before, metadata } };
}
