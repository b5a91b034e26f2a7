import { toDisposable, type Disposable } from '../base/disposable.ts';
import type { Clock } from '../base/clock.ts';
import { micros, type Micros } from '../base/time.ts';

interface Timer {
  readonly time: number;
  /** Timers of one moment ring in the order in which they were set. */
  readonly order: number;
  callback: (() => void) | undefined;
}

function before(a: Timer, b: Timer): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

/** Time that passes only when nothing is left to be done at the moment. */
export class VirtualClock implements Clock {
  private time: Micros;
  private order = 0;
  /** A binary heap, earliest first. */
  private readonly heap: Timer[] = [];

  constructor(start: Micros) {
    this.time = start;
  }

  now(): Micros {
    return this.time;
  }

  after(delay: number, callback: () => void): Disposable {
    const time = this.time + Math.max(0, Math.round(delay));
    const timer: Timer = { time, order: this.order++, callback };
    this.push(timer);
    return toDisposable(() => {
      timer.callback = undefined;
    });
  }

  /** Rings everything that is due up to that time. */
  runUntil(end: Micros): void {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined || first.time > end) break;
      this.pop();
      this.time = micros(first.time);
      first.callback?.();
    }
    this.time = end;
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      if (left === undefined) break;
      const child = right !== undefined && before(right, left) ? right : left;
      if (!before(child, last)) break;
      heap[at] = child;
      at = 2 * at + (child === left ? 1 : 2);
    }
    heap[at] = last;
  }
}
