import type { Clock } from '../../src/base/clock.ts';
import { toDisposable } from '../../src/base/disposable.ts';
import { micros } from '../../src/base/time.ts';

/** The machine's clock, for what really waits. */
export const realClock: Clock = {
  now: () => micros(Date.now() * 1000),
  after: (delay, callback) => {
    const timer = setTimeout(callback, delay / 1000);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
