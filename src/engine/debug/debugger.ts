// The debugger's moves over the tape: steps, and runs from breakpoint to breakpoint in either direction.
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
import { interpolate, resolve } from '../present/debugEvaluate.ts';
import type { DebugContext } from '../present/debugNode.ts';
import { podName } from '../present/incident.ts';
import type { Session } from '../session.ts';
import { arm, firstFrom, nearest, reasonOf, type Armed, type TriggerCache } from './breakpoints.ts';
import { findingPosition, overdue } from './triggers.ts';

/** What logpoints may say in one run. */
const MAX_OUTPUT = 500;
/** Milliseconds of work after which a long run lets others speak. */
const SLICE = 30;

interface Hit {
  readonly position: number;
  readonly armed: readonly Armed[];
}

interface Output {
  readonly lines: DebugStop['output'][number][];
  cut: number;
}

export class Debugger {
  private readonly session: Session;
  private index: DebugIndex | undefined;
  private wanted: readonly DebugBreakpoint[] = [];
  private armed: readonly Armed[] = [];
  private cache: TriggerCache = new Map();
  private armedFor = '';
  /** Candidates that a condition takes, for those whose hits are counted. */
  private readonly taken = new WeakMap<Armed, Uint32Array>();
  private moving: Promise<unknown> = Promise.resolve();

  constructor(session: Session) {
    this.session = session;
  }

  /** The tape as it is open now, at the cursor. */
  get context(): DebugContext {
    const { incident, moment } = this.session;
    if (this.index?.incident !== incident) {
      this.index = new DebugIndex(incident);
      this.cache = new Map();
      this.armedFor = '';
    }
    return { index: this.index, moment };
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
    const { armed, states } = arm(context, this.wanted, this.cache);
    this.armed = armed;
    return states;
  }

  /** One move after the other; a cancelled one ends where it is. */
  move(
    move: DebugMove,
    direction: DebugDirection,
    thread: DebugThreadId,
    signal: AbortSignal,
  ): Promise<DebugStop> {
    const moved = this.moving.then(() => this.moveNow(move, direction, thread, signal));
    this.moving = moved.catch(() => undefined);
    return moved;
  }

  private async moveNow(
    move: DebugMove,
    direction: DebugDirection,
    thread: DebugThreadId,
    signal: AbortSignal,
  ): Promise<DebugStop> {
    const { context } = this;
    if (this.armedFor !== context.moment.hindsight) this.rearm();
    const { position: from } = context.moment;
    const step = direction === 'forwards' ? 1 : -1;
    const goal = this.goal(context, move, step, thread);
    const output: Output = { lines: [], cut: 0 };
    const hit = await this.nextHit(context, from, goal ?? this.edge(step), step, output, signal);
    if (hit !== undefined && 'paused' in hit)
      return this.stopAt(hit.paused, 'pause', 'paused', [], output);
    if (hit !== undefined) return this.stopAtHit(hit, output);
    if (goal === undefined) return this.stopAtEdge(step, output);
    const text = move === 'sync' ? 'the sync of its worker' : '';
    return this.stopAt(goal, 'step', text, [], output, followed(context, thread, move, goal));
  }

  /** Plays on to a time, or back to it. */
  play(to: Micros, signal: AbortSignal): Promise<DebugStop> {
    const moved = this.moving.then(() => this.playNow(to, signal));
    this.moving = moved.catch(() => undefined);
    return moved;
  }

  private async playNow(to: Micros, signal: AbortSignal): Promise<DebugStop> {
    const { context } = this;
    if (this.armedFor !== context.moment.hindsight) this.rearm();
    const { position: from, time } = context.moment;
    const { tape, history } = this.session.incident;
    const step = to >= time ? 1 : -1;
    const goal = Math.max(0, tape.positionAtTime(to));
    const output: Output = { lines: [], cut: 0 };
    const hit =
      goal === from ? undefined : await this.nextHit(context, from, goal, step, output, signal);
    if (hit !== undefined && 'armed' in hit) return this.stopAtHit(hit, output);
    if (step > 0 ? to >= history.to : to <= history.from) return this.stopAtEdge(step, output);
    const cursor = this.session.seek({ kind: 'time', time: to });
    return {
      cursor,
      thread: context.index.threadAt(goal),
      reason: 'playing',
      text: '',
      breakpoints: [],
      output: output.lines,
      outputCut: output.cut,
    };
  }

  private edge(step: 1 | -1): number {
    return step > 0 ? this.session.incident.tape.length - 1 : 0;
  }

  private stopAtEdge(step: 1 | -1, output: Output): DebugStop {
    return step > 0
      ? this.stopAt(this.edge(1), 'end', 'the end of the log', [], output)
      : this.stopAt(Math.min(0, this.edge(1)), 'start', 'the start of the log', [], output);
  }

  /** Where a step ends when no breakpoint comes first; undefined: at the edge of the tape. */
  private goal(
    context: DebugContext,
    move: DebugMove,
    step: 1 | -1,
    thread: DebugThreadId,
  ): number | undefined {
    const { index, moment } = context;
    const { position } = moment;
    const pod = index.incident.history.pod(thread);
    switch (move) {
      case 'run':
        return undefined;
      case 'line': {
        const next = position + step;
        return next < 0 || next >= index.incident.tape.length ? undefined : next;
      }
      case 'event':
        return pod === undefined
          ? nearest(this.session.events, position, step)
          : nearest(
              pod.events.map((event) => event.position),
              position,
              step,
            );
      case 'sync': {
        if (pod === undefined) return this.nextOfThread(context, thread, step);
        const ends = [pod.worker.state, pod.worker.working, pod.worker.present].flatMap((track) =>
          track.changes
            .filter((_, i) => i > 0)
            .map(({ at, provenAt }) =>
              moment.hindsight === 'now'
                ? index.positionFrom(at)
                : Math.max(provenAt, index.positionFrom(at)),
            ),
        );
        return nearest(
          ends.filter((end) => end < index.incident.tape.length).sort((a, b) => a - b),
          position,
          step,
        );
      }
    }
  }

  private nextOfThread(
    { index, moment }: DebugContext,
    thread: DebugThreadId,
    step: 1 | -1,
  ): number | undefined {
    const { events } = this.session;
    for (
      let at = nearest(events, moment.position, step);
      at !== undefined;
      at = nearest(events, at, step)
    )
      if (index.threadAt(at) === thread) return at;
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
  ): Promise<Hit | { readonly paused: number } | undefined> {
    let position = from;
    let began = performance.now();
    for (;;) {
      const next = this.nextCandidate(position, goal, step);
      if (next === undefined) return undefined;
      position = next;
      const stopping = this.stopping(context, position, output);
      if (stopping.length > 0) return { position, armed: stopping };
      if (performance.now() - began > SLICE) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (signal.aborted) return { paused: position };
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
  private stopping(context: DebugContext, position: number, output: Output): readonly Armed[] {
    const { index } = context;
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
          text: interpolate(this.at(context, position), logMessage),
          place: index.place(index.incident.tape.input(position)),
        });
      return false;
    });
  }

  private at({ index, moment }: DebugContext, position: number): DebugContext {
    return {
      index,
      moment: { ...moment, position, time: index.incident.tape.timeAt(position) },
    };
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
    const text = first === undefined ? '' : this.hitText(first, position);
    return this.stopAt(position, reason, text, ids, output);
  }

  private hitText({ breakpoint: { on } }: Armed, position: number): string {
    const { context } = this;
    const { index } = context;
    switch (on.kind) {
      case 'line':
      case 'go':
      case 'severity':
        return index.record(position)?.message.slice(0, 500) ?? '';
      case 'function':
        return on.name;
      case 'data':
        return this.changeText(on.expression, position);
      case 'finding':
        return index.incident.findings
          .filter((finding) => findingPosition(index, finding) === position)
          .map(({ title, severity }) => `${severity}: ${title}`)
          .join('; ');
      case 'overdue':
        return overdue(context)
          .filter((one) => one.position === position)
          .map(({ pod, what }) => `${podName(pod)}: overdue: ${what}`)
          .join('; ');
    }
  }

  private changeText(expression: string, position: number): string {
    const text = (at: number): string => {
      const node = resolve(this.at(this.context, at), expression);
      return node.ok ? node.value.text : 'not there';
    };
    return `${expression}: ${text(position - 1)} → ${text(position)}`;
  }

  /** Somewhere else at once: breakpoints on the way don't count. */
  async goto(to: number | string, reason: 'entry' | 'goto' | 'pause'): Promise<DebugStop> {
    await this.moving;
    const { tape } = this.session.incident;
    const position = typeof to === 'number' ? to : tape.positionAtTime(this.timeOf(to));
    if (Number.isNaN(position)) throw new ChannelError('That is no place on the tape.', 'no-place');
    const kept = reason === 'pause' ? this.session.moment.position : position;
    return this.stopAt(kept, reason, '', [], { lines: [], cut: 0 });
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
    const last = this.session.incident.tape.length - 1;
    const kept = Math.min(last, Math.max(0, Math.trunc(position)));
    const cursor = this.session.seek({ kind: 'position', position: kept });
    const { index } = this.context;
    return {
      cursor,
      thread: thread ?? index.threadAt(kept),
      reason,
      text: [formatTimeOfDay(cursor.time), text].filter((part) => part !== '').join(' · '),
      breakpoints,
      output: output.lines,
      outputCut: output.cut,
    };
  }
}

/** A person who steps a pod's worker stays with it, though the sync loop wrote the line. */
function followed(
  { index }: DebugContext,
  thread: DebugThreadId,
  move: DebugMove,
  position: number,
): DebugThreadId | undefined {
  const pod = index.incident.history.pod(thread);
  if (pod === undefined || move === 'line') return undefined;
  return index.podOf(position) === undefined && move === 'event' ? undefined : thread;
}
