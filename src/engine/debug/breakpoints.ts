// All breakpoints of a session, compiled: which is hit next in a direction. Hits are numbered from the tape's start, so that they
// are the same whichever way a person moves.
import type { Result } from '../../base/result.ts';
import type {
  DebugBreakpoint,
  DebugBreakpointState,
  DebugStopReason,
  DebugThreadId,
  DebugTrigger,
} from '../../protocol/debugApi.ts';
import type { DebugContext } from '../present/debugNode.ts';
import { plural } from '../present/values.ts';
import { compileConditionBy, compileHitCondition, type Condition } from './condition.ts';
import { candidatesOf } from './triggers.ts';

export interface Armed {
  readonly breakpoint: DebugBreakpoint;
  /** Positions that fit its trigger, ascending. */
  readonly candidates: Uint32Array;
  /** Who is stopped at a position, where that isn't who wrote its line. */
  readonly workers: ReadonlyMap<number, DebugThreadId> | undefined;
  readonly condition: Condition | undefined;
  readonly hit: ((hit: number) => boolean) | undefined;
}

/** Candidates by trigger: filled once, because an editor sets the same breakpoints again and again. */
export type TriggerCache = Map<string, ReturnType<typeof candidatesOf>>;

/** `isGrowing`: what has no line yet is looked for in those that come. */
export function arm(
  context: DebugContext,
  breakpoints: readonly DebugBreakpoint[],
  cache: TriggerCache,
  isGrowing: boolean,
): { readonly armed: readonly Armed[]; readonly states: readonly DebugBreakpointState[] } {
  const armed: Armed[] = [];
  const states = breakpoints.map((breakpoint): DebugBreakpointState => {
    const { id, on } = breakpoint;
    const refused = (message: string): DebugBreakpointState => ({
      id,
      verified: false,
      message,
      line: undefined,
    });
    const candidates = cached(context, on, cache);
    if (!candidates.ok)
      return refused(isGrowing ? `${candidates.error} ${waitedFor}` : candidates.error);
    const condition = optional(breakpoint.condition, (text) =>
      compileConditionBy(context.index.incident, text, context.moment.hindsight),
    );
    if (condition?.ok === false) return refused(condition.error);
    const hit = optional(breakpoint.hitCondition, compileHitCondition);
    if (hit?.ok === false) return refused(hit.error);
    const { positions, workers, line, isTold } = candidates.value;
    const isUncertain = isTold !== undefined && context.moment.hindsight === 'then';
    armed.push({
      breakpoint,
      candidates: positions,
      workers,
      condition: both(isUncertain ? isTold : undefined, condition?.value),
      hit: hit?.value,
    });
    const message =
      on.kind === 'line' || isUncertain ? undefined : hitsText(positions.length, condition);
    return { id, verified: true, message, line };
  });
  return { armed, states };
}

const waitedFor = 'The lines that come are looked at, too.';

function optional<T>(text: string | undefined, compile: (text: string) => Result<T>) {
  return text === undefined || text.trim() === '' ? undefined : compile(text);
}

function both(one: Condition | undefined, other: Condition | undefined): Condition | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (position) => other(position) && one(position);
}

function hitsText(count: number, condition: unknown): string {
  const hits = plural(count, 'hit');
  return condition === undefined ? `${hits} on this tape` : `${hits} before its condition`;
}

function cached(
  context: DebugContext,
  on: DebugTrigger,
  cache: TriggerCache,
): ReturnType<typeof candidatesOf> {
  const key = JSON.stringify(on);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const found = candidatesOf(context, on);
  cache.set(key, found);
  return found;
}

/** Index of the first candidate at or after a position. */
export function firstFrom(candidates: ArrayLike<number>, position: number): number {
  let low = 0;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candidates[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next entry beyond a position in a direction. */
export function nearest(
  positions: ArrayLike<number>,
  position: number,
  step: 1 | -1,
): number | undefined {
  return positions[
    step > 0 ? firstFrom(positions, position + 1) : firstFrom(positions, position) - 1
  ];
}

export function reasonOf({ breakpoint }: Armed): DebugStopReason {
  switch (breakpoint.on.kind) {
    case 'line':
    case 'go':
      return 'breakpoint';
    case 'function':
      return 'function breakpoint';
    case 'data':
      return 'data breakpoint';
    case 'severity':
    case 'finding':
    case 'overdue':
      return 'exception';
  }
}
