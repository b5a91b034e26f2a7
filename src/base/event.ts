import { toDisposable, type Disposable } from './disposable.ts';

/** Somewhere to listen: `event(listener)` until the returned lifetime ends. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The side that fires. Listeners are called in the order they came; one that leaves meanwhile is not called. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): void => {
      listener(value);
    };
    this.listeners.add(own);
    return toDisposable(() => {
      this.listeners.delete(own);
    });
  };

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      if (this.listeners.has(listener)) listener(value);
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
