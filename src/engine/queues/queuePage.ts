// The page of queues: the moves of a script on the queues of a client-go, each beside the others, as they are after one of the moves.
import { behaviours } from '../../informer/behaviour.ts';
import { ChannelError } from '../../protocol/channel.ts';
import {
  queueKinds,
  type QueuedRow,
  type QueueKind,
  type QueuePage,
  type QueuePlace,
  type QueueQuery,
  type QueueRow,
  type QueueVersion,
} from '../../protocol/queueApi.ts';
import { goFunctions, tags } from './goFunctions.ts';
import { QueueRun, type Outcome, type QueueState } from './queueRun.ts';
import { told } from './reasons.ts';
import { readStoreScript, type Header, type Operation, type StoreScript } from './script.ts';

/** More moves than a person makes, few enough to be made again at each question. */
const MOST_MOVES = 1_000;

export function queuePage({ version, script, at }: QueueQuery): QueuePage {
  const { header, operations } = scriptOf(script);
  const last = operations.length - 1;
  const shown = Math.min(Math.max(at ?? last, -1), last);
  return {
    moves: operations.map(inWords),
    at: shown,
    tag: tags[version],
    requeues: behaviours[version].requeues,
    queues: readable(() =>
      queueKinds
        .filter((kind) => kind !== 'realfifo' || behaviours[version].informerQueue === 'RealFIFO')
        .map((kind) => new LabQueue(headerFor(kind, header, version), version))
        .map((queue) => queue.after(operations.slice(0, shown + 1))),
    ),
  };
}

function scriptOf(text: string): StoreScript {
  const lines = scriptLines(text);
  return readable(() => {
    const script = readStoreScript(lines.map((line): unknown => JSON.parse(line)));
    if (script.header.kind === 'indexer') throw new Error('it is one of an indexer');
    return script;
  });
}

/** The lines that say something; rejects what has too many. */
export function scriptLines(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length <= MOST_MOVES + 1) return lines;
  throw new ChannelError(`A script has at most ${MOST_MOVES} moves.`, 'bad-script');
}

/** What is wrong with a script, as a sentence. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ChannelError(`The script cannot be replayed: ${why}.`, 'bad-script');
  }
}

/** A queue has the options of the script that is its own; else those that informers of the version give it. */
function headerFor(kind: QueueKind, header: Header, version: QueueVersion): Header {
  const { replaceEmits, tellsInitialList } = behaviours[version];
  if (header.kind === kind) {
    const replaced = header.replaced && replaceEmits === 'Replaced';
    // DeltaFIFOOptions has a Transformer from 1.27 on.
    const transform = tellsInitialList ? header.transform : '';
    return { ...header, replaced, transform };
  }
  const atomic = kind === 'realfifo';
  return {
    kind,
    known: true,
    replaced: replaceEmits === 'Replaced',
    atomic,
    unlock: atomic,
    bookmark: atomic,
    batchSize: 1000,
    transform: header.transform,
    indexers: [],
  };
}

/** One queue that is given moves, and tells of the last. */
export class LabQueue {
  private readonly header: Header;
  private readonly version: QueueVersion;
  private readonly run: QueueRun;
  private before: QueueState;
  /** What the last move came to; none where this queue has no such method. */
  outcome: Outcome | undefined;

  constructor(header: Header, version: QueueVersion) {
    this.header = header;
    this.version = version;
    this.run = new QueueRun(header, behaviours[version]);
    this.before = this.run.state;
  }

  after(operations: readonly Operation[]): QueueRow {
    let row = this.row(undefined, undefined);
    for (const operation of operations) row = this.give(operation);
    return row;
  }

  /** `order`: in which Go's map gave what a FIFO's list has. */
  give(operation: Operation, order?: readonly string[]): QueueRow {
    this.before = this.run.state;
    const known = this.known(operation);
    this.outcome = known === undefined ? undefined : this.run.perform(known);
    if (order !== undefined) this.run.takeOrder(order);
    return this.row(known, this.outcome, known === undefined);
  }

  /** A move as this queue has it: what others do in batches is done one by one, and only its own producer can act while a consumer works. */
  private known(operation: Operation): Operation | undefined {
    const { op } = operation;
    const { kind } = this.header;
    if (kind !== 'realfifo' && op === 'Bookmark') return undefined;
    if (kind === 'fifo' && op === 'KnownDelete') return undefined;
    if (op === 'AddIfNotPresent' && (kind === 'realfifo' || !behaviours[this.version].requeues))
      return undefined;
    if (kind === 'realfifo') return operation;
    return { ...operation, op: op === 'PopBatch' ? 'Pop' : op, during: [] };
  }

  private row(
    operation: Operation | undefined,
    outcome: Outcome | undefined,
    isLeftOut = false,
  ): QueueRow {
    const { state: after } = this.run;
    const { header, version, before } = this;
    const row = { kind: kindOf(header), ...after, line: marked(before.line, after.line) };
    if (operation === undefined || outcome === undefined) {
      const said = isLeftOut ? [{ reason: 'none' as const, values: [] }] : [];
      return { ...row, said, functions: [] };
    }
    const { said, functions } = told({
      header,
      operation,
      outcome,
      before,
      after,
      behaviour: behaviours[version],
    });
    const { given } = outcome;
    return {
      ...row,
      said,
      functions: goFunctions(version, [...new Set(functions)]),
      ...(given === undefined
        ? {}
        : { popped: { items: given.items, isInInitialList: given.isInInitialList } }),
    };
  }
}

function kindOf({ kind }: Header): QueueKind {
  return queueKinds.find((each) => each === kind) ?? 'fifo';
}

/** Says what was not there before; of several alike the last ones. */
function marked(before: readonly QueuePlace[], after: readonly QueuePlace[]): QueuePlace[] {
  const left = new Map<string, number>();
  const textOf = (key: string, { type = '', object }: QueuedRow): string =>
    `${key}\n${type}\n${object}`;
  for (const { key, items } of before) {
    for (const item of items) {
      const text = textOf(key, item);
      left.set(text, (left.get(text) ?? 0) + 1);
    }
  }
  return after.map(({ key, items }) => ({
    key,
    items: items.map((item) => {
      const text = textOf(key, item);
      const count = left.get(text) ?? 0;
      left.set(text, count - 1);
      return count > 0 ? item : { ...item, isNew: true };
    }),
  }));
}

function inWords({ op, args, mode }: Operation): string {
  const words = args.map((arg) => (typeof arg === 'string' ? arg : `[${arg.join(' ')}]`));
  return [op, ...words, ...(mode === '' ? [] : [`(${mode})`])].join(' ');
}
