// The mapping of time to pixels. Knows numbers only.
import {
  DAY,
  formatDuration,
  formatTimeOfDay,
  HOUR,
  micros,
  MILLISECOND,
  MINUTE,
  SECOND,
} from '../../src/base/time.ts';

/** A window of time in µs. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Never shorter: below a microsecond nothing happens in a log. */
const SHORTEST = 50;

export function toPixel(window: TimeWindow, width: number, time: number): number {
  return ((time - window.from) / (window.to - window.from)) * width;
}

export function toTime(window: TimeWindow, width: number, pixel: number): number {
  return window.from + (pixel / width) * (window.to - window.from);
}

/** `factor` below 1 zooms in; the time under `at` stays where it is. */
export function zoomed(
  window: TimeWindow,
  factor: number,
  at: number,
  all: TimeWindow,
): TimeWindow {
  const length = Math.max(SHORTEST, (window.to - window.from) * factor);
  const share = (at - window.from) / (window.to - window.from);
  return within({ from: at - share * length, to: at + (1 - share) * length }, all);
}

export function panned(window: TimeWindow, by: number, all: TimeWindow): TimeWindow {
  return within({ from: window.from + by, to: window.to + by }, all);
}

/** Moved, and shortened when it must be, so that it stays inside. */
export function within(window: TimeWindow, all: TimeWindow): TimeWindow {
  const length = Math.min(window.to - window.from, all.to - all.from);
  const from = Math.min(Math.max(window.from, all.from), all.to - length);
  return { from, to: from + length };
}

/** All, with a little room at both ends. */
export function padded(all: TimeWindow): TimeWindow {
  const room = Math.max(SHORTEST, (all.to - all.from) * 0.02);
  return { from: all.from - room, to: all.to + room };
}

/** The same window moved the least so that `time` is seen with some room. */
export function including(window: TimeWindow, time: number, all: TimeWindow): TimeWindow {
  const room = (window.to - window.from) * 0.08;
  if (time < window.from + room) return panned(window, time - room - window.from, all);
  if (time > window.to - room) return panned(window, time + room - window.to, all);
  return window;
}

/**
 * Where to look when there is more time than before: at all when all was seen, or nothing of what was is there any more; at the end
 * while it is followed, with the same length; else where one was.
 */
export function windowAfter(
  seen: TimeWindow,
  before: TimeWindow,
  all: TimeWindow,
  following: boolean,
): TimeWindow {
  const sawAll = seen.from <= before.from && seen.to >= before.to;
  const isThere = seen.from < all.to && seen.to > all.from;
  if (sawAll || !isThere) return all.from === seen.from && all.to === seen.to ? seen : all;
  return following ? panned(seen, all.to - seen.to, all) : seen;
}

const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n * MILLISECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 30].map((n) => n * DAY),
];

export interface Tick {
  readonly time: number;
  readonly text: string;
}

/** Round times, at least `gap` pixels apart, with as many digits as tell two neighbours apart. */
export function ticks(window: TimeWindow, width: number, gap: number): readonly Tick[] {
  const least = ((window.to - window.from) / Math.max(1, width)) * gap;
  const step = steps.find((each) => each >= least) ?? 30 * DAY;
  const list: Tick[] = [];
  for (let time = Math.ceil(window.from / step) * step; time <= window.to; time += step)
    list.push({ time, text: tickText(time, step) });
  return list;
}

/** The same in round durations since `origin`: `+2 min`. */
export function durationTicks(
  window: TimeWindow,
  width: number,
  gap: number,
  origin: number,
): readonly Tick[] {
  const moved = { from: window.from - origin, to: window.to - origin };
  return ticks(moved, width, gap).map(({ time }) => ({
    time: time + origin,
    text: time === 0 ? '0' : `${time < 0 ? '−' : '+'}${formatDuration(Math.abs(time))}`,
  }));
}

function tickText(time: number, step: number): string {
  const text = formatTimeOfDay(micros(time));
  if (step >= MINUTE) return text.slice(0, 5);
  if (step >= SECOND) return text.slice(0, 8);
  if (step >= MILLISECOND) return text.slice(0, 12);
  return text;
}
