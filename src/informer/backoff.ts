// Mirrors pkg/util/wait/backoff.go of apimachinery (v0.37) with the numbers of client-go's reflector.go.
import type { Clock } from '../base/clock.ts';
import { MINUTE, SECOND } from '../base/time.ts';
import type { Behaviour } from './behaviour.ts';

/** How long to wait before the next try, in microseconds. */
export interface BackoffNumbers {
  /** The first wait, without jitter. */
  readonly initial: number;
  /** No wait is longer than this, jitter apart. */
  readonly cap: number;
  readonly factor: number;
  /** Up to this share of a wait is added to it by chance. */
  readonly jitter: number;
  /** After so long the waits start again from the first; from when, `Behaviour.backoff` says. */
  readonly resetAfter: number;
}

/** 0.8 to 1.6 s, 1.6 to 3.2 s, … up to 30 to 60 s: at most 0.22 requests a second to a server in trouble. */
export const reflectorBackoff: BackoffNumbers = {
  initial: 0.8 * SECOND,
  cap: 30 * SECOND,
  factor: 2,
  jitter: 1,
  resetAfter: 2 * MINUTE,
};

export class Backoff {
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly numbers: BackoffNumbers;
  private readonly kind: Behaviour['backoff'];
  private duration: number;
  /** When the waits were last counted from. */
  private since: number;

  /** @param random from 0 to below 1 */
  constructor(
    clock: Clock,
    random: () => number,
    kind: Behaviour['backoff'],
    numbers: BackoffNumbers = reflectorBackoff,
  ) {
    this.clock = clock;
    this.random = random;
    this.numbers = numbers;
    this.kind = kind;
    this.duration = numbers.initial;
    this.since = clock.now();
  }

  /** The wait that is due now; the next will be longer. Jitter does not feed into it. */
  step(): number {
    if (this.kind === 'fixed') return Math.min(SECOND, this.numbers.cap);
    const { initial, cap, factor, jitter, resetAfter } = this.numbers;
    const now = this.clock.now();
    const idle = now - this.since > resetAfter;
    if (idle) this.duration = initial;
    if (idle || this.kind === 'reset-when-idle') this.since = now;
    const wait = this.duration;
    this.duration = Math.min(cap, this.duration * factor);
    return Math.round(wait + this.random() * jitter * wait);
  }
}
