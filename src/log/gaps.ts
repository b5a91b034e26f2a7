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
  const told = [...toldGaps(table), ...cutGaps(table), ...silences(table)];
  return joined(told.sort((a, b) => a.from - b.from));
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

/** Lines that say that others were left out, by the start of their message. */
const tellers: readonly {
  readonly starts: string;
  readonly kind: Gap['kind'];
  readonly before: number;
}[] = [
  { starts: 'Suppressed', kind: 'suppressed', before: SUPPRESSION },
  { starts: 'Missed', kind: 'suppressed', before: SUPPRESSION },
  { starts: '-- Reboot --', kind: 'disconnected', before: 0 },
  { starts: 'There were a total of', kind: 'verbosity', before: 0 },
  { starts: 'There were many similar errors', kind: 'verbosity', before: 0 },
];

/** Texts that a teller's line must have besides: others begin alike. */
const proof =
  /Suppressed \d+ messages|Missed \d+ (kernel )?messages|-- Reboot --|[Tt]urn up verbosity/;

function* toldGaps(table: LogTable): Generator<Gap> {
  const wanted = new Map<number, (typeof tellers)[number]>();
  for (let number = 0; number < table.messages.size; number++) {
    const text = table.messages.at(number);
    const teller = tellers.find(({ starts }) => text.startsWith(starts));
    if (teller !== undefined) wanted.set(number, teller);
    // The printf era's line has only its place for a message.
    else if (text.startsWith('kubelet_volumes.go:')) wanted.set(number, verbosity);
  }
  if (wanted.size === 0) return;
  let last = NaN;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (!Number.isNaN(time)) last = time;
    const teller = wanted.get(table.message[i] ?? 0);
    if (teller === undefined || Number.isNaN(last)) continue;
    const { message } = table.record(i);
    if (!proof.test(message)) continue;
    yield {
      source: table.source,
      kind: teller.kind,
      from: micros(last - teller.before),
      to: micros(last),
      text: tellerText(teller.kind, message),
      provedBy: [input(table, i)],
    };
  }
}

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

function* silences(table: LogTable): Generator<Gap> {
  if (table.length < LEAST_LINES) return;
  const usual = usualInterval(table);
  const least = longSilence(table, usual);
  let last = NaN;
  let lastRow = 0;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(time)) continue;
    const apart = Math.abs(time - last);
    if (apart > least)
      yield {
        source: table.source,
        kind: 'silence',
        from: micros(Math.min(last, time)),
        to: micros(Math.max(last, time)),
        text: `no line for ${formatDuration(apart)}, where this log hardly ever is silent for more than ${formatDuration(usual)}`,
        provedBy: [input(table, lastRow), input(table, i)],
      };
    last = time;
    lastRow = i;
  }
}

/** Longer than this a log is silent only where something is missing (µs). */
export function longSilence(table: LogTable, usual = usualInterval(table)): number {
  return Math.max(LEAST_SILENCE, SILENCE_FACTOR * usual);
}

/** The interval, to a power of two of microseconds, that 99 of 100 intervals between lines don't exceed. */
function usualInterval(table: LogTable): number {
  const counts = new Uint32Array(64);
  let last = NaN;
  let total = 0;
  for (let i = 0; i < table.length; i++) {
    const time = table.time[i] ?? NaN;
    if (Number.isNaN(time)) continue;
    if (!Number.isNaN(last)) {
      const bucket = Math.ceil(Math.log2(Math.abs(time - last) + 1));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      total++;
    }
    last = time;
  }
  let seen = 0;
  for (let bucket = 0; bucket < 64; bucket++) {
    seen += counts[bucket] ?? 0;
    if (seen >= total * 0.99) return 2 ** bucket;
  }
  return Infinity;
}

function input(table: LogTable, row: number): InputId {
  return { source: table.source, offset: table.offsetOf(row) };
}
