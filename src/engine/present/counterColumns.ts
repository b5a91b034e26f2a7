// What a window shows of counters: for each pixel column at most one value, the highest that there is in it.
import { micros, MINUTE } from '../../base/time.ts';
import type { CounterColumns, CounterWindow } from '../../protocol/timelineApi.ts';
import { CounterRows } from './counterRows.ts';
import type { Counter, Counters, Rate } from './counters.ts';
import { BLOCK, heightOf, NOTHING, SEEN, UNKNOWN, type Steps } from './counterSteps.ts';
import { firstFrom } from './timelineStore.ts';

export function counterColumns(
  counters: Pick<Counters, 'of' | 'names'>,
  { from, to, width, counters: wanted }: CounterWindow,
  revision: number,
): CounterColumns {
  const rows = new CounterRows();
  for (const [index, name] of wanted.entries()) {
    if (!counters.names.includes(name)) continue;
    rows.begin(index);
    addCounter(rows, counters.of(name), { from, perPixel: Math.max(1, to - from) / width, width });
  }
  return { from: micros(from), to: micros(to), width, revision, columns: rows.columns() };
}

interface Columns {
  readonly from: number;
  readonly perPixel: number;
  readonly width: number;
}

function addCounter(rows: CounterRows, counter: Counter, columns: Columns): void {
  if (counter.kind === 'rate') addRate(rows, counter, columns);
  else addSteps(rows, counter, columns);
}

function addSteps(rows: CounterRows, steps: Steps, { from, perPixel, width }: Columns): void {
  const { time, highest } = steps;
  let next = firstFrom(time, from, 0, time.length);
  for (let column = 0; column < width;) {
    const edge = from + (column + 1) * perPixel;
    // What is in force when the column begins counts in it, too, unless it ends just there.
    let best = (time[next] ?? Infinity) <= from + column * perPixel ? next : next - 1;
    while ((time[next] ?? Infinity) < edge) {
      const behind = next + BLOCK;
      const isWhole = next % BLOCK === 0 && (time[behind - 1] ?? Infinity) < edge;
      const candidate = isWhole ? (highest[next / BLOCK] ?? next) : next;
      if (best < 0 || heightOf(steps, candidate) >= heightOf(steps, best)) best = candidate;
      next = isWhole ? behind : next + 1;
    }
    if (best >= 0) rows.pushStep(column, steps, best);
    column++;
    // Where nothing changes nothing is to be told, but that a peak is over.
    if (best !== next - 1) continue;
    const beyond = time[next] ?? Infinity;
    const skipped = Math.floor((beyond - from) / perPixel);
    column = Math.max(column, Math.min(width, skipped));
  }
}

/** How many there were in the minute before, or in the column where it is longer, a minute. */
function addRate(rows: CounterRows, rate: Rate, { from, perPixel, width }: Columns): void {
  const { times, lost } = rate;
  const span = Math.max(MINUTE, perPixel);
  let [first, behind] = [0, 0];
  for (let column = 0; column < width; column++) {
    const begin = from + column * perPixel;
    const edge = begin + perPixel;
    if (edge <= rate.from || begin > rate.to) {
      rows.push(column, [0], 0, NOTHING);
      continue;
    }
    behind = firstFrom(times, edge, behind, times.length);
    first = firstFrom(times, edge - span, first, behind);
    const isLost = lost.some((gap) => gap.from < edge && gap.to > begin);
    if (isLost && behind === first) rows.push(column, [0], 0, UNKNOWN);
    else rows.push(column, [(behind - first) / (span / MINUTE)], 0, SEEN);
  }
}
