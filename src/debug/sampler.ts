import type { DebugStop } from '../protocol/debugApi.ts';
import type { Ask } from './host.ts';

/** A stop is told so many milliseconds later at most. */
const PATIENCE = 500;

/** Asks a live kubelet for its goroutines at stops that are about now. */
export class Sampler {
  private readonly ask: Ask;
  private readonly node: string;
  private readonly onLate: () => void;
  private readonly ended = new AbortController();
  private isRefused = false;

  /** `onLate`: a sample came when its stop had been told. */
  constructor(ask: Ask, node: string, onLate: () => void) {
    this.ask = ask;
    this.node = node;
    this.onLate = onLate;
  }

  /** Resolves when the stop can be told. A kubelet that gives no stacks is not asked again. */
  async before({ isLive }: DebugStop): Promise<void> {
    if (!isLive || this.isRefused) return;
    let isTold = false;
    const sampled = this.ask('debugSample', [this.node], this.ended.signal).then(
      () => {
        if (isTold && !this.ended.signal.aborted) this.onLate();
      },
      () => {
        this.isRefused = true;
      },
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    await Promise.race([sampled, late]);
    clearTimeout(timer);
    isTold = true;
  }

  dispose(): void {
    this.ended.abort();
  }
}
