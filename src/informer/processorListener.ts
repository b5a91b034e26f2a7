// Mirrors processorListener of tools/cache/shared_informer.go (client-go v0.37).
import { unreachable } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Deque } from '../base/deque.ts';
import type { Disposable } from '../base/disposable.ts';
import { SECOND } from '../base/time.ts';
import type { ResourceEventHandler } from './eventHandler.ts';
import type { DeletedFinalStateUnknown } from './object.ts';

/** Of the ring buffer of what waits, which doubles when it is full, and never shrinks. */
const firstRoom = 1024;

export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly before: T; readonly after: T }
  | { readonly type: 'delete'; readonly object: T | DeletedFinalStateUnknown<T> };

export interface ListenerOptions<T> {
  readonly name: string;
  readonly handler: ResourceEventHandler<T>;
  readonly clock: Clock;
  /** Microseconds between resyncs that were asked for. 0: none. */
  readonly requestedResyncPeriod: number;
  /** What it comes to, given how often the informer looks. */
  readonly resyncPeriod: number;
  /** Microseconds that the handler takes for each notification. */
  readonly pace: number;
  /** Whether the informer has synced. */
  readonly upstreamHasSynced: () => boolean;
  readonly onProblem: (thrown: unknown) => void;
  /** The handler has come back. */
  readonly onTold?: ((notification: Notification<T>) => void) | undefined;
}

/**
 * What one handler has yet to hear, in order: as long as need be, so that a slow handler holds up nobody else and
 * misses nothing. Ended, it drops what is left.
 */
export class ProcessorListener<T> {
  readonly requestedResyncPeriod: number;
  /** Is told of updates that change nothing. So from the start; every resync check decides anew. */
  syncing = true;
  private readonly options: ListenerOptions<T>;
  private readonly pending = new Deque<Notification<T>>();
  private ringRoom = firstRoom;
  private turn: Disposable | undefined;
  /** Set at the end: whether it had synced by then. Nothing changes that any more. */
  private syncedAtEnd: boolean | undefined;
  private resyncPeriod: number;
  private nextResync: number;
  /** Objects of the initial list that the handler has not come back from. */
  private initialPending = 0;

  constructor(options: ListenerOptions<T>) {
    this.options = options;
    this.requestedResyncPeriod = options.requestedResyncPeriod;
    this.resyncPeriod = options.resyncPeriod;
    this.nextResync = options.clock.now() + options.resyncPeriod;
  }

  /** The informer has synced, and this handler has come back from all of the initial list. */
  get hasSynced(): boolean {
    return this.syncedAtEnd ?? (this.initialPending === 0 && this.options.upstreamHasSynced());
  }

  get name(): string {
    return this.options.name;
  }

  /** Microseconds between resyncs of this handler; 0: none. */
  get resyncs(): number {
    return this.resyncPeriod;
  }

  /** How many notifications its ring buffer has room for by now. */
  get room(): number {
    return this.ringRoom;
  }

  /** The first of those that wait. */
  next(count: number): readonly Notification<T>[] {
    return Array.from({ length: Math.min(count, this.pending.length) }, (_, i) =>
      this.pending.at(i),
    ).filter((each) => each !== undefined);
  }

  /** How many notifications wait. */
  get backlog(): number {
    return this.pending.length;
  }

  add(notification: Notification<T>): void {
    if (this.syncedAtEnd !== undefined) return;
    if (notification.type === 'add' && notification.isInInitialList) this.initialPending += 1;
    this.pending.push(notification);
    if (this.pending.length > this.ringRoom) this.ringRoom *= 2;
    this.schedule(this.options.pace);
  }

  end(): void {
    this.syncedAtEnd = this.hasSynced;
    this.turn?.dispose();
    this.pending.clear();
  }

  /** Whether a resync is due for this handler; if so the next is set. */
  shouldResync(): boolean {
    const now = this.options.clock.now();
    if (this.resyncPeriod === 0 || now < this.nextResync) return false;
    this.nextResync = now + this.resyncPeriod;
    return true;
  }

  setResyncPeriod(resyncPeriod: number): void {
    this.resyncPeriod = resyncPeriod;
  }

  private schedule(delay: number): void {
    this.turn ??= this.options.clock.after(delay, () => {
      this.turn = undefined;
      this.work();
    });
  }

  /** Hands over all that waits, or one notification at a time if the handler takes its time. */
  private work(): void {
    const { pace, onProblem } = this.options;
    do {
      const next = this.pending.shift();
      if (next === undefined) return;
      try {
        this.hand(next);
        this.options.onTold?.(next);
      } catch (thrown) {
        onProblem(thrown);
        if (this.pending.length > 0) this.schedule(SECOND);
        return;
      }
    } while (pace === 0);
    if (this.pending.length > 0) this.schedule(pace);
  }

  private hand(notification: Notification<T>): void {
    const { handler } = this.options;
    switch (notification.type) {
      case 'add':
        handler.onAdd?.(notification.object, notification.isInInitialList);
        if (notification.isInInitialList) this.initialPending -= 1;
        return;
      case 'update':
        handler.onUpdate?.(notification.before, notification.after);
        return;
      case 'delete':
        handler.onDelete?.(notification.object);
        return;
      default:
        unreachable(notification);
    }
  }
}
