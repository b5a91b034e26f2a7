import type { Disposable } from './disposable.ts';
import type { Micros } from './time.ts';

/** Time as something handed in: the pure rooms own no timers, so that the same tape gives the same answer. */
export interface Clock {
  now(): Micros;
  /** Calls back once, `delay` microseconds from now, unless the returned lifetime ends before. */
  after(delay: number, callback: () => void): Disposable;
}
