import type { Followed } from '../host/sourceHost.ts';

export interface NodeReading {
  readonly node: string;
  read(signal: AbortSignal): AsyncIterable<Followed>;
}

/** Parts that are fetched before anybody wants them. */
const partsAhead = 3;

/** The same readings in order; while one is read, the next ones have begun, and wait after a few parts. */
export function* readAhead(
  readings: readonly NodeReading[],
  width: number,
  signal: AbortSignal,
): Generator<NodeReading> {
  const begun: AsyncGenerator<Followed>[] = [];
  for (const [index, { node }] of readings.entries()) {
    for (let next = begun.length; next < Math.min(readings.length, index + 1 + width); next++)
      begun.push(eager(readings[next]?.read(signal) ?? none(), partsAhead));
    const own = begun[index];
    if (own !== undefined) yield { node, read: () => own };
  }
}

async function* none(): AsyncGenerator<Followed> {
  // No parts.
}

/** Begins at once, and stays so many parts ahead of who reads. */
function eager<T>(source: AsyncIterable<T>, ahead: number): AsyncGenerator<T> {
  return new Eager(source, ahead).parts();
}

class Eager<T> {
  private readonly ready: T[] = [];
  private readonly ahead: number;
  private end: { readonly failure: Error | undefined } | undefined;
  private wake: () => void = () => undefined;
  private goOn: () => void = () => undefined;

  constructor(source: AsyncIterable<T>, ahead: number) {
    this.ahead = ahead;
    this.fill(source).then(
      () => {
        this.finish(undefined);
      },
      (error: unknown) => {
        this.finish(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  private async fill(source: AsyncIterable<T>): Promise<void> {
    for await (const part of source) {
      this.ready.push(part);
      this.wake();
      if (this.ready.length >= this.ahead)
        await new Promise<void>((resolve) => {
          this.goOn = resolve;
        });
    }
  }

  private finish(failure: Error | undefined): void {
    this.end = { failure };
    this.wake();
  }

  async *parts(): AsyncGenerator<T> {
    for (;;) {
      const part = this.ready.shift();
      if (part !== undefined) {
        this.goOn();
        yield part;
      } else if (this.end === undefined)
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      else if (this.end.failure === undefined) return;
      else throw this.end.failure;
    }
  }
}
