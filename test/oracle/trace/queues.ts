// Runs scripts of the kinds fifo, deltafifo and realfifo on our queues, as the page of queues does it.
import { readStoreScript, type Operation } from '../../../src/engine/queues/script.ts';
import { LabQueue } from '../../../src/engine/queues/queuePage.ts';
import type { Outcome, QueueState } from '../../../src/engine/queues/queueRun.ts';
import type { QueuedRow, QueueVersion } from '../../../src/protocol/queueApi.ts';
import { isList, type Json, type TraceOptions, type TraceRecord } from './record.ts';

export function traceQueue(lines: readonly unknown[], options: TraceOptions): TraceRecord[] {
  const { header, operations } = readStoreScript(lines);
  const queue = new LabQueue(header, versionOf(operations, options));
  const records: TraceRecord[] = [];
  for (const [i, operation] of operations.entries()) {
    const isMapped = header.kind === 'fifo' && operation.op === 'Replace';
    const row = queue.give(
      operation,
      isMapped ? orderOf(options.orderFrom?.[i]?.['q'] ?? null) : undefined,
    );
    const { outcome } = queue;
    if (outcome === undefined) throw new Error(`no ${operation.op} in a ${header.kind}`);
    const ended = outcome.panic !== undefined;
    const state = ended ? {} : recordOfState(header.kind, row);
    records.push({ ...recordOf(header.kind, outcome), i, ...state });
    if (ended) break;
  }
  return records;
}

const versions: readonly QueueVersion[] = ['1.9', '1.22', '1.32', '1.37'];

/** Only client-go up to 1.32 has the operations that put things back. */
function versionOf(operations: readonly Operation[], options: TraceOptions): QueueVersion {
  const old = operations.some(({ op, mode }) => op === 'AddIfNotPresent' || mode === 'requeue');
  const wanted = options.version ?? (old ? '1.32' : '1.37');
  return versions.find((version) => version === wanted) ?? '1.37';
}

function orderOf(order: Json): readonly string[] {
  return order !== null && isList(order) ? order.filter((key) => typeof key === 'string') : [];
}

/** The line that the Go program prints for a move. */
export function recordOf(kind: string, outcome: Outcome): TraceRecord {
  const { op, panic, blocked, failure, given, took } = outcome;
  if (panic !== undefined) return { op, panic };
  if (blocked === true) return { op, blocked };
  const record: TraceRecord = { op, ret: took === undefined ? null : [shown(took).join(' | ')] };
  if (failure !== undefined) record['err'] = failure;
  if (given === undefined) return record;
  const { items, isInInitialList, via, syncedDuring, during } = given;
  const out = shown(items);
  return {
    ...record,
    via,
    init: isInInitialList,
    out: kind === 'fifo' ? (out[0] ?? '') : out,
    syncedDuring,
    during:
      during === 'lock held'
        ? during
        : during.length === 0
          ? null
          : during.map((inner) => recordOf(kind, inner)),
  };
}

/** What the Go program prints of a queue after a move. */
export function recordOfState(kind: string, state: QueueState): TraceRecord {
  const { line, known, populated, remaining, hasSynced } = state;
  const record: TraceRecord = { synced: hasSynced, ipc: remaining, populated, items: {}, q: [] };
  if (known !== undefined) record['known'] = known;
  if (kind === 'realfifo') return { ...record, q: line.flatMap(({ items }) => shown(items)) };
  const waiting = line.filter(({ items }) => items.length > 0);
  const items = waiting.map(({ key, items: under }): [string, Json] => {
    const texts = shown(under);
    return [key, kind === 'fifo' ? (texts[0] ?? '') : texts];
  });
  return { ...record, q: line.map(({ key }) => key), items: Object.fromEntries(items) };
}

function shown(items: readonly QueuedRow[]): string[] {
  return items.map(({ type, object }) => (type === undefined ? object : `${type} ${object}`));
}
