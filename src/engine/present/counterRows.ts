// The rows of an answer about counters.
import type { CounterColumns } from '../../protocol/timelineApi.ts';
import { NOTHING, type Steps } from './counterSteps.ts';

const PARTS = 3;

/** The rows of an answer; one that says the same as the one before it is left out. */
export class CounterRows {
  private readonly counter: number[] = [];
  private readonly column: number[] = [];
  private readonly known: number[] = [];
  private readonly open: number[] = [];
  private readonly parts: readonly number[][] = [[], [], []];
  private own = 0;

  begin(counter: number): void {
    this.own = counter;
  }

  pushStep(column: number, { values, parts, open, known }: Steps, step: number): void {
    const own = values.subarray(step * parts, (step + 1) * parts);
    this.push(column, own, open[step] ?? 0, known[step] ?? NOTHING);
  }

  push(column: number, values: ArrayLike<number>, open: number, known: number): void {
    const last = this.column.length - 1;
    if (
      this.counter[last] === this.own &&
      this.known[last] === known &&
      this.open[last] === open &&
      this.parts.every((part, index) => part[last] === (values[index] ?? 0))
    )
      return;
    this.counter.push(this.own);
    this.column.push(column);
    this.known.push(known);
    this.open.push(open);
    for (let part = 0; part < PARTS; part++) this.parts[part]?.push(values[part] ?? 0);
  }

  columns(): CounterColumns['columns'] {
    const [a = [], b = [], c = []] = this.parts;
    return {
      counter: Uint8Array.from(this.counter),
      column: Uint32Array.from(this.column),
      known: Uint8Array.from(this.known),
      open: Float32Array.from(this.open),
      a: Float32Array.from(a),
      b: Float32Array.from(b),
      c: Float32Array.from(c),
    };
  }
}
