import type { Clock } from '../base/clock.ts';
import { toDisposable } from '../base/disposable.ts';
import { MILLISECOND, micros } from '../base/time.ts';

/** Milliseconds: a timer of more is one of none. */
const longestTimer = 2 ** 31 - 1;

/** The machine's clock, for what really waits. */
export const realClock: Clock = {
  now: () => micros(Date.now() * MILLISECOND),
  after: (delay, callback) => {
    // A timer of no time is one of a millisecond, and another turn of the thread.
    if (delay === 0) {
      const soon = setImmediate(callback);
      return toDisposable(() => {
        clearImmediate(soon);
      });
    }
    const timer = setTimeout(callback, Math.min(longestTimer, delay / MILLISECOND));
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
