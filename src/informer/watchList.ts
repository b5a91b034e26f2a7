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

/**
 * Gets the present state as the first events of a watch. Afterwards the stream is open still, for the watch to go on
 * with. The error, if listing the ordinary way must be tried instead.
 *
 * Differs from client-go on purpose: a stream that ends without the bookmark that ends the list is followed by a
 * back-off step, where client-go asks again at once (a hot loop against a server that never sends it), and
 * stopping ends every wait, where there one may last a minute more.
 */
export function* watchList<T extends KubeObject>(
  context: ReflectorContext<T>,
): Routine<T, RequestError | undefined> {
  for (;;) {
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
        yield* wait(context.backoff.step(), 'unfinished-list');
        continue;
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
