// Reading on by time: a page ends somewhere among lines of one stamp, and the next begins with that stamp again.
import type { Entry, EntryPage } from './storeView.ts';

/** At most `limit` entries from a stamp on, included, in order of time. */
export type AskFrom = (from: bigint, limit: number) => Promise<readonly Entry[]>;

/** All entries from a stamp on, each once. */
export async function* pagesFrom(
  from: bigint,
  limit: number,
  ask: AskFrom,
): AsyncGenerator<EntryPage> {
  let start = from;
  let known: ReadonlySet<string> = new Set();
  for (;;) {
    const entries = await ask(start, limit);
    const last = entries.at(-1)?.stamp ?? start;
    const isFull = entries.length >= limit;
    // A page of one stamp alone: no question brings what else has that stamp.
    const lost = isFull && last === start;
    const fresh = entries.filter(({ stamp, key }) => stamp !== start || !known.has(key));
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
