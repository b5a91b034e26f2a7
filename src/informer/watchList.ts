// Mirrors watchList of tools/cache/reflector.go (client-go v0.37), KEP-3157.
import { SECOND } from '../base/time.ts';
import { toDisposable, type Disposable } from '../base/disposable.ts';
import { Indexer } from './indexer.ts';
import type { KubeObject } from './object.ts';
import { receiveEvents } from './receiveEvents.ts';
import {
  isConnectionRefused,
  isExpired,
  isTooLargeResourceVersion,
  isTooManyRequests,
  type RequestError,
} from './requestError.ts';
import { openWatch, wait, type ReflectorContext, type Routine } from './routine.ts';
import { watchTimeoutSeconds } from './watchTimeout.ts';

const endedEarly: RequestError = {
  type: 'network',
  code: 'eof',
  message: 'the stream ended before the list did',
};

/**
 * Gets the present state as the first events of a watch. Afterwards the stream is open still, for the watch to go on
 * with. The error, if listing the ordinary way must be tried instead.
 *
 * Differs from client-go on purpose: where streams end again and again without the bookmark that ends the list, the
 * ordinary way is tried. client-go goes on asking at once, a hot loop against a server that never sends it, and against one
 * under load, which ends the streams of those who do not take events as fast as they come. And stopping ends every wait,
 * where there one may last a minute more.
 */
export function* watchList<T extends KubeObject>(
  context: ReflectorContext<T>,
): Routine<T, RequestError | undefined> {
  for (let unfinished = 0; ;) {
    let resourceVersion = '';
    const transformer = context.behaviour.transformsStreamedTwice
      ? context.store.transformer
      : undefined;
    const temporary = new Indexer<T>({ transformer });
    const start = context.clock.now();
    const refused = yield* openWatch<T>({
      resourceVersion: context.lastVersionUnavailable ? '' : context.lastSyncResourceVersion,
      allowWatchBookmarks: true,
      sendInitialEvents: true,
      timeoutSeconds: watchTimeoutSeconds(context),
    });
    if (refused !== undefined) {
      if (yield* triesAgain(context, refused)) continue;
      return refused;
    }
    const patience = warnWhileWaiting(context);
    try {
      const received = yield* receiveEvents(context, {
        start,
        store: temporary,
        untilInitialEventsEnd: true,
        onVersion: (version, otherThanAdded) => {
          if (otherThanAdded) resourceVersion = version;
        },
      });
      if (received.end === 'error') {
        if (yield* triesAgain(context, received.error)) continue;
        return received.error;
      }
      if (received.end === 'closed') {
        unfinished += 1;
        if (unfinished < context.streamingListTries) continue;
        return endedEarly;
      }
    } finally {
      patience.dispose();
    }
    context.lastVersionUnavailable = false;
    const failure = context.store.replace(temporary.list(), resourceVersion);
    if (failure !== undefined) return { type: 'store', message: failure.message };
    context.lastSyncResourceVersion = resourceVersion;
    context.tell({ type: 'listed', count: temporary.size, resourceVersion, streamed: true });
    return undefined;
  }
}

/** Whether an error is one to meet by asking again: after a while, or from the newest version. */
function* triesAgain<T extends KubeObject>(
  context: ReflectorContext<T>,
  error: RequestError,
): Routine<T, boolean> {
  if (isConnectionRefused(error) || isTooManyRequests(error)) {
    yield* wait(context.connectionBackoff.step(), 'server-busy');
    return true;
  }
  if (isExpired(error) || isTooLargeResourceVersion(error)) {
    context.lastVersionUnavailable = true;
    return true;
  }
  return false;
}

/** A warning every ten seconds in which nothing came; the list is waited for all the same. */
function warnWhileWaiting<T extends KubeObject>(context: ReflectorContext<T>): Disposable {
  const period = 10 * SECOND;
  const began = context.clock.now();
  let timer: Disposable | undefined;
  const arm = (): void => {
    timer = context.clock.after(period, () => {
      const quiet = context.clock.now() - Math.max(began, context.lastEventAt ?? began);
      const text = `no event for ${Math.floor(quiet / SECOND)} s, and the bookmark that ends the list has not come`;
      if (quiet >= period) context.tell({ type: 'warning', text });
      arm();
    });
  };
  arm();
  return toDisposable(() => timer?.dispose());
}
