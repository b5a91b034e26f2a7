import type { Disposable } from '../base/disposable.ts';

/** Milliseconds from a first wish to its work: what comes together is done together. */
const GATHERING = 40;

/**
 * Does some work soon after it is wished for: never twice within `interval` (ms), and never for more than half of the time, however
 * long the work takes and however often it is wished for.
 */
export class Pacer implements Disposable {
  private readonly work: () => void;
  private readonly interval: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private notBefore = 0;

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
    const took = performance.now() - began;
    this.notBefore = began + Math.max(this.interval, 2 * took);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = Infinity;
  }
}
