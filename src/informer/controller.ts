// Mirrors controller of tools/cache/controller.go (client-go v0.37).
import type { Disposable } from '../base/disposable.ts';
import { SECOND } from '../base/time.ts';
import type { Delta, ObjectDelta } from './delta.ts';
import type { DeltaFifo } from './deltaFifo.ts';
import type { Failure } from './failure.ts';
import type { KubeObject } from './object.ts';
import { RealFifo } from './realFifo.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';

/** The queue between a reflector and a store. */
export type InformerQueue<T extends KubeObject> = DeltaFifo<T> | RealFifo<T>;

export interface ControllerOptions<T extends KubeObject> extends Omit<
  ReflectorOptions<T>,
  'store'
> {
  readonly queue: InformerQueue<T>;
  readonly process: (deltas: readonly Delta<T>[], isInInitialList: boolean) => Failure | undefined;
  /** Work off deltas of different objects together, where the queue can give them so. Default: one by one. */
  readonly processBatch?: (
    deltas: readonly ObjectDelta<T>[],
    isInInitialList: boolean,
  ) => Failure | undefined;
  /** Microseconds from something being queued to its being worked off: what comes meanwhile gathers. Default 0. */
  readonly processDelay?: number;
  /** After something was queued. */
  readonly onQueued?: () => void;
  /** After some work was done, and the queue may be synced. */
  readonly onProcessed?: () => void;
}

/** Runs a reflector into a queue and works the queue off. What is still queued at the stop stays there. */
export class Controller<T extends KubeObject> {
  readonly reflector: Reflector<T>;
  private readonly options: ControllerOptions<T>;
  private turn: Disposable | undefined;
  private stopped = false;

  constructor(options: ControllerOptions<T>) {
    this.options = options;
    this.reflector = new Reflector<T>({ ...options, store: options.queue });
  }

  run(): void {
    this.options.queue.onQueued = () => {
      this.options.onQueued?.();
      this.schedule(this.options.processDelay ?? 0);
    };
    this.reflector.run();
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.turn?.dispose();
    this.options.queue.close();
    this.reflector.stop();
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    this.turn ??= this.options.clock.after(delay, () => {
      this.turn = undefined;
      this.work();
    });
  }

  /** Pops until the queue is empty. A failure loses what was popped; client-go looks at none but the closed queue. */
  private work(): void {
    try {
      while (!this.stopped && this.popOnce() === 'processed');
    } catch (thrown) {
      this.options.onProblem?.(thrown);
      this.schedule(SECOND);
    }
    this.options.onProcessed?.();
  }

  private popOnce(): 'processed' | 'empty' | 'closed' {
    const { queue, process, processBatch } = this.options;
    if (queue instanceof RealFifo && processBatch !== undefined) {
      return queue.popBatch(processBatch, process).state;
    }
    return queue.pop(process).state;
  }
}
