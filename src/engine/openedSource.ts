import { sourceId, type Gap } from '../base/input.ts';
import { micros } from '../base/time.ts';
import { at, NEWLINE } from '../log/bytes.ts';
import { type Writers, writersOf } from '../kubelet/evidence/writers.ts';
import { GapFinder } from '../log/gaps.ts';
import type { LogTable } from '../log/record.ts';
import { FactsReader } from '../log/sourceFacts.ts';
import type { TableBuilder } from '../log/tableBuilder.ts';
import type { SourceNotice } from '../protocol/engineApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import type { TapeSource } from '../replay/tape.ts';
import type { OpenedText } from './host/sourceHost.ts';

/** A notice that lines may be missing, and the byte before which. */
interface Break {
  readonly kind: 'rotation' | 'disconnected';
  readonly text: string;
  readonly offset: number;
}

/** One source of a session: its text and table, and what happened to it while it grew. */
export class OpenedSource {
  readonly builder: TableBuilder;
  readonly text: OpenedText;
  private offset = 0;
  private readonly breaks: Break[] = [];
  private received: number;
  private atLineEnd: boolean;
  private following: boolean;
  private readonly stop = new AbortController();
  private trouble: string | undefined;
  private described: SourceRow | undefined;
  private readonly facts: FactsReader;
  private readonly gapFinder: GapFinder;

  constructor(builder: TableBuilder, text: OpenedText) {
    this.builder = builder;
    this.text = text;
    this.facts = new FactsReader(builder.table);
    this.gapFinder = new GapFinder(builder.table);
    this.received = text.bytes.size;
    this.atLineEnd =
      this.received === 0 || at(text.bytes.read(this.received - 1, 1), 0) === NEWLINE;
    this.following = text.growth !== undefined;
    this.trouble = this.following ? undefined : text.problem;
  }

  get table(): LogTable {
    return this.builder.table;
  }

  /** Added to its times on the tape, µs. */
  get clockOffset(): number {
    return this.offset;
  }

  set clockOffset(offset: number) {
    this.offset = offset;
    this.described = undefined;
  }

  /** Whose its lines are. */
  get writers(): Writers {
    return writersOf(this.table);
  }

  get onTape(): TapeSource {
    const { table, text, clockOffset } = this;
    const { name, node } = text;
    return { table, name, clockOffset, ...(node === undefined ? {} : { node }) };
  }

  get isFollowed(): boolean {
    return this.following;
  }

  /** Aborted when it grows no more. */
  get ended(): AbortSignal {
    return this.stop.signal;
  }

  /** Whether its bytes come from who opened it. */
  get isPushed(): boolean {
    return this.following && this.text.growth?.follow === undefined;
  }

  append(bytes: Uint8Array): void {
    this.take(bytes);
    this.trouble = undefined;
    this.described = undefined;
  }

  notice({ text, gap }: SourceNotice): void {
    this.trouble = text;
    this.described = undefined;
    if (gap === undefined) return;
    // What comes after a gap doesn't go on with the line before it.
    if (!this.atLineEnd) this.take(Uint8Array.of(NEWLINE));
    this.breaks.push({ kind: gap, text, offset: this.received });
  }

  private take(bytes: Uint8Array): void {
    this.text.growth?.append(bytes);
    this.builder.append(bytes);
    this.received += bytes.length;
    this.atLineEnd = bytes.length === 0 ? this.atLineEnd : at(bytes, bytes.length - 1) === NEWLINE;
  }

  /** It grows no more: a last line without an end is a line too. */
  finish(trouble = this.trouble): void {
    this.following = false;
    this.stop.abort();
    this.trouble = trouble;
    this.described = undefined;
    this.builder.finish();
  }

  get row(): SourceRow {
    const { table, text, offset } = this;
    this.described ??= {
      ...this.facts.read(),
      source: table.source,
      name: text.name,
      path: text.path,
      ...(text.section === undefined ? {} : { section: text.section }),
      writers: this.writers.shares(),
      clock: { yearFrom: this.builder.clock.yearFrom, utcOffset: this.builder.clock.utcOffset },
      bytes: table.bytes,
      clockOffset: offset,
      state: this.following ? 'following' : 'complete',
      problem: this.trouble,
      ...(text.tooLarge === true ? { tooLarge: true } : {}),
    };
    return this.described;
  }

  /** Blind spots, on the tape's clock. */
  get gaps(): readonly Gap[] {
    const { offset } = this;
    if (offset === 0) return this.ownGaps;
    return this.ownGaps.map((gap) => ({
      ...gap,
      from: micros(gap.from + offset),
      to: micros(gap.to + offset),
    }));
  }

  private get ownGaps(): readonly Gap[] {
    return [...this.gapFinder.find(), ...this.toldGaps];
  }

  /** Those of its blind spots that its lines don't tell, on its own clock. */
  get toldGaps(): readonly Gap[] {
    const told = this.breaks.map((one) => breakGap(this.table, one));
    return told.filter((gap) => gap !== undefined);
  }
}

/** From the last time before a break to the first after it; undefined while neither side has one. */
function breakGap(table: LogTable, { kind, text, offset }: Break): Gap | undefined {
  const after = offset === 0 ? 0 : table.ordinalAt(offset - 1) + 1;
  const from = nearestTime(table, after - 1, -1);
  const to = nearestTime(table, after, 1);
  const proofs = [after - 1, after].filter((row) => row >= 0 && row < table.length);
  const begins = from ?? to;
  if (begins === undefined) return undefined;
  return {
    source: sourceId(table.source),
    kind,
    from: micros(begins),
    to: micros(to ?? begins),
    text,
    provedBy: proofs.map((row) => ({ source: table.source, offset: table.offsetOf(row) })),
  };
}

function nearestTime(table: LogTable, row: number, step: 1 | -1): number | undefined {
  for (let i = row; i >= 0 && i < table.length; i += step) {
    const time = table.time[i] ?? NaN;
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}
