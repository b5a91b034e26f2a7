// What a log is about, told from some of its lines: the processes, the pods, how much of it is understood. A rebuild reads every line;
// this reads those that tell of the process, the first about each pod, and a few of each message.
import type { LogTable } from '../../log/record.ts';
import { RuleIndex } from '../evidence/rules.ts';
import { collectFacts, commonest, type Facts } from './facts/facts.ts';
import type { KubeletRun } from './history.ts';
import { IdIndex } from './identity/ids.ts';
import type { Inputs } from './facts/inputs.ts';
import { Lives } from './identity/lives.ts';
import { nodesOf } from './nodes.ts';
import { Owners } from './identity/owners.ts';
import { findRuns } from './facts/runs.ts';
import { withListedPods } from './facts/samples.ts';
import { tieFacts } from './identity/tied.ts';

export interface Survey {
  readonly runs: readonly KubeletRun[];
  /** `namespace/name`, each once; pods of which only the UID is told are left out. */
  readonly podNames: readonly string[];
  readonly understood: Understood;
}

interface Understood extends Pick<Facts['understood'], 'unmatched' | 'commonUnmatched'> {
  /** True when a message with very many lines, some of them understood, was counted by a part of them. */
  readonly estimated: boolean;
}

/** The first so many lines of a message are read, then some of the rest: the more there are, the farther apart. */
const FIRST = 16;
const SPREAD = 4;
/** Of a message with more lines than this a part is read. */
const MANY = 10_000;
/** Lines after a change of the process, of which the first may prove nothing. */
const AFTER_CHANGE = 8;
/** Flags are sorted: `--v` is among the last. */
const LAST_FLAGS = 8;

/** `order` makes inputs of some rows of each table, in the order in which all of them stand on a tape. */
export function survey(
  tables: readonly LogTable[],
  order: (rows: readonly Uint32Array[]) => Inputs,
): Survey {
  const telling = tables.map(tellingRows);
  const inputs = order(telling);
  const missed = tables.map((): Missed => new Map());
  const facts = collectFacts(inputs, (position, kind) => {
    const { source, ordinal } = inputs.place(position);
    miss(missed[source], tables[source]?.message[ordinal], kind);
  });
  return {
    ...runsAndPods(inputs, facts),
    understood: together(understand(tables, telling, missed)),
  };
}

const none = new Uint32Array(0);
const noneMissed: Missed = new Map();

/** As the rebuild finds them, which goes on from there to what each worker did. */
function runsAndPods(
  inputs: Inputs,
  { table, ...facts }: Facts,
): Pick<Survey, 'runs' | 'podNames'> {
  const nodes = nodesOf(inputs, table);
  const names = new Set<string>();
  const runs = [...new Set(nodes?.values() ?? [undefined])].flatMap((node) => {
    const own =
      nodes === undefined ? table : table.with(({ input }) => nodes.get(input.source) === node);
    const { table: listed } = withListedPods(own);
    const lives = new Lives(listed);
    const owners = new Owners(listed, lives);
    const ids = new IdIndex(listed, lives, owners);
    for (const { life, facts: mine } of tieFacts(listed, lives, ids, owners))
      if (mine.length > 0 && life.name !== '') names.add(`${life.namespace}/${life.name}`);
    return findRuns(listed, facts, inputs);
  });
  return { runs: runs.sort((a, b) => a.from - b.from), podNames: [...names] };
}

/** Rows that are enough to tell the runs of the kubelet, its pods, and what each message is. */
function tellingRows(table: LogTable): Uint32Array {
  const { message, site, length } = table;
  const chosen = new Uint8Array(length);
  const counts = new Uint32Array(table.messages.size);
  const next = new Uint32Array(counts.length);
  const process = new Uint8Array(counts.length);
  const index = new RuleIndex(table);
  let pid = -1;
  let after = 0;
  for (let row = 0; row < length; row++) {
    const number = message[row] ?? 0;
    const before = counts[number] ?? 0;
    counts[number] = before + 1;
    if (before === 0 && index.tellsProcess(row)) process[number] = 1;
    if (before < FIRST || before === next[number]) {
      next[number] = Math.max(before, FIRST) * SPREAD;
      chosen[row] = 1;
    }
    // Lines without a Go file are those of a runtime.
    const own = site[row] === 0 ? -1 : table.pidOf(row);
    if (own >= 0 && own !== pid) {
      if (row > 0) chosen[row - 1] = 1;
      pid = own;
      after = AFTER_CHANGE;
    }
    if (after > 0) {
      chosen[row] = 1;
      after--;
    }
  }
  for (const row of table.rowsFirstNaming()) chosen[row] = 1;
  let left = 0;
  for (let row = length - 1; row >= 0; row--) {
    const number = message[row] ?? 0;
    left = number === message[row + 1] ? left + 1 : 0;
    if (process[number] === 1 && (left < LAST_FLAGS || (counts[number] ?? 0) <= MANY))
      chosen[row] = 1;
  }
  const rows: number[] = [];
  for (let row = 0; row < length; row++) if (chosen[row] === 1) rows.push(row);
  return Uint32Array.from(rows);
}

/** Lines that no rule knows: by message number how many of each kind. */
type Missed = Map<number, Map<string, number>>;

function miss(missed: Missed | undefined, number = 0, kind: string): void {
  const own = missed?.get(number) ?? new Map<string, number>();
  missed?.set(number, own.set(kind, (own.get(kind) ?? 0) + 1));
}

/** A message is mostly understood or not: only of those of which some lines are, more are read. */
function understand(
  tables: readonly LogTable[],
  telling: readonly Uint32Array[],
  missed: readonly Missed[],
): readonly Understood[] {
  const parts: Understood[] = [];
  const mixed = tables.map((): Mixed => new Map());
  const rows: Row[] = [];
  tables.forEach((table, source) => {
    const own = mixed[source] ?? new Map<number, Part>();
    parts.push(...unmixed(table, telling[source] ?? none, missed[source] ?? noneMissed, own));
    for (const ordinal of rowsOf(table, own)) rows.push({ source, ordinal });
  });
  const again = tables.map((): Missed => new Map());
  // All tables at once: what facts are collected with is large, and there may be very many tables.
  collectFacts(inputsOf(tables, rows), (position, kind) => {
    const { source, ordinal } = rows[position] ?? { source: 0, ordinal: 0 };
    miss(again[source], tables[source]?.message[ordinal], kind);
  });
  again.forEach((own, source) => {
    for (const [number, kinds] of own) {
      const { met, read: some } = mixed[source]?.get(number) ?? { met: 1, read: 1 };
      parts.push({ ...scaled(kinds, met / some), estimated: some < met });
    }
  });
  return parts;
}

interface Row {
  readonly source: number;
  readonly ordinal: number;
}

/** Of a message: how many lines were met, and how many of them were read. */
interface Part {
  met: number;
  read: number;
}
type Mixed = Map<number, Part>;

/** What the rows tell that were read; the messages of which they don't tell enough are put into `mixed`. */
function unmixed(
  table: LogTable,
  telling: Uint32Array,
  missed: Missed,
  mixed: Mixed,
): readonly Understood[] {
  if (missed.size === 0) return [];
  const counts = countsOf(table);
  const read = new Map<number, number>();
  for (const row of telling) {
    const number = table.message[row] ?? 0;
    if (missed.has(number)) read.set(number, (read.get(number) ?? 0) + 1);
  }
  const parts: Understood[] = [];
  for (const [number, kinds] of missed) {
    const count = counts[number] ?? 0;
    const some = read.get(number) ?? 0;
    if (kinds.size === 1 && total(kinds) === some) parts.push(scaled(kinds, count / some));
    else if (count === some) parts.push(scaled(kinds, 1));
    else mixed.set(number, { met: 0, read: 0 });
  }
  return parts;
}

/** Of the messages that are mixed all rows, or of very many rows a part. */
function rowsOf(table: LogTable, mixed: Mixed): readonly number[] {
  if (mixed.size === 0) return [];
  const { message, length } = table;
  const counts = countsOf(table);
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    const number = message[row] ?? 0;
    const own = mixed.get(number);
    if (own === undefined) continue;
    if (own.met++ % Math.ceil((counts[number] ?? 0) / MANY) !== 0) continue;
    own.read++;
    rows.push(row);
  }
  return rows;
}

function countsOf({ message, messages, length }: LogTable): Uint32Array {
  const counts = new Uint32Array(messages.size);
  for (let row = 0; row < length; row++) {
    const number = message[row] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return counts;
}

function inputsOf(tables: readonly LogTable[], rows: readonly Row[]): Inputs {
  return {
    sources: tables.map((table) => ({ table })),
    length: rows.length,
    time: new Float64Array(rows.length),
    place: (position) => rows[position] ?? { source: 0, ordinal: 0 },
  };
}

function total(kinds: ReadonlyMap<string, number>): number {
  return [...kinds.values()].reduce((sum, count) => sum + count, 0);
}

function scaled(kinds: ReadonlyMap<string, number>, factor: number): Understood {
  return {
    unmatched: Math.round(total(kinds) * factor),
    commonUnmatched: commonest(kinds).map(({ message, count }) => ({
      message,
      count: Math.round(count * factor),
    })),
    estimated: false,
  };
}

function together(parts: readonly Understood[]): Understood {
  const common = new Map<string, number>();
  for (const { message, count } of parts.flatMap((part) => part.commonUnmatched))
    common.set(message, (common.get(message) ?? 0) + count);
  return {
    unmatched: parts.reduce((sum, part) => sum + part.unmatched, 0),
    commonUnmatched: commonest(common),
    estimated: parts.some((part) => part.estimated),
  };
}
