// What waits for a worker of 1.22 to 1.26, whose UpdatePod stores it and prints nothing (`lastUndeliveredWorkUpdate` of pkg/kubelet/pod_workers.go,
// v1.23): the updates that came while the worker was at it, by what the sync loop took.
import { MILLISECOND } from '../../../base/time.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import { askedBefore, askOf, EVICTION, isOwnNext, OWN } from './asks.ts';

/** A worker that has an update waiting takes it within this time; one that did not go on had none. */
export const NEXT_AT_ONCE = 10 * MILLISECOND;

export interface Asked {
  readonly fact: Fact;
  readonly askedBy: string;
}

/** Takes the facts of a pod one after another. */
export class Undelivered {
  /** In the order in which they came: each replaced the one before it. */
  waiting: Asked[] = [];
  /** How many of them the end of the work before put into the channel: its newest is what the worker takes next. */
  private inChannel = 0;
  private isWorking = false;
  /** When it was given what it does next, and must have begun soon after. */
  private given = -Infinity;
  /** Its file is gone: what becomes of its mirror pod is no update of it (GetPodByMirrorPod). */
  private isRemoved = false;
  private readonly facts: readonly Fact[];

  constructor(facts: readonly Fact[]) {
    this.facts = facts;
  }

  take(index: number): void {
    const fact = this.facts[index];
    if (fact === undefined) return;
    if (isOf('worker.begin', fact)) {
      this.waiting = this.waiting.slice(this.inChannel);
      this.inChannel = 0;
      this.isWorking = true;
      this.given = Infinity;
    } else if (isOf('worker.end', fact)) {
      this.inChannel = this.waiting.length;
      this.isWorking = this.inChannel > 0;
      this.given = fact.at;
    }
    if (isOf('config', fact) && fact.event.source !== 'api')
      this.isRemoved = fact.event.op === 'REMOVE';
    else if (isOf('config', fact) && this.isRemoved) return;
    const askedBy = askOf(fact) ?? (isOwnNext(fact) ? OWN : undefined);
    if (askedBy === undefined) return;
    // The eviction manager prints a line, and the worker another.
    if (askedBy === EVICTION && askedBefore(this.facts, index) === EVICTION) return;
    if (this.isWorking && fact.at - this.given <= NEXT_AT_ONCE) {
      this.waiting.push({ fact, askedBy });
      return;
    }
    // It is idle, and takes this at once.
    this.waiting = [];
    this.inChannel = 0;
    this.isWorking = true;
    this.given = fact.at;
  }
}
