import type { Clock } from '../base/clock.ts';
import { toDisposable } from '../base/disposable.ts';
import { MILLISECOND, micros } from '../base/time.ts';

/** The machine's clock, for what really waits. */
export const realClock: Clock = {
  now: () => micros(Date.now() * MILLISECOND),
  after: (delay, callback) => {
    const timer = setTimeout(callback, delay / MILLISECOND);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
