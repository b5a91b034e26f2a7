// Blind spots of a log as data: what it says itself that is missing, and what its own rhythm says. State there is unknown.
import type { Gap, InputId } from '../base/input.ts';
import { formatDuration, micros, MINUTE, SECOND } from '../base/time.ts';
import type { LogTable } from './record.ts';

/** journald drops what a service says past its burst, within this time (RateLimitIntervalSec), and tells afterwards. */
const SUPPRESSION = 30 * SECOND;

/** A silence is no gap below this, nor below so many times what the log leaves between nearly all its lines. */
const LEAST_SILENCE = 2 * MINUTE;
const SILENCE_FACTOR = 20;
/** With fewer lines a log has no rhythm. */
const LEAST_LINES = 50;

/** All blind spots of one source, in order of time. Times are the source's own. */
export function findGaps(table: LogTable): readonly Gap[] {
  return new GapFinder(table).find();
}

/** Finds the blind spots of a source that grows: only the rows that came since are looked at. */
export class GapFinder {
  private readonly table: LogTable;
  private readonly told: Gap[] = [];
  /** By message number. */
  private readonly tellers: (Teller | undefined)[] = [];
  private messages = 0;
  private row = 0;
  /** Of the rows before `row`, the last that has a time. */
  private last = NaN;
  private lastRow = 0;
  private readonly rhythm = new Rhythm();
  /** Intervals that are a gap if they are far from the log's rhythm, which is known at the end. */
  private readonly silent: Silence[] = [];

  constructor(table: LogTable) {
    this.table = table;
  }

  find(): readonly Gap[] {
    this.findTellers();
    const { table } = this;
    for (; this.row < table.length; this.row++) this.look(this.row);
    const all = [...this.told, ...cutGaps(table), ...this.silences()];
    return joined(all.sort((a, b) => a.from - b.from));
  }

  private findTellers(): void {
    const { messages } = this.table;
    for (; this.messages < messages.size; this.messages++) {
      const text = messages.at(this.messages);
      const teller = tellers.find(({ starts }) => text.startsWith(starts));
      // The printf era's line has only its place for a message.
      const byPlace = text.startsWith('kubelet_volumes.go:') ? verbosity : undefined;
      this.tellers.push(teller ?? byPlace);
    }
  }

  private look(row: number): void {
    const { table, last } = this;
    const time = table.time[row] ?? NaN;
    if (!Number.isNaN(time)) {
      const apart = Math.abs(time - last);
      if (!Number.isNaN(apart)) this.rhythm.add(apart);
      if (apart > LEAST_SILENCE)
        this.silent.push({ from: last, to: time, rows: [this.lastRow, row] });
      this.last = time;
      this.lastRow = row;
    }
    const teller = this.tellers[table.message[row] ?? 0];
    if (teller === undefined || Number.isNaN(this.last)) return;
    const { message } = table.record(row);
    if (!proof.test(message)) return;
    this.told.push({
      source: table.source,
      kind: teller.kind,
      from: micros(Math.min(this.last - teller.before, this.before(teller, last))),
      to: micros(this.last),
      text: tellerText(teller.kind, message),
      provedBy: [input(table, row)],
    });
  }

  /** What was dropped is told with the next line that is kept, however late: the line before is the last that was not. */
  private before(teller: Teller, last: number): number {
    return teller.before === 0 || Number.isNaN(last) ? Infinity : last;
  }

  private silences(): readonly Gap[] {
    const { table, silent } = this;
    if (table.length < LEAST_LINES || silent.length === 0) return [];
    const { usual } = this.rhythm;
    return silent
      .filter(({ from, to }) => Math.abs(to - from) > silenceFrom(usual))
      .map(({ from, to, rows }) => ({
        source: table.source,
        kind: 'silence',
        from: micros(Math.min(from, to)),
        to: micros(Math.max(from, to)),
        text: `no line for ${formatDuration(Math.abs(to - from))}, where this log hardly ever is silent for more than ${formatDuration(usual)}`,
        provedBy: rows.map((row) => input(table, row)),
      }));
  }
}

interface Silence {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly [number, number];
}

/** What is said again within this time is one blind spot. */
const SAME_SPOT = 5 * MINUTE;

/** Neighbours that say the same become one; what proves them stays together. */
function joined(gaps: readonly Gap[]): readonly Gap[] {
  const open = new Map<string, Gap>();
  const all: Gap[] = [];
  for (const gap of gaps) {
    const before = open.get(gap.kind + gap.text);
    if (before === undefined || gap.from - before.to > SAME_SPOT) {
      open.set(gap.kind + gap.text, gap);
      all.push(gap);
    } else {
      const provedBy = [...before.provedBy, ...gap.provedBy];
      const both = { ...before, to: micros(Math.max(before.to, gap.to)), provedBy };
      all[all.indexOf(before)] = both;
      open.set(gap.kind + gap.text, both);
    }
  }
  return all;
}

interface Teller {
  readonly starts: string;
  readonly kind: Gap['kind'];
  readonly before: number;
}

/** Lines that say that others were left out, by the start of their message. */
const tellers: readonly Teller[] = [
  { starts: 'Suppressed', kind: 'suppressed', before: SUPPRESSION },
  { starts: 'Missed', kind: 'suppressed', before: SUPPRESSION },
  { starts: '-- Reboot --', kind: 'disconnected', before: 0 },
  { starts: 'There were a total of', kind: 'verbosity', before: 0 },
  { starts: 'There were many similar errors', kind: 'verbosity', before: 0 },
];

/** Texts that a teller's line must have besides: others begin alike. */
const proof =
  /Suppressed \d+ messages|Missed \d+ (kernel )?messages|-- Reboot --|[Tt]urn up verbosity/;

const verbosity = { starts: '', kind: 'verbosity', before: 0 } as const;

function tellerText(kind: Gap['kind'], message: string): string {
  const count = /\d+/.exec(message)?.[0];
  if (kind === 'disconnected') return 'the machine was rebooted here';
  if (kind === 'verbosity')
    return `${count === undefined ? 'similar errors were' : `${count} similar errors were`} left out at this verbosity`;
  return `the journal dropped ${count ?? 'some'} messages: its rate limit was reached`;
}

/** Lines that a pager cut at its right edge: their last values are not whole. Neighbouring ones are one gap. */
function* cutGaps(table: LogTable): Generator<Gap> {
  const { cutRows } = table;
  for (let k = 0; k < cutRows.length;) {
    const first = cutRows[k] ?? 0;
    let end = k + 1;
    while (end < cutRows.length && (cutRows[end] ?? 0) - (cutRows[end - 1] ?? 0) <= 10) end++;
    const last = cutRows[end - 1] ?? first;
    const times = [table.time[first] ?? NaN, table.time[last] ?? NaN].sort((a, b) => a - b);
    const [from = NaN, to = NaN] = times;
    if (!Number.isNaN(from) && !Number.isNaN(to))
      yield {
        source: table.source,
        kind: 'cut',
        from: micros(from),
        to: micros(to),
        text: `${end - k} ${end - k === 1 ? 'line is' : 'lines are'} cut at the right edge; print the log without a pager to have them whole`,
        provedBy: cutRows.slice(k, end).map((row) => input(table, row)),
      };
    k = end;
  }
}

/** Longer than this a log is silent only where something is missing (µs). */
export function longSilence(table: LogTable): number {
  const rhythm = new Rhythm();
  let last = NaN;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(time)) continue;
    if (!Number.isNaN(last)) rhythm.add(Math.abs(time - last));
    last = time;
  }
  return silenceFrom(rhythm.usual);
}

function silenceFrom(usual: number): number {
  return Math.max(LEAST_SILENCE, SILENCE_FACTOR * usual);
}

/** The intervals between a log's lines. */
class Rhythm {
  /** By the power of two, in µs, that an interval doesn't exceed. */
  private readonly counts = new Uint32Array(64);
  private total = 0;

  add(interval: number): void {
    // The number of its bits; those of a great one are found the slow way.
    const bucket =
      interval < 2 ** 31 ? 32 - Math.clz32(interval) : Math.ceil(Math.log2(interval + 1));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.total++;
  }

  /** The interval that 99 of 100 don't exceed. */
  get usual(): number {
    let seen = 0;
    for (let bucket = 0; bucket < 64; bucket++) {
      seen += this.counts[bucket] ?? 0;
      if (seen >= this.total * 0.99) return 2 ** bucket;
    }
    return Infinity;
  }
}

function input(table: LogTable, row: number): InputId {
  return { source: table.source, offset: table.offsetOf(row) };
}
