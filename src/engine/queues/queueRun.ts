// One queue of client-go at work: the moves of a script on it, what its consumer was given, and how it looks after each.
import { assertDefined } from '../../base/assert.ts';
import type { Behaviour } from '../../informer/behaviour.ts';
import { isObjectDelta, type Delta } from '../../informer/delta.ts';
import { DeltaFifo, type ObjectDeltas } from '../../informer/deltaFifo.ts';
import { errRequeue, Failure, type FailureCode } from '../../informer/failure.ts';
import { Fifo } from '../../informer/fifo.ts';
import { Indexer } from '../../informer/indexer.ts';
import { keyOfDeleted, metaNamespaceKey } from '../../informer/object.ts';
import { RealFifo } from '../../informer/realFifo.ts';
import type { KnownObjects, Popped } from '../../informer/store.ts';
import type { QueuedRow, QueuePlace, QueueRow } from '../../protocol/queueApi.ts';
import {
  readMaybeDeleted,
  readObject,
  show,
  shownDelta,
  transformer,
  type Thing,
} from './literals.ts';
import { word, words, type Header, type Operation, type SimpleOperation } from './script.ts';

/** What a move came to. */
export interface Outcome {
  readonly op: string;
  readonly failure?: FailureCode;
  /** What the consumer was given; none where there was no consumer. */
  readonly given?: Given;
  /** What Pop returned: what it took, also where the consumer failed. */
  readonly took?: readonly QueuedRow[];
  /** Pop would have waited. */
  readonly blocked?: true;
  /** Go panics. */
  readonly panic?: string;
}

export interface Given {
  readonly items: readonly QueuedRow[];
  readonly isInInitialList: boolean;
  readonly via: 'single' | 'batch';
  /** initialPopulationCount was 0 while it worked. */
  readonly syncedDuring: boolean;
  /** What a producer did meanwhile, or that it would have had to wait. */
  readonly during: readonly Outcome[] | 'lock held';
}

export type QueueState = Pick<
  QueueRow,
  'line' | 'known' | 'populated' | 'remaining' | 'hasSynced' | 'closed'
>;

const processFailed = new Failure('process', 'process failed');

export class QueueRun {
  private readonly header: Header;
  private readonly behaviour: Behaviour;
  /** What the consumer has made of what it popped. */
  private readonly knownObjects = new Indexer<Thing>();
  private readonly fifo: Fifo<Thing> | undefined;
  private readonly delta: DeltaFifo<Thing> | undefined;
  private readonly real: RealFifo<Thing> | undefined;
  private lastDeltas: ObjectDeltas<Thing> = [];

  constructor(header: Header, behaviour: Behaviour) {
    this.header = header;
    this.behaviour = behaviour;
    const { knownObjects: known } = this;
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

  /** Throws where the queue has no such method. */
  perform(operation: Operation): Outcome {
    const { op } = operation;
    if (op.startsWith('Pop')) return this.pop(operation);
    if (op === 'AddIfNotPresent' && this.fifo === undefined && this.lastDeltas.length === 0) {
      // Nothing was popped that could be put back: the Go program calls the method without an argument.
      return { op, panic: 'reflect: Call using zero Value argument' };
    }
    return outcome(op, this.produce(operation));
  }

  /** Go queues a FIFO's list in a map's order: ours becomes that, if it has the same keys. */
  takeOrder(keys: readonly string[]): void {
    const ours = this.fifo?.state.queue ?? [];
    if ([...keys].sort().join(' ') === [...ours].sort().join(' ')) this.fifo?.reorder(keys);
  }

  get state(): QueueState {
    const { populated, remaining, closed } = this.queue.state;
    const known = this.knownObjects.list().map(show).sort();
    return {
      line: this.line,
      ...(this.fifo === undefined ? { known } : {}),
      populated,
      remaining,
      closed,
      hasSynced: this.queue.hasSynced,
    };
  }

  private get queue(): Fifo<Thing> | DeltaFifo<Thing> | RealFifo<Thing> {
    return assertDefined(this.fifo ?? this.delta ?? this.real, 'a script has a queue');
  }

  private get line(): QueuePlace[] {
    if (this.fifo !== undefined) {
      const { items, queue } = this.fifo.state;
      return queue.map((key) => {
        const item = items.get(key);
        return { key, items: item === undefined ? [] : [{ object: show(item) }] };
      });
    }
    if (this.delta !== undefined) {
      const { items } = this.delta.state;
      return [...items].map(([key, deltas]) => ({ key, items: deltas.map(shownDelta) }));
    }
    const pending = this.real?.state.items ?? [];
    return pending.map((delta) => ({ key: keyOfDelta(delta), items: [shownDelta(delta)] }));
  }

  private produce(operation: SimpleOperation): Failure | undefined {
    const { queue } = this;
    const { op } = operation;
    if (/^(Add|Update|Delete|KnownDelete)$/.test(op) && word(operation) === '')
      throw new Error(`${op} has no object`);
    switch (op) {
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
        return this.knownObjects.delete(readMaybeDeleted(word(operation)));
      case 'AddIfNotPresent':
        return this.fifo === undefined
          ? this.delta?.addIfNotPresent(this.lastDeltas)
          : this.fifo.addIfNotPresent(readObject(word(operation)));
      default:
        throw new Error(`a ${this.header.kind} script has no operation ${op}`);
    }
  }

  private pop(operation: Operation): Outcome {
    const { op } = operation;
    let given: Given | undefined;
    const consume = (via: Given['via'], deltas: readonly Delta<Thing>[], init: boolean) => {
      given = this.given(operation, { via, items: deltas.map(shownDelta), isInInitialList: init });
      return this.work(operation, deltas);
    };
    const single = (deltas: readonly Delta<Thing>[], init: boolean): Failure | undefined =>
      consume('single', deltas, init);
    const popped = this.popped(op, {
      single,
      batch: (deltas, init) => consume('batch', deltas, init),
      item: (item, init) => {
        const items = [{ object: show(item) }];
        given = this.given(operation, { via: 'single', items, isInInitialList: init });
        return this.work(operation, []);
      },
    });
    if (popped.isWaiting) return { op, blocked: true };
    return {
      ...outcome(op, popped.failure),
      ...(given === undefined ? {} : { given }),
      ...(popped.took === undefined ? {} : { took: popped.took }),
    };
  }

  private popped(
    op: string,
    consumer: {
      readonly single: (deltas: readonly Delta<Thing>[], init: boolean) => Failure | undefined;
      readonly batch: (deltas: readonly Delta<Thing>[], init: boolean) => Failure | undefined;
      readonly item: (item: Thing, init: boolean) => Failure | undefined;
    },
  ): PopOutcome {
    if (this.fifo !== undefined) {
      const popped = this.fifo.pop(consumer.item);
      return popOutcome(popped, (item) => [{ object: show(item) }]);
    }
    if (this.delta !== undefined) {
      const popped = this.delta.pop(consumer.single);
      if (popped.state === 'processed') this.lastDeltas = popped.item;
      return popOutcome(popped, (deltas) => deltas.map(shownDelta));
    }
    const real = assertDefined(this.real, 'a script has a queue');
    // PopBatch returns no item.
    if (op === 'PopBatch')
      return popOutcome(real.popBatch(consumer.batch, consumer.single), () => undefined);
    return popOutcome(real.pop(consumer.single), (deltas) => deltas.map(shownDelta));
  }

  /** Notes what the consumer is given, and lets a producer act meanwhile. */
  private given(
    operation: Operation,
    what: Pick<Given, 'items' | 'isInInitialList' | 'via'>,
  ): Given {
    const syncedDuring = this.queue.state.remaining === 0;
    const locked = operation.during.length > 0 && this.real?.locksWhileProcessing === true;
    const during = locked
      ? 'lock held'
      : operation.during.map((inner) => outcome(inner.op, this.produce(inner)));
    const isInInitialList = what.isInInitialList && this.behaviour.tellsInitialList;
    return { ...what, isInInitialList, syncedDuring, during };
  }

  private work({ mode }: Operation, deltas: readonly Delta<Thing>[]): Failure | undefined {
    if (mode === 'fail') return processFailed;
    if (mode === 'requeue') return errRequeue(processFailed);
    if (mode !== 'noop') {
      for (const delta of deltas) this.apply(delta);
    }
    return undefined;
  }

  private apply(delta: Delta<Thing>): void {
    const { knownObjects: known } = this;
    if (delta.type === 'ReplacedAll') known.replace(delta.objects, delta.resourceVersion);
    else if (delta.type === 'Bookmark') known.bookmark(delta.resourceVersion);
    else if (delta.type === 'Deleted') known.delete(delta.object);
    else if (delta.type !== 'SyncAll') known.update(delta.object);
  }
}

function keyOfDelta(delta: Delta<Thing>): string {
  return isObjectDelta(delta) ? (keyOfDeleted(delta.object, metaNamespaceKey) ?? '') : '';
}

interface PopOutcome {
  readonly isWaiting: boolean;
  readonly failure: Failure | undefined;
  readonly took: readonly QueuedRow[] | undefined;
}

function popOutcome<T>(
  popped: Popped<T>,
  shown: (item: T) => readonly QueuedRow[] | undefined,
): PopOutcome {
  const isWaiting = popped.state === 'empty';
  const took = popped.state === 'processed' ? shown(popped.item) : undefined;
  return { isWaiting, failure: isWaiting ? undefined : popped.failure, took };
}

function outcome(op: string, failure: Failure | undefined): Outcome {
  return failure === undefined ? { op } : { op, failure: failure.code };
}
