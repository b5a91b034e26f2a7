// Runs scripts of the kinds fifo, deltafifo and realfifo on our queues.
import { assertDefined } from '../../../src/base/assert.ts';
import { behaviours, type Behaviour } from '../../../src/informer/behaviour.ts';
import type { Delta } from '../../../src/informer/delta.ts';
import { DeltaFifo, type ObjectDeltas } from '../../../src/informer/deltaFifo.ts';
import { errRequeue, Failure } from '../../../src/informer/failure.ts';
import { Fifo } from '../../../src/informer/fifo.ts';
import { Indexer } from '../../../src/informer/indexer.ts';
import { RealFifo } from '../../../src/informer/realFifo.ts';
import type { KnownObjects } from '../../../src/informer/store.ts';
import {
  readMaybeDeleted,
  readObject,
  show,
  showDelta,
  transformer,
  type Thing,
} from './literals.ts';
import { isList, type TraceOptions, type TraceRecord } from './record.ts';
import {
  readStoreScript,
  word,
  words,
  type Header,
  type Operation,
  type SimpleOperation,
} from './script.ts';

export function traceQueue(lines: readonly unknown[], options: TraceOptions): TraceRecord[] {
  const { header, operations } = readStoreScript(lines);
  const run = new QueueRun(header, behaviourOf(operations, options));
  const records: TraceRecord[] = [];
  for (const [i, operation] of operations.entries()) {
    const record = run.perform(operation);
    if (header.kind === 'fifo' && operation.op === 'Replace') {
      run.takeOrder(options.orderFrom?.[i]?.['q'] ?? null);
    }
    const ended = 'panic' in record;
    records.push({ ...record, i, ...(ended ? {} : run.state()) });
    if (ended) break;
  }
  return records;
}

/** Only client-go up to 1.32 has the operations that put things back. */
function behaviourOf(operations: readonly Operation[], options: TraceOptions): Behaviour {
  const old = operations.some(({ op, mode }) => op === 'AddIfNotPresent' || mode === 'requeue');
  return behaviours[(options.version ?? (old ? '1.32' : '1.37')) === '1.32' ? '1.32' : '1.37'];
}

const processFailed = new Failure('process', 'process failed');

class QueueRun {
  private readonly header: Header;
  /** What the consumer has made of what it popped. */
  private readonly known = new Indexer<Thing>();
  private readonly fifo: Fifo<Thing> | undefined;
  private readonly delta: DeltaFifo<Thing> | undefined;
  private readonly real: RealFifo<Thing> | undefined;
  private lastDeltas: ObjectDeltas<Thing> = [];

  constructor(header: Header, behaviour: Behaviour) {
    this.header = header;
    const { known } = this;
    // Go's order is that of a map; both sides sort.
    const sortedKnown: KnownObjects<Thing> = {
      listKeys: () => known.listKeys().sort(),
      getByKey: (key) => known.getByKey(key),
    };
    const transform = transformer(header.transform);
    if (header.kind === 'fifo') {
      this.fifo = new Fifo<Thing>({ behaviour });
    } else if (header.kind === 'deltafifo') {
      this.delta = new DeltaFifo<Thing>({
        knownObjects: header.known ? sortedKnown : undefined,
        emitDeltaTypeReplaced: header.replaced,
        transformer: transform,
        behaviour,
      });
    } else {
      this.real = new RealFifo<Thing>({
        knownObjects: header.atomic ? undefined : sortedKnown,
        transformer: transform,
        atomicEvents: header.atomic,
        unlockWhileProcessing: header.unlock,
        emitDeltaTypeBookmark: header.bookmark,
        batchSize: header.batchSize,
      });
    }
  }

  perform(operation: Operation): TraceRecord {
    const { op } = operation;
    if (op.startsWith('Pop')) return this.pop(operation);
    if (op === 'AddIfNotPresent' && this.fifo === undefined && this.lastDeltas.length === 0) {
      // Nothing was popped that could be put back: the Go program calls the method without an argument.
      return { op, panic: 'reflect: Call using zero Value argument' };
    }
    return outcome(op, this.produce(operation));
  }

  /** Go queues a FIFO's list in a map's order: ours becomes that, if it has the same keys. */
  takeOrder(order: TraceRecord[string]): void {
    if (order === null || !isList(order) || this.fifo === undefined) return;
    const keys = order.filter((key) => typeof key === 'string');
    const ours = this.fifo.state.queue;
    if ([...keys].sort().join(' ') === [...ours].sort().join(' ')) this.fifo.reorder(keys);
  }

  state(): TraceRecord {
    const { synced, remaining, populated } = this.progress();
    const record: TraceRecord = { synced, ipc: remaining, populated, items: {}, q: [] };
    if (this.fifo !== undefined) {
      const { items, queue } = this.fifo.state;
      record['items'] = Object.fromEntries([...items].map(([key, item]) => [key, show(item)]));
      return { ...record, q: queue };
    }
    if (this.delta !== undefined) {
      const { items } = this.delta.state;
      record['items'] = Object.fromEntries(
        [...items].map(([key, deltas]) => [key, deltas.map(showDelta)]),
      );
      record['q'] = [...items.keys()];
    }
    if (this.real !== undefined) record['q'] = this.real.state.items.map(showDelta);
    return { ...record, known: this.known.list().map(show).sort() };
  }

  private progress(): { synced: boolean; remaining: number; populated: boolean } {
    const queue = assertDefined(this.fifo ?? this.delta ?? this.real, 'a script has a queue');
    const { remaining, populated } = queue.state;
    return { synced: queue.hasSynced, remaining, populated };
  }

  private produce(operation: SimpleOperation): Failure | undefined {
    const queue = assertDefined(this.fifo ?? this.delta ?? this.real, 'a script has a queue');
    switch (operation.op) {
      case 'Add':
        return queue.add(readObject(word(operation)));
      case 'Update':
        return queue.update(readObject(word(operation)));
      case 'Delete':
        return this.fifo === undefined
          ? (this.delta ?? this.real)?.delete(readMaybeDeleted(word(operation)))
          : this.fifo.delete(readObject(word(operation)));
      case 'Replace':
        return queue.replace(words(operation).map(readObject), word(operation, 1));
      case 'Resync':
        return queue.resync();
      case 'Bookmark':
        return this.real?.bookmark(word(operation));
      case 'Close':
        queue.close();
        return undefined;
      case 'KnownDelete':
        return this.known.delete(readMaybeDeleted(word(operation)));
      case 'AddIfNotPresent':
        return this.fifo === undefined
          ? this.delta?.addIfNotPresent(this.lastDeltas)
          : this.fifo.addIfNotPresent(readObject(word(operation)));
      default:
        throw new Error(`a ${this.header.kind} script has no operation ${operation.op}`);
    }
  }

  private pop(operation: Operation): TraceRecord {
    const record: TraceRecord = { op: operation.op };
    if (this.wouldBlock()) return { ...record, blocked: true };
    if (this.fifo !== undefined) {
      const popped = this.fifo.pop((item, init) =>
        this.consume(operation, record, { init, out: show(item), deltas: [] }),
      );
      const ret = popped.state === 'processed' ? [show(popped.item)] : null;
      return { ...record, ...failed(popped), ret };
    }
    const { popped, returns } = this.popDeltas(operation, record);
    const ret =
      popped.state === 'processed' && returns ? [popped.item.map(showDelta).join(' | ')] : null;
    return { ...record, ...failed(popped), ret };
  }

  private popDeltas(operation: Operation, record: TraceRecord) {
    const consume =
      (via: string) =>
      (deltas: readonly Delta<Thing>[], init: boolean): Failure | undefined => {
        const out = deltas.map(showDelta);
        return this.consume(operation, record, { init, out, deltas, via });
      };
    if (this.delta !== undefined) {
      const popped = this.delta.pop(consume('single'));
      if (popped.state === 'processed') this.lastDeltas = popped.item;
      return { popped, returns: true };
    }
    const real = assertDefined(this.real, 'a script has a queue');
    return operation.op === 'Pop'
      ? { popped: real.pop(consume('single')), returns: true }
      : { popped: real.popBatch(consume('batch'), consume('single')), returns: false };
  }

  private wouldBlock(): boolean {
    const { fifo, delta, real } = this;
    if (fifo !== undefined) return fifo.state.items.size === 0 && !fifo.state.closed;
    if (delta !== undefined) return delta.state.items.size === 0 && !delta.state.closed;
    return real !== undefined && real.state.items.length === 0 && !real.state.closed;
  }

  /** The consumer: notes what it was given, lets a producer act, and does as the script says. */
  private consume(
    operation: Operation,
    record: TraceRecord,
    given: {
      readonly init: boolean;
      readonly out: string | readonly string[];
      readonly deltas: readonly Delta<Thing>[];
      readonly via?: string;
    },
  ): Failure | undefined {
    record['via'] = given.via ?? 'single';
    record['init'] = given.init;
    record['out'] = given.out;
    record['syncedDuring'] = this.progress().remaining === 0;
    if (operation.during.length > 0 && this.real?.locksWhileProcessing === true) {
      record['during'] = 'lock held';
    } else {
      const during = operation.during.map((inner) => outcome(inner.op, this.produce(inner)));
      record['during'] = during.length === 0 ? null : during;
    }
    if (operation.mode === 'fail') return processFailed;
    if (operation.mode === 'requeue') return errRequeue(processFailed);
    if (operation.mode !== 'noop') {
      for (const delta of given.deltas) this.apply(delta);
    }
    return undefined;
  }

  private apply(delta: Delta<Thing>): void {
    if (delta.type === 'ReplacedAll') this.known.replace(delta.objects, delta.resourceVersion);
    else if (delta.type === 'Bookmark') this.known.bookmark(delta.resourceVersion);
    else if (delta.type === 'Deleted') this.known.delete(delta.object);
    else if (delta.type !== 'SyncAll') this.known.update(delta.object);
  }
}

function failed(popped: { state: string; failure?: Failure | undefined }): TraceRecord {
  return popped.failure === undefined ? {} : { err: popped.failure.code };
}

function outcome(op: string, failure: Failure | undefined): TraceRecord {
  return { op, ret: null, ...(failure === undefined ? {} : { err: failure.code }) };
}
