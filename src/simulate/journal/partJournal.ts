import { micros, type Micros } from '../../base/time.ts';
import { NumberColumn } from './numberColumn.ts';

/** How one part of a kubelet is written down and folded again. */
export interface PartRules<E extends { readonly kind: string }, S> {
  readonly kinds: readonly E['kind'][];
  readonly empty: S;
  /** Steps from one kept state to the next: few where a step costs much. */
  readonly spacing: number;
  /** UID of the pod that it is about; empty: of none, or of several. */
  subject(event: E): string;
  /** Of an event that its kind, subject, time and one number tell whole: that number. Small whole ones take the least. */
  packed(event: E, at: Micros): number | undefined;
  /** The other way round. */
  unpacked(kind: E['kind'], subject: string, number: number, at: Micros): E | undefined;
  fold(state: S, event: E, at: Micros): S;
}

/** A step as it was written down. */
export interface PartStep<E> {
  /** Its number among the steps of all parts. */
  readonly step: number;
  readonly at: Micros;
  readonly event: E;
  /** Bits that tell what came of it; each part has its own. */
  readonly outcome: number;
}

/** What the journal of a part needs of the whole. */
interface Journal {
  timeOf(step: number): Micros;
  subjectOf(number: number): string;
}

/** It changed nothing, and is passed over. */
const still = 1;
/** Its event is not packed. */
const whole = 2;

/**
 * The steps of one part: its inputs, most of them in columns, and its state after every so many of them. The state after any step
 * is the fold from there. A restart of the process begins with the empty state.
 */
export class PartJournal<E extends { readonly kind: string }, S> {
  readonly rules: PartRules<E, S>;
  private readonly journal: Journal;
  private readonly steps = new NumberColumn();
  /** Of each step its kind, times four, and what else is to be known of it. */
  private readonly kind = new NumberColumn();
  private readonly subject = new NumberColumn();
  /** What the event was packed into, else its place among the events. */
  private readonly number = new NumberColumn();
  private readonly outcome = new NumberColumn();
  /** Those that are not packed. */
  private readonly events: E[] = [];
  /** After step 0, `spacing`, 2 `spacing`, … of the part. */
  private readonly kept: S[] = [];
  /** Where each process began: its first step, and the place of its first one here. */
  private readonly began: { readonly step: number; readonly place: number }[] = [];
  private live: S;
  private memo: { readonly place: number; readonly state: S } | undefined;

  constructor(rules: PartRules<E, S>, journal: Journal) {
    this.rules = rules;
    this.journal = journal;
    this.live = rules.empty;
  }

  get length(): number {
    return this.steps.length;
  }

  /** As it is now, at the end. */
  get state(): S {
    return this.live;
  }

  /** `step`: the first one of a new process. */
  begin(step: number): void {
    this.began.push({ step, place: this.length });
    this.live = this.rules.empty;
  }

  /** `state`: after the step. */
  add(step: number, event: E, subject: number, outcome: number, state: S): void {
    const { rules, events } = this;
    const number = rules.packed(event, this.journal.timeOf(step));
    const bits = (state === this.live ? still : 0) | (number === undefined ? whole : 0);
    this.live = state;
    if (this.length % rules.spacing === 0) this.kept.push(state);
    this.steps.push(step);
    this.kind.push(rules.kinds.indexOf(event.kind) * 4 + bits);
    this.subject.push(subject);
    this.number.push(number ?? events.length);
    this.outcome.push(outcome);
    if (number === undefined) events.push(event);
  }

  /** How many of its steps come by a step of the whole: its own last one is one less. */
  countTo(step: number): number {
    return this.steps.countTo(step);
  }

  stepOf(place: number): number {
    return this.steps.at(place);
  }

  outcomeOf(place: number): number {
    return this.outcome.at(place);
  }

  kindOf(place: number): E['kind'] | undefined {
    return this.rules.kinds[Math.floor(this.kind.at(place) / 4)];
  }

  at(place: number): PartStep<E> | undefined {
    const step = this.steps.at(place);
    const kind = this.kindOf(place);
    if (Number.isNaN(step) || kind === undefined) return undefined;
    const at = this.journal.timeOf(step);
    const subject = this.journal.subjectOf(this.subject.at(place));
    const number = this.number.at(place);
    const event = this.has(place, whole)
      ? this.events[number]
      : this.rules.unpacked(kind, subject, number, at);
    return event === undefined ? undefined : { step, at, event, outcome: this.outcome.at(place) };
  }

  private has(place: number, bit: number): boolean {
    return (this.kind.at(place) & bit) !== 0;
  }

  /** The last of its steps by a step of the whole and of the same process, of those that a test leaves; -1: none. */
  lastBy(step: number, test: (place: number) => boolean = () => true): number {
    const first = this.began.findLast((each) => each.step <= step)?.place ?? 0;
    let place = this.countTo(step) - 1;
    while (place >= first && !test(place)) place -= 1;
    return place < first ? -1 : place;
  }

  /** The state by a step of the whole: a process that did nothing here yet holds nothing. */
  stateBy(step: number): S {
    return this.stateAfter(this.lastBy(step));
  }

  /** The state that a step found. */
  stateBefore(place: number): S {
    const isFirst = this.began.some((process) => process.place === place);
    return isFirst ? this.rules.empty : this.stateAfter(place - 1);
  }

  /** The state after a step of it; the empty one for -1. */
  stateAfter(place: number): S {
    const last = Math.min(place, this.length - 1);
    const fresh = this.began.findLast((each) => each.place <= last)?.place ?? 0;
    const kept = Math.floor(last / this.rules.spacing);
    let from = kept * this.rules.spacing;
    let state = this.kept[kept] ?? this.rules.empty;
    if (last < 0 || from < fresh) {
      from = fresh - 1;
      state = this.rules.empty;
    }
    const { memo } = this;
    if (memo !== undefined && memo.place >= Math.max(from, fresh) && memo.place <= last) {
      from = memo.place;
      state = memo.state;
    }
    for (let next = from + 1; next <= last; next++) {
      if (this.has(next, still)) continue;
      const row = this.at(next);
      if (row !== undefined) state = this.rules.fold(state, row.event, row.at);
    }
    this.memo = { place: last, state };
    return state;
  }
}

export function time(value: number): Micros | undefined {
  return Number.isNaN(value) ? undefined : micros(value);
}
