import { firstNumber } from '../base/bisect.ts';
import type { Hindsight } from '../base/input.ts';
import { micros, type Micros } from '../base/time.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import type { Tape } from './tape.ts';

/** Where a person stands on the tape: after the input at `position`, or before the first with -1. */
export interface CursorState {
  readonly position: number;
  /** A time between that input and the next, when one was sought; else that of the input. */
  readonly time: Micros | undefined;
  readonly hindsight: Hindsight;
}

/** The moment that a cursor asks about. Before the first input that has a time nothing is known, so its time is that of the first. */
export function momentOf(tape: Tape, cursor: CursorState): Moment {
  return {
    time: cursor.time ?? timeOn(tape, cursor.position),
    position: cursor.position,
    hindsight: cursor.hindsight,
  };
}

/** The time of a position, -1 included. */
export function timeOn(tape: Tape, position: number): Micros {
  const time = tape.timeAt(Math.max(0, position));
  return Number.isNaN(time) ? micros(firstNumber(tape.time)) : time;
}

/** The position `count` inputs on (back when negative), kept on the tape. */
export function stepByLine(tape: Tape, position: number, count: number): number {
  return Math.max(-1, Math.min(tape.length - 1, position + count));
}

/**
 * The position of the `count`-th event after (before, when negative) `position`. `events` are the positions of inputs that move the
 * state, ascending. Past the last event it is the tape's end, before the first its start.
 */
export function stepByEvent(
  tape: Tape,
  events: Uint32Array,
  position: number,
  count: number,
): number {
  if (count === 0) return position;
  const index =
    count > 0 ? firstAfter(events, position) + count - 1 : firstAfter(events, position - 1) + count;
  if (index < 0) return -1;
  return events[index] ?? tape.length - 1;
}

/** Index of the first entry greater than `position`. */
function firstAfter(events: Uint32Array, position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
