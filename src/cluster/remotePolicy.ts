// How often and how long a server is asked that gives nothing: one policy for lists, watches, logs and stores. A server may be broken or
// hostile; whatever it answers, it is asked seldom when nothing comes of it.
import type { Clock } from '../base/clock.ts';
import { toDisposable, type Disposable } from '../base/disposable.ts';
import { err } from '../base/result.ts';
import { SECOND } from '../base/time.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import type { RequestError } from '../informer/requestError.ts';

/** Requests that may follow each other at once: a list that has expired is asked for anew. */
const FREE = 2;
const LONGEST = 10;
/** So long must a stream last to be worth another at once: one with events, and one without. */
const EVENTFUL = 5 * SECOND;
const QUIET = 30 * SECOND;
/** Seconds; what a server asks for beyond it is not waited for. */
export const longestRetryAfter = 60;
/** A cluster has at most 150,000 pods by what Kubernetes supports; pages are of 500, smaller where the server wants that. */
const mostObjects = 400_000;
const mostPages = 4_000;

/**
 * Seconds to wait after so many requests in a row of which nothing came: at most 15 in any minute. Half of it is by chance, so that many
 * who have lost one server do not come back together; the other half is what keeps the bound.
 * @param random from 0 to below 1
 */
export function waitAfter(fruitless: number, random: () => number, longest = LONGEST): number {
  if (fruitless < FREE) return 0;
  const most = Math.min(longest, 2 ** Math.min(fruitless - FREE + 2, 30));
  return most * (0.5 + random() / 2);
}

/** Seconds of a header Retry-After, a number or a date; undefined for what is neither. */
export function retryAfterIn(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = /^[A-Z][a-z]{2,8},? .*\d/.test(text);
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : isDate
      ? Math.ceil((Date.parse(text) - now) / 1_000)
      : NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(longestRetryAfter, Math.max(0, seconds));
}

/**
 * Asks no sooner than what came of the last requests deserves, and gives up a list without end. It lies below whatever repeats requests, so
 * that nobody above need count.
 * @param held hears for how long a request is held back, in microseconds
 */
export function paced<T>(
  inner: ListerWatcher<T>,
  clock: Clock,
  random: () => number = Math.random,
  held: (delay: number) => void = () => undefined,
): ListerWatcher<T> {
  const pace = new Pace(clock, random, held);
  const pages = new Pages();
  const { supportsWatchList } = inner;
  return {
    ...(supportsWatchList === undefined ? {} : { supportsWatchList }),
    list: (options, answer) =>
      pace.ask(() => {
        if (options.continue === '') pages.begin();
        return inner.list(options, (result) => {
          const problem = result.ok ? pages.take(result.value) : undefined;
          if (problem !== undefined) pace.gaveUp();
          else if (result.ok && !result.value.continue) pace.listed();
          else if (result.ok && options.limit > 0 && result.value.items.length >= options.limit)
            pace.paged();
          answer(problem === undefined ? result : err(problem));
        });
      }),
    watch: (options, observer) =>
      pace.ask(() =>
        inner.watch(options, {
          opened: () => {
            observer.opened();
          },
          event: (event) => {
            pace.lasts(EVENTFUL);
            observer.event(event);
          },
          failed: (error) => {
            pace.lasts(QUIET);
            observer.failed(error);
          },
          closed: () => {
            pace.lasts(QUIET);
            observer.closed();
          },
        }),
      ),
  };
}

class Pace {
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly held: (delay: number) => void;
  private fruitless = 0;
  private asked = -Infinity;
  private listedBefore = false;
  private isEndless = false;

  constructor(clock: Clock, random: () => number, held: (delay: number) => void) {
    this.clock = clock;
    this.random = random;
    this.held = held;
  }

  /** Time that somebody else has waited counts. */
  ask(request: () => Disposable): Disposable {
    const due = this.asked + waitAfter(this.fruitless, this.random) * SECOND;
    const delay = Math.max(0, due - this.clock.now());
    this.fruitless += 1;
    let current: Disposable | undefined;
    let ended = false;
    const make = (): void => {
      this.asked = this.clock.now();
      current = request();
      if (ended) current.dispose();
    };
    if (delay > 0) {
      this.held(delay);
      current = this.clock.after(delay, make);
    } else make();
    return toDisposable(() => {
      ended = true;
      current?.dispose();
    });
  }

  /** A whole page, of a list that is believed to have an end. */
  paged(): void {
    if (!this.isEndless) this.fruitless = 0;
  }

  gaveUp(): void {
    this.isEndless = true;
  }

  /** A list is what comes of a request, but not when list follows list with nothing heard between. */
  listed(): void {
    if (!this.listedBefore) this.fruitless = Math.min(this.fruitless, 1);
    this.listedBefore = true;
    this.isEndless = false;
  }

  /** A stream that has lasted so long is no sign of trouble: many that end at once are, whatever was in them. */
  lasts(microseconds: number): void {
    if (this.clock.now() - this.asked < microseconds) return;
    this.fruitless = 0;
    this.listedBefore = false;
  }
}

/** The pages of one list. */
class Pages {
  private objects = 0;
  private tokens = new Set<string>();

  begin(): void {
    this.objects = 0;
    this.tokens = new Set();
  }

  take(page: {
    readonly items: readonly unknown[];
    readonly continue?: string;
  }): RequestError | undefined {
    this.objects += page.items.length;
    const token = page.continue ?? '';
    const isSeen = this.tokens.has(token);
    this.tokens.add(token);
    if (this.objects > mostObjects)
      return endless(`it has more than ${mostObjects.toLocaleString('en-US')} objects`);
    if (token === '') return undefined;
    if (isSeen) return endless('it continues where it has been before');
    return this.tokens.size > mostPages ? endless('its pages have no end') : undefined;
  }
}

function endless(why: string): RequestError {
  return { type: 'network', code: 'other', message: `the list is given up: ${why}` };
}
