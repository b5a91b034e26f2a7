// Mirrors tools/cache/retry_with_deadline.go (client-go v0.37).
import type { Clock } from '../base/clock.ts';
import { MINUTE } from '../base/time.ts';

/** For how long internal errors of one watch are met by watching again instead of listing again. */
export class InternalErrorRetry {
  private readonly clock: Clock;
  private readonly patience: number;
  private firstError: number | undefined;
  private lastError: number | undefined;

  /** @param patience microseconds from the first error; 0: none */
  constructor(clock: Clock, patience: number) {
    this.clock = clock;
    this.patience = patience;
  }

  /** An internal error came; a minute without one starts the count anew. */
  failed(): void {
    const now = this.clock.now();
    if (this.lastError === undefined || now - this.lastError >= MINUTE) this.firstError = now;
    this.lastError = now;
  }

  shouldRetry(): boolean {
    if (this.patience <= 0 || this.firstError === undefined) return false;
    if (this.clock.now() - this.firstError <= this.patience) return true;
    this.firstError = undefined;
    this.lastError = undefined;
    return false;
  }
}
