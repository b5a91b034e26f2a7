// A search of lines over a whole tape that answers from its first moment: part by part, what is in sight first, and never asked of a line twice.
import { addAll } from '../../base/extremes.ts';
import { ok, type Result } from '../../base/result.ts';
import { compileFilter, type FilterOptions } from '../../log/filter.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Incident } from '../present/incident.ts';
import { filterOptions } from './options.ts';
import { RememberedFilter } from './rememberedFilter.ts';

/** Positions that are looked at together: some milliseconds of work. */
const PART = 1024;
/** Longer than any person writes. */
const MAX_LENGTH = 2_000;

export class LineSearch {
  readonly tape: Tape;
  private readonly holds: (position: number) => boolean;
  /** A bit for each position. */
  private readonly bits: Uint8Array;
  /** Hits of each part; -1 while nobody looked. */
  private readonly counts: Int16Array;
  private left: number;
  private found = 0;

  constructor(tape: Tape, holds: (position: number) => boolean) {
    this.tape = tape;
    this.holds = holds;
    this.bits = new Uint8Array(Math.ceil(tape.length / 8));
    this.counts = new Int16Array(Math.ceil(tape.length / PART)).fill(-1);
    this.left = this.counts.length;
  }

  /** Hits so far. */
  get total(): number {
    return this.found;
  }

  /** How much of the tape was looked through, 0 to 1. */
  get share(): number {
    const parts = this.counts.length;
    return parts === 0 ? 1 : (parts - this.left) / parts;
  }

  get isDone(): boolean {
    return this.left === 0;
  }

  /** Looks through one part more: the first from a position on, else the last before it. */
  lookOn(from: number): void {
    const first = Math.max(0, Math.min(this.counts.length - 1, Math.floor(from / PART)));
    const after = this.counts.indexOf(-1, first);
    const part = after < 0 ? this.counts.lastIndexOf(-1, first) : after;
    if (part >= 0) this.look(part);
  }

  private look(part: number): void {
    if (this.counts[part] !== -1) return;
    const end = Math.min(this.tape.length, (part + 1) * PART);
    let count = 0;
    for (let position = part * PART; position < end; position++) {
      if (!this.holds(position)) continue;
      count++;
      this.bits[position >>> 3] = (this.bits[position >>> 3] ?? 0) | (1 << (position & 7));
    }
    this.counts[part] = count;
    this.found += count;
    this.left--;
  }

  isHit(position: number): boolean {
    return ((this.bits[position >>> 3] ?? 0) & (1 << (position & 7))) !== 0;
  }

  /** Hits so far from a position until before another. */
  *hits(from: number, to: number): Iterable<number> {
    for (let position = Math.max(0, from); position < to; position++) {
      if ((position & 7) === 0) {
        if (position % PART === 0 && (this.counts[position / PART] ?? 0) <= 0) {
          position += PART - 1;
          continue;
        }
        if (this.bits[position >>> 3] === 0) {
          position += 7;
          continue;
        }
      }
      if (this.isHit(position)) yield position;
    }
  }

  /** How many hits so far stand before a position. */
  rank(position: number): number {
    const part = Math.floor(position / PART);
    let rank = 0;
    for (let i = 0; i < part; i++) rank += Math.max(0, this.counts[i] ?? 0);
    for (const hit of this.hits(part * PART, position)) rank += Number(hit < position);
    return rank;
  }

  /** The next hit after a position, or the one before it; -1 when there is none. Looks for it as far as must be. */
  async next(from: number, step: 1 | -1, pause: () => Promise<void>): Promise<number> {
    const { length } = this.tape;
    let position = step > 0 ? Math.max(0, from + 1) : Math.min(length, from) - 1;
    while (position >= 0 && position < length) {
      const part = Math.floor(position / PART);
      this.look(part);
      if ((this.counts[part] ?? 0) === 0) position = step > 0 ? (part + 1) * PART : part * PART - 1;
      else if (this.isHit(position)) return position;
      else position += step;
      await pause();
    }
    return -1;
  }
}

/** The search that is under way; another filter or tape ends it, but answers of lines stay known. */
export class LineSearches {
  private remembered: { readonly key: string; readonly filter: RememberedFilter } | undefined;
  private current: { readonly key: string; readonly search: LineSearch } | undefined;

  /** The error is a sentence for who typed the filter. */
  of(incident: Incident, text: string): Result<LineSearch> {
    const { tape, history } = incident;
    const { current } = this;
    if (current?.search.tape === tape && current.key === text) return ok(current.search);
    // What stands for a pod is learnt as a log goes on, and then lines must be looked at again.
    const learnt: string[] = [text];
    const known = filterOptions(tape, history);
    const options: FilterOptions = {
      ...known,
      aliases(value) {
        const aliases = known.aliases?.(value) ?? [];
        addAll(learnt, aliases);
        return aliases;
      },
    };
    const filter = compileFilter(text.slice(0, MAX_LENGTH), options);
    if (!filter.ok) return filter;
    const key = learnt.join('\n');
    if (this.remembered?.key !== key)
      this.remembered = { key, filter: new RememberedFilter(filter.value) };
    const search = new LineSearch(tape, this.remembered.filter.bind(tape));
    this.current = { key: text, search };
    return ok(search);
  }
}
