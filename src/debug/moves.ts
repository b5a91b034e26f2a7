// How a person moves: one movement at a time, told to the client in the order that it shows best.
import { micros, MILLISECOND, type Micros } from '../base/time.ts';
import type {
  DebugBreakpointState,
  DebugDirection,
  DebugMove,
  DebugStop,
  DebugThreadId,
} from '../protocol/debugApi.ts';
import type { Ask } from './host.ts';
import type { LogSources } from './logSources.ts';
import { eventMessage, Refusal, type Outgoing } from './messages.ts';
import type { Shown } from './shown.ts';
import { describedStop, spokenReason } from './texts.ts';

/** How often a tape that plays moves on, in milliseconds. */
const TICK = 100;
/** A tape plays at most so many times as fast as it was. */
const MAX_SPEED = 100_000;

/** After this many milliseconds a client is told that it runs. */
const SOON = 150;

export interface MoveOptions {
  readonly ask: Ask;
  readonly shown: Shown;
  readonly sources: LogSources;
  readonly send: (message: Outgoing) => void;
  readonly lineShift: number;
  /**
   * True: the client takes a stop before the reply to the request that caused it, and then does not flicker. Else the reply comes
   * first, as the protocol has it.
   */
  readonly stopFirst: boolean;
  readonly beforeStop: (stop: DebugStop) => Promise<void>;
  /** The tape has grown: breakpoints may stand where there was no line before. */
  readonly onStates: (states: readonly DebugBreakpointState[]) => void;
}

interface StopHint {
  /** Who asked for it goes on where it is: in the console. */
  readonly preserveFocus?: boolean;
}

export class Moves {
  private readonly options: MoveOptions;
  private last: DebugStop | undefined;
  private running: AbortController | undefined;
  /** The pod whose worker a person chose to step: steps then leave out what happens elsewhere. */
  private followed: DebugThreadId | undefined;
  private disposed = false;

  constructor(options: MoveOptions) {
    this.options = options;
  }

  /** The last stop. */
  get stop(): DebugStop | undefined {
    return this.last;
  }

  /** Begins a movement. `reply` is called once, before or after the stop is told. */
  async move(
    move: DebugMove,
    direction: DebugDirection,
    thread: DebugThreadId,
    reply: () => void,
  ): Promise<void> {
    const own = this.stepped(move, thread);
    await this.tell(reply, async (signal) => {
      for (;;) {
        const stop = await this.options.ask('debugMove', [move, direction, own], signal);
        if (stop.reason !== 'playing') return stop;
        await this.sayOutput(stop);
      }
    });
  }

  async goto(
    to: number | string,
    reason: 'entry' | 'goto' | 'pause',
    reply: () => void,
    hint: StopHint = {},
  ): Promise<void> {
    await this.tell(reply, () => this.options.ask('debugGoto', [to, reason]), hint);
  }

  /** The first stop: at the first breakpoint from a place on, or there where none comes. */
  async enter(to: number | string): Promise<void> {
    await this.tell(
      () => undefined,
      (signal) => this.options.ask('debugEnter', [to], signal),
    );
  }

  /** Lets time go on at `speed` times its pace, backwards when negative, until a breakpoint, an edge, or another request. */
  async play(speed: number, reply: () => void): Promise<void> {
    const { time } = await this.options.ask('cursor', []);
    if (!Number.isFinite(time)) throw new Refusal('This log has no times to play by.');
    if (speed === 0) throw new Refusal('"speed" must not be 0.');
    const pace = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed));
    await this.tell(reply, (signal, once) => {
      once();
      this.sayContinued();
      return this.playing(time, pace, signal);
    });
  }

  private async playing(from: Micros, speed: number, signal: AbortSignal): Promise<DebugStop> {
    const began = performance.now();
    for (;;) {
      const passed = (performance.now() - began) * MILLISECOND * speed;
      const stop = await this.options.ask('debugPlay', [micros(from + passed)], signal);
      if (stop.reason !== 'playing') return stop;
      await this.sayOutput(stop);
      this.sayCursor(stop);
      await new Promise((resolve) => setTimeout(resolve, TICK));
      signal.throwIfAborted();
    }
  }

  private sayContinued(): void {
    const { send, shown } = this.options;
    const threadId = shown.threadNumber(this.last?.thread ?? 'syncLoop');
    send(eventMessage('continued', { threadId, allThreadsContinued: true }));
  }

  /** The views moved the cursor: the client is to see what they show. */
  async follow(): Promise<void> {
    if (this.running !== undefined || this.last === undefined) return;
    const { position } = await this.options.ask('cursor', []);
    if (position === this.last.cursor.position) return;
    const stop = await this.options.ask('debugGoto', [0, 'pause']);
    // A client that never heard that all ran would go on showing the thread that stopped before.
    if (stop.thread !== this.last.thread) this.sayContinued();
    await this.emit({ ...stop, reason: 'goto' });
  }

  /** Which thread an event step is for: that of a pod only if a person chose it, not when a stop led there. */
  private stepped(move: DebugMove, thread: DebugThreadId): DebugThreadId {
    if (move !== 'event') return thread;
    if (thread !== this.last?.thread) this.followed = thread;
    return this.followed ?? 'syncLoop';
  }

  private async tell(
    reply: () => void,
    ask: (signal: AbortSignal, once: () => void) => Promise<DebugStop>,
    hint: StopHint = {},
  ): Promise<void> {
    const controller = new AbortController();
    this.running?.abort();
    this.running = controller;
    let replied = false;
    const once = (): void => {
      if (!replied) reply();
      replied = true;
    };
    if (!this.options.stopFirst) once();
    const timer = setTimeout(once, SOON);
    try {
      const stop = await ask(controller.signal, once);
      // Where another thread stops, the client first has to hear that all ran, or it shows the old one.
      if (stop.thread !== this.last?.thread) once();
      await this.emit(stop, hint);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      // A movement that another one replaced has no stop of its own.
      if (this.running === controller && !this.isDisposed())
        await this.emit(await this.options.ask('debugGoto', [0, 'pause']));
    } finally {
      clearTimeout(timer);
      once();
      if (this.running === controller) this.running = undefined;
    }
  }

  private isDisposed(): boolean {
    return this.disposed;
  }

  /** Ends a running movement where it is; a client that asks while nothing runs hears of the stop again. */
  async pause(): Promise<void> {
    if (this.running !== undefined) this.running.abort();
    else await this.emit(await this.options.ask('debugGoto', [0, 'pause']));
  }

  private async emit(stop: DebugStop, { preserveFocus = false }: StopHint = {}): Promise<void> {
    if (this.disposed) return;
    const { shown, send } = this.options;
    await this.options.beforeStop(stop);
    if (this.isDisposed()) return;
    if (stop.reason.endsWith('breakpoint') && stop.thread !== this.followed)
      this.followed = undefined;
    this.last = stop;
    if (stop.states !== undefined) this.options.onStates(stop.states);
    await this.sayOutput(stop);
    shown.reset(stop.thread, preserveFocus);
    const threadId = shown.threadNumber(stop.thread);
    send(
      eventMessage('stopped', {
        reason: spokenReason(stop),
        description: describedStop(stop),
        text: stop.text,
        threadId,
        allThreadsStopped: true,
        ...(preserveFocus ? { preserveFocusHint: true } : {}),
        ...(stop.breakpoints.length === 0 ? {} : { hitBreakpointIds: stop.breakpoints }),
      }),
    );
    this.sayCursor(stop);
  }

  private sayCursor({ cursor: { position, time, input } }: DebugStop): void {
    this.options.send(eventMessage('kubelet/cursor', { position, time, input }));
  }

  private async sayOutput({ output, outputCut }: DebugStop): Promise<void> {
    const { sources, send, lineShift } = this.options;
    for (const { text, place } of output) {
      const shown = place === undefined ? undefined : await sources.shown(place);
      send(
        eventMessage('output', {
          category: 'stdout',
          output: `${text}\n`,
          ...(shown === undefined ? {} : { source: shown.source, line: shown.line - lineShift }),
        }),
      );
    }
    if (outputCut > 0)
      this.say(`… and ${outputCut} more lines of logpoints. Add a condition to see fewer.`);
  }

  say(text: string): void {
    this.options.send(eventMessage('output', { category: 'console', output: `${text}\n` }));
  }

  dispose(): void {
    this.disposed = true;
    this.running?.abort();
  }
}
