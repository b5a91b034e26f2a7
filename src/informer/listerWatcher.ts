// Mirrors tools/cache/listwatch.go (client-go v0.37): what a reflector needs of a client, and nothing more.
import type { Disposable } from '../base/disposable.ts';
import type { Result } from '../base/result.ts';
import type { RequestError } from './requestError.ts';

export interface ListOptions {
  /** `""`: the newest there is; `"0"`: any the server has at hand; else at least this one. */
  readonly resourceVersion: string;
  /** Objects in one page; 0 is all of them. */
  readonly limit: number;
  /** The token of the page before, `""` for the first. */
  readonly continue: string;
}

export interface WatchOptions {
  readonly resourceVersion: string;
  readonly allowWatchBookmarks: boolean;
  /** After so long the server ends the stream. */
  readonly timeoutSeconds: number;
  /** Ask for the present state first (a streaming list). Sent with `resourceVersionMatch=NotOlderThan`. */
  readonly sendInitialEvents: boolean;
}

/** One page of a list. */
export interface ObjectList<T> {
  readonly resourceVersion: string;
  /** The token for the next page; none after the last. */
  readonly continue?: string;
  readonly items: readonly T[];
}

export interface WatchEvent<T> {
  /** `ADDED`, `MODIFIED`, `DELETED` or `BOOKMARK`; what else a server may send is passed on as it is. */
  readonly type: string;
  readonly object: T;
}

/** What hears a stream. Any call may come at any time, also before `watch` has returned. */
export interface WatchObserver<T> {
  /** The server has accepted the request. */
  opened(): void;
  event(event: WatchEvent<T>): void;
  /** Before `opened`: the request failed. After: an ERROR event, or a stream that could not be read. */
  failed(error: RequestError): void;
  /** The stream ended in the ordinary way; a cut connection counts as that. */
  closed(): void;
}

/**
 * Lists and watches one kind of object. Retries nothing but what the HTTP layer must (429 and 5xx with Retry-After,
 * a lost connection on a list). Ending what a call returned stops it; nothing is heard of it then.
 */
export interface ListerWatcher<T> {
  list(
    options: ListOptions,
    answer: (result: Result<ObjectList<T>, RequestError>) => void,
  ): Disposable;
  watch(options: WatchOptions, observer: WatchObserver<T>): Disposable;
  /** False keeps a reflector from asking for streaming lists. Default true. */
  readonly supportsWatchList?: boolean;
}
