// What following a log by questions needs: waiting that ends with the signal, and telling of failures once.
import { describeRequestError, type RequestError } from '../informer/requestError.ts';
import type { LogPart } from './logPart.ts';
import { waitAfter } from './remotePolicy.ts';

/** Seconds. */
const longestWait = 5;

/** Waits, but not past the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

/** Failures in a row: how long to wait, and what to tell. */
export class Trouble {
  private readonly node: string;
  private inARow = 0;

  constructor(node: string) {
    this.node = node;
  }

  /** Milliseconds before the next try. */
  get wait(): number {
    return 1_000 * waitAfter(this.inARow + 1, Math.random, longestWait);
  }

  /** Told when it begins, not each time. */
  failed(error: RequestError): readonly LogPart[] {
    this.inARow++;
    if (this.inARow > 1) return [];
    const why = describeRequestError(error);
    const text = `The log of ${this.node} cannot be read: ${why}. It is tried again from the same place.`;
    return [{ kind: 'notice', text }];
  }

  worked(): readonly LogPart[] {
    const was = this.inARow > 0;
    this.inARow = 0;
    return was ? [{ kind: 'notice', text: `The log of ${this.node} is read again.` }] : [];
  }
}
