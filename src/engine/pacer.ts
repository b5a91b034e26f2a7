import type { Disposable } from '../base/disposable.ts';

/** Milliseconds from a first wish to its work: what comes together is done together. */
const GATHERING = 40;

/**
 * Does some work soon after it is wished for: never twice within `interval` (ms), and not for more than half of the time when it takes long
 * each time. After work that took long once, as when all of a log is taken in, nobody is kept waiting.
 */
export class Pacer implements Disposable {
  private readonly work: () => void;
  private readonly interval: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private notBefore = 0;
  /** How long the last work took (ms). */
  private lastTook = 0;

  constructor(work: () => void, interval: number) {
    this.work = work;
    this.interval = interval;
  }

  /** `delay`: milliseconds that it may wait at most, when nobody else wishes for it sooner. */
  wish(delay = GATHERING): void {
    const now = performance.now();
    const due = Math.max(now + delay, this.notBefore);
    if (due >= this.due) return;
    this.dispose();
    this.due = due;
    this.timer = setTimeout(() => {
      this.flush();
    }, due - now);
  }

  /** Does at once what is wished for. */
  flush(): void {
    if (this.timer === undefined) return;
    this.dispose();
    const began = performance.now();
    this.work();
    const ended = performance.now();
    const took = ended - began;
    this.notBefore = Math.max(began + this.interval, ended + Math.min(took, this.lastTook));
    this.lastTook = took;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = Infinity;
  }
}
