// What is asked of all hits of a finding. There may be tens of thousands, and each line that comes has the finding made anew: so only those are
// gone through that came.
import { SECOND } from '../base/time.ts';
import type { Finding } from './finding.ts';
import { isPermanent } from './loud.ts';
import { beginsWith } from './remembered.ts';
import type { Hit } from './rule.ts';
import { groupBy, onceEach, statementOf, timesOf } from './verdict.ts';

/** Lists that are shorter are gone through in no time. */
const LONG = 100;
/** Of each statement so many of the first lines are cited, and the last. */
const perStatement = 3;

/** By their first hit. */
const known = new WeakMap<Hit, Tally>();

/** `hits`: a list that stays as it is. */
export function tallyOf(hits: readonly Hit[]): Tally {
  const [first] = hits;
  if (first === undefined || hits.length < LONG) return new Tally(hits);
  const before = known.get(first);
  if (before?.grow(hits) === true) return before;
  const made = new Tally(hits);
  known.set(first, made);
  return made;
}

/** Of the hits of one statement. */
interface Said {
  readonly hits: Hit[];
  readonly positions: number[];
  readonly times: number[];
  readonly sums: number[];
}

class Tally {
  /** When each was. */
  readonly times: number[] = [];
  private hits: readonly Hit[] = [];
  private readonly cited = new Map<string, Hit[]>();
  /** How many were asked whether they last, and whether one does. */
  private asked = 0;
  private lasts = false;
  /** Whether their places and seconds ascend: then none but those of the last second tell anything of others. */
  private isInOrder = true;
  private hasMain = false;
  private said = new Map<ReturnType<typeof statementOf>, Said>();
  /** Those of the last second. */
  private recent: Hit[] = [];

  constructor(hits: readonly Hit[]) {
    this.take(hits);
  }

  /** False when they don't begin with those that are known. */
  grow(hits: readonly Hit[]): boolean {
    if (!beginsWith(hits, this.hits)) return false;
    this.take(hits);
    return true;
  }

  /** Whether one of them says what no further try heals. */
  get isPermanent(): boolean {
    for (; !this.lasts && this.asked < this.hits.length; this.asked++)
      this.lasts = isPermanent(this.hits[this.asked]?.line.body ?? '');
    return this.lasts;
  }

  /** The first and the last of each statement. */
  get citable(): readonly Hit[] {
    return [...this.cited.values()].flat();
  }

  /** As `timesOf` has them, and what is counted of them. */
  get counted(): { readonly hits: readonly Hit[]; readonly counted: Finding['counted'] } {
    const said = this.isInOrder ? this.mostSaid() : saidBy(timesOf(this.hits));
    const { hits, positions, times, sums } = said;
    return { hits, counted: { positions, times, sums } };
  }

  private take(hits: readonly Hit[]): void {
    for (let index = this.times.length; index < hits.length; index++) {
      const hit = hits[index];
      if (hit === undefined) continue;
      this.times.push(hit.line.at);
      const cited = this.cited.get(hit.line.statement);
      if (cited === undefined) this.cited.set(hit.line.statement, [hit]);
      else cited[Math.min(cited.length, perStatement)] = hit;
      this.count(hit);
    }
    this.hits = hits;
  }

  private count(hit: Hit): void {
    const isMain = hit.sign.role === undefined;
    if (isMain && !this.hasMain) {
      this.hasMain = true;
      this.isInOrder = true;
      this.said = new Map();
      this.recent = [];
    }
    if (!this.isInOrder || isMain !== this.hasMain) return;
    const last = this.recent.at(-1)?.line;
    const { line } = hit;
    const [before, now] = [secondOf(last?.at ?? -Infinity), secondOf(line.at)];
    this.isInOrder =
      line.writer !== 'kernel' && line.position > (last?.position ?? -1) && before <= now;
    if (before < now) {
      for (const one of onceEach(this.recent)) add(this.said, one);
      this.recent = [];
    }
    this.recent.push(hit);
  }

  private mostSaid(): Said {
    const recent = groupBy(onceEach(this.recent), statementOf);
    let [most, own, more] = [-Infinity, saidBy([]), saidBy([])];
    for (const statement of new Set([...this.said.keys(), ...recent.keys()])) {
      const before = this.said.get(statement) ?? saidBy([]);
      const last = saidBy(recent.get(statement) ?? [], before.sums.at(-1));
      const sum = last.sums.at(-1) ?? before.sums.at(-1) ?? 0;
      if (sum > most) [most, own, more] = [sum, before, last];
    }
    return {
      hits: own.hits.concat(more.hits),
      positions: own.positions.concat(more.positions),
      times: own.times.concat(more.times),
      sums: own.sums.concat(more.sums),
    };
  }
}

function secondOf(at: number): number {
  return Math.floor(at / SECOND);
}

function saidBy(hits: readonly Hit[], before = 0): Said {
  const said: Said = { hits: [], positions: [], times: [], sums: [] };
  for (const hit of hits) push(said, hit, before);
  return said;
}

function add(all: Map<ReturnType<typeof statementOf>, Said>, hit: Hit): void {
  const statement = statementOf(hit);
  const said = all.get(statement) ?? saidBy([]);
  all.set(statement, said);
  push(said, hit, 0);
}

function push(said: Said, hit: Hit, before: number): void {
  said.hits.push(hit);
  said.positions.push(hit.line.position);
  said.times.push(hit.line.at);
  said.sums.push((said.sums.at(-1) ?? before) + hit.weight);
}
