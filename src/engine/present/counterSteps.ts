// Spans made into steps: how many there are at a time, or how high the highest is. Knows numbers only.
import type { Known } from '../../base/input.ts';

/** How something is known from one time on: as values are, or `NOTHING`, where no line tells of anything. */
export const SEEN = 0;
export const INFERRED = 1;
export const UNKNOWN = 2;
export const NOTHING = 3;

/** From each time on it is this, until the next. */
export interface Steps {
  readonly kind: 'steps';
  readonly time: Float64Array;
  /** Each step's parts, one after the other: they are stacked. 0 where nothing is known. */
  readonly values: Float64Array;
  readonly parts: number;
  /** How much more it may be. */
  readonly open: Float64Array;
  readonly known: Uint8Array;
  /** Of each block of steps that which is the highest, the last of several. */
  readonly highest: Uint32Array;
}

/** Steps of a block. */
export const BLOCK = 64;

/** A value stands for its column before an unknown one, and that before nothing. */
export function heightOf(
  { values, parts, known }: Pick<Steps, 'values' | 'parts' | 'known'>,
  step: number,
): number {
  const how = known[step] ?? NOTHING;
  if (how === NOTHING) return -2;
  if (how === UNKNOWN) return -1;
  let sum = 0;
  for (let part = 0; part < parts; part++) sum += values[step * parts + part] ?? 0;
  return sum;
}

const codes: Readonly<Record<Known, number>> = { seen: SEEN, inferred: INFERRED, unknown: UNKNOWN };

class StepsBuilder {
  private readonly parts: number;
  private readonly time: number[] = [];
  private readonly values: number[] = [];
  private readonly open: number[] = [];
  private readonly known: number[] = [];

  constructor(parts: number) {
    this.parts = parts;
  }

  /** Of several at one time the last counts. */
  push(time: number, values: readonly number[], open: number, known: number): void {
    if (this.time.at(-1) === time) {
      this.time.pop();
      this.values.length -= this.parts;
      this.open.pop();
      this.known.pop();
    }
    this.time.push(time);
    for (const value of values) this.values.push(value);
    this.open.push(open);
    this.known.push(known);
  }

  done(): Steps {
    const { parts } = this;
    const values = Float64Array.from(this.values);
    const known = Uint8Array.from(this.known);
    const highest = new Uint32Array(Math.ceil(known.length / BLOCK));
    for (let step = 0; step < known.length; step++) {
      const block = Math.floor(step / BLOCK);
      const best = step % BLOCK === 0 ? step : (highest[block] ?? step);
      const isHigher =
        heightOf({ values, parts, known }, step) >= heightOf({ values, parts, known }, best);
      highest[block] = isHigher ? step : best;
    }
    const time = Float64Array.from(this.time);
    return {
      kind: 'steps',
      time,
      values,
      parts,
      open: Float64Array.from(this.open),
      known,
      highest,
    };
  }
}

/** How many spans there are of each part. The part behind the last one is of those of which nobody knows whether they count. */
export class Tally {
  private readonly parts: number;
  /** In pairs: a time, and by how much which part changes there, of inferred ones apart. */
  private readonly time: number[] = [];
  private readonly change: number[] = [];

  constructor(parts: number) {
    this.parts = parts;
  }

  add(part: number, from: number, to: number, known: Known): void {
    const code = 1 + 2 * part + Number(known === 'inferred');
    this.time.push(from);
    this.change.push(code);
    if (to === Infinity) return;
    this.time.push(to);
    this.change.push(-code);
  }

  /** What begins before `from` begins there; beyond `to` nothing is told. */
  done(from: number, to: number): Steps {
    const { parts, time, change } = this;
    const order = Uint32Array.from(time.keys()).sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0));
    const counts = Array.from({ length: parts + 1 }, () => 0);
    let inferred = 0;
    const steps = new StepsBuilder(parts);
    for (const index of order) {
      const at = time[index] ?? 0;
      if (at > to) break;
      const code = change[index] ?? 0;
      const by = Math.sign(code);
      const part = (Math.abs(code) - 1) >>> 1;
      counts[part] = (counts[part] ?? 0) + by;
      if (part < parts && Math.abs(code) % 2 === 0) inferred += by;
      const open = counts[parts] ?? 0;
      const values = counts.slice(0, parts);
      const isUnknown = open > 0 && values.every((value) => value === 0);
      const known = isUnknown ? UNKNOWN : inferred > 0 ? INFERRED : SEEN;
      steps.push(Math.max(from, at), values, open, known);
    }
    steps.push(to, counts.slice(0, parts).fill(0), 0, NOTHING);
    return steps.done();
  }
}

interface Height {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly known: Known;
}

/** How high the highest of the spans at a time is. */
export class Heights {
  private readonly spans: Height[] = [];
  private readonly between: number;

  /** `between`: what is told of a time of no span. */
  constructor(between: 'unknown' | 'none') {
    this.between = between === 'unknown' ? UNKNOWN : NOTHING;
  }

  add(from: number, to: number, value: number, known: Known): void {
    if (to > from) this.spans.push({ from, to, value, known });
  }

  done(from: number, to: number): Steps {
    const spans = this.spans.sort((a, b) => a.from - b.from);
    const edges = [...new Set([from, ...spans.flatMap((span) => [span.from, span.to])])]
      .filter((edge) => edge < to)
      .sort((a, b) => a - b);
    const steps = new StepsBuilder(1);
    let open: Height[] = [];
    let next = 0;
    for (const edge of edges) {
      open = open.filter((span) => span.to > edge);
      for (let span = spans[next]; span !== undefined && span.from <= edge; span = spans[++next])
        open.push(span);
      let highest = open[0];
      for (const span of open) if (span.value > (highest?.value ?? 0)) highest = span;
      const at = Math.max(from, edge);
      if (highest === undefined) steps.push(at, [0], 0, this.between);
      else steps.push(at, [highest.value], 0, codes[highest.known]);
    }
    steps.push(to, [0], 0, NOTHING);
    return steps.done();
  }
}
