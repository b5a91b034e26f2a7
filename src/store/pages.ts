// Reading on by time: a page ends somewhere among lines of one stamp, and the next begins with that stamp again.
import { StoreError } from './storeError.ts';
import type { Entry, EntryPage } from './storeView.ts';

/** At most `limit` entries from a stamp on, included, in order of time. */
export type AskFrom = (from: bigint, limit: number) => Promise<readonly Entry[]>;

/** So many full pages in a row of which nothing is new; and pages of one reading at all, a hundred million lines. */
const MOST_FRUITLESS = 3;
const MOST_PAGES = 20_000;

/** Counts pages, and gives up a store that goes on without end or in a circle. */
export class PageCount {
  private pages = 0;
  private fruitless = 0;

  page(fresh: number, isFull: boolean): void {
    this.pages += 1;
    this.fruitless = fresh > 0 || !isFull ? 0 : this.fruitless + 1;
    if (this.fruitless >= MOST_FRUITLESS || this.pages > MOST_PAGES)
      throw new StoreError(
        'The store keeps returning pages that do not advance in time; stopped asking.',
      );
  }
}

/** All entries from a stamp on and before another, each once. What is outside of that is none that was asked for. */
export async function* pagesFrom(
  from: bigint,
  to: bigint,
  limit: number,
  ask: AskFrom,
): AsyncGenerator<EntryPage> {
  let start = from;
  let known: ReadonlySet<string> = new Set();
  const count = new PageCount();
  for (; start < to;) {
    const asked = start;
    const answer = await ask(asked, limit);
    const entries = answer.filter(({ stamp }) => stamp >= asked && stamp < to);
    const last = entries.at(-1)?.stamp ?? start;
    const isFull = answer.length >= limit;
    // A page of one stamp alone: no question brings what else has that stamp.
    const lost = isFull && last === start;
    const fresh = entries.filter(({ stamp, key }) => stamp !== start || !known.has(key));
    count.page(lost ? 0 : fresh.length, isFull);
    if (fresh.length > 0 || lost) yield { entries: fresh, lost };
    if (!isFull) return;
    if (lost) {
      start = last + 1n;
      known = new Set();
    } else {
      start = last;
      known = new Set(entries.filter(({ stamp }) => stamp === last).map(({ key }) => key));
    }
  }
}

/** Knows again what was read in the last while: lines of several collectors arrive late and out of order. */
export class RecentEntries {
  private readonly span: bigint;
  private readonly stamps = new Map<string, bigint>();
  private newest: bigint;

  /** @param from the stamp before which nothing is asked for; @param span nanoseconds */
  constructor(from: bigint, span: bigint) {
    this.newest = from;
    this.span = span;
  }

  /** Where to read on from. */
  get from(): bigint {
    return this.newest - this.span;
  }

  /** Those that are new. */
  take(entries: readonly Entry[]): readonly Entry[] {
    const fresh = entries.filter(({ stamp, key }) => {
      const name = `${stamp} ${key}`;
      if (this.stamps.has(name)) return false;
      this.stamps.set(name, stamp);
      if (stamp > this.newest) this.newest = stamp;
      return true;
    });
    // Stores are asked for whole milliseconds, so a little more than the span may come again.
    const kept = this.from - 1_000_000_000n;
    for (const [name, stamp] of this.stamps) if (stamp < kept) this.stamps.delete(name);
    return fresh;
  }
}
