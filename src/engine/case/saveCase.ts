import type { Gap } from '../../base/input.ts';
import { bytesWithoutSecrets, withoutSecrets } from '../../base/secrets.ts';
import { civilFromDays, DAY, MILLISECOND, MINUTE, type Micros } from '../../base/time.ts';
import type { ByteStore } from '../../log/byteStore.ts';
import type { LogTable } from '../../log/record.ts';
import type { MuteRow, RulePackText } from '../../protocol/askApi.ts';
import type { CaseRequest, SavedCase } from '../../protocol/caseApi.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type { Cursor } from '../../protocol/cursor.ts';
import { exportFindings } from '../export/findings.ts';
import { redactor, type Redactor } from '../export/redact.ts';
import type { Incident } from '../present/incident.ts';
import type { CaseFile, CaseSource } from './caseFile.ts';
import { cutText, omissions, rowsOf, spanOf, type RowRange } from './cut.ts';
import { packCase } from './packCase.ts';

/** What a session gives to a case. */
export interface CaseMaterial {
  readonly incident: Incident;
  /** In the order of the tape's sources. */
  readonly sources: readonly {
    readonly table: LogTable;
    readonly bytes: ByteStore;
    readonly zone: number;
    /** Blind spots that its lines don't tell, on its own clock. */
    readonly gaps: readonly Gap[];
  }[];
  readonly cursor: Cursor;
  readonly packs: readonly RulePackText[];
  readonly mutes: readonly MuteRow[];
}

/** So much text at once is read, and its names taken out. */
const PIECE = 1 << 20;

interface Kept {
  readonly index: number;
  readonly table: LogTable;
  readonly bytes: ByteStore;
  readonly zone: number;
  readonly gaps: readonly Gap[];
  readonly ranges: readonly RowRange[];
}

/** A case of what is open. Rejects with a sentence when there is nothing in the cut. */
export async function saveCase(
  material: CaseMaterial,
  request: CaseRequest,
  signal: AbortSignal,
): Promise<SavedCase> {
  const { incident } = material;
  const { tape, history } = incident;
  const span = spanOf(incident, request.cut);
  const kept = material.sources
    .map((source, index): Kept => ({
      ...source,
      index,
      ranges: rowsOf(source.table, span, tape.sources[index]?.clockOffset ?? 0, history.runs),
    }))
    .filter(({ ranges }) => ranges.length > 0);
  if (kept.length === 0) throw new ChannelError('There is no line in that cut.', 'empty-cut');
  const names = request.redact ? redactor(incident) : undefined;
  const cut = cutText(
    span,
    sum(kept.map(linesOf)),
    sum(material.sources.map(({ table }) => table.lines)),
  );
  const shortNames = withoutFolders(tape.sources.map(({ name }) => name));
  const file = caseFile(material, kept, request, { cut, shortNames });
  const bytes = await packCase(
    names === undefined ? file : withoutNames(file, names),
    kept.map((source) => pieces(source, names, signal)),
    reports(material, request, shortNames, names),
    history.to / MILLISECOND,
  );
  return { columns: { bytes }, cut };
}

/** For who has no program that opens cases. */
function reports(
  { incident: { tape, findings } }: CaseMaterial,
  { cut, version }: CaseRequest,
  shortNames: readonly string[],
  names: Redactor | undefined,
): { readonly name: string; readonly text: string }[] {
  const report = (format: 'json' | 'markdown'): string =>
    exportFindings(tape, findings, format, version);
  const shown = (raw: string): string => {
    const text = withoutSecrets(raw);
    return (
      names?.text(text) ??
      tape.sources.reduce(
        (all, { name }, index) => all.replaceAll(name, shortNames[index] ?? ''),
        text,
      )
    );
  };
  const note =
    cut.kind === 'whole' ? '' : 'Line numbers are those of the logs before they were cut.\n';
  return [
    { name: 'findings.md', text: shown(`${report('markdown')}\n${note}`.trim() + '\n') },
    {
      name: 'findings.json',
      text: `${JSON.stringify(mapStrings(JSON.parse(report('json')), shown), undefined, 1)}\n`,
    },
  ];
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, map)]),
  );
}

function caseFile(
  { incident, cursor, packs, mutes }: CaseMaterial,
  kept: readonly Kept[],
  request: CaseRequest,
  { cut, shortNames }: { readonly cut: string; readonly shortNames: readonly string[] },
): CaseFile {
  const place = cursorIn(incident, kept, cursor);
  return {
    title: withoutSecrets(request.title),
    notes: withoutSecrets(request.notes),
    cut,
    savedBy: request.version,
    redacted: request.redact,
    sources: kept.map((source) =>
      sourceOf(
        source,
        request.redact ? `log-${source.index + 1}` : (shortNames[source.index] ?? ''),
      ),
    ),
    ...(place === undefined ? {} : { cursor: place }),
    packs: request.redact
      ? []
      : packs.map(({ name, text }) => ({ name: name.replace(/^.*[/\\]/, ''), text })),
    mutes: mutes.map(({ id, pod, why }) => ({
      id,
      ...(pod === undefined ? {} : { pod }),
      why: withoutSecrets(why),
    })),
  };
}

function sourceOf(source: Kept, name: string): CaseSource {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(-100);
  return {
    file: `logs/${source.index}-${plain}`,
    name,
    ...clockOf(source),
    lines: linesOf(source),
    ofLines: source.table.lines,
    omitted: [
      ...omissions(source.table, source.ranges),
      ...gapsWithin(source, ['cut']).map(({ from, to }) => ({ from, to })),
    ],
    gaps: [...gapsWithin(source, ['rotation', 'disconnected'])],
  };
}

/** Those of some kinds between the first line that is kept and the last. */
function gapsWithin<K extends Gap['kind']>(
  { table, gaps, ranges }: Kept,
  kinds: readonly K[],
): readonly {
  readonly from: Micros;
  readonly to: Micros;
  readonly kind: K;
  readonly text: string;
}[] {
  const first = table.time[ranges[0]?.from ?? 0] ?? NaN;
  const last = table.time[(ranges.at(-1)?.to ?? 1) - 1] ?? NaN;
  return gaps.flatMap(({ from, to, kind, text }) => {
    const own = kinds.find((each) => each === kind);
    return own === undefined || to < first || from > last
      ? []
      : [{ from, to, kind: own, text: withoutSecrets(text).slice(0, 1_000) }];
  });
}

/** Without the folders that all have in common: where a log lay on somebody's disk is nobody's business. */
function withoutFolders(names: readonly string[]): readonly string[] {
  const parts = names.map((name) => name.split(/[/\\]/));
  const least = Math.min(...parts.map(({ length }) => length)) - 1;
  let common = 0;
  while (common < least && parts.every((each) => each[common] === parts[0]?.[common])) common++;
  return parts.map((each) => each.slice(common).join('/'));
}

/** What the cut may no longer tell: the year of its first line with a time, and the zone. */
function clockOf({ table, zone, ranges }: Kept): Pick<CaseSource, 'year' | 'utcOffset'> {
  for (const { from, to } of ranges)
    for (let row = from; row < to; row++) {
      const time = table.time[row] ?? NaN;
      if (Number.isNaN(time)) continue;
      const { year } = civilFromDays(Math.floor((time + zone) / DAY));
      return year < 1970 || year > 2255 ? {} : { year, utcOffset: Math.round(zone / MINUTE) };
    }
  return {};
}

function linesOf({ table, ranges }: Kept): number {
  return sum(ranges.map(({ from, to }) => table.lineOf(to) - table.lineOf(from)));
}

/** Where the cursor stands, as a line of the cut; undefined when that line is not in it. */
function cursorIn(
  { tape }: Incident,
  kept: readonly Kept[],
  cursor: Cursor,
): CaseFile['cursor'] | undefined {
  if (cursor.position < 0) return undefined;
  const { source, ordinal } = tape.place(cursor.position);
  const number = kept.findIndex(({ index }) => index === source);
  const own = kept[number];
  if (own === undefined) return undefined;
  let line = 1;
  for (const { from, to } of own.ranges) {
    if (ordinal < from) return undefined;
    if (ordinal < to) {
      line += own.table.lineOf(ordinal) - own.table.lineOf(from);
      const { time, hindsight, selectedPod } = cursor;
      const at = Number.isNaN(time) ? {} : { time };
      return {
        source: number,
        line,
        ...at,
        hindsight,
        ...(selectedPod === undefined ? {} : { pod: selectedPod }),
      };
    }
    line += own.table.lineOf(to) - own.table.lineOf(from);
  }
  return undefined;
}

/** The kept lines in pieces of whole records. */
async function* pieces(
  { table, bytes, ranges }: Kept,
  names: Redactor | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const { from, to } of ranges) {
    for (let row = from; row < to;) {
      const start = table.offsetOf(row);
      const next = Math.min(to, Math.max(row + 1, table.ordinalAt(start + PIECE)));
      const end = next >= table.length ? table.bytes : table.offsetOf(next);
      // Who opens a case is not who may sign in where it was made.
      const piece = bytesWithoutSecrets(bytes.read(start, end - start));
      yield names === undefined ? piece : withoutNamesIn(piece, names);
      row = next;
      // Between two pieces, a wish to stop comes through.
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
    }
  }
}

function withoutNamesIn(piece: Uint8Array, names: Redactor): Uint8Array {
  return new TextEncoder().encode(names.text(new TextDecoder().decode(piece)));
}

/** The table of contents with its strings redacted; what is no name stays as it is. */
function withoutNames(file: CaseFile, names: Redactor): CaseFile {
  const pod = file.cursor?.pod;
  return {
    ...file,
    title: names.text(file.title),
    notes: names.text(file.notes),
    sources: file.sources.map((source) => ({
      ...source,
      gaps: source.gaps.map((gap) => ({ ...gap, text: names.text(gap.text) })),
    })),
    ...(file.cursor === undefined
      ? {}
      : { cursor: { ...file.cursor, ...(pod === undefined ? {} : { pod: names.text(pod) }) } }),
    mutes: file.mutes.map((mute) => ({
      ...mute,
      ...(mute.pod === undefined ? {} : { pod: names.text(mute.pod) }),
      why: names.text(mute.why),
    })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
