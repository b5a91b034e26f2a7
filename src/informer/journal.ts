// What an informer did, step by step, and what it was like after any step: a fold with checkpoints, for a page that shows
// the machinery. It knows keys and versions, no objects; whether a simulator or a real cluster is at the other end it does not know.
import type { Clock } from '../base/clock.ts';
import type { Micros } from '../base/time.ts';
import type { Behaviour } from './behaviour.ts';
import type { ReflectorState } from './reflector.ts';
import type { WaitReason } from './routine.ts';

/** What does not change in an informer. */
export interface JournalOptions {
  /** None: what comes goes straight into a store. */
  readonly queueType?: Behaviour['informerQueue'] | undefined;
  /** It asks for streaming lists. */
  readonly watchList?: boolean;
  /** How many steps are kept. */
  readonly limit?: number | undefined;
}

export interface StoredKey {
  readonly key: string;
  readonly resourceVersion: string;
  /** By the name of the index. */
  readonly indexed: Readonly<Record<string, readonly string[]>>;
}

export interface QueuedDelta {
  /** `Added`, `Updated`, `Deleted`, `ReplacedAll`, … */
  readonly type: string;
  /** None: it is about all objects, or about a version alone. */
  readonly key: string | undefined;
  readonly resourceVersion: string;
}

export interface HandlerState {
  readonly name: string;
  /** Notifications that wait for it. */
  readonly backlog: number;
  /** What its ring buffer has room for by now. */
  readonly room: number;
  /** The first of those that wait. */
  readonly next: readonly string[];
  readonly hasSynced: boolean;
  /** Microseconds between resyncs of this handler; 0: none. */
  readonly resyncPeriod: number;
}

export type StoreChange =
  | { readonly set: StoredKey }
  | { readonly removed: string }
  | { readonly replaced: readonly StoredKey[] };

/** What was done: asked of the server, heard of it, waited for, put into the queue or store, told a handler. */
export type StepKind =
  | ('began' | 'request' | 'answer' | 'event' | 'bookmark' | 'wait' | 'problem')
  | ('queue' | 'store' | 'handler');

/** Of the inside only what a step has changed. */
export interface JournalStep {
  readonly at: Micros;
  readonly kind: StepKind;
  /** For a person: `MODIFIED default/web at version 43`. */
  readonly text: string;
  reflector?: ReflectorState;
  queue?: readonly QueuedDelta[];
  handlers?: readonly HandlerState[];
  readonly stored?: StoreChange;
  readonly waited?: { readonly delay: number; readonly reason: WaitReason };
}

export interface JournalState {
  readonly reflector: ReflectorState | undefined;
  readonly phaseSince: Micros;
  /** Undefined: what comes goes into the store without a queue. */
  readonly queue: readonly QueuedDelta[] | undefined;
  readonly store: ReadonlyMap<string, StoredKey>;
  readonly handlers: readonly HandlerState[];
  readonly lastEventAt: Micros | undefined;
  readonly lastBookmarkAt: Micros | undefined;
  /** Each back-off wait since a stream last brought something, oldest first. */
  readonly waits: readonly { readonly delay: number; readonly reason: WaitReason }[];
  readonly counts: {
    readonly requests: number;
    readonly events: number;
    readonly problems: number;
  };
}

/** What the informer is like now; asked at each step. */
export interface Inside {
  readonly reflector: ReflectorState | undefined;
  readonly queue: readonly QueuedDelta[] | undefined;
  readonly handlers: readonly HandlerState[];
}

/** Who keeps what steps are told. */
export interface StepNotes {
  note(kind: StepKind, text: string, more?: Pick<JournalStep, 'stored' | 'waited'>): void;
  /** What changed since belongs to the last step. */
  look(): void;
}

/** Steps from one state that is kept to the next. */
const spacing = 256;
/** Beyond this the oldest steps go. */
const mostSteps = 50_000;

export class InformerJournal implements StepNotes {
  readonly name: string;
  /** One sentence: whose informer it is, and of which objects. */
  readonly about: string;
  readonly queueType: Behaviour['informerQueue'] | undefined;
  readonly watchList: boolean;
  private readonly clock: Pick<Clock, 'now'>;
  private readonly limit: number;
  private steps: JournalStep[] = [];
  /** State before step `spacing * n`, counted from the first step that is kept. */
  private checkpoints: Working[];
  private last: Working;
  private inside: () => Inside = () => ({ reflector: undefined, queue: undefined, handlers: [] });
  private dropped = 0;

  constructor(
    name: string,
    about: string,
    clock: Pick<Clock, 'now'>,
    { queueType, watchList = false, limit = mostSteps }: JournalOptions = {},
  ) {
    this.name = name;
    this.about = about;
    this.queueType = queueType;
    this.watchList = watchList;
    this.clock = clock;
    this.limit = limit;
    this.last = emptyState(clock.now());
    this.checkpoints = [this.last];
  }

  /** A process begins with nothing; what follows is of the informer that `inside` looks at. */
  begin(text: string, inside: () => Inside): void {
    this.inside = inside;
    this.note('began', text, { stored: { replaced: [] } });
  }

  note(
    kind: StepKind,
    text: string,
    { stored, waited }: Pick<JournalStep, 'stored' | 'waited'> = {},
  ): void {
    if (this.steps.length > 0 && this.steps.length % spacing === 0)
      this.checkpoints.push({ ...this.last, store: new Map(this.last.store) });
    const step: JournalStep = {
      at: this.clock.now(),
      kind,
      text,
      ...(stored === undefined ? {} : { stored }),
      ...(waited === undefined ? {} : { waited }),
    };
    this.steps.push(step);
    this.last = after(this.last, step);
    this.look();
    if (this.steps.length > this.limit) this.dropOldest();
  }

  look(): void {
    const step = this.steps.at(-1);
    if (step === undefined) return;
    const { reflector, queue, handlers } = this.inside();
    if (reflector !== undefined && !sameFields(reflector, this.last.reflector))
      step.reflector = reflector;
    if (queue !== undefined && !sameList(queue, this.last.queue)) step.queue = queue;
    if (!sameList(handlers, this.last.handlers)) step.handlers = handlers;
    this.last = lookedAt(this.last, step);
  }

  /** How many steps there were; the oldest may be kept no more. */
  get length(): number {
    return this.dropped + this.steps.length;
  }

  get firstKept(): number {
    return this.dropped;
  }

  step(number: number): JournalStep | undefined {
    return this.steps[number - this.dropped];
  }

  /** The last step at or before a time; -1 before the first. A clock that was set back counts as it was shown. */
  stepAt(time: Micros): number {
    const found = this.steps.findLastIndex((step) => step.at <= time);
    return found < 0 ? -1 : this.dropped + found;
  }

  /** After a step that is kept; before all of them for -1. */
  stateAfter(number: number): JournalState {
    const place = Math.min(number - this.dropped, this.steps.length - 1);
    const start = Math.max(0, Math.floor(place / spacing));
    const checkpoint = this.checkpoints[start] ?? this.last;
    let state: Working = { ...checkpoint, store: new Map(checkpoint.store) };
    for (const step of this.steps.slice(start * spacing, place + 1))
      state = lookedAt(after(state, step), step);
    return state;
  }

  private dropOldest(): void {
    const count = Math.max(1, Math.floor(this.steps.length / (4 * spacing))) * spacing;
    this.steps = this.steps.slice(count);
    this.checkpoints = this.checkpoints.slice(count / spacing);
    this.dropped += count;
  }
}

/** A state whose store is changed in place; who keeps one copies the store. */
type Working = JournalState & { readonly store: Map<string, StoredKey> };

function emptyState(at: Micros): Working {
  return {
    reflector: undefined,
    phaseSince: at,
    queue: undefined,
    store: new Map(),
    handlers: [],
    lastEventAt: undefined,
    lastBookmarkAt: undefined,
    waits: [],
    counts: { requests: 0, events: 0, problems: 0 },
  };
}

/** What a step itself does. */
function after(before: Working, { kind, stored, waited, at }: JournalStep): Working {
  const state = kind === 'began' ? emptyState(at) : before;
  const { requests, events, problems } = state.counts;
  const brought = kind === 'event' || kind === 'bookmark';
  const waits = brought ? [] : state.waits;
  change(state.store, stored);
  return {
    ...state,
    lastEventAt: brought ? at : state.lastEventAt,
    lastBookmarkAt: kind === 'bookmark' ? at : state.lastBookmarkAt,
    waits: waited === undefined ? waits : [...waits, waited],
    counts: {
      requests: requests + Number(kind === 'request'),
      events: events + Number(kind === 'event'),
      problems: problems + Number(kind === 'problem'),
    },
  };
}

function change(store: Map<string, StoredKey>, stored: StoreChange | undefined): void {
  if (stored === undefined) return;
  if ('set' in stored) store.set(stored.set.key, stored.set);
  else if ('removed' in stored) store.delete(stored.removed);
  else {
    store.clear();
    for (const each of stored.replaced) store.set(each.key, each);
  }
}

/** What was seen of the inside at the end of a step. */
function lookedAt(state: Working, { at, reflector, queue, handlers }: JournalStep): Working {
  const samePhase = reflector?.now.phase === state.reflector?.now.phase;
  return {
    ...state,
    reflector: reflector ?? state.reflector,
    phaseSince: reflector === undefined || samePhase ? state.phaseSince : at,
    queue: queue ?? state.queue,
    handlers: handlers ?? state.handlers,
  };
}

function sameFields(a: object, b: object | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function sameList(a: readonly object[], b: readonly object[] | undefined): boolean {
  return b?.length === a.length && a.every((each, i) => sameFields(each, b[i]));
}
