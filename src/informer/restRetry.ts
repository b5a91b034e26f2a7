// Mirrors rest/with_retry.go and Request.Watch of client-go v0.37: what lies between a reflector and the connection.
import type { Clock } from '../base/clock.ts';
import { toDisposable, type Disposable } from '../base/disposable.ts';
import { SECOND } from '../base/time.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import type { RequestError } from './requestError.ts';

/** So often a request is made again. */
const maxRetries = 10;

/**
 * Repeats requests as client-go's REST client does, before a reflector hears of it: those that the server wants again
 * after a while (429 and 5xx with Retry-After), and those whose connection was lost, after a second. A watch that
 * cannot be had for lost connections is, in the end, one without events.
 * @param waits hears how long is waited before a request is made again, in microseconds
 */
export function restRetry<T>(
  inner: ListerWatcher<T>,
  clock: Clock,
  waits: (delay: number) => void = () => undefined,
): ListerWatcher<T> {
  return {
    ...(inner.supportsWatchList === undefined
      ? {}
      : { supportsWatchList: inner.supportsWatchList }),
    list: (options, answer) =>
      repeat(clock, waits, (again) =>
        inner.list(options, (result) => {
          if (!result.ok && again(result.error, isLost(result.error))) return;
          answer(result);
        }),
      ),
    watch: (options, observer) =>
      repeat(clock, waits, (again) => {
        let open = false;
        return inner.watch(options, {
          event: (event) => {
            observer.event(event);
          },
          closed: () => {
            observer.closed();
          },
          opened: () => {
            open = true;
            observer.opened();
          },
          failed: (error) => {
            const lost = isLost(error) || isTimeout(error);
            if (!open && again(error, lost)) return;
            if (open || !lost) {
              observer.failed(error);
              return;
            }
            observer.opened();
            observer.closed();
          },
        });
      }),
  };
}

/** Makes a request; `again` takes its error and says whether that is seen to, so that nobody else need hear of it. */
function repeat(
  clock: Clock,
  waits: (delay: number) => void,
  request: (again: (error: RequestError, lost: boolean) => boolean) => Disposable,
): Disposable {
  let ended = false;
  let attempts = 0;
  let current: Disposable | undefined;
  const attempt = (): void => {
    const number = attempts;
    const made = request((error, lost) => {
      // What failed before has been seen to.
      if (ended || attempts !== number) return true;
      const seconds = lost ? 1 : wantedAfter(error);
      if (seconds === undefined || attempts === maxRetries) return false;
      attempts += 1;
      waits(seconds * SECOND);
      current = clock.after(seconds * SECOND, attempt);
      return true;
    });
    // It may have failed already, and the wait for the next one be what is under way.
    if (attempts === number) current = made;
    if (ended) made.dispose();
  };
  attempt();
  return toDisposable(() => {
    ended = true;
    current?.dispose();
  });
}

/** The seconds after which the server wants the request again. */
function wantedAfter(error: RequestError): number | undefined {
  if (error.type !== 'status') return undefined;
  const { code = 0 } = error.status;
  return code === 429 || code >= 500 ? error.retryAfter : undefined;
}

function isLost(error: RequestError): boolean {
  return error.type === 'network' && /^(reset|eof|unexpected-eof)$/.test(error.code);
}

function isTimeout(error: RequestError): boolean {
  return error.type === 'network' && error.code === 'timeout';
}
