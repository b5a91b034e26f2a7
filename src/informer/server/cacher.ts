// Mirrors pkg/storage/cacher/cacher.go and delegator.go (apiserver v0.37).
import type { Clock } from '../../base/clock.ts';
import { toDisposable, type Disposable } from '../../base/disposable.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { micros, SECOND } from '../../base/time.ts';
import type { ObjectList } from '../listerWatcher.ts';
import { metaNamespaceKey, type KubeObject } from '../object.ts';
import type { Status } from '../requestError.ts';
import {
  CacheWatcher,
  convert,
  type CacheWatcherState,
  type InitialEvents,
  type WatchSink,
} from './cacheWatcher.ts';
import { decodeContinue, encodeContinue } from './continueToken.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Etcd } from './etcd.ts';
import type { RingBounds } from './eventRing.ts';
import { continueExpired, expired, notReady, tooLargeResourceVersion } from './status.ts';
import {
  validateList,
  validateWatch,
  withDefaults,
  type ListParameters,
  type WatchParameters,
} from './validation.ts';
import { WatchCache } from './watchCache.ts';

export interface CacherOptions {
  readonly clock: Clock;
  /** Chance, from 0 to below 1. */
  readonly random: () => number;
  /** Microseconds by which the cache runs behind etcd. Default 0. */
  readonly lag?: number;
  readonly ring?: RingBounds;
  /** The gate WatchList. Default true, as in 1.32 and since 1.34. */
  readonly watchList?: boolean;
  /** The gate ConsistentListFromCache. Default true, as since 1.31; before, what must be the newest is read from etcd. */
  readonly consistentListFromCache?: boolean;
  /** The gate ListFromCacheSnapshot. Default true, as since 1.34; before, what must be of one version is read from etcd. */
  readonly listFromCacheSnapshot?: boolean;
  /** How many events may wait for one watch. Default as in the server: for a second of them, 10 to 100. */
  readonly watcherCapacity?: number;
}

/** Selects all: a list that asks for nothing else is one without selectors. */
export const everything = (): boolean => true;

/** A watch that is open. */
export interface OpenWatch extends Disposable {
  /** The connection takes more again. */
  resume(): void;
  /** The server's side of it, once that is there. */
  readonly state: CacheWatcherState | undefined;
}

/** One resource of the server: answers lists and watches, from a cache where that is as good as etcd. */
export class Cacher<T extends KubeObject> implements Disposable {
  readonly cache: WatchCache<T>;
  private readonly etcd: Etcd<T>;
  private readonly options: CacherOptions;
  private readonly dispatcher: Dispatcher<T>;

  constructor(etcd: Etcd<T>, options: CacherOptions) {
    this.etcd = etcd;
    this.options = options;
    this.dispatcher = new Dispatcher<T>(options.clock, options.random);
    this.cache = new WatchCache(etcd, options);
    this.cache.onEvent = (event) => {
      this.dispatcher.dispatch(event);
    };
    this.cache.onProgress = (revision) => {
      this.dispatcher.progress(revision);
    };
  }

  /** How many watches are open. */
  get watches(): number {
    return this.dispatcher.size;
  }

  list(
    parameters: ListParameters,
    matches: (object: T) => boolean,
    answer: (result: Result<ObjectList<T>, Status>) => void,
  ): Disposable {
    const refused = validateList(parameters);
    if (refused !== undefined) return now(answer, err(refused));
    const { resourceVersion: version, limit } = parameters;
    const token = decodeContinue(parameters.continue);
    const cacheLimit = version === '0' ? 0 : limit;
    const wanted: Wanted<T> = { after: token?.after ?? '', limit, cacheLimit, matches };
    const exact = token === undefined ? exactVersion(parameters) : token.version;
    if (exact !== undefined) return this.listExact(exact, wanted, answer);
    const isConsistent = version === '' || token !== undefined;
    if (isConsistent && !this.readsConsistently) {
      return now(answer, this.listFrom(this.etcd.revision, wanted));
    }
    if (!this.cache.ready) return now(answer, this.listUnready(Number(version), wanted));
    const required = isConsistent ? this.etcd.revision : Number(version);
    return this.cache.waitUntilFresh(required, (failure) => {
      if (failure === undefined) answer(ok(this.page(wanted)));
      // What must be the newest comes from etcd, if the cache cannot keep up.
      else if (isConsistent) answer(this.listFrom(this.etcd.revision, wanted));
      else answer(err(failure));
    });
  }

  watch(
    parameters: WatchParameters,
    matches: (object: T) => boolean,
    sink: WatchSink<T>,
  ): Result<OpenWatch, Status> {
    const watchList = this.options.watchList ?? true;
    const asked = withDefaults(parameters, watchList);
    const refused = validateWatch(asked, watchList);
    if (refused !== undefined) return err(refused);
    if (!this.cache.ready) return err(notReady(this.cache.downtime));
    const { resourceVersion, sendInitialEvents } = asked;
    const watch = new PendingWatch();
    const begin = (): void => {
      const from = this.beginning(asked, matches);
      if (from.ok) watch.open(this.open(asked, matches, sink, from.value));
      else {
        sink.fail(from.error);
        sink.close();
      }
    };
    if (sendInitialEvents === undefined) {
      begin();
      return ok(watch);
    }
    const required = resourceVersion === '' ? this.etcd.revision : Number(resourceVersion);
    watch.until(
      this.cache.waitUntilFresh(required, (failure) => {
        if (failure === undefined) begin();
        else {
          sink.fail(failure);
          sink.close();
        }
      }),
    );
    return ok(watch);
  }

  /** Every stream is closed without an error and the cache filled anew. */
  reinitialise(): void {
    // In this order: who comes back at once must not find the old state.
    this.cache.relist();
    this.dispatcher.closeAll();
  }

  dispose(): void {
    this.dispatcher.dispose();
    this.cache.dispose();
  }

  /** What a watch begins with, and the version that it is complete up to. */
  private beginning(
    { resourceVersion: version, sendInitialEvents }: WatchParameters,
    matches: (object: T) => boolean,
  ): Result<Beginning<T>, Status> {
    const { cache } = this;
    const state = sendInitialEvents ?? (version === '' || version === '0');
    if (state) {
      const objects = cache.list().filter(matches);
      let next = 0;
      const initial: InitialEvents<T> = () => {
        const object = objects[next++];
        return object === undefined ? 'end' : { type: 'ADDED', object };
      };
      return ok({ initial, version: cache.resourceVersion });
    }
    const after = version === '' || version === '0' ? cache.resourceVersion : Number(version);
    const first = cache.placeAfter(after);
    if (!first.ok) return first;
    const { ring } = cache;
    const end = ring.end;
    let place = first.value;
    const initial: InitialEvents<T> = () => {
      for (; place < end; place++) {
        const event = ring.at(place);
        if (event === undefined) return 'lost';
        const seen = convert(event, matches);
        if (seen === undefined) continue;
        place += 1;
        return seen;
      }
      return 'end';
    };
    return ok({ initial, version: Math.max(after, cache.resourceVersion) });
  }

  private open(
    parameters: WatchParameters,
    matches: (object: T) => boolean,
    sink: WatchSink<T>,
    from: Beginning<T>,
  ): CacheWatcher<T> {
    const { clock, random } = this.options;
    // Without a wish of the client, half an hour to an hour.
    const lasts = (parameters.timeoutSeconds ?? 1800 * (1 + random())) * SECOND;
    const watcher: CacheWatcher<T> = new CacheWatcher<T>({
      sink,
      matches,
      initial: from.initial,
      initialVersion: from.version,
      endsInitialEvents: parameters.sendInitialEvents === true,
      allowBookmarks: parameters.allowWatchBookmarks,
      capacity: this.watcherCapacity(),
      deadline: micros(clock.now() + lasts),
      onEnd: () => {
        deadline.dispose();
        this.dispatcher.remove(watcher);
      },
    });
    const deadline = clock.after(lasts, () => {
      watcher.dispose();
    });
    this.dispatcher.add(watcher, this.cache.resourceVersion);
    watcher.resume();
    return watcher;
  }

  private watcherCapacity(): number {
    const aSecond = Math.ceil(this.cache.ring.capacity / 75);
    return this.options.watcherCapacity ?? Math.min(100, Math.max(10, aSecond));
  }

  private get readsConsistently(): boolean {
    return this.options.consistentListFromCache !== false;
  }

  private page(wanted: Wanted<T>): ObjectList<T> {
    return fromCache(this.cache.list(), this.cache.resourceVersion, wanted);
  }

  /** What is no larger than a page, and not to be picked out, etcd can be troubled with until the cache is there. */
  private listUnready(version: number, wanted: Wanted<T>): Result<ObjectList<T>, Status> {
    const small = wanted.limit > 0 && wanted.matches === everything;
    if (!small) return err(notReady(this.cache.downtime));
    return this.listFrom(Math.max(this.etcd.revision, version), wanted);
  }

  /** A list at one version: from a state that the cache still has, else from etcd. */
  private listExact(
    version: number,
    wanted: Wanted<T>,
    answer: (result: Result<ObjectList<T>, Status>) => void,
  ): Disposable {
    const { cache } = this;
    const fromSnapshot = (): Result<ObjectList<T>, Status> => {
      const objects = cache.snapshot(version);
      return objects === undefined
        ? this.listFrom(version, wanted)
        : ok(fromCache(objects, version, wanted));
    };
    const isAhead = version > cache.resourceVersion;
    const isCached =
      this.options.listFromCacheSnapshot !== false &&
      (isAhead ? this.readsConsistently : cache.snapshot(version) !== undefined);
    if (!isCached) return now(answer, this.listFrom(version, wanted));
    if (!cache.ready) return now(answer, this.listUnready(version, wanted));
    return cache.waitUntilFresh(version, (failure) => {
      answer(failure === undefined ? fromSnapshot() : err(failure));
    });
  }

  private listFrom(version: number, wanted: Wanted<T>): Result<ObjectList<T>, Status> {
    if (version > this.etcd.revision) {
      return err(tooLargeResourceVersion(version, this.etcd.revision));
    }
    const objects = this.etcd.list(version);
    if ('compactedRevision' in objects) {
      const { after } = wanted;
      const old = 'The resourceVersion for the provided list is too old.';
      return err(after === '' ? expired(old) : continueExpired(after));
    }
    return ok(paged(objects, version, wanted));
  }
}

/** What of a state is asked for. */
interface Wanted<T> {
  /** The rest after this key, as a continue token says it; `''` for all. */
  readonly after: string;
  readonly limit: number;
  /** What the cache makes of the limit: at "0" it does not count. */
  readonly cacheLimit: number;
  readonly matches: (object: T) => boolean;
}

/** Exact, and for ever also a version with a limit. */
function exactVersion(parameters: ListParameters): number | undefined {
  const { resourceVersion, resourceVersionMatch: match, limit } = parameters;
  const isOld = match === '' && limit > 0 && Number(resourceVersion) > 0;
  return match === 'Exact' || isOld ? Number(resourceVersion) : undefined;
}

interface Beginning<T> {
  readonly initial: InitialEvents<T>;
  readonly version: number;
}

function fromCache<T extends KubeObject>(
  all: readonly T[],
  version: number,
  wanted: Wanted<T>,
): ObjectList<T> {
  return paged(all, version, { ...wanted, limit: wanted.cacheLimit });
}

/** The first so many, with the token for the rest. */
function paged<T extends KubeObject>(
  all: readonly T[],
  version: number,
  { after, limit, matches }: Wanted<T>,
): ObjectList<T> {
  const rest =
    after === '' ? all : all.filter((object) => (metaNamespaceKey(object) ?? '') > after);
  const objects = rest.filter(matches);
  const resourceVersion = String(version);
  const last = objects[limit - 1];
  if (limit === 0 || objects.length <= limit || last === undefined) {
    return { resourceVersion, items: objects };
  }
  const token = encodeContinue({ version, after: metaNamespaceKey(last) ?? '' });
  return { resourceVersion, items: objects.slice(0, limit), continue: token };
}

function now<R>(answer: (result: R) => void, result: R): Disposable {
  answer(result);
  return toDisposable(() => undefined);
}

/** A watch that may yet have to wait for the cache. */
class PendingWatch implements OpenWatch {
  private waiting: Disposable | undefined;
  private opened: OpenWatch | undefined;
  private ended = false;

  until(waiting: Disposable): void {
    this.waiting = waiting;
  }

  open(watcher: OpenWatch): void {
    this.opened = watcher;
    if (this.ended) watcher.dispose();
  }

  get state(): CacheWatcherState | undefined {
    return this.opened?.state;
  }

  resume(): void {
    this.opened?.resume();
  }

  dispose(): void {
    this.ended = true;
    this.waiting?.dispose();
    this.opened?.dispose();
  }
}
