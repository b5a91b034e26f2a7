// Mirrors tools/cache/reflector.go (client-go v0.37, older by Behaviour).
import type { Clock } from '../base/clock.ts';
import { Deque } from '../base/deque.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Micros } from '../base/time.ts';
import { Backoff, type BackoffNumbers } from './backoff.ts';
import { newest, type Behaviour } from './behaviour.ts';
import type { Failure } from './failure.ts';
import { listAndWatch } from './listAndWatch.ts';
import type { ListerWatcher, WatchOptions } from './listerWatcher.ts';
import type { KubeObject } from './object.ts';
import {
  wait,
  type Answer,
  type Effect,
  type ReflectorContext,
  type ReflectorError,
  type ReflectorEvent,
  type Routine,
  type WaitReason,
} from './routine.ts';
import type { ReflectorStore } from './store.ts';

export interface ReflectorOptions<T extends KubeObject> {
  readonly listerWatcher: ListerWatcher<T>;
  readonly store: ReflectorStore<T>;
  readonly clock: Clock;
  /** Chance, from 0 to below 1: for watch timeouts and jitter. A simulation gives a seeded one. */
  readonly random: () => number;
  /** Default: the newest client-go. */
  readonly behaviour?: Behaviour;
  /** Microseconds between resyncs of the store while a watch lasts. Default 0: none. */
  readonly resyncPeriod?: number;
  /** Asked when a resync is due. Default: yes. */
  readonly shouldResync?: () => boolean;
  /** Objects of other types in a stream are skipped. Default: none are. */
  readonly expectedType?: { readonly apiVersion: string; readonly kind: string };
  /** Seconds; counts only above 300. The server may end a watch after this to twice this. */
  readonly minWatchTimeout?: number;
  /** Forces this page size, also where it costs a list from etcd. Default 0: pages where they cost nothing. */
  readonly watchListPageSize?: number;
  /** So many streaming lists in a row may end early before one is got the ordinary way. client-go: `Infinity`. Default 3. */
  readonly streamingListTries?: number;
  /** Microseconds in which an internal error of a watch is met by another watch, not a list. Default 0. */
  readonly maxInternalErrorRetryDuration?: number;
  /** Default: the numbers of client-go. */
  readonly backoff?: BackoffNumbers;
  /** Streaming lists; by default if the version and the transport can. */
  readonly useWatchList?: boolean;
  /** The watch error handler: hears what a try to list and watch ended with. */
  readonly onError?: (error: ReflectorError) => void;
  /**
   * Hears what the store threw, after which the reflector waits and lists again. Without it that goes through to who
   * called: the transport, or the clock.
   */
  readonly onProblem?: (thrown: unknown) => void;
  /** Hears all that the reflector does but single events. */
  readonly observe?: (event: ReflectorEvent) => void;
}

export type ReflectorPhase =
  | { readonly phase: 'idle' | 'listing' | 'streaming' | 'opening' | 'watching' | 'stopped' }
  | {
      readonly phase: 'waiting';
      readonly since: Micros;
      readonly delay: number;
      readonly reason: WaitReason;
    };

/** What can be seen of a reflector from outside. */
export interface ReflectorState {
  readonly now: ReflectorPhase;
  readonly lastSyncResourceVersion: string;
  readonly lastVersionUnavailable: boolean;
  readonly paginatedResult: boolean;
  readonly lastEventAt: Micros | undefined;
  readonly lastBookmarkAt: Micros | undefined;
}

/**
 * Keeps a store like the server's: lists, then watches, and lists again where a watch cannot go on. The order of what
 * the store is told is the server's; nothing is told twice but by a new list. Stopping is final and takes effect at once.
 */
export class Reflector<T extends KubeObject> {
  private readonly options: ReflectorOptions<T>;
  private readonly context: ReflectorContext<T>;
  private routine: Routine<T, void> | undefined;
  /** What is told to the routine next: answers may come while it works on another. */
  private readonly answers = new Deque<Answer<T>>();
  private working = false;
  private stopped = false;
  /** The request or the timer that is under way. */
  private pending: Disposable | undefined;
  /** What the routine waits for; what comes of anything else is kept until it asks, or dropped. */
  private awaited: Effect['do'] | undefined;
  private stream: Stream<T> | undefined;
  private resync: Disposable | undefined;
  private resyncFailure: Failure | undefined;
  private now: ReflectorPhase = { phase: 'idle' };

  constructor(options: ReflectorOptions<T>) {
    const { clock, random, behaviour = newest, listerWatcher } = options;
    this.options = options;
    const backoff = new Backoff(clock, random, behaviour.backoff, options.backoff);
    this.context = {
      store: options.store,
      clock,
      random,
      behaviour,
      useWatchList:
        (options.useWatchList ?? behaviour.watchList) && listerWatcher.supportsWatchList !== false,
      minWatchTimeout: Math.max(300, options.minWatchTimeout ?? 0),
      watchListPageSize: options.watchListPageSize ?? 0,
      streamingListTries: options.streamingListTries ?? 3,
      maxInternalErrorRetryDuration: options.maxInternalErrorRetryDuration ?? 0,
      expectedType: options.expectedType,
      backoff,
      connectionBackoff: behaviour.separateConnectionBackoff
        ? new Backoff(clock, random, behaviour.backoff, options.backoff)
        : backoff,
      tell: (event) => {
        if (event.type === 'listed' && event.streamed) this.now = { phase: 'watching' };
        options.observe?.(event);
      },
      stopStream: () => {
        this.stopStream();
      },
      startResync: () => {
        this.armResync();
      },
      stopResync: () => {
        this.resync?.dispose();
        this.resyncFailure = undefined;
      },
      takeResyncFailure: () => {
        const failure = this.resyncFailure;
        this.resyncFailure = undefined;
        return failure;
      },
      lastSyncResourceVersion: '',
      lastVersionUnavailable: false,
      paginatedResult: false,
      lastEventAt: undefined,
      lastBookmarkAt: undefined,
    };
  }

  get lastSyncResourceVersion(): string {
    return this.context.lastSyncResourceVersion;
  }

  get state(): ReflectorState {
    const { lastSyncResourceVersion, lastVersionUnavailable, paginatedResult } = this.context;
    const { lastEventAt, lastBookmarkAt } = this.context;
    return {
      now: this.now,
      lastSyncResourceVersion,
      lastVersionUnavailable,
      paginatedResult,
      lastEventAt,
      lastBookmarkAt,
    };
  }

  /** Begins, once; what follows happens as answers come and the clock goes on. */
  run(): void {
    if (this.routine !== undefined || this.stopped) return;
    const routine = this.runForEver();
    this.routine = routine;
    this.guarded(() => {
      this.start(routine);
      this.work();
    });
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.now = { phase: 'stopped' };
    this.pending?.dispose();
    // In the midst of its work the routine ends itself when that is done.
    if (!this.working) this.routine?.return();
  }

  /** After something was thrown: from the list on, but not at once. */
  private *runAgain(): Routine<T, void> {
    yield* wait<T>(this.context.backoff.step(), 'relist');
    yield* this.runForEver();
  }

  private *runForEver(): Routine<T, void> {
    for (;;) {
      const error = yield* listAndWatch(this.context);
      this.options.observe?.({ type: 'returned', error });
      if (error !== undefined) this.options.onError?.(error);
      yield* wait<T>(this.context.backoff.step(), 'relist');
    }
  }

  /** An answer has come: the routine goes on, at once or after what it is at. */
  private answer(answer: Answer<T>): void {
    this.answers.push(answer);
    if (this.working) return;
    this.guarded(() => {
      this.work();
    });
  }

  private guarded(action: () => void): void {
    this.working = true;
    try {
      action();
    } catch (thrown) {
      const { onProblem } = this.options;
      if (onProblem === undefined) throw thrown;
      this.answers.clear();
      this.pending?.dispose();
      this.routine = this.runAgain();
      this.start(this.routine);
      onProblem(thrown);
    } finally {
      this.working = false;
    }
  }

  /** Does what the routine wants, as long as it can be answered at once. */
  private work(): void {
    const { routine } = this;
    if (routine === undefined) return;
    for (let next = this.answers.shift(); next !== undefined; next = this.answers.shift()) {
      const step = routine.next(next);
      if (step.done !== true && !this.stopped) this.perform(step.value);
      this.endIfStopped(routine);
    }
  }

  /** Up to the first thing that it wants. */
  private start(routine: Routine<T, void>): void {
    const step = routine.next();
    if (step.done !== true && !this.stopped) this.perform(step.value);
    this.endIfStopped(routine);
  }

  /** A callback may have stopped it in the midst of its work. */
  private endIfStopped(routine: Routine<T, void>): void {
    if (!this.stopped) return;
    this.pending?.dispose();
    routine.return();
    this.answers.clear();
  }

  private perform(effect: Effect): void {
    this.awaited = effect.do;
    const { listerWatcher, clock } = this.options;
    switch (effect.do) {
      case 'list':
        this.now = { phase: 'listing' };
        this.context.tell({ type: 'list', options: effect.options });
        this.pending = listerWatcher.list(effect.options, (result) => {
          if (this.awaits('list')) this.answer({ is: 'listed', result });
        });
        return;
      case 'watch':
        this.now = { phase: 'opening' };
        this.context.tell({ type: 'watch', options: effect.options });
        this.open(effect.options);
        return;
      case 'receive': {
        const waiting = this.stream?.received.shift();
        if (waiting !== undefined || this.resyncFailure !== undefined) {
          this.awaited = undefined;
          this.answers.push(waiting ?? { is: 'waited' });
        }
        return;
      }
      case 'wait':
        this.now = {
          phase: 'waiting',
          since: clock.now(),
          delay: effect.delay,
          reason: effect.reason,
        };
        this.context.tell({ type: 'wait', delay: effect.delay, reason: effect.reason });
        this.pending = clock.after(effect.delay, () => {
          if (this.awaits('wait')) this.answer({ is: 'waited' });
        });
    }
  }

  /** Whether this is what is waited for; it is then no more. */
  private awaits(effect: Effect['do']): boolean {
    if (this.stopped || this.awaited !== effect) return false;
    this.awaited = undefined;
    return true;
  }

  private open(options: WatchOptions): void {
    const stream: Stream<T> = { received: new Deque<Answer<T>>(), request: undefined };
    this.stream = stream;
    const hear = (answer: Answer<T>): void => {
      if (this.stream !== stream) return;
      if (this.awaits(answer.is === 'opened' ? 'watch' : 'receive')) this.answer(answer);
      else stream.received.push(answer);
    };
    stream.request = this.options.listerWatcher.watch(options, {
      opened: () => {
        if (this.stream === stream && !this.stopped) {
          this.now = { phase: options.sendInitialEvents ? 'streaming' : 'watching' };
        }
        hear({ is: 'opened' });
      },
      event: (event) => {
        hear({ is: 'event', event });
      },
      failed: (error) => {
        if (this.stream === stream && this.awaits('watch')) {
          this.stream = undefined;
          this.answer({ is: 'failed', error });
        } else {
          hear({ is: 'failed', error });
        }
      },
      closed: () => {
        hear({ is: 'closed' });
      },
    });
    // The stream was stopped from within the call.
    if (this.isStale(stream)) stream.request.dispose();
  }

  private isStale(stream: Stream<T>): boolean {
    return this.stream !== stream;
  }

  private stopStream(): void {
    const stream = this.stream;
    this.stream = undefined;
    stream?.request?.dispose();
  }

  private armResync(): void {
    const { resyncPeriod = 0, clock, store, shouldResync } = this.options;
    if (resyncPeriod <= 0) return;
    this.resync?.dispose();
    this.resync = clock.after(resyncPeriod, () => {
      this.armResync();
      if (shouldResync !== undefined && !shouldResync()) return;
      this.context.tell({ type: 'resync' });
      this.resyncFailure = store.resync();
      if (this.resyncFailure === undefined) return;
      this.resync?.dispose();
      if (this.awaits('receive')) this.answer({ is: 'waited' });
    });
  }
}

interface Stream<T> {
  /** What came before the routine asked for it. */
  readonly received: Deque<Answer<T>>;
  request: Disposable | undefined;
}
