// What a kubelet's own reflectors say in its log. Each line is looked at once; a log that grows costs what is new of it.
import type { TapeSource, Tape } from '../replay/tape.ts';
import type { LogRecord, LogTable } from '../log/record.ts';
import { mayRead, writersOf } from '../kubelet/evidence/writers.ts';
import type {
  LoggedReflectorRow,
  ReflectorLineRow,
  ReflectorLines,
  ReflectorSaid,
} from '../protocol/liveInformerApi.ts';
import { inputRow } from './present/inputs.ts';

const before = 60;
const after = 40;
const mostReflectors = 200;
const reads = ['kubelet'] as const;

/** A line of reflector.go, by its place in its table. */
interface Said {
  readonly ordinal: number;
  readonly said: ReflectorSaid;
  readonly type: string;
  readonly name: string;
}

interface Scanned {
  /** Records that were looked at: all but the last, which may gain lines. */
  to: number;
  /** By number of a site whether it is one of reflector.go. */
  readonly sites: boolean[];
  readonly lines: Said[];
}

const known = new WeakMap<LogTable, Scanned>();

/** `isKnown`: whether it may be told at a cursor what stands at a position. */
export function reflectorLines(
  tape: Tape,
  position: number,
  isKnown: (position: number) => boolean,
): ReflectorLines {
  const placed = tape.sources
    .flatMap((source, index) =>
      linesOf(source.table, tape.recordsOf(index)).map((line) => {
        return { line, source, position: tape.positionOfOrdinal(index, line.ordinal) };
      }),
    )
    .filter((each) => isKnown(each.position))
    .sort((a, b) => a.position - b.position);
  const past = placed.findLastIndex((each) => each.position <= position) + 1;
  const rowOf = (place: Placed): readonly ReflectorLineRow[] => row(tape, place);
  const reflectors = grouped(placed.slice(0, past));
  return {
    position,
    total: placed.length,
    reflectorCount: reflectors.length,
    reflectors: reflectors.slice(0, mostReflectors).flatMap(({ last, ...told }) => {
      return rowOf(last).map((line): LoggedReflectorRow => ({ ...told, last: line }));
    }),
    lines: placed.slice(Math.max(0, past - before), past + after).flatMap(rowOf),
  };
}

interface Placed {
  readonly line: Said;
  readonly source: TapeSource;
  readonly position: number;
}

function row(tape: Tape, { line: { said, type }, position }: Placed): readonly ReflectorLineRow[] {
  const record = tape.record(position);
  if (record === undefined) return [];
  const { input, at, site, text } = inputRow(tape, position, record);
  return [{ input, position, at, site, text, said, type }];
}

/** By whose they are, of what type and by what name; who spoke last stands first. */
function grouped(
  placed: readonly Placed[],
): readonly (Omit<LoggedReflectorRow, 'last'> & { readonly last: Placed })[] {
  const groups = new Map<string, Omit<LoggedReflectorRow, 'last'> & { readonly last: Placed }>();
  for (const each of placed) {
    const { type, name, said } = each.line;
    const of = each.source.node ?? each.source.name;
    const key = [of, type, name].join('\n');
    const { lines = 0, failures = 0 } = groups.get(key) ?? {};
    const fails = said === 'failed' || said === 'ended';
    const group = { of, type, name, last: each, lines: lines + 1 };
    groups.set(key, { ...group, failures: failures + Number(fails) });
  }
  return [...groups.values()].sort((a, b) => b.last.position - a.last.position);
}

function linesOf(table: LogTable, length: number): readonly Said[] {
  const scanned = known.get(table) ?? { to: 0, sites: [], lines: [] };
  known.set(table, scanned);
  const end = Math.min(length, table.length);
  for (; scanned.to < end - 1; scanned.to++)
    scanned.lines.push(...saidAt(table, scanned.to, scanned));
  const lines = scanned.lines.filter(({ ordinal }) => ordinal < end);
  return end === scanned.to + 1 ? [...lines, ...saidAt(table, end - 1, scanned)] : lines;
}

function saidAt(table: LogTable, ordinal: number, { sites }: Scanned): readonly Said[] {
  const site = table.site[ordinal] ?? 0;
  sites[site] ??= /^reflector\.go(?:$|:)/.test(table.sites.at(site));
  if (!sites[site]) return [];
  const record = table.shown(ordinal);
  if (!mayRead(reads, writersOf(table).at(ordinal, record))) return [];
  return [{ ordinal, ...saidBy(record) }];
}

/** Words of reflector.go from client-go 1.9 on, in both its forms. */
const forms: readonly (readonly [said: ReflectorSaid, words: RegExp])[] = [
  ['started', /^Starting reflector\b/],
  ['listing', /^Listing and watching\b/],
  ['populated', /^Caches populated\b/],
  ['ended', /\bwatch of \S+ (?:ended with|closed with)\b|^(?:Warning: )?Watch (?:ended|closed?)\b/],
  ['failed', /\b[Ff]ailed to (?:list|watch)\b|^Watch failed\b|\bfailed: |^Unhandled Error$/],
];

function saidBy(record: LogRecord): Omit<Said, 'ordinal'> {
  const { message } = record;
  const whole = `${message} ${record.field('err') ?? ''}`;
  const said = forms.find(([, words]) => words.test(message))?.[0] ?? 'other';
  const type = record.field('type') ?? /\*\w+(?:\.\w+)*\b/.exec(whole)?.[0] ?? '';
  const name =
    record.field('reflector') ?? /\bfrom (\S+)\s*$/.exec(message)?.[1] ?? headOf(message);
  return { said, type, name };
}

/** `object-"kube-system"/"coredns": watch of …`: who speaks stands first. */
function headOf(message: string): string {
  return /^(\S+:\d+|object-"[^"]*"\/"[^"]*"): /.exec(message)?.[1] ?? '';
}
