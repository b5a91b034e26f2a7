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
 * One value over time: changes in order of `at`, a constant between two of them. Proof may come late: a change's `provenAt` may be a
 * position long after its time, and in the mode `then` it does not count before.
 */
export interface Track<T> {
  /** Made when asked for: who needs them twice keeps them. */
  readonly changes: readonly Change<T>[];
  /** The first change to a value. */
  firstTo(value: T): Change<T> | undefined;
  /** The change in force at a moment, if any. */
  changeAt(moment: Moment): Change<T> | undefined;
  at(moment: Moment): Value<T>;
}

/** A track that changes are added to. */
export class OpenTrack<T> implements Track<T> {
  private readonly list: Change<T>[] = [];

  get changes(): readonly Change<T>[] {
    return this.list;
  }

  copy(): OpenTrack<T> {
    const copy = new OpenTrack<T>();
    copy.list.push(...this.list);
    return copy;
  }

  firstTo(value: T): Change<T> | undefined {
    return this.list.find((change) => change.value.value === value);
  }

  /** Adds a change; one that says the same as its predecessor, as surely, is left out. Changes may come out of order of time. */
  set(at: Micros, value: Value<T>, provenAt: number): void {
    const index = after(this.list, at);
    const before = this.list[index - 1];
    if (
      before !== undefined &&
      before.value.known === value.known &&
      before.value.value === value.value
    )
      return;
    if (index === this.list.length) this.list.push({ at, value, provenAt });
    else this.list.splice(index, 0, { at, value, provenAt });
  }

  changeAt(moment: Moment): Change<T> | undefined {
    for (let i = after(this.list, moment.time) - 1; i >= 0; i--) {
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
    return this.changeAt(moment)?.value ?? untold;
  }
}

/** Of a value that no change has told. */
export const untold: Value<never> = unknown('nothing in the log so far shows it');

/** Index of the first change later than `time`. */
function after(list: readonly Pick<Change<unknown>, 'at'>[], time: Micros): number {
  let high = list.length;
  // Changes are mostly made in order.
  const last = list[high - 1];
  let low = last !== undefined && last.at <= time ? high : 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.at ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
