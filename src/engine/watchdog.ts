// An engine that hangs over a question says nothing, and nobody who asks it hears why. While a question is open the engine is greeted:
// it answers a greeting between any two pieces of work. One that is silent for too long is ended; who is in front of it starts another.
import { ChannelError, Client, type CallOptions, type Port } from '../protocol/channel.ts';
import { ENGINE_PROTOCOL, type EngineApi, type EngineEvent } from '../protocol/engineApi.ts';

/** Code of the error with which all calls are rejected once the engine is gone. */
export const ENGINE_ENDED = 'engine-ended';

/** Over which question an engine hung. */
export class EngineHung extends ChannelError {
  readonly method: string;

  constructor(method: string, seconds: number) {
    super(
      `The engine did nothing else for ${seconds} s than to look for an answer to “${method}”. It was ended; what was open before is opened again.`,
      ENGINE_ENDED,
    );
    this.method = method;
  }
}

export interface Patience {
  /** Milliseconds between two looks. A machine that slept makes one of them late, and counts as one. */
  readonly every: number;
  /** Looks at an engine that is silent before it is ended. */
  readonly looks: number;
  /** The same while a log is opened, which may take long and grows with the log. */
  readonly looksOpening: number;
}

/** A minute; a quarter of an hour for opening. */
export const usualPatience: Patience = { every: 1_000, looks: 60, looksOpening: 900 };

interface Asked {
  readonly method: string;
}

/** A client that ends an engine which is silent while it is asked. */
export class WatchedClient extends Client<EngineApi, EngineEvent> {
  private readonly patience: Patience;
  private readonly end: () => void;
  private readonly asked = new Set<Asked>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private greeted = false;
  private silent = 0;
  /** As many looks as opening took: no question about a log takes much longer than to read it. */
  private longest = 0;

  constructor(port: Port, end: () => void, patience: Patience) {
    super(port);
    this.end = end;
    this.patience = patience;
  }

  override call<K extends keyof EngineApi>(
    method: K,
    args: Parameters<EngineApi[K]>,
    options: CallOptions = {},
  ): ReturnType<EngineApi[K]> {
    const answer = super.call(method, args, options);
    const one = { method };
    this.asked.add(one);
    this.timer ??= setInterval(() => {
      this.look();
    }, this.patience.every);
    const done = (): void => {
      this.asked.delete(one);
      // What was cancelled may still be worked at: only an answer to a greeting tells.
      if (this.asked.size === 0 && !this.greeted) this.rest();
    };
    answer.then(done, done);
    return answer;
  }

  private look(): void {
    if (!this.greeted) {
      if (this.asked.size === 0) this.rest();
      else this.greet();
      return;
    }
    this.silent++;
    const [{ method } = { method: 'hello' }] = this.asked;
    const opens = method.startsWith('open');
    if (opens) this.longest = Math.max(this.longest, this.silent);
    const { looks, looksOpening, every } = this.patience;
    if (this.silent < (opens ? looksOpening : Math.max(looks, 2 * this.longest))) return;
    this.dispose(new EngineHung(method, Math.round((this.silent * every) / 1_000)));
    this.end();
  }

  private greet(): void {
    this.greeted = true;
    this.silent = 0;
    super.call('hello', [ENGINE_PROTOCOL]).then(
      () => (this.greeted = false),
      () => undefined,
    );
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  override dispose(why?: ChannelError): void {
    this.rest();
    super.dispose(why);
  }
}
