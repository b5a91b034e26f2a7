// Mirrors sharedIndexInformer and sharedProcessor of tools/cache/shared_informer.go (client-go v0.37, older by Behaviour).
import type { Clock } from '../base/clock.ts';
import { err, ok, type Result } from '../base/result.ts';
import { SECOND } from '../base/time.ts';
import { newest, type Behaviour } from './behaviour.ts';
import { Controller, type InformerQueue } from './controller.ts';
import { DeltaFifo } from './deltaFifo.ts';
import type { ResourceEventHandler } from './eventHandler.ts';
import { Failure } from './failure.ts';
import { Indexer } from './indexer.ts';
import {
  keyOfDeleted,
  metaNamespaceKey,
  type DeletedFinalStateUnknown,
  type KubeObject,
} from './object.ts';
import { processBatch, processDeltas, type ChangeCause } from './processDeltas.ts';
import { ProcessorListener, type Notification } from './processorListener.ts';
import { RealFifo } from './realFifo.ts';
import type { ReflectorOptions, ReflectorState } from './reflector.ts';
import type { Indexers } from './storeIndex.ts';
import type { Transform } from './store.ts';

export interface SharedInformerOptions<T extends KubeObject> extends Omit<
  ReflectorOptions<T>,
  'store' | 'shouldResync'
> {
  readonly indexers?: Indexers<T>;
  readonly transformer?: Transform<T>;
  /** Microseconds by which changes gather in the queue before they are worked off. Default 0. */
  readonly processDelay?: number;
  /** Hears of each thing done inside, for a page that shows it. */
  readonly inside?: InsideObserver<T>;
  /** Once, when the first list is in the store. */
  readonly onSynced?: () => void;
}

export interface InsideObserver<T> {
  queued(): void;
  /** The queue has given some deltas away, which are about to be worked on. */
  taken(deltas: number): void;
  stored(object: T): void;
  removed(key: string): void;
  /** The queue was worked off. */
  worked(): void;
  /** A handler has come back from a notification. */
  told(handler: string, notification: Notification<T>): void;
}

export interface HandlerOptions {
  /** For who looks at it. Default: by number. */
  readonly name?: string;
  /** Microseconds; default that of the informer. Raised to a second, and to what the informer can do. */
  readonly resyncPeriod?: number;
  /** Microseconds that the handler takes for each notification: to show what a slow one does. Default 0. */
  readonly pace?: number;
}

/** The handle of a handler. */
export interface Registration {
  readonly name: string;
  /** The handler has come back from the whole initial list. */
  readonly hasSynced: boolean;
  readonly backlog: number;
}

/**
 * A store kept like the server's, and handlers told of its changes. Promised: each handler hears every change of the
 * store, in the order they were made, each after it was made; one that is added late hears the store's content first;
 * none holds up another. Not promised: an order among different objects of one list, that every state the server had
 * is seen, that versions grow, or that what was not yet told at the stop is told.
 */
export class SharedInformer<T extends KubeObject> {
  readonly indexer: Indexer<T>;
  private readonly options: SharedInformerOptions<T>;
  private readonly behaviour: Behaviour;
  private readonly clock: Clock;
  private readonly listeners = new Set<ProcessorListener<T>>();
  private readonly queue: InformerQueue<T>;
  /** Made at the start, when it is settled how often to look for resyncs. */
  private controller: Controller<T> | undefined;
  /** How often the reflector looks whether anyone wants a resync; the shortest that was asked for before the start. */
  private resyncCheckPeriod: number;
  private phase: 'new' | 'running' | 'stopped' = 'new';
  private toldSynced = false;

  constructor(options: SharedInformerOptions<T>) {
    this.options = options;
    this.behaviour = options.behaviour ?? newest;
    this.clock = options.clock;
    this.resyncCheckPeriod = options.resyncPeriod ?? 0;
    this.indexer = new Indexer<T>({
      indexers: options.indexers ?? {},
      behaviour: this.behaviour,
    });
    this.queue = this.newQueue(options.transformer);
  }

  /** The first list is in the store; that handlers have heard of it, their registrations say. */
  get hasSynced(): boolean {
    return this.phase !== 'new' && this.queue.hasSynced;
  }

  get isStopped(): boolean {
    return this.phase === 'stopped';
  }

  /** What the reflector has received; the store may be behind (`indexer.lastStoreSyncResourceVersion`). */
  get lastSyncResourceVersion(): string {
    return this.controller?.reflector.lastSyncResourceVersion ?? '';
  }

  /** The inside, for a page that shows it. */
  get state(): InformerState<T> {
    return {
      reflector: this.controller?.reflector.state,
      queue: this.queue,
      handlers: [...this.listeners],
    };
  }

  /** Begins, once; an informer that was stopped cannot begin again. */
  run(): Failure | undefined {
    if (this.phase !== 'new') return new Failure('lifecycle', 'the informer has started before');
    this.phase = 'running';
    this.controller = this.newController();
    this.controller.run();
    return undefined;
  }

  stop(): void {
    if (this.phase === 'stopped') return;
    this.phase = 'stopped';
    this.controller?.stop();
    for (const listener of this.listeners) listener.end();
    this.listeners.clear();
  }

  addEventHandler(
    handler: ResourceEventHandler<T>,
    options: HandlerOptions = {},
  ): Result<Registration, Failure> {
    if (this.phase === 'stopped') {
      return err(new Failure('lifecycle', 'the handler was not added: the informer has stopped'));
    }
    const asked = this.admitResyncPeriod(options.resyncPeriod ?? this.options.resyncPeriod ?? 0);
    const { name = `handler ${this.listeners.size + 1}` } = options;
    const { inside } = this.options;
    const listener = new ProcessorListener<T>({
      name,
      handler,
      clock: this.clock,
      requestedResyncPeriod: asked,
      resyncPeriod: this.possibleResyncPeriod(asked),
      pace: options.pace ?? 0,
      upstreamHasSynced: () => this.hasSynced,
      onProblem: (thrown) => {
        this.options.onProblem?.(thrown);
      },
      onTold:
        inside === undefined
          ? undefined
          : (notification) => {
              inside.told(name, notification);
            },
    });
    this.listeners.add(listener);
    if (this.phase === 'running') {
      for (const object of this.indexer.list()) {
        listener.add({ type: 'add', object, isInInitialList: true });
      }
    }
    return ok(listener);
  }

  /** What the handler has not heard yet it never will. Doing it twice is no failure. */
  removeEventHandler(registration: Registration): Failure | undefined {
    if (!(registration instanceof ProcessorListener)) {
      return new Failure('lifecycle', 'this is no registration of an informer');
    }
    for (const listener of this.listeners) {
      if (listener !== registration) continue;
      listener.end();
      this.listeners.delete(listener);
    }
    return undefined;
  }

  addIndexers(indexers: Indexers<T>): Failure | undefined {
    if (this.phase === 'stopped') {
      return new Failure('lifecycle', 'indexer was not added because it has stopped already');
    }
    return this.indexer.addIndexers(indexers);
  }

  private newQueue(transformer: Transform<T> | undefined): InformerQueue<T> {
    if (this.behaviour.informerQueue === 'RealFIFO') {
      const { queuesWholeLists, latchesSynced } = this.behaviour;
      return new RealFifo<T>({
        transformer,
        latchesSynced,
        knownObjects: queuesWholeLists ? undefined : this.indexer,
        atomicEvents: queuesWholeLists,
        unlockWhileProcessing: queuesWholeLists,
        emitDeltaTypeBookmark: queuesWholeLists,
      });
    }
    return new DeltaFifo<T>({
      transformer,
      knownObjects: this.indexer,
      emitDeltaTypeReplaced: this.behaviour.replaceEmits === 'Replaced',
      behaviour: this.behaviour,
    });
  }

  private newController(): Controller<T> {
    const { indexer } = this;
    const { inside } = this.options;
    const changes = {
      added: (object: T, isInInitialList: boolean, cause: ChangeCause) => {
        const sync = this.behaviour.syncAdds && cause === 'Sync';
        inside?.stored(object);
        this.distribute({ type: 'add', object, isInInitialList }, sync);
      },
      updated: (before: T, after: T, cause: ChangeCause) => {
        const sync = this.isSync(before, after, cause);
        inside?.stored(after);
        this.distribute({ type: 'update', before, after }, sync);
      },
      deleted: (object: T | DeletedFinalStateUnknown<T>) => {
        inside?.removed(keyOfDeleted<T>(object, metaNamespaceKey) ?? '');
        this.distribute({ type: 'delete', object }, false);
      },
    };
    return new Controller<T>({
      ...this.options,
      resyncPeriod: this.resyncCheckPeriod,
      queue: this.queue,
      process: (deltas, init) => {
        inside?.taken(deltas.length);
        return processDeltas(deltas, indexer, changes, init);
      },
      processBatch: (deltas, init) => {
        inside?.taken(deltas.length);
        return processBatch(deltas, indexer, changes, init);
      },
      shouldResync: () => this.shouldResync(),
      onQueued: () => {
        inside?.queued();
      },
      onProcessed: () => {
        inside?.worked();
        this.tellSynced();
      },
      observe: (event) => {
        this.options.observe?.(event);
        this.tellSynced();
      },
    });
  }

  private tellSynced(): void {
    if (this.toldSynced || !this.hasSynced) return;
    this.toldSynced = true;
    this.options.onSynced?.();
  }

  /** Whether an update says nothing new, so that only those hear of it who want resyncs. */
  private isSync(before: T, after: T, cause: ChangeCause): boolean {
    const same = before.metadata?.resourceVersion === after.metadata?.resourceVersion;
    switch (this.behaviour.syncUpdates) {
      case 'equal-versions':
        return same;
      case 'sync-deltas':
        return cause === 'Sync';
      case 'sync-deltas-and-equal-replaced':
        return cause === 'Sync' || (cause === 'Replaced' && same);
    }
  }

  private distribute(notification: Notification<T>, sync: boolean): void {
    for (const listener of this.listeners) {
      if (!sync || listener.syncing) listener.add(notification);
    }
  }

  /** Asks every handler, since each then notes when it is due again. */
  private shouldResync(): boolean {
    let due = false;
    for (const listener of this.listeners) {
      listener.syncing = listener.shouldResync();
      due ||= listener.syncing;
    }
    return due;
  }

  /** Before the start a shorter period makes the informer look more often; afterwards it is raised to how often it looks. */
  private admitResyncPeriod(asked: number): number {
    const period = asked > 0 ? Math.max(asked, SECOND) : 0;
    if (period === 0 || period >= this.resyncCheckPeriod) return period;
    if (this.phase !== 'new') return this.resyncCheckPeriod;
    this.resyncCheckPeriod = period;
    for (const listener of this.listeners) {
      listener.setResyncPeriod(this.possibleResyncPeriod(listener.requestedResyncPeriod));
    }
    return period;
  }

  /** An informer that never looks cannot resync anyone. */
  private possibleResyncPeriod(asked: number): number {
    if (asked === 0 || this.resyncCheckPeriod === 0) return 0;
    return Math.max(asked, this.resyncCheckPeriod);
  }
}

export interface InformerState<T extends KubeObject> {
  readonly reflector: ReflectorState | undefined;
  readonly queue: InformerQueue<T>;
  readonly handlers: readonly ProcessorListener<T>[];
}
