// Mirrors ListAndWatchWithContext, list and watch of tools/cache/reflector.go (client-go v0.37, older by Behaviour).
import type { ListOptions } from './listerWatcher.ts';
import { InternalErrorRetry } from './internalErrorRetry.ts';
import type { KubeObject } from './object.ts';
import { defaultPageSize, listPages } from './pager.ts';
import { receiveEvents } from './receiveEvents.ts';
import {
  describeRequestError,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isTooLargeResourceVersion,
  isTooManyRequests,
  type RequestError,
} from './requestError.ts';
import {
  list,
  openWatch,
  wait,
  type ReflectorContext,
  type ReflectorError,
  type Routine,
} from './routine.ts';
import { watchList } from './watchList.ts';
import { watchTimeoutSeconds } from './watchTimeout.ts';

/**
 * Gets the present state, then follows changes until that goes wrong in a way that only a new list mends. What is
 * returned goes to the watch error handler; much that ends a watch is in the order of things and is not.
 */
export function* listAndWatch<T extends KubeObject>(
  context: ReflectorContext<T>,
): Routine<T, ReflectorError | undefined> {
  try {
    let streaming = false;
    if (context.useWatchList) {
      const error = yield* watchList(context);
      streaming = error === undefined;
      if (error !== undefined) {
        const text = `no streaming list: ${describeRequestError(error)}; listing the ordinary way`;
        context.tell({ type: 'warning', text });
      }
    }
    if (!streaming) {
      const error = yield* listIntoStore(context);
      if (error !== undefined) return { during: 'list', error };
    }
    context.startResync();
    const error = yield* watch(context, streaming);
    return error === undefined ? undefined : { during: 'watch', error };
  } finally {
    context.stopResync();
    context.stopStream();
  }
}

/** The version to list at: any at first, then what was seen last, and the newest if that could not be had. */
function relistVersion<T extends KubeObject>(context: ReflectorContext<T>): string {
  if (!context.behaviour.relistsFromLastSeen) return '0';
  if (context.lastVersionUnavailable) return '';
  return context.lastSyncResourceVersion === '' ? '0' : context.lastSyncResourceVersion;
}

/** A limit at a real version means exactly that version, which the server's cache may not have: then no limit. */
function pageSize<T extends KubeObject>(context: ReflectorContext<T>, version: string): number {
  if (context.watchListPageSize !== 0) return context.watchListPageSize;
  if (context.paginatedResult || version === '' || version === '0') return defaultPageSize;
  return 0;
}

function* listIntoStore<T extends KubeObject>(
  context: ReflectorContext<T>,
): Routine<T, RequestError | undefined> {
  const asked = relistVersion(context);
  const { result, paginated } = yield* listAll(context, asked);
  if (!result.ok) return result.error;
  // A watch cache ignores the limit at "0": pages say that there is none.
  if (asked === '0' && paginated) context.paginatedResult = true;
  context.lastVersionUnavailable = false;
  const { items, resourceVersion } = result.value;
  const failure = context.store.replace(items, resourceVersion);
  if (failure !== undefined) return { type: 'store', message: failure.message };
  context.lastSyncResourceVersion = resourceVersion;
  context.tell({ type: 'listed', count: items.length, resourceVersion, streamed: false });
  return undefined;
}

function* listAll<T extends KubeObject>(context: ReflectorContext<T>, version: string) {
  if (!context.behaviour.relistsFromLastSeen) {
    const options: ListOptions = { resourceVersion: version, limit: 0, continue: '' };
    return { result: yield* list<T>(options), paginated: false };
  }
  const limit = pageSize(context, version);
  const first = yield* listPages<T>(version, limit);
  if (first.result.ok) return first;
  const { error } = first.result;
  if (!isExpired(error) && !isTooLargeResourceVersion(error)) return first;
  context.lastVersionUnavailable = true;
  return yield* listPages<T>(relistVersion(context), limit);
}

/** @param streaming the stream of a streaming list is open and is gone on with */
function* watch<T extends KubeObject>(
  context: ReflectorContext<T>,
  streaming: boolean,
): Routine<T, RequestError | undefined> {
  const { behaviour } = context;
  const retry = new InternalErrorRetry(context.clock, context.maxInternalErrorRetryDuration);
  let open = streaming;
  for (;;) {
    const start = context.clock.now();
    let recordsAdded = true;
    if (!open) {
      const version = context.lastSyncResourceVersion;
      // Such a watch begins with the present state, and not in the order of versions.
      if (behaviour.ignoresVersionOfSyntheticAdded && (version === '' || version === '0')) {
        recordsAdded = false;
      }
      const error = yield* openWatch<T>({
        resourceVersion: version,
        allowWatchBookmarks: behaviour.watchBookmarks,
        sendInitialEvents: false,
        timeoutSeconds: watchTimeoutSeconds(context),
      });
      if (error !== undefined) {
        if (!retriable(context, error)) return behaviour.returnsWatchErrors ? error : undefined;
        yield* wait(context.connectionBackoff.step(), 'server-busy');
        continue;
      }
    }
    open = false;
    const received = yield* receiveEvents(context, {
      start,
      store: context.store,
      untilInitialEventsEnd: false,
      onVersion: (version, otherThanAdded) => {
        if (!recordsAdded && !otherThanAdded) return;
        context.lastSyncResourceVersion = version;
        context.store.updateResourceVersion?.(version);
      },
    });
    const error = received.end === 'error' ? received.error : undefined;
    context.tell({ type: 'stream-ended', error });
    if (error === undefined) continue;
    if (isInternalError(error)) retry.failed();
    if (isTooManyRequests(error) && behaviour.waitsOutTooManyRequests) {
      yield* wait(context.connectionBackoff.step(), 'server-busy');
    } else if (!isInternalError(error) || !retry.shouldRetry()) {
      return undefined;
    }
  }
}

/** Worth asking again without a new list. */
function retriable<T extends KubeObject>(
  context: ReflectorContext<T>,
  error: RequestError,
): boolean {
  if (isConnectionRefused(error)) return true;
  return isTooManyRequests(error) && context.behaviour.waitsOutTooManyRequests;
}
