/**
 * Counts the first list through a queue, the same way in all three: a first `replace` sets how many items must pass,
 * any other first call means there is nothing to wait for, and what was synced once stays so.
 */
export class InitialSync {
  /** Whether anything was ever put in. */
  populated = false;
  /** How many items of the first list have yet to leave the queue (client-go's initialPopulationCount). */
  remaining = 0;
  private latched = false;
  private readonly latches: boolean;

  /** @param latches since 1.36: done only once `settle` was called, and then for good */
  constructor(latches: boolean) {
    this.latches = latches;
  }

  get done(): boolean {
    return this.latches ? this.latched : this.populated && this.remaining === 0;
  }

  /** Something other than a list came. */
  touch(): void {
    this.populated = true;
    this.settle();
  }

  /** A list came; if it is the first thing to come, so many items are waited for. */
  begin(count: number): void {
    if (this.populated) return;
    this.populated = true;
    this.remaining = count;
    this.settle();
  }

  /** So many items left the queue. */
  passed(count: number): void {
    if (this.remaining > 0) this.remaining -= count;
  }

  settle(): void {
    if (this.populated && this.remaining === 0) this.latched = true;
  }
}
