import { toDisposable, type Disposable } from '../../src/base/disposable.ts';
import { err } from '../../src/base/result.ts';
import type { ListerWatcher, WatchObserver } from '../../src/informer/listerWatcher.ts';
import type { RequestError } from '../../src/informer/requestError.ts';

/** A transport with faults on the way: requests that fail, and streams that are cut or broken. */
export class FlakyTransport<T> implements ListerWatcher<T> {
  /** What the next requests fail with, the first one first. */
  readonly failures: RequestError[] = [];
  private readonly inner: ListerWatcher<T>;
  private readonly streams = new Map<WatchObserver<T>, Disposable>();

  constructor(inner: ListerWatcher<T>) {
    this.inner = inner;
  }

  list: ListerWatcher<T>['list'] = (options, answer) => {
    const failure = this.failures.shift();
    if (failure === undefined) return this.inner.list(options, answer);
    answer(err(failure));
    return toDisposable(() => undefined);
  };

  watch: ListerWatcher<T>['watch'] = (options, observer) => {
    const failure = this.failures.shift();
    if (failure !== undefined) {
      observer.failed(failure);
      return toDisposable(() => undefined);
    }
    const stream = this.inner.watch(options, observer);
    this.streams.set(observer, stream);
    return toDisposable(() => {
      this.streams.delete(observer);
      stream.dispose();
    });
  };

  /** Ends all streams as a lost connection does, or with an error in the stream. */
  cut(error?: RequestError): void {
    const streams = [...this.streams];
    this.streams.clear();
    for (const [observer, stream] of streams) {
      stream.dispose();
      if (error === undefined) observer.closed();
      else observer.failed(error);
    }
  }
}
