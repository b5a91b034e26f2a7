// Plays the log event by event: a step, a pause, the next step, until the end or until it is told to stop.
import type { Disposable } from '../../src/base/disposable.ts';

export class Player implements Disposable {
  private readonly step: () => Promise<boolean>;
  private readonly changed: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private on = false;
  /** Events a second. */
  speed = 2;

  /** `step` goes on by one event, and resolves to false at the end. `changed`: it began or ended to play. */
  constructor(step: () => Promise<boolean>, changed: () => void) {
    this.step = step;
    this.changed = changed;
  }

  get playing(): boolean {
    return this.on;
  }

  toggle(): void {
    if (this.on) this.stop();
    else {
      this.on = true;
      this.changed();
      this.next(0);
    }
  }

  stop(): void {
    if (!this.on) return;
    this.on = false;
    clearTimeout(this.timer);
    this.changed();
  }

  /** The pause begins when a step is done: however slow the machine, steps do not pile up. */
  private next(pause: number): void {
    this.timer = setTimeout(() => {
      this.step().then(
        (more) => {
          if (!this.on) return;
          if (more) this.next(1000 / this.speed);
          else this.stop();
        },
        () => {
          this.stop();
        },
      );
    }, pause);
  }

  dispose(): void {
    this.on = false;
    clearTimeout(this.timer);
  }
}
