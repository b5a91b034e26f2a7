// Stretches of time in which something stands, and what that means at one time.
import type { Micros } from './time.ts';

export interface Span {
  readonly from: Micros;
  /** Undefined: it goes on at the end of what is known. */
  readonly to: Micros | undefined;
  /** No line shows the end: `to` is when it was last seen. */
  readonly isQuiet: boolean;
}

/** `since`: when it will begin, began, was over or (`quiet`) was last seen. */
export interface Standing {
  readonly is: 'coming' | 'open' | 'over' | 'quiet';
  readonly since: Micros;
}

/** What spans, in order of time, say at one time; undefined when there is none. Both ends of a span belong to it. */
export function standingAt(spans: readonly Span[], time: number): Standing | undefined {
  const last = spans.at(-1);
  const isLast = last !== undefined && last.from <= time;
  const span = isLast ? last : spans.findLast(({ from }) => from <= time);
  if (span === undefined) return spans[0] && { is: 'coming', since: spans[0].from };
  return span.to === undefined || span.to >= time
    ? { is: 'open', since: span.from }
    : { is: span.isQuiet ? 'quiet' : 'over', since: span.to };
}

export function isOpenAt(spans: readonly Span[], time: number): boolean {
  return standingAt(spans, time)?.is === 'open';
}

/** Between which times spans say the same as at one. */
export function sameAround(
  spans: readonly Span[],
  time: number,
): { readonly from: number; readonly before: number } {
  let [start, before] = [-Infinity, Infinity];
  for (const { from, to } of spans)
    for (const edge of to === undefined ? [from] : [from, to + 1])
      if (edge <= time) start = Math.max(start, edge);
      else before = Math.min(before, edge);
  return { from: start, before };
}
