// How a reflector's run is written: as a routine that says what it wants and is told what came of it. Nothing in it
// waits or requests by itself, so it runs the same on a real network, on a simulated one, and one step at a time.
import { AssertionError } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Result } from '../base/result.ts';
import type { Micros } from '../base/time.ts';
import type { Backoff } from './backoff.ts';
import type { Behaviour } from './behaviour.ts';
import type { Failure } from './failure.ts';
import type { ListOptions, ObjectList, WatchEvent, WatchOptions } from './listerWatcher.ts';
import type { KubeObject } from './object.ts';
import type { RequestError } from './requestError.ts';
import type { ReflectorStore } from './store.ts';

export type WaitReason =
  /** The connection was refused, or the server said it has too much to do. */
  | 'server-busy'
  /** Before listing and watching again. */
  | 'relist';

/** What the routine wants done. */
export type Effect =
  | { readonly do: 'list'; readonly options: ListOptions }
  | { readonly do: 'watch'; readonly options: WatchOptions }
  /** The next of the open stream. */
  | { readonly do: 'receive' }
  | { readonly do: 'wait'; readonly delay: number; readonly reason: WaitReason };

/** What came of it. */
export type Answer<T> =
  | { readonly is: 'listed'; readonly result: Result<ObjectList<T>, RequestError> }
  | { readonly is: 'opened' }
  | { readonly is: 'event'; readonly event: WatchEvent<T> }
  /** The watch request failed, or the open stream did. */
  | { readonly is: 'failed'; readonly error: RequestError }
  | { readonly is: 'closed' }
  | { readonly is: 'waited' };

export type Routine<T, R> = Generator<Effect, R, Answer<T>>;

/** How a try to list and watch ended: in order (`undefined`), or so. */
export interface ReflectorError {
  readonly during: 'list' | 'watch';
  readonly error: RequestError;
}

/** What a reflector tells while it runs; the page that shows one, the tape and the oracle's trace listen. */
export type ReflectorEvent =
  | { readonly type: 'list'; readonly options: ListOptions }
  | {
      readonly type: 'listed';
      readonly count: number;
      readonly resourceVersion: string;
      readonly streamed: boolean;
    }
  | { readonly type: 'watch'; readonly options: WatchOptions }
  | { readonly type: 'stream-ended'; readonly error: RequestError | undefined }
  | { readonly type: 'wait'; readonly delay: number; readonly reason: WaitReason }
  | { readonly type: 'returned'; readonly error: ReflectorError | undefined }
  | { readonly type: 'resync' }
  | { readonly type: 'warning'; readonly text: string };

/** What the routine works on. The reflector owns it and lets others look (`Reflector.state`). */
export interface ReflectorContext<T extends KubeObject> {
  readonly store: ReflectorStore<T>;
  readonly clock: Clock;
  readonly behaviour: Behaviour;
  readonly random: () => number;
  readonly useWatchList: boolean;
  /** Seconds; the server is asked to end a watch after this to twice this. */
  readonly minWatchTimeout: number;
  readonly watchListPageSize: number;
  /** So many streaming lists in a row may end early before a list is asked for the ordinary way. */
  readonly streamingListTries: number;
  readonly maxInternalErrorRetryDuration: number;
  readonly expectedType: { readonly apiVersion: string; readonly kind: string } | undefined;
  readonly backoff: Backoff;
  readonly connectionBackoff: Backoff;
  readonly tell: (event: ReflectorEvent) => void;
  /** Ends the open stream, if there is one. */
  readonly stopStream: () => void;
  readonly startResync: () => void;
  readonly stopResync: () => void;
  /** A resync that failed since the last call. */
  readonly takeResyncFailure: () => Failure | undefined;
  /** The last version seen; opaque, and it may go backwards. */
  lastSyncResourceVersion: string;
  /** That version turned out to be too old or too new for the server. */
  lastVersionUnavailable: boolean;
  /** A list at `"0"` came in pages: the server has no watch cache. */
  paginatedResult: boolean;
  lastEventAt: Micros | undefined;
  lastBookmarkAt: Micros | undefined;
}

function unexpected(effect: Effect, answer: Answer<unknown>): never {
  throw new AssertionError(`asked to ${effect.do}, was told ${answer.is}`);
}

export function* list<T>(options: ListOptions): Routine<T, Result<ObjectList<T>, RequestError>> {
  const effect: Effect = { do: 'list', options };
  const answer = yield effect;
  return answer.is === 'listed' ? answer.result : unexpected(effect, answer);
}

/** Opens a stream; the error, if the request failed. */
export function* openWatch<T>(options: WatchOptions): Routine<T, RequestError | undefined> {
  const effect: Effect = { do: 'watch', options };
  const answer = yield effect;
  if (answer.is === 'failed') return answer.error;
  return answer.is === 'opened' ? undefined : unexpected(effect, answer);
}

export function* wait<T>(delay: number, reason: WaitReason): Routine<T, void> {
  const effect: Effect = { do: 'wait', delay, reason };
  const answer = yield effect;
  if (answer.is !== 'waited') unexpected(effect, answer);
}
