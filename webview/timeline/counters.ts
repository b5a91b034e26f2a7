// What counter lanes show: the last answer for each counter, read by time. Knows columns and numbers only.
import type { CounterName } from '../../src/protocol/rows.ts';
import type { CounterColumns } from '../../src/protocol/timelineApi.ts';
import type { TimeWindow } from '../shared/timeScale.ts';

/** The steps of one counter in a window. */
export interface CounterSteps {
  readonly window: TimeWindow;
  /** µs of one column. */
  readonly perColumn: number;
  readonly column: Uint32Array;
  readonly known: Uint8Array;
  readonly open: Float32Array;
  readonly parts: readonly Float32Array[];
  /** The highest that all parts of a step are together. */
  readonly most: number;
}

/** What a counter says at a time; undefined where no line tells of anything. */
export interface CounterValue {
  readonly parts: readonly number[];
  readonly open: number;
  readonly known: 'seen' | 'inferred' | 'unknown';
}

const knowns = ['seen', 'inferred', 'unknown'] as const;

/** Counters by name; groups are counted alike. */
export class CounterStore<Name extends string = CounterName> {
  private readonly steps = new Map<Name, CounterSteps>();
  private stale: ReadonlySet<Name> = new Set();

  /** Of a tape that has changed: they are shown until there are others. */
  outdate(): void {
    this.stale = new Set(this.steps.keys());
  }

  of(counter: Name | undefined): CounterSteps | undefined {
    return counter === undefined ? undefined : this.steps.get(counter);
  }

  put(counters: readonly Name[], answer: CounterColumns): void {
    const { column, known, open, a, b, c } = answer.columns;
    for (const [index, counter] of counters.entries()) {
      const own = answer.columns.counter.indexOf(index);
      const first = own < 0 ? 0 : own;
      const behind = own < 0 ? 0 : answer.columns.counter.lastIndexOf(index) + 1;
      const parts = [a, b, c].map((part) => part.subarray(first, behind));
      let most = 0;
      for (let row = 0; row < behind - first; row++)
        most = Math.max(
          most,
          parts.reduce((sum, part) => sum + (part[row] ?? 0), 0),
        );
      this.steps.set(counter, {
        window: { from: answer.from, to: answer.to },
        perColumn: (answer.to - answer.from) / answer.width,
        column: column.subarray(first, behind),
        known: known.subarray(first, behind),
        open: open.subarray(first, behind),
        parts,
        most,
      });
    }
    this.stale = new Set([...this.stale].filter((counter) => !counters.includes(counter)));
  }

  /** Those that a window would show coarser or much finer than columns of so many µs, or not at all. */
  blurred(counters: readonly Name[], window: TimeWindow, perColumn: number): readonly Name[] {
    return counters.filter((counter) => {
      const steps = this.steps.get(counter);
      if (steps === undefined || this.stale.has(counter)) return true;
      const { from, to } = steps.window;
      if (from > window.from || to < window.to) return true;
      return perColumn > steps.perColumn * 1.5 || perColumn * 1.01 < steps.perColumn;
    });
  }
}

export function stepAt({ column, window, perColumn }: CounterSteps, time: number): number {
  const wanted = Math.floor((time - window.from) / perColumn);
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function valueAt(steps: CounterSteps, time: number): CounterValue | undefined {
  if (time < steps.window.from || time > steps.window.to) return undefined;
  const step = stepAt(steps, time);
  const known = knowns[steps.known[step] ?? -1];
  if (known === undefined) return undefined;
  return { parts: steps.parts.map((part) => part[step] ?? 0), open: steps.open[step] ?? 0, known };
}
