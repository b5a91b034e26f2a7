// One answer of the engine that a page shows, asked for again whenever it may have changed.
import type { Disposable } from '../../src/base/disposable.ts';
import { ChannelError } from '../../src/protocol/channel.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { PageClient } from './pageClient.ts';

type Heard = HostEvent['kind'];

export interface LiveQuestion<T> {
  ask(signal: AbortSignal): Promise<T>;
  /** What makes the last answer old. Default: another log, and another place of the cursor. */
  readonly on?: readonly Heard[];
}

/**
 * Keeps the last answer until a newer one is there, so that nothing flickers. While a question is under way others wait as one:
 * however fast the cursor moves, two questions at most are between page and engine.
 */
export class LiveAnswer<T> implements Disposable {
  private readonly question: LiveQuestion<T>;
  private readonly answered: () => void;
  private readonly listening: Disposable;
  private readonly ending = new AbortController();
  private asking: Promise<void> | undefined;
  private wanted = 0;
  private asked = 0;
  private latest: T | undefined;
  private trouble: string | undefined;
  private isNothingOpen = false;

  /** `answered` is called after each answer or failure; a page asks for its update there. */
  constructor(client: PageClient, question: LiveQuestion<T>, answered: () => void) {
    this.question = question;
    this.answered = answered;
    const on = question.on ?? ['changed', 'cursorMoved'];
    this.listening = client.onEvent((event) => {
      if (on.includes(event.kind)) void this.ask();
    });
  }

  get value(): T | undefined {
    return this.latest;
  }

  /** A sentence for a person, when the last question failed: `No log is open.` */
  get problem(): string | undefined {
    return this.trouble;
  }

  /** Whether it failed since no log is open. */
  get lacksLog(): boolean {
    return this.isNothingOpen;
  }

  /** Resolves when what is true by now has been answered. */
  ask(): Promise<void> {
    this.wanted++;
    this.asking ??= this.askUntilTrue();
    return this.asking;
  }

  private async askUntilTrue(): Promise<void> {
    try {
      while (this.asked !== this.wanted && !this.ending.signal.aborted) {
        this.asked = this.wanted;
        await this.askOnce();
      }
    } finally {
      this.asking = undefined;
    }
  }

  private async askOnce(): Promise<void> {
    const { signal } = this.ending;
    try {
      this.latest = await this.question.ask(signal);
      this.trouble = undefined;
      this.isNothingOpen = false;
    } catch (error) {
      if (signal.aborted) return;
      this.latest = undefined;
      this.isNothingOpen = error instanceof ChannelError && error.code === 'nothing-open';
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    if (!signal.aborted) this.answered();
  }

  dispose(): void {
    this.ending.abort();
    this.listening.dispose();
  }
}
