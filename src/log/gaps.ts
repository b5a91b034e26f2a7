// Blind spots of a log as data: what it says itself that is missing, and what its own rhythm says. State there is unknown.
import type { Gap, InputId } from '../base/input.ts';
import { formatDuration, micros, MINUTE, SECOND } from '../base/time.ts';
import { ClockSteps } from './clockSteps.ts';
import type { LogTable } from './record.ts';

/** journald drops what a service says past its burst, within this time (RateLimitIntervalSec), and tells afterwards. */
const SUPPRESSION = 30 * SECOND;

/** A silence is no gap below this, nor below so many times what the log leaves between nearly all its lines. */
const LEAST_SILENCE = 2 * MINUTE;
const SILENCE_FACTOR = 20;
/** With fewer lines a log has no rhythm. */
const LEAST_LINES = 50;

/** A silence is a gap from this on where the log has lines that come steadily: of one process, and where the lines don't tell theirs. */
const UNSTEADY_SILENCE = 6 * SECOND;
const LEAST_UNTOLD = 10 * SECOND;
/** A line that comes steadily is never away for longer than this, but for silences of the whole log. */
const STEADY = 2.5 * SECOND;
/** How long at least it has come so, and what part of that time it may have been away for longer. */
const STEADY_FOR = 30 * SECOND;
const UNSTEADY_PART = 0.03;
/** Silences that make up a greater part of that time are the way of the log. */
const LOST_PART = 0.5;
/** What one thing says again and again may end and begin anew: so many messages at least come steadily. */
const VOICES = 2;

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
  private readonly pulse = new Pulse();
  private readonly steps: ClockSteps;
  /** Intervals that are a gap if they are far from the log's rhythm, which is known at the end. */
  private readonly silent: Silence[] = [];

  constructor(table: LogTable) {
    this.table = table;
    this.steps = new ClockSteps(table);
  }

  find(): readonly Gap[] {
    this.findTellers();
    const { table } = this;
    for (; this.row < table.length; this.row++) this.look(this.row);
    const all = [...this.told, ...cutGaps(table), ...this.silences(), ...this.steps.gaps()];
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
    this.steps.look(row, time);
    if (!Number.isNaN(time)) {
      const apart = Math.abs(time - last);
      if (!Number.isNaN(apart)) this.rhythm.add(apart);
      if (apart > UNSTEADY_SILENCE) {
        this.silent.push({ from: last, to: time, rows: [this.lastRow, row] });
        this.pulse.pause(apart);
      }
      this.pulse.beat(table.message[row] ?? 0, time);
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
      to: micros(this.last + ahead(last, this.last)),
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
    const steadies = this.pulse.steadies();
    return silent.flatMap(({ from, to, rows }) => {
      const isLong = Math.abs(to - from) > silenceFrom(usual);
      const through = this.pulse.through(from, to, steadies);
      const steady =
        through === undefined || this.mayBeRestart(from, to, rows) ? undefined : through;
      if (!isLong && steady === undefined) return [];
      const but =
        steady === undefined
          ? `hardly ever is silent for more than ${formatDuration(usual)}`
          : `else says “${table.messages.at(steady)}” all the time`;
      return {
        source: table.source,
        kind: steady === undefined ? 'silence' : 'missing',
        from: micros(Math.min(from, to)),
        to: micros(Math.max(from, to)),
        text: `no line for ${formatDuration(Math.abs(to - from))}, where this log ${but}`,
        provedBy: rows.map((row) => input(table, row)),
      };
    });
  }

  /** Between two processes nobody writes. */
  private mayBeRestart(from: number, to: number, [before, after]: Silence['rows']): boolean {
    const { table } = this;
    const [one, other] = [table.pidOf(before), table.pidOf(after)];
    if (one < 0 || other < 0) return Math.abs(to - from) < LEAST_UNTOLD;
    return one !== other;
  }
}

/** How far a line's stamp, of whole seconds, is behind that of the line before it, which was printed before. */
function ahead(before: number, at: number): number {
  return before > at && before - at < SECOND ? before - at : 0;
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

/** Which messages come so steadily that a silence without them shows that lines are missing. */
class Pulse {
  /** By message number: first and last time, the silences of the whole log up to then, and how long it came steadily or was away. */
  private readonly first: number[] = [];
  private readonly last: number[] = [];
  private readonly paused: number[] = [];
  private readonly steady: number[] = [];
  private readonly away: number[] = [];
  private silence = 0;

  pause(length: number): void {
    this.silence += length;
  }

  beat(message: number, time: number): void {
    const last = this.last[message];
    if (last === undefined) this.first[message] = time;
    else {
      const apart = Math.abs(time - last) - this.silence + (this.paused[message] ?? 0);
      const sums = apart > STEADY ? this.away : this.steady;
      sums[message] = (sums[message] ?? 0) + Math.max(0, apart);
    }
    this.last[message] = time;
    this.paused[message] = this.silence;
  }

  /** The messages that come steadily, by their number. */
  steadies(): readonly number[] {
    return [...this.steady.keys()].filter((message) => {
      const steady = this.steady[message] ?? 0;
      return (
        steady > STEADY_FOR &&
        this.silence <= LOST_PART * steady &&
        (this.away[message] ?? 0) <= UNSTEADY_PART * steady
      );
    });
  }

  /** The one of them that was to be expected between two times; the one that came for longest. */
  through(from: number, to: number, steadies: readonly number[]): number | undefined {
    if (steadies.length < VOICES) return undefined;
    const there = steadies.filter(
      (message) =>
        (this.first[message] ?? Infinity) <= from && (this.last[message] ?? -Infinity) >= to,
    );
    if (there.length < VOICES) return undefined;
    return there.reduce((best, message) =>
      (this.steady[message] ?? 0) > (this.steady[best] ?? 0) ? message : best,
    );
  }
}

function input(table: LogTable, row: number): InputId {
  return { source: table.source, offset: table.offsetOf(row) };
}
