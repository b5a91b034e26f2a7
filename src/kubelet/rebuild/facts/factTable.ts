// Facts in their order, and in columns beside them what nearly every pass asks of each: its kind, the process, the pod and the id that it
// names, as numbers. A pass looks at the objects of those facts alone that are of its kinds: there are many more facts than it needs.
import { countWhile } from '../../../base/bisect.ts';
import type { KubeletEvent } from '../../event.ts';
import type { Fact } from './fact.ts';
import type { FactPool } from './pool.ts';

export type Kind = KubeletEvent['kind'];

interface Columns {
  readonly kind: Uint8Array;
  /** Of the kubelet's process; 0 when the line doesn't tell. */
  readonly pid: Int32Array;
  /** Number of the pod that it names in `pool.pods`; 0: none; `SEVERAL`. */
  readonly pod: Uint32Array;
  /** Number of the container or sandbox in `pool.ids`; 0: none, or none that is numbered. */
  readonly id: Uint32Array;
}

/**
 * A pass over the facts of some kinds, one after the other, whose end can be taken back: what it found of all but the last facts is kept, so
 * that a table that grows costs it what came.
 */
export interface FactPass<S> {
  readonly kinds: readonly Kind[];
  begin(): S;
  copy(state: S): S;
  take(state: S, fact: Fact, index: number, facts: FactTable): void;
}

/** What a pass found of the facts up to `count`. */
interface Found {
  count: number;
  readonly state: unknown;
}

/** The same of those from `first` on; `last`: when it was asked last, of facts at the end too. */
interface Firm extends Found {
  readonly first: number;
  last: Found | undefined;
}

/** So many facts at the end may be taken back without a pass going through all of them again. */
const RECENT = 1_000;
/** Of kinds that are rarer than one fact in so many the places are gone through alone. */
const RARE = 16;

export class FactTable {
  readonly list: Fact[] = [];
  readonly pool: FactPool;
  private readonly codes = new Map<Kind, number>();
  private readonly counts: number[] = [];
  private columns: Columns;
  private readonly firm = new Map<FactPass<never>, Firm[]>();
  /** By the code of a kind the places of its facts, of the first `placed`. */
  private readonly places: number[][] = [];
  private placed = 0;

  /** `room`: for how many facts there is room before the columns are copied into wider ones. */
  constructor(pool: FactPool, room: number) {
    this.pool = pool;
    this.columns = columnsFor(Math.max(64, room));
  }

  get length(): number {
    return this.list.length;
  }

  /** Its event is given what the pool holds of it already. */
  add(fact: Fact, pid: number): void {
    const { pool } = this;
    const index = this.room();
    pool.share(fact.event);
    this.columns.pod[index] = pool.podNumber;
    this.columns.id[index] = pool.idNumber;
    this.put(index, fact, this.codeOf(fact.event.kind), pid);
  }

  /** The facts that `isKept`, and others among them by position; `others` must stand in order. */
  with(isKept: (fact: Fact, index: number) => boolean, others: readonly Fact[] = []): FactTable {
    const table = new FactTable(this.pool, this.length + others.length);
    let next = 0;
    const addBefore = (position: number): void => {
      for (let one = others[next]; one !== undefined; one = others[++next]) {
        if (one.position >= position) return;
        table.add(one, 0);
      }
    };
    this.list.forEach((fact, index) => {
      if (!isKept(fact, index)) return;
      addBefore(fact.position);
      table.copy(this, fact, index);
    });
    addBefore(Infinity);
    return table;
  }

  /** Takes back the facts from a position on. */
  cut(from: number): void {
    for (let last = this.list.at(-1); last !== undefined; last = this.list.at(-1)) {
      if (last.position < from) break;
      this.list.pop();
      const code = this.columns.kind[this.list.length] ?? 0;
      this.counts[code] = (this.counts[code] ?? 0) - 1;
      if (this.list.length < this.placed) this.places[code]?.pop();
    }
    this.placed = Math.min(this.placed, this.length);
    for (const [pass, all] of this.firm) {
      const left = all.filter(({ count }) => count <= this.length);
      for (const one of left) if ((one.last?.count ?? 0) > this.length) one.last = undefined;
      this.firm.set(pass, left);
    }
  }

  /** What a pass finds of `[first, end)`; nobody may change it. */
  pass<S>(pass: FactPass<S>, first: number, end: number): S {
    const all = this.firm.get(pass as FactPass<never>) ?? [];
    this.firm.set(pass as FactPass<never>, all);
    let firm = all.find((one) => one.first === first && one.count <= end);
    if (firm === undefined)
      all.push((firm = { first, count: first, state: pass.begin(), last: undefined }));
    const state = firm.state as S;
    const visit =
      (to: S) =>
      (fact: Fact, index: number): void => {
        pass.take(to, fact, index, this);
      };
    if (end - firm.count > 2 * RECENT) {
      this.each(pass.kinds, visit(state), firm.count, end - RECENT);
      firm.count = end - RECENT;
    }
    const { last } = firm;
    if (last?.count === end) return last.state as S;
    const isNewer = last !== undefined && last.count > firm.count && last.count < end;
    const before = isNewer ? last : firm;
    const found = pass.copy(before.state as S);
    this.each(pass.kinds, visit(found), before.count, end);
    firm.last = { count: end, state: found };
    return found;
  }

  has(...kinds: readonly Kind[]): boolean {
    return kinds.some((kind) => (this.counts[this.codes.get(kind) ?? -1] ?? 0) > 0);
  }

  /** Visits the facts of some kinds in their order, those of `[from, to)`. */
  each(
    kinds: readonly Kind[],
    visit: (fact: Fact, index: number) => void,
    from = 0,
    to = this.length,
  ): void {
    if (!this.has(...kinds)) return;
    const { kind } = this.columns;
    const wanted = this.flags(kinds);
    if (RARE * this.count(kinds) < to - from) {
      for (const index of this.placesOf(kinds, from, to)) {
        const fact = this.list[index];
        if (fact !== undefined) visit(fact, index);
      }
      return;
    }
    for (let index = from; index < to; index++) {
      if (wanted[kind[index] ?? 0] !== 1) continue;
      const fact = this.list[index];
      if (fact !== undefined) visit(fact, index);
    }
  }

  private count(kinds: readonly Kind[]): number {
    let sum = 0;
    for (const kind of kinds) sum += this.counts[this.codes.get(kind) ?? -1] ?? 0;
    return sum;
  }

  private placesOf(kinds: readonly Kind[], from: number, to: number): readonly number[] {
    const { kind } = this.columns;
    for (; this.placed < this.length; this.placed++)
      (this.places[kind[this.placed] ?? 0] ??= []).push(this.placed);
    const found: number[] = [];
    for (const one of new Set(kinds)) {
      const places = this.places[this.codes.get(one) ?? -1] ?? [];
      for (let i = countWhile(places, (place) => place < from); i < places.length; i++) {
        const place = places[i] ?? to;
        if (place >= to) break;
        found.push(place);
      }
    }
    return found.sort((a, b) => a - b);
  }

  /** The index of the first fact of some kinds in `[from, to)`; -1 when there is none. `flags` are those of the kinds. */
  next(flags: Uint8Array, from: number, to = this.length): number {
    const { kind } = this.columns;
    for (let index = from; index < to; index++) if (flags[kind[index] ?? 0] === 1) return index;
    return -1;
  }

  /** By the code of a kind 1, when it is one of these. */
  flags(kinds: readonly Kind[]): Uint8Array {
    const flags = new Uint8Array(256);
    for (const kind of kinds) {
      const code = this.codes.get(kind);
      if (code !== undefined) flags[code] = 1;
    }
    return flags;
  }

  /** Without a look at the fact itself. */
  isOf(kind: Kind, index: number): boolean {
    return this.columns.kind[index] === this.codes.get(kind);
  }

  codeAt(index: number): number {
    return this.columns.kind[index] ?? 0;
  }

  pidAt(index: number): number {
    return this.columns.pid[index] ?? 0;
  }

  podAt(index: number): number {
    return this.columns.pod[index] ?? 0;
  }

  idAt(index: number): number {
    return this.columns.id[index] ?? 0;
  }

  private copy(other: FactTable, fact: Fact, index: number): void {
    const to = this.room();
    this.columns.pod[to] = other.podAt(index);
    this.columns.id[to] = other.idAt(index);
    this.put(to, fact, this.codeOf(fact.event.kind), other.pidAt(index));
  }

  private put(index: number, fact: Fact, code: number, pid: number): void {
    this.columns.kind[index] = code;
    this.columns.pid[index] = pid;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
    this.list.push(fact);
  }

  private codeOf(kind: Kind): number {
    const known = this.codes.get(kind);
    if (known !== undefined) return known;
    const code = this.codes.size;
    this.codes.set(kind, code);
    return code;
  }

  /** The index of the next fact, for which there is room then. */
  private room(): number {
    const index = this.list.length;
    const { kind, pid, pod, id } = this.columns;
    if (index < kind.length) return index;
    const wide = columnsFor(2 * index);
    wide.kind.set(kind);
    wide.pid.set(pid);
    wide.pod.set(pod);
    wide.id.set(id);
    this.columns = wide;
    return index;
  }
}

function columnsFor(facts: number): Columns {
  return {
    kind: new Uint8Array(facts),
    pid: new Int32Array(facts),
    pod: new Uint32Array(facts),
    id: new Uint32Array(facts),
  };
}
