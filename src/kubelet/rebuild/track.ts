import { unknown, type Hindsight, type Value } from '../../base/input.ts';
import type { Micros } from '../../base/time.ts';

/** From `at` on, the value is this; known since the input at tape position `provenAt` was read. */
export interface Change<T> {
  readonly at: Micros;
  readonly value: Value<T>;
  readonly provenAt: number;
}

/** When a question is asked: the moment, and up to which tape position inputs count in the mode `then`. */
export interface Moment {
  readonly time: Micros;
  readonly position: number;
  readonly hindsight: Hindsight;
}

/**
 * One value over time: a list of changes in order of `at`, a constant between two of them. Proof may come late: a change's
 * `provenAt` may be a position long after its time, and in the mode `then` it does not count before.
 */
export class Track<T> {
  private list: Change<T>[] = [];

  get changes(): readonly Change<T>[] {
    return this.list;
  }

  /** Adds a change; one that says the same as its predecessor, as surely, is left out. Changes may come out of order of time. */
  set(at: Micros, value: Value<T>, provenAt: number): void {
    this.add({ at, value, provenAt });
  }

  /** As `set`, with a change that other tracks may have too. */
  add(change: Change<T>): void {
    const { at, value } = change;
    const index = this.after(at);
    const before = this.list[index - 1];
    if (
      before !== undefined &&
      before.value.known === value.known &&
      before.value.value === value.value
    )
      return;
    if (index === this.list.length) this.list.push(change);
    else this.list.splice(index, 0, change);
  }

  /** No more changes are expected: gives back the room for them. */
  settle(): void {
    this.list = this.list.slice();
  }

  /** The change in force at a moment, if any. */
  changeAt(moment: Moment): Change<T> | undefined {
    for (let i = this.after(moment.time) - 1; i >= 0; i--) {
      const change = this.list[i];
      if (
        change !== undefined &&
        (moment.hindsight === 'now' || change.provenAt <= moment.position)
      )
        return change;
    }
    return undefined;
  }

  at(moment: Moment): Value<T> {
    return this.changeAt(moment)?.value ?? unknown('nothing read so far tells it');
  }

  /** Index of the first change later than `time`. */
  private after(time: Micros): number {
    let high = this.list.length;
    // Changes are mostly made in order.
    const last = this.list[high - 1];
    let low = last !== undefined && last.at <= time ? high : 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.list[middle]?.at ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
