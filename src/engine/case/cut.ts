// Which lines of a log go into a case: whole records of a stretch of time, and the few before it that tell which kubelet it was.
import { formatDuration, formatRfc3339, micros, MINUTE, type Micros } from '../../base/time.ts';
import type { KubeletRun } from '../../kubelet/rebuild/history.ts';
import type { LogTable } from '../../log/record.ts';
import type { CaseCut } from '../../protocol/caseApi.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { Incident } from '../present/incident.ts';

export interface TimeSpan {
  readonly from: Micros;
  readonly to: Micros;
}

/** What comes before and after what a cut is about. */
const BEFORE = 2 * MINUTE;
const AFTER = MINUTE;

/** The stretch of time that a cut asks for, on the tape's clock; undefined: all of it. */
export function spanOf(incident: Incident, cut: CaseCut): TimeSpan | undefined {
  const { history } = incident;
  switch (cut.kind) {
    case 'whole':
      return undefined;
    case 'around':
      return around(cut.time, cut.time, cut.reach ?? 5 * MINUTE, cut.reach ?? 5 * MINUTE);
    case 'pod': {
      const times = cut.pods.flatMap((key) => (history.pod(key)?.events ?? []).map(({ at }) => at));
      if (times.length === 0)
        throw new ChannelError('The log does not mention that pod.', 'no-pod');
      return around(least(times), greatest(times), BEFORE, AFTER);
    }
    case 'findings': {
      const loud = incident.findings.filter(({ severity }) => severity !== 'info');
      if (loud.length === 0)
        throw new ChannelError('Nothing above info was found to cut around.', 'no-findings');
      const from = loud.map(({ began, first }) => micros(Math.min(began, first)));
      return around(least(from), greatest(loud.map(({ last }) => last)), BEFORE, AFTER);
    }
  }
}

function around(from: Micros, to: Micros, before: number, after: number): TimeSpan {
  return { from: micros(from - before), to: micros(to + after) };
}

function least(times: readonly Micros[]): Micros {
  return times.reduce((best, time) => (time < best ? time : best), micros(Infinity));
}

function greatest(times: readonly Micros[]): Micros {
  return times.reduce((best, time) => (time > best ? time : best), micros(-Infinity));
}

/** Rows of one table that are kept: `[from, to)`, ascending and apart. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows of a stretch of the tape's time, with the lines that tell of the kubelet's run at its start. */
export function rowsOf(
  table: LogTable,
  span: TimeSpan | undefined,
  clockOffset: number,
  runs: readonly KubeletRun[],
): readonly RowRange[] {
  if (span === undefined) return [{ from: 0, to: table.length }];
  const window = windowOf(table, span.from - clockOffset, span.to - clockOffset);
  if (window === undefined) return [];
  const run = runs.findLast(({ from }) => from <= span.from);
  const telling = (run === undefined ? [] : tellingInputs(run))
    .filter(({ source }) => source === table.source)
    .map(({ offset }) => table.ordinalAt(offset))
    .filter((row) => row >= 0 && (row < window.from || row >= window.to));
  const rows = [...new Set(telling)].map((row) => ({ from: row, to: row + 1 }));
  return joined([...rows, window].sort((a, b) => a.from - b.from));
}

function tellingInputs(run: KubeletRun): KubeletRun['startProvedBy'] {
  const { version, verbosity, runtime, node } = run;
  const values = [version, verbosity, runtime, node];
  return [...run.startProvedBy, ...values.flatMap(({ provedBy }) => provedBy.slice(0, 2))];
}

/** From the first line in the stretch to the last: lines between them may be a little out of order, or have no time. */
function windowOf(table: LogTable, begin: number, end: number): RowRange | undefined {
  let from = -1;
  let to = -1;
  for (let row = 0; row < table.length; row++) {
    const time = table.time[row] ?? NaN;
    if (!(time >= begin && time <= end)) continue;
    if (from < 0) from = row;
    to = row + 1;
  }
  return from < 0 ? undefined : { from, to };
}

function joined(ranges: readonly RowRange[]): RowRange[] {
  const all: RowRange[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last?.to !== range.from) all.push(range);
    else all[all.length - 1] = { from: last.from, to: range.to };
  }
  return all;
}

/** The times between neighbouring ranges, where lines were left out. */
export function omissions(table: LogTable, ranges: readonly RowRange[]): readonly TimeSpan[] {
  return ranges.slice(1).flatMap((range, index) => {
    const from = timeNear(table, (ranges[index]?.to ?? 1) - 1);
    const to = timeNear(table, range.from);
    return from === undefined || to === undefined
      ? []
      : [{ from: micros(Math.min(from, to)), to: micros(Math.max(from, to)) }];
  });
}

function timeNear(table: LogTable, row: number): Micros | undefined {
  const time = table.time[row] ?? NaN;
  return Number.isNaN(time) ? undefined : micros(time);
}

/** What of the logs is in the case, for a person. */
export function cutText(span: TimeSpan | undefined, kept: number, all: number): string {
  if (span === undefined) return 'The logs are whole.';
  const { from, to } = span;
  return `${kept} of ${all} lines: ${formatRfc3339(from)} to ${formatRfc3339(to)} (${formatDuration(to - from)}), and what tells of the kubelet before it.`;
}
