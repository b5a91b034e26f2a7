import type { Clock } from './clock.ts';
import { toDisposable, type Disposable } from './disposable.ts';
import { micros, type Micros } from './time.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock that only moves when it is told to. Timers fire in the order of their time, and at one time in the order
 * they were set; a timer set while another fires is heard in the same `advance` if it falls into it.
 */
export class VirtualClock implements Clock {
  private time: number;
  private order = 0;
  /** A binary heap, the earliest timer first; ended timers leave it when they come up. */
  private readonly heap: Timer[] = [];
  private readonly ended = new Set<Timer>();

  constructor(start: Micros = micros(0)) {
    this.time = start;
  }

  now(): Micros {
    return micros(this.time);
  }

  after(delay: number, callback: () => void): Disposable {
    const timer = { due: this.time + Math.max(0, delay), order: this.order++, callback };
    this.push(timer);
    return toDisposable(() => this.ended.add(timer));
  }

  /** When the next timer fires, if one waits. */
  get nextDue(): Micros | undefined {
    const timer = this.peek();
    return timer === undefined ? undefined : micros(timer.due);
  }

  /** Moves time on by so many microseconds and fires what falls due. */
  advance(delay: number): void {
    const until = this.time + delay;
    for (let next = this.peek(); next !== undefined && next.due <= until; next = this.peek()) {
      this.fire(next);
    }
    this.time = until;
  }

  /** Fires the next timer, if one waits, moving time to it; whether there was one. */
  step(): boolean {
    const next = this.peek();
    if (next === undefined) return false;
    this.fire(next);
    return true;
  }

  private fire(timer: Timer): void {
    this.pop();
    this.time = Math.max(this.time, timer.due);
    timer.callback();
  }

  private peek(): Timer | undefined {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined || !this.ended.delete(first)) return first;
      this.pop();
    }
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(timer, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = timer;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = heap[2 * place + 1];
      const right = heap[2 * place + 2];
      if (left === undefined) break;
      const lower = right !== undefined && before(right, left) ? right : left;
      if (!before(lower, last)) break;
      heap[place] = lower;
      place = 2 * place + (lower === left ? 1 : 2);
    }
    heap[place] = last;
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
