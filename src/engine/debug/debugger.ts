// The debugger's moves over the tape: steps, and runs from breakpoint to breakpoint in either direction. On a tape that grows, what
// finds no end forwards waits for the lines that come.
import { isSampleMessage } from '../../base/sample.ts';
import { formatTimeOfDay, parseRfc3339, civilFromDays, DAY, type Micros } from '../../base/time.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type {
  DebugBreakpoint,
  DebugBreakpointState,
  DebugDirection,
  DebugMove,
  DebugStop,
  DebugStopReason,
  DebugThreadId,
} from '../../protocol/debugApi.ts';
import { DebugIndex } from '../present/debugIndex.ts';
import { interpolate } from '../present/debugEvaluate.ts';
import { besideThen } from '../present/debugGoroutines.ts';
import type { DebugBeside, DebugContext } from '../present/debugNode.ts';
import { askedBy, type Asked } from '../present/incident.ts';
import type { Cursor } from '../../protocol/engineApi.ts';
import type { Session } from '../session.ts';
import { arm, firstFrom, nearest, reasonOf, type Armed, type TriggerCache } from './breakpoints.ts';
import { followedThread, goalOf } from './goal.ts';
import { newCandidates, seenOn, type Seen } from './news.ts';
import { contextAt } from './contextAt.ts';
import { hitText } from './stopText.ts';

/** What logpoints may say in one run. */
const MAX_OUTPUT = 500;
/** So many samples may follow each other beside a log that says nothing. */
const MOST_SAMPLES = 10_000;
/** Milliseconds of work after which a long run lets others speak. */
const SLICE = 30;

interface Hit {
  readonly position: number;
  readonly armed: readonly Armed[];
}

/** How a search for the next hit ended: `grown`: on a tape that was another one meanwhile, at a place of the new one. */
type Searched = Hit | { readonly paused: number } | { readonly grown: number } | undefined;

interface Output {
  readonly lines: DebugStop['output'][number][];
  cut: number;
}

interface Journey {
  readonly move: DebugMove;
  readonly step: 1 | -1;
  readonly thread: DebugThreadId;
  readonly output: Output;
  readonly signal: AbortSignal;
}

export class Debugger {
  private readonly session: Session;
  private readonly beside: DebugBeside;
  private index: DebugIndex | undefined;
  /** In the mode `then` that of what was open by then. */
  private indexThen: DebugIndex | undefined;
  private wanted: readonly DebugBreakpoint[] = [];
  private armed: readonly Armed[] = [];
  private cache: TriggerCache = new Map();
  private armedFor = '';
  /** States of breakpoints that the client has not heard: those of a tape that has grown. */
  private untold: readonly DebugBreakpointState[] | undefined;
  /** The growing tape at the last stop: what came since is met by the next run, wherever it stands. */
  private seen: Seen | undefined;
  private hasWaited = false;
  /** Candidates that a condition takes, for those whose hits are counted. */
  private readonly taken = new WeakMap<Armed, Uint32Array>();
  private moving: Promise<unknown> = Promise.resolve();

  constructor(session: Session, beside: DebugBeside) {
    this.session = session;
    this.beside = beside;
  }

  /** The tape as it is open now, at the cursor. */
  get context(): DebugContext {
    const { incident, moment } = this.session;
    if (this.index?.incident !== incident) {
      this.index = new DebugIndex(incident);
      this.cache = new Map();
      this.armedFor = '';
    }
    return { index: this.index, moment, beside: this.beside };
  }

  /** What is shown of it: in the mode `then` as if the inputs up to the cursor were all that there is. */
  get shown(): DebugContext {
    return this.askedBy(this.session.asked);
  }

  /** The same at another position. */
  private shownAt(position: number): DebugContext {
    const { index, moment } = contextAt(this.context, position);
    return this.askedBy(askedBy(index.incident, moment));
  }

  private askedBy({ incident, moment }: Asked): DebugContext {
    const { context } = this;
    if (incident === context.index.incident) return { ...context, moment };
    if (this.indexThen?.incident !== incident) this.indexThen = new DebugIndex(incident);
    const beside = besideThen({ ...context, moment: { ...moment, hindsight: 'then' } });
    return { index: this.indexThen, moment, beside };
  }

  /** A thread as `shown` names it: a pod may have no UID yet. */
  private shownAs(thread: DebugThreadId): DebugThreadId {
    return this.shown.index.incident.history.pod(thread)?.key ?? thread;
  }

  /** What the whole tape calls a thread that `shown` has. */
  private named(thread: DebugThreadId): DebugThreadId {
    const { history } = this.session.incident;
    if (history.pod(thread) !== undefined) return thread;
    const pod = this.shown.index.incident.history.pod(thread);
    if (pod === undefined) return thread;
    const lives = history.podsNamed(pod.namespace, pod.name);
    return lives.find(({ firstSeen }) => firstSeen === pod.firstSeen)?.key ?? thread;
  }

  setBreakpoints(breakpoints: readonly DebugBreakpoint[]): readonly DebugBreakpointState[] {
    this.wanted = breakpoints;
    return this.rearm();
  }

  private rearm(): readonly DebugBreakpointState[] {
    const { context } = this;
    // What changes of a value are seen depends on hindsight.
    if (this.armedFor !== context.moment.hindsight) this.cache = new Map();
    this.armedFor = context.moment.hindsight;
    const { armed, states } = arm(context, this.wanted, this.cache, this.session.isGrowing);
    this.armed = armed;
    this.untold = undefined;
    return states;
  }

  /** The context with breakpoints that are armed for it. */
  private get armedContext(): DebugContext {
    const { context } = this;
    if (this.armedFor !== context.moment.hindsight) this.untold = this.rearm();
    return context;
  }

  /** One move after the other; a cancelled one ends where it is. */
  move(
    move: DebugMove,
    direction: DebugDirection,
    thread: DebugThreadId,
    signal: AbortSignal,
  ): Promise<DebugStop> {
    const output: Output = { lines: [], cut: 0 };
    const step = direction === 'forwards' ? 1 : -1;
    return this.inTurn(() =>
      this.moveNow({ move, step, thread: this.named(thread), output, signal }),
    );
  }

  /** Plays on to a time, or back to it. */
  play(to: Micros, signal: AbortSignal): Promise<DebugStop> {
    return this.inTurn(() => this.playNow(to, signal));
  }

  private inTurn(move: () => Promise<DebugStop>): Promise<DebugStop> {
    const moved = this.moving.then(move);
    this.moving = moved.catch(() => undefined);
    return moved;
  }

  /** Round and round while the tape grows: first what is new up to where it is, then what lies ahead, then it waits. */
  private async moveNow(journey: Journey): Promise<DebugStop> {
    const { move, step, thread, output, signal } = journey;
    const opened = this.session.tapeNumber;
    let { position: from } = this.armedContext.moment;
    for (;;) {
      const context = contextAt(this.armedContext, from);
      const news = move === 'run' && step > 0 ? this.newHit(context, from, output) : undefined;
      if (news !== undefined) return this.stopAtHit(news, output);
      const goal = goalOf(context, this.session.events, move, step, thread);
      const end = goal ?? this.edge(step);
      const found = await this.nextHit(context, from, end, step, output, signal);
      if (found !== undefined && 'paused' in found)
        return this.stopAt(found.paused, 'pause', 'paused', [], output);
      if (found !== undefined && 'armed' in found) return this.stopAtHit(found, output);
      if (found !== undefined) {
        from = found.grown;
        continue;
      }
      if (goal !== undefined) {
        const text = move === 'sync' ? 'the sync of its worker' : '';
        const kept = followedThread(context, thread, move, goal);
        return this.stopAt(goal, 'step', text, [], output, kept);
      }
      if (step < 0 || !this.session.isGrowing) return this.stopAtEdge(step, output);
      if (output.lines.length > 0) return this.saying(move, output);
      if (move === 'run') from = this.edge(1);
      const grown = await this.waited(from, opened, move, signal);
      if (grown === undefined) {
        const { position } = this.session.moment;
        return this.stopAt(move === 'run' ? this.newest : position, 'pause', 'paused', [], output);
      }
      from = grown;
    }
  }

  /** Before it waits, what logpoints said is told: whoever moves is to move on. */
  private saying(move: DebugMove, output: Output): DebugStop {
    this.seen = seenOn(this.session.incident.tape, this.armed);
    if (move === 'run') this.session.seek({ kind: 'end' });
    const cursor = this.session.cursor();
    return { ...this.passing(cursor), output: output.lines, outputCut: output.cut };
  }

  private passing(cursor: Cursor): Omit<DebugStop, 'output' | 'outputCut'> {
    const thread = this.shown.index.threadAt(cursor.position);
    return { cursor, thread, reason: 'playing', text: '', breakpoints: [], isLive: false };
  }

  /** Waits for the tape to grow. The place of an input on the tape that has grown; undefined: it is no more to wait. */
  private async waited(
    from: number,
    opened: number,
    move: DebugMove,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { tape } = this.session.incident;
    const input = tape.input(from);
    this.hasWaited = true;
    this.seen = seenOn(tape, this.armed);
    // Who runs with a log that goes on sees its end.
    if (move === 'run') this.session.seek({ kind: 'end' });
    await this.session.changes(signal);
    if (signal.aborted) return undefined;
    if (!this.session.isOpen || this.session.tapeNumber !== opened)
      throw new ChannelError('The log that was debugged is not open any more.', 'not-open');
    return input === undefined ? -1 : this.session.incident.tape.positionOfInput(input);
  }

  private async playNow(to: Micros, signal: AbortSignal): Promise<DebugStop> {
    const context = this.armedContext;
    const { position: from, time } = context.moment;
    const { tape, history } = this.session.incident;
    const step = to >= time ? 1 : -1;
    const goal = Math.max(0, tape.positionAtTime(to));
    const output: Output = { lines: [], cut: 0 };
    const found =
      goal === from ? undefined : await this.nextHit(context, from, goal, step, output, signal);
    if (found !== undefined && 'armed' in found) return this.stopAtHit(found, output);
    if (step > 0 ? to >= history.to : to <= history.from) {
      // At the end of what goes on, time goes on as it does.
      if (step > 0 && this.session.isGrowing)
        return await this.moveNow({ move: 'run', step, thread: 'syncLoop', output, signal });
      return this.stopAtEdge(step, output);
    }
    const cursor = this.session.seek({ kind: 'time', time: to });
    return { ...this.passing(cursor), output: output.lines, outputCut: output.cut };
  }

  private edge(step: 1 | -1): number {
    return step > 0 ? this.session.incident.tape.length - 1 : 0;
  }

  private stopAtEdge(step: 1 | -1, output: Output): DebugStop {
    return step > 0
      ? this.stopAt(this.edge(1), 'end', 'the end of the log', [], output)
      : this.stopAt(Math.min(0, this.edge(1)), 'start', 'the start of the log', [], output);
  }

  /** The first hit up to a position among what was not there at the last stop. */
  private newHit(context: DebugContext, upTo: number, output: Output): Hit | undefined {
    const { seen } = this;
    this.seen = undefined;
    if (seen === undefined) return undefined;
    const { tape } = context.index.incident;
    const fresh = this.armed.flatMap((armed) => newCandidates(tape, armed, seen, upTo));
    for (const position of [...new Set(fresh)].sort((a, b) => a - b)) {
      const armed = this.stopping(position, output);
      if (armed.length > 0) return { position, armed };
    }
    return undefined;
  }

  /** The first breakpoint hit on the way from `from` to `goal`, `from` left out. */
  private async nextHit(
    context: DebugContext,
    from: number,
    goal: number,
    step: 1 | -1,
    output: Output,
    signal: AbortSignal,
  ): Promise<Searched> {
    const { incident } = context.index;
    let position = from;
    let began = performance.now();
    for (;;) {
      const next = this.nextCandidate(position, goal, step);
      if (next === undefined) return undefined;
      position = next;
      const armed = this.stopping(position, output);
      if (armed.length > 0) return { position, armed };
      if (performance.now() - began > SLICE) {
        // A tape that has grown meanwhile must not be asked any more.
        const input = incident.tape.input(position);
        const seen = this.session.isGrowing ? seenOn(incident.tape, this.armed) : undefined;
        await new Promise((resolve) => setTimeout(resolve, 0));
        const isSame = this.session.incident === incident;
        if (!isSame && input !== undefined)
          position = this.session.incident.tape.positionOfInput(input);
        if (signal.aborted) return { paused: position };
        if (!isSame) {
          this.seen ??= seen;
          return { grown: position };
        }
        began = performance.now();
      }
    }
  }

  private nextCandidate(position: number, goal: number, step: 1 | -1): number | undefined {
    let best: number | undefined;
    for (const { candidates } of this.armed) {
      const at = nearest(candidates, position, step);
      if (at === undefined || (step > 0 ? at > goal : at < goal)) continue;
      if (best === undefined || (step > 0 ? at < best : at > best)) best = at;
    }
    return best;
  }

  /** Breakpoints that stop at a position; logpoints among them have their say instead. */
  private stopping(position: number, output: Output): readonly Armed[] {
    const { index } = this.context;
    return this.armed.filter((armed) => {
      const rank = firstFrom(armed.candidates, position);
      if (armed.candidates[rank] !== position) return false;
      if (armed.condition?.(position) === false) return false;
      if (armed.hit?.(this.hitNumber(armed, rank)) === false) return false;
      const { logMessage } = armed.breakpoint;
      if (logMessage === undefined) return true;
      if (output.lines.length >= MAX_OUTPUT) output.cut++;
      else
        output.lines.push({
          text: interpolate(this.shownAt(position), logMessage),
          place: index.place(index.incident.tape.input(position)),
        });
      return false;
    });
  }

  /** Counted from the tape's start among the candidates that its condition takes. */
  private hitNumber(armed: Armed, rank: number): number {
    const { condition, candidates } = armed;
    if (condition === undefined) return rank + 1;
    let taken = this.taken.get(armed);
    if (taken === undefined) {
      taken = candidates.filter((position) => condition(position));
      this.taken.set(armed, taken);
    }
    return firstFrom(taken, candidates[rank] ?? 0) + 1;
  }

  private stopAtHit({ position, armed }: Hit, output: Output): DebugStop {
    const [first] = armed;
    const reason = first === undefined ? 'breakpoint' : reasonOf(first);
    const ids = armed.map(({ breakpoint }) => breakpoint.id);
    const text = first === undefined ? '' : hitText((at) => this.shownAt(at), first, position);
    return this.stopAt(position, reason, text, ids, output, first?.workers?.get(position));
  }

  /** Somewhere else at once: breakpoints on the way don't count. */
  async goto(to: number | string, reason: 'entry' | 'goto' | 'pause'): Promise<DebugStop> {
    await this.moving;
    const { tape } = this.session.incident;
    const position = this.positionOf(to);
    const kept = reason === 'pause' ? this.session.moment.position : position;
    const isNow = reason !== 'goto' && this.session.isGrowing && kept >= tape.length - 1;
    const output = { lines: [], cut: 0 };
    return this.stopAt(isNow ? this.newest : kept, reason, this.outside(to), [], output);
  }

  /** Of a time that the log does not reach. */
  private outside(to: number | string): string {
    if (typeof to === 'number') return '';
    const { from, to: last } = this.session.incident.history;
    const time = this.timeOf(to);
    if (time > last) return 'the log ends here, before that time';
    return time < from ? 'the log begins here, after that time' : '';
  }

  /** At the first breakpoint from there on, the place itself included; at the place where none comes. */
  async enter(to: number | string, signal: AbortSignal): Promise<DebugStop> {
    await this.moving;
    const before = Math.max(0, this.positionOf(to)) - 1;
    const output: Output = { lines: [], cut: 0 };
    const found = await this.nextHit(this.armedContext, before, this.edge(1), 1, output, signal);
    return found !== undefined && 'armed' in found
      ? this.stopAtHit(found, output)
      : await this.goto(to, 'entry');
  }

  private positionOf(to: number | string): number {
    const position =
      typeof to === 'number' ? to : this.session.incident.tape.positionAtTime(this.timeOf(to));
    if (Number.isNaN(position))
      throw new ChannelError('That position is not in the log.', 'no-place');
    return position;
  }

  /** The last line of the log itself: who asks for what is now means none of the samples beside it. */
  private get newest(): number {
    const { index } = this.context;
    const last = this.edge(1);
    for (let position = last; position > last - MOST_SAMPLES; position--)
      if (!isSampleMessage(index.record(position)?.message ?? '')) return position;
    return last;
  }

  private timeOf(text: string): Micros {
    const { history } = this.session.incident;
    const whole = parseRfc3339(text);
    if (whole !== undefined) return whole;
    const { year, month, day } = civilFromDays(Math.floor(history.to / DAY));
    const pad = (value: number, width: number): string => String(value).padStart(width, '0');
    const clock = /^\d\d:\d\d$/.test(text) ? `${text}:00` : text;
    const time = parseRfc3339(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}`);
    if (time === undefined)
      throw new ChannelError(
        `A time is written like 2026-11-21T09:34:10Z or 09:34:10, not ${text.slice(0, 80)}.`,
        'no-time',
      );
    return time;
  }

  private stopAt(
    position: number,
    reason: DebugStopReason,
    text: string,
    breakpoints: readonly number[],
    output: Output,
    thread?: DebugThreadId,
  ): DebugStop {
    const { tape } = this.session.incident;
    const last = tape.length - 1;
    const kept = Math.min(last, Math.max(0, Math.trunc(position)));
    const cursor = this.session.stay(kept);
    const { index } = this.armedContext;
    this.seen = this.session.isGrowing ? seenOn(tape, this.armed) : undefined;
    const { untold: states, hasWaited } = this;
    this.untold = undefined;
    this.hasWaited = false;
    return {
      cursor,
      thread: this.shownAs(thread ?? index.threadAt(kept)),
      reason,
      text: [last < 0 ? 'no line yet' : formatTimeOfDay(cursor.time), text]
        .filter((part) => part !== '')
        .join(' · '),
      breakpoints,
      output: output.lines,
      outputCut: output.cut,
      isLive: this.session.isGrowing && (hasWaited || kept >= this.newest),
      ...(states === undefined ? {} : { states }),
    };
  }
}
