// The first pass: every input is asked once what it proves. From here on there are facts in order, and no lines any more.
import { firstNumber } from '../../../base/bisect.ts';
import type { SourceId } from '../../../base/input.ts';
import { micros, type Micros } from '../../../base/time.ts';
import type { LogRecord, LogTable } from '../../../log/record.ts';
import { type Proof, RuleIndex } from '../../evidence/rules.ts';
import type { Rule } from '../../evidence/rule.ts';
import { mayHoldKubelet } from '../../evidence/writers.ts';
import type { Inputs } from './inputs.ts';
import { type Fact, type FactLane, loudness, TapedFact, type TapeTimes } from './fact.ts';
import { FactTable } from './factTable.ts';
import { Pool } from './pool.ts';

export interface Facts {
  readonly table: FactTable;
  readonly from: Micros;
  readonly to: Micros;
  /** When the last of the sources ends that may hold the kubelet's lines. */
  readonly kubeletTo: Micros;
  readonly understood: {
    readonly facts: number;
    readonly lines: number;
    readonly unmatched: number;
    readonly commonUnmatched: readonly { readonly message: string; readonly count: number }[];
  };
  /** Traits of the lines themselves, which tell the kubelet's age when it doesn't say its version. */
  readonly wording: Wording;
}

export interface Wording {
  /** `SyncLoop (ADD, "api")`: 1.20 at the newest. */
  readonly printf: boolean;
  /** `podUID=…` without quotes: 1.27 at the newest. */
  readonly bareUids: boolean;
  /** "Generic (PLEG): container finished": 1.22 at the oldest. */
  readonly finishedLines: boolean;
  /** A worker line with a number for its work: 1.22 to 1.26. */
  readonly numberedWork: boolean;
}

/** `onLost` is told of each line that no rule knows, and what its kind is. */
export function collectFacts(
  inputs: Inputs,
  onLost?: (position: number, kind: string) => void,
): Facts {
  return new FactCollector(onLost).collect(inputs, 0);
}

/** Lost lines that can be taken back, when the end of a tape is read again. */
const RECENT = 20_000;

/** What one table is read with. */
interface Reading {
  readonly table: LogTable;
  readonly index: RuleIndex;
  readonly lanes: Readonly<Record<Fact['severity'], FactLane>>;
}

/** Of a collector that was not asked yet; nothing is added to it. */
const unread = new Pool();

/** The facts of a tape that grows: what stays as it was is not read again. */
export class FactCollector {
  private readonly readings = new Map<LogTable, Reading>();
  /** Of the table that was read last. */
  private last: Reading | undefined;
  private readonly times: TapeTimes = { time: new Float64Array(0) };
  private pool = unread;
  private table = new FactTable(unread, 0);
  private unmatched = new Map<string, number>();
  private lost = 0;
  private recent: { readonly position: number; readonly key: string }[] = [];
  /** Lost lines before this position are in `recent` no more; from the start on all is read first. */
  private recentFrom = Infinity;
  /** The first positions that show the traits. */
  private readonly wording = new Map<keyof Wording, number>();
  private readonly onLost: ((position: number, kind: string) => void) | undefined;

  constructor(onLost?: (position: number, kind: string) => void) {
    this.onLost = onLost;
  }

  /** `from`: the first position that is not as it was when last asked. The table is good until asked again. */
  collect(inputs: Inputs, from: number): Facts {
    this.times.time = inputs.time;
    const first = this.takeBack(from, inputs.length);
    for (let position = first; position < inputs.length; position++) this.read(inputs, position);
    return {
      table: this.table,
      from: micros(firstNumber(inputs.time)),
      to: micros(inputs.time[inputs.length - 1] ?? NaN),
      kubeletTo: endsOfKubelet(inputs)(inputs.length - 1),
      understood: {
        facts: this.table.list.length,
        lines: inputs.length,
        unmatched: this.lost,
        commonUnmatched: commonest(this.unmatched),
      },
      wording: {
        printf: this.wording.has('printf'),
        bareUids: this.wording.has('bareUids'),
        finishedLines: this.wording.has('finishedLines'),
        numberedWork: this.wording.has('numberedWork'),
      },
    };
  }

  /** Forgets what was read from a position on, of `inputs`; the position from which it has to be read again. */
  private takeBack(from: number, inputs: number): number {
    if (from < this.recentFrom || from === 0) {
      // Half of the lines of most logs prove something.
      this.pool = new Pool();
      this.table = new FactTable(this.pool, inputs >>> 1);
      this.unmatched = new Map();
      this.recent = [];
      this.recentFrom = 0;
      this.lost = 0;
      this.wording.clear();
      return 0;
    }
    this.table.cut(from);
    for (const [trait, position] of this.wording) if (position >= from) this.wording.delete(trait);
    for (let last = this.recent.at(-1); last !== undefined; last = this.recent.at(-1)) {
      if (last.position < from) break;
      this.recent.pop();
      this.lost--;
      const count = this.unmatched.get(last.key) ?? 0;
      if (count > 1) this.unmatched.set(last.key, count - 1);
      else this.unmatched.delete(last.key);
    }
    return from;
  }

  private read(inputs: Inputs, position: number): void {
    const { source, ordinal } = inputs.place(position);
    const table = inputs.sources[source]?.table;
    if (table === undefined) return;
    const reading = this.readingOf(table);
    const { index } = reading;
    const among = index.at(ordinal);
    if (among.length === 0 && index.isHarmless(ordinal)) return;
    const record = table.glance(ordinal);
    const proof = among.length === 0 ? undefined : index.read(record, this.pool);
    if (proof === undefined) {
      if (!index.ignores(record)) this.lose(position, record);
      return;
    }
    for (const trait of traitsIn(proof.rule, record))
      if (!this.wording.has(trait)) this.wording.set(trait, position);
    this.add(reading, position, record, proof);
  }

  private add(reading: Reading, position: number, record: LogRecord, { events }: Proof): void {
    // Lines without a Go file are those of a runtime, whose process is another.
    const pid = record.file === '' ? 0 : (record.pid ?? 0);
    const lane = reading.lanes[loudness(record.severity)];
    const offset = reading.table.offsetOf(record.ordinal);
    for (const event of events) this.table.add(new TapedFact(lane, position, offset, event), pid);
  }

  private readingOf(table: LogTable): Reading {
    if (this.last?.table === table) return this.last;
    const known = this.readings.get(table) ?? {
      table,
      index: new RuleIndex(table),
      lanes: lanesOf(table.source, this.times),
    };
    this.readings.set(table, known);
    return (this.last = known);
  }

  private lose(position: number, record: LogRecord): void {
    const key = lostKey(record);
    this.lost++;
    this.onLost?.(position, key);
    this.recent.push({ position, key });
    if (this.recent.length > 2 * RECENT) {
      this.recent = this.recent.slice(-RECENT);
      this.recentFrom = this.recent[0]?.position ?? 0;
    }
    const count = this.unmatched.get(key);
    if (count !== undefined || this.unmatched.size < 5000)
      this.unmatched.set(key, (count ?? 0) + 1);
  }
}

function lanesOf(source: SourceId, times: TapeTimes): Reading['lanes'] {
  return {
    info: { source, severity: 'info', times },
    warning: { source, severity: 'warning', times },
    error: { source, severity: 'error', times },
  };
}

type Traits = readonly (keyof Wording)[];

const noTraits: Traits = [];
const printfTraits: Traits = ['printf'];
const finishedTraits: Traits = ['finishedLines'];
const bareTraits: Traits = ['finishedLines', 'bareUids'];
const numberedTraits: Traits = ['numberedWork'];

function traitsIn(rule: Rule, record: LogRecord): Traits {
  switch (rule.id) {
    case 'syncLoop.configText':
    case 'syncLoop.plegText':
      return printfTraits;
    case 'pleg.finished': {
      const isBare = !record.isQuoted('podID') && record.field('podID') !== undefined;
      return isBare && !record.text.startsWith('{') ? bareTraits : finishedTraits;
    }
    case 'podWorkers.begin':
      return /^[012]$/.test(record.field('updateType') ?? '') ? numberedTraits : noTraits;
    default:
      return noTraits;
  }
}

/** What is looked at of a text for the first words of its kind; what a stranger wrote may be of any length. */
const ENOUGH = 4_096;

function lostKey(record: LogRecord): string {
  const message = record.message.slice(0, ENOUGH);
  const text = record.structured
    ? message
    : `${record.file}: ${message.replace(/[0-9a-f]{8,}|\d+|"[^"]*"/g, '…')}`;
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

export function commonest(map: ReadonlyMap<string, number>): { message: string; count: number }[] {
  return [...map]
    .map(([message, times]) => ({ message, count: times }))
    .sort((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1))
    .slice(0, 20);
}

export function endsOfKubelet(inputs: Inputs): (last: number) => Micros {
  const own = inputs.sources.map(({ table }) => mayHoldKubelet(table));
  const isMixed = own.includes(true) && own.includes(false);
  return (last) => {
    let at = last;
    if (isMixed) while (at > 0 && own[inputs.place(at).source] === false) at--;
    return micros(inputs.time[at] ?? NaN);
  };
}
