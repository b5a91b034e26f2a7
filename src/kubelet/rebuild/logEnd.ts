import type { Micros } from '../../base/time.ts';

/** Where inputs end, as those ask for it who wait for something. It notes from when on one of them may be answered otherwise. */
export class LogEnd {
  private readonly at: Micros;
  /** The first time that was asked for and is not reached. */
  next = Infinity;

  constructor(at: Micros) {
    this.at = at;
  }

  /** Whether they go on up to a time. */
  reaches(time: number): boolean {
    return this.at >= time || this.wait(time);
  }

  /** Whether they go on behind a time. */
  isAfter(time: number): boolean {
    return this.at > time || this.wait(time);
  }

  private wait(time: number): false {
    if (time < this.next) this.next = time;
    return false;
  }
}
