// What a reflector of the live view did: a ring of its last steps, a ring of its lists with what made each necessary, and counts of all.
// A step costs the same however many there were, and no object is kept.
import type { Clock } from '../base/clock.ts';
import { micros, type Micros } from '../base/time.ts';
import type { JournalState, JournalStep, StepKind, StepNotes } from '../informer/journal.ts';
import { noteReflector } from '../informer/journalled.ts';
import type { ReflectorState } from '../informer/reflector.ts';
import {
  describeRequestError,
  isExpired,
  isTooLargeResourceVersion,
  type RequestError,
} from '../informer/requestError.ts';
import type { ReflectorEvent } from '../informer/routine.ts';
import { Ring } from './ring.ts';

/** Why the present state was asked for: it never was; its stream ended; or by what the server or the network said. */
export type RelistCause = 'first' | 'ended' | 'expired' | 'too-large' | 'timeout' | 'error';

export interface Relist {
  readonly at: Micros;
  readonly how: 'list' | 'streaming-list';
  readonly cause: RelistCause;
  /** The error's own words; empty where there was none. */
  readonly why: string;
  /** Undefined: it has not come, or not whole. */
  readonly got:
    { readonly at: Micros; readonly items: number; readonly resourceVersion: string } | undefined;
}

export interface NotedStep extends Pick<JournalStep, 'at' | 'kind' | 'text'> {
  /** Counted from 0. */
  readonly step: number;
}

/** What a journal holds now. */
export interface ReflectorLog extends Pick<
  JournalState,
  'phaseSince' | 'lastEventAt' | 'lastBookmarkAt' | 'waits' | 'counts'
> {
  /** Until when a request is held back that the reflector believes to be under way. */
  readonly held: { readonly until: Micros; readonly delay: number } | undefined;
  readonly bookmarks: number;
  /** Received, unpacked. */
  readonly bytes: number;
  /** Oldest first; of many the last. */
  readonly relists: readonly Relist[];
  readonly relisted: number;
  readonly steps: readonly NotedStep[];
  readonly total: number;
}

const keptSteps = 300;
const keptRelists = 50;
const keptWaits = 50;

export class ReflectorJournal implements StepNotes {
  private readonly clock: Pick<Clock, 'now'>;
  /** Something happened that a person may look at. */
  private readonly touched: () => void;
  private readonly steps = new Ring<Omit<NotedStep, 'step'>>(keptSteps);
  private readonly relists = new Ring<Relist>(keptRelists);
  private waits = new Ring<NonNullable<JournalStep['waited']>>(keptWaits);
  private counts = { requests: 0, events: 0, problems: 0 };
  private bookmarks = 0;
  private bytes = 0;
  private lastEventAt: Micros | undefined;
  private lastBookmarkAt: Micros | undefined;
  private held: ReflectorLog['held'];
  private cause: Pick<Relist, 'cause' | 'why'> = { cause: 'first', why: '' };
  private inside: () => ReflectorState | undefined = () => undefined;
  private phase = 'idle';
  private phaseSince: Micros;

  constructor(clock: Pick<Clock, 'now'>, touched: () => void) {
    this.clock = clock;
    this.touched = touched;
    this.phaseSince = clock.now();
  }

  begin(inside: () => ReflectorState | undefined): void {
    this.inside = inside;
    this.note('began', 'the informer begins');
  }

  note(kind: StepKind, text: string, { waited }: Pick<JournalStep, 'waited'> = {}): void {
    const at = this.clock.now();
    this.steps.push({ at, kind, text });
    if (kind === 'request') this.counts.requests += 1;
    else if (kind === 'event') this.counts.events += 1;
    else if (kind === 'problem') this.counts.problems += 1;
    else if (kind === 'bookmark') {
      this.bookmarks += 1;
      this.lastBookmarkAt = at;
    }
    if (kind === 'event' || kind === 'bookmark') {
      this.lastEventAt = at;
      if (this.waits.total > 0) this.waits = new Ring(keptWaits);
    }
    if (waited !== undefined) this.waits.push(waited);
    this.look();
    this.touched();
  }

  look(): void {
    const phase = this.inside()?.now.phase ?? 'idle';
    if (phase === this.phase) return;
    this.phase = phase;
    this.phaseSince = this.clock.now();
  }

  /** For a reflector's `observe`. */
  reflected(event: ReflectorEvent): void {
    if (event.type === 'list' && event.options.continue === '') this.asks('list');
    if (event.type === 'watch' && event.options.sendInitialEvents) this.asks('streaming-list');
    if (event.type === 'listed') this.got(event);
    if (event.type === 'stream-ended') this.failed(event.error);
    if (event.type === 'returned') this.failed(event.error?.error);
    noteReflector(this, event);
  }

  /** What a request or a stream ended with: the next list is for that. */
  failed(error: RequestError | undefined): void {
    if (error !== undefined) this.cause = causeOf(error);
  }

  /** A stream ended in order. */
  closed(): void {
    this.cause = { cause: 'ended', why: '' };
  }

  /** A request waits below the reflector, which knows nothing of it. */
  holds(delay: number): void {
    this.held = { until: micros(this.clock.now() + delay), delay };
    const waited = { delay, reason: 'server-busy' } as const;
    noteReflector(this, { type: 'wait', ...waited });
  }

  heard(bytes: number): void {
    this.bytes += bytes;
  }

  get log(): ReflectorLog {
    const { held, steps, relists } = this;
    const first = steps.total - steps.items.length;
    return {
      phaseSince: this.phaseSince,
      lastEventAt: this.lastEventAt,
      lastBookmarkAt: this.lastBookmarkAt,
      waits: this.waits.items,
      counts: { ...this.counts },
      held: held !== undefined && held.until > this.clock.now() ? held : undefined,
      bookmarks: this.bookmarks,
      bytes: this.bytes,
      relists: relists.items,
      relisted: relists.total,
      steps: steps.items.map((step, place) => ({ ...step, step: first + place })),
      total: steps.total,
    };
  }

  private asks(how: Relist['how']): void {
    this.relists.push({ at: this.clock.now(), how, ...this.cause, got: undefined });
  }

  private got({
    count: items,
    resourceVersion,
  }: Extract<ReflectorEvent, { type: 'listed' }>): void {
    const got = { at: this.clock.now(), items, resourceVersion };
    this.relists.amend((last) => ({ ...last, got }));
  }
}

function causeOf(error: RequestError): Pick<Relist, 'cause' | 'why'> {
  const why = describeRequestError(error);
  if (error.type === 'very-short-watch') return { cause: 'ended', why };
  if (isExpired(error)) return { cause: 'expired', why };
  if (isTooLargeResourceVersion(error)) return { cause: 'too-large', why };
  const isTimeout =
    (error.type === 'network' && error.code === 'timeout') ||
    (error.type === 'status' && /^(?:Server)?Timeout$/.test(error.status.reason ?? ''));
  return { cause: isTimeout ? 'timeout' : 'error', why };
}
