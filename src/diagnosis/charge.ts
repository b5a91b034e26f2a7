// Suspicions are judged, and those that another fault explains better are ruled out.
import { differenceOf } from '../base/difference.ts';
import { MINUTE, type Micros } from '../base/time.ts';
import type { PodHistory } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { Each, type Made } from './each.ts';
import { areSame, type Memory, Part } from './remembered.ts';
import type { Hit, LookAlike, Questions, Rule, Sign, Suspicion, Verdict } from './rule.ts';
import { findingSeverities } from './finding.ts';
import { lineAt } from './scan.ts';
import { areOneChain } from './suspect.ts';
import { groupBy, shownBy } from './verdict.ts';

/** Of a line that proves a state: nothing in its text was looked for. */
const shown: Sign = { text: /^/ };

/** A suspicion with its verdict. `rule` is the one that the verdict names, which may be a trap. */
export interface Charge {
  readonly rule: Rule;
  readonly suspicion: Suspicion;
  readonly verdict: NonNullable<Verdict>;
  /** Suspicions that this one explains: their lines are its consequences. */
  readonly absorbed: readonly Charge[];
  readonly ruledOut: readonly LookAlike[];
  /** The history shows it, no line says it. */
  readonly isClaim: boolean;
  /** Lines that show how it ended. */
  readonly shownBy: readonly Hit[];
  /** What it was taken for before they showed it. */
  readonly before?: { readonly charge: Charge; readonly until: Micros };
}

export function charge(
  suspicion: Suspicion,
  ask: Questions,
  rules: ReadonlyMap<string, Rule>,
): Charge[] {
  const { judge } = suspicion.rule;
  const verdict = judge === undefined ? {} : judge(suspicion, ask);
  if (verdict === undefined) return [];
  const named = verdict.id === undefined ? suspicion.rule : rules.get(verdict.id);
  if (named === undefined) return [];
  const rule = verdict.told === undefined ? named : { ...named, branches: [], ...verdict.told };
  const proof = verdict.shownBy === undefined ? [] : [shownBy(verdict.shownBy)];
  return [{ rule, suspicion, verdict, absorbed: [], ruledOut: [], isClaim: false, shownBy: proof }];
}

/** What the history of a pod shows by a rule, as charges. */
export function claim(rule: Rule, life: PodHistory, ask: Questions, tape: Tape): Charge[] {
  return (rule.claims?.(life, ask) ?? []).flatMap(({ pod, positions, verdict }) => {
    const hits = positions.flatMap((position) => {
      const line = lineAt(tape, position);
      return line === undefined ? [] : [{ line, sign: shown, facts: {}, weight: 1, below: 0 }];
    });
    if (hits.length === 0) return [];
    const suspicion = { rule, key: pod ?? '', pod, hits };
    return [{ rule, suspicion, verdict, absorbed: [], ruledOut: [], isClaim: true, shownBy: [] }];
  });
}

/** Charges by the id of the rule that their verdict names; a list is the same one while nothing in it is another. */
export type Charges = ReadonlyMap<string, readonly Charge[]>;

/** Charges of one rule, and those of them that are one as one. */
interface OfRule {
  readonly parts: readonly (readonly Charge[])[];
  readonly joined: readonly Charge[];
  /** By object and verdict what was made of several. */
  readonly merged: ReadonlyMap<string, Merged>;
}

interface Merged {
  readonly list: readonly Charge[];
  readonly made: readonly Charge[];
}

/** Episodes of one object with the same verdict are one charge again; it stays the same one while they are. */
export class Episodes {
  private rules: ReadonlyMap<string, OfRule> = new Map();
  private readonly apart = new WeakMap<readonly Charge[], Charges>();

  /** Of lists in order, each of which is the same one while nothing in it is another. */
  join(lists: readonly (readonly Charge[])[]): Charges {
    const parts = new Map<string, (readonly Charge[])[]>();
    for (const list of lists)
      for (const [id, own] of this.byRule(list)) {
        const known = parts.get(id);
        if (known === undefined) parts.set(id, [own]);
        else known.push(own);
      }
    const rules = new Map<string, OfRule>();
    for (const [id, own] of parts) {
      const known = this.rules.get(id);
      rules.set(id, known !== undefined && areSame(known.parts, own) ? known : join(own, known));
    }
    this.rules = rules;
    return new Map([...rules].map(([id, { joined }]) => [id, joined]));
  }

  private byRule(list: readonly Charge[]): Charges {
    const known = this.apart.get(list) ?? groupBy(list, ({ rule }) => rule.id);
    this.apart.set(list, known);
    return known;
  }
}

function join(parts: OfRule['parts'], before: OfRule | undefined): OfRule {
  const charges = parts.flat();
  const merged = new Map<string, Merged>();
  const groups = groupBy(charges, (entry) => `${entry.suspicion.key} ${String(isFault(entry))}`);
  const joined = [...groups].flatMap(([key, list]) => {
    if (list.length === 1) return list;
    const known = before?.merged.get(key);
    const one = known !== undefined && areSame(known.list, list) ? known : merge(list);
    merged.set(key, one);
    return one.made;
  });
  const isSame = before !== undefined && areSame(before.joined, joined);
  return { parts, joined: isSame ? before.joined : joined, merged };
}

function merge(list: readonly Charge[]): Merged {
  const [first] = list.toSorted(
    (a, b) => severityOf(b) - severityOf(a) || isToldAnew(a) - isToldAnew(b),
  );
  if (first === undefined) return { list, made: list };
  const hits = list
    .flatMap(({ suspicion }) => suspicion.hits)
    .toSorted((a, b) => a.line.at - b.line.at || a.line.position - b.line.position);
  return { list, made: [{ ...first, suspicion: { ...first.suspicion, hits } }] };
}

function severityOf({ rule, verdict }: Charge): number {
  return findingSeverities.indexOf(verdict.severity ?? rule.severity);
}

function isToldAnew({ verdict }: Charge): number {
  return verdict.told === undefined ? 0 : 1;
}

export function isFault({ rule, verdict }: Charge): boolean {
  return (verdict.severity ?? rule.severity) !== 'info';
}

/** Those that are faults, by what is asked of them: one of a rule that concerns the same as another charge. Who asks is told of changes. */
export class Faults {
  private readonly memory: Memory;
  private readonly parts = new Map<string, Part>();
  private rules: ReadonlyMap<
    string,
    { readonly list: readonly Charge[]; readonly own: ChargesByPod }
  > = new Map();

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** To be told of all that there are. */
  tell(charges: Charges): void {
    const before = this.rules;
    this.rules = new Map(
      [...charges].map(([id, list]) => {
        const known = before.get(id);
        return [id, known?.list === list ? known : { list, own: new ChargesByPod(list) }];
      }),
    );
    for (const [id, { list }] of before) {
      const now = charges.get(id) ?? [];
      if (now !== list) this.touch(id, list, now);
    }
    for (const [id, list] of charges) if (!before.has(id)) this.touch(id, [], list);
  }

  private touch(id: string, before: readonly Charge[], now: readonly Charge[]): void {
    const { gone, come } = differenceOf(before, now);
    for (const entry of [...gone, ...come]) {
      if (!isFault(entry)) continue;
      for (const rule of [id, ANY])
        for (const pod of [entry.suspicion.pod ?? '', ANY]) {
          const key = `${rule} ${pod}`;
          this.parts.get(key)?.touch();
          this.parts.delete(key);
        }
    }
  }

  /** The first of a rule, in the order of all, of those that fit. */
  first(
    id: string,
    entry: Charge,
    fits: (other: Charge) => boolean = () => true,
  ): Charge | undefined {
    this.note(id, entry);
    return this.rules
      .get(id)
      ?.own.first(entry, (other) => other !== entry && concernsSame(entry, other) && fits(other));
  }

  /** What explains the neighbours of all its lines: the line of a chain whose words no rule knows says what the others say. */
  knownChain(entry: Charge): Charge | undefined {
    this.note(ANY, entry);
    for (const { own } of this.rules.values()) {
      const found = own.first(
        entry,
        ({ rule, suspicion }) =>
          rule.lastResort !== true &&
          entry.suspicion.hits.every((hit) =>
            suspicion.hits.some(({ line }) => areOneChain(line, hit.line)),
          ),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The same, of rules whose ids begin so. */
  firstOf(start: string, entry: Charge, fits: (other: Charge) => boolean): Charge | undefined {
    this.note(ANY, entry);
    for (const [id, { own }] of this.rules) {
      if (!id.startsWith(start)) continue;
      const found = own.first(
        entry,
        (other) => other !== entry && concernsSame(entry, other) && fits(other),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private note(id: string, { suspicion: { pod } }: Charge): void {
    for (const one of pod === undefined ? [ANY] : [pod, '']) {
      const key = `${id} ${one}`;
      const part = this.parts.get(key) ?? new Part();
      this.parts.set(key, part);
      this.memory.note(part);
    }
  }
}

/** No rule and no pod has this name. */
const ANY = '*';

/** Charges in their order, of which the faults are found by pod: a storm has one for each of thousands. */
class ChargesByPod {
  private readonly all: readonly Charge[];
  private places: ReadonlyMap<string | undefined, readonly number[]> | undefined;

  constructor(all: readonly Charge[]) {
    this.all = all;
  }

  /** Those of other pods than the entry's are never asked. */
  first({ suspicion }: Charge, fits: (other: Charge) => boolean): Charge | undefined {
    if (suspicion.pod === undefined) return this.all.find((other) => isFault(other) && fits(other));
    const own = this.placeOf(suspicion.pod, fits);
    const ofNode = this.placeOf(undefined, fits);
    return this.all[Math.min(own ?? Infinity, ofNode ?? Infinity)];
  }

  private placeOf(pod: string | undefined, fits: (other: Charge) => boolean): number | undefined {
    this.places ??= groupBy([...this.all.keys()], (place) => this.all[place]?.suspicion.pod);
    return this.places.get(pod)?.find((place) => {
      const other = this.all[place];
      return other !== undefined && isFault(other) && fits(other);
    });
  }
}

/** A charge that explains another, and why. */
interface Better {
  readonly winner: Charge;
  readonly why: string;
}

/** What stands after each look-alike gave way to the fault that explains it; a charge that explains the same as before is the same. */
export class Rulings {
  private readonly faults: Faults;
  private readonly known = new WeakMap<Charge, Charge>();
  private readonly losers: Each<string, Charge, Better | undefined>;
  private made: ReadonlyMap<string, Made<Charge, Better | undefined>> = new Map();
  private explained: ReadonlyMap<Charge, readonly Loser[]> = new Map();
  private isCircle: (loser: Charge) => boolean = () => false;
  private standing: ReadonlyMap<string, Standing> = new Map();

  constructor(memory: Memory) {
    this.faults = new Faults(memory);
    this.losers = new Each(memory, ({ rule }) => rule.id);
  }

  ruleOut(charges: Charges): Charges {
    this.faults.tell(charges);
    const made = this.losers.next(charges, (entry) => this.betterThan(entry));
    const isOther =
      [...made].some(([id, one]) => !isRuledAlike(one, this.made.get(id))) ||
      [...this.made.keys()].some((id) => !made.has(id));
    if (isOther) this.explain(made);
    const { explained } = this;
    this.made = made;
    this.standing = new Map(
      [...made].map(([id, of]) => {
        const known = this.standing.get(id);
        if (known?.of === of && known.explained === explained) return [id, known];
        const list = of.things
          .filter((entry, place) => of.values[place] === undefined || this.isCircle(entry))
          .map((entry) => this.explaining(entry, explained.get(entry) ?? []));
        const isSame = known !== undefined && areSame(known.list, list);
        return [id, { of, explained, list: isSame ? known.list : list }];
      }),
    );
    return new Map([...this.standing].map(([id, { list }]) => [id, list]));
  }

  private betterThan(loser: Charge): Better | undefined {
    const { faults } = this;
    if (!isFault(loser)) return undefined;
    for (const { id, why } of loser.rule.yields ?? []) {
      const winner = faults.first(id, loser);
      if (winner !== undefined) return { winner, why };
    }
    const known = loser.rule.lastResort === true ? faults.knownChain(loser) : undefined;
    return known && { winner: known, why: 'its lines stand among these' };
  }

  /** What each that stands explains. */
  private explain(made: ReadonlyMap<string, Made<Charge, Better | undefined>>): void {
    const better = new Map<Charge, Better>();
    for (const { things, values } of made.values())
      things.forEach((loser, place) => {
        const found = values[place];
        if (found !== undefined) better.set(loser, found);
      });
    const explained = new Map<Charge, Loser[]>();
    const circles = new Set<Charge>();
    for (const [loser, { winner, why }] of better) {
      const root = rootOf(winner, better);
      if (root === undefined) circles.add(loser);
      else {
        const list = explained.get(root) ?? [];
        explained.set(root, list);
        list.push({ loser, why });
      }
    }
    this.explained = explained;
    this.isCircle = (loser) => circles.has(loser);
  }

  private explaining(entry: Charge, losers: readonly Loser[]): Charge {
    if (losers.length === 0) return entry;
    const absorbed = losers.map(({ loser }) => loser);
    const whys = new Map<string, string>();
    for (const { loser, why } of losers) if (!whys.has(loser.rule.id)) whys.set(loser.rule.id, why);
    const known = this.known.get(entry);
    if (
      known !== undefined &&
      areSame(known.absorbed, absorbed) &&
      known.ruledOut.every(({ id, why }) => whys.get(id) === why)
    )
      return known;
    const ruledOut = [...whys].map(([id, why]) => ({ id, why }));
    const made = { ...entry, absorbed, ruledOut };
    this.known.set(entry, made);
    return made;
  }
}

interface Loser {
  readonly loser: Charge;
  readonly why: string;
}

/** What stands of a rule's charges, and what that was made of. */
interface Standing {
  readonly of: Made<Charge, Better | undefined>;
  readonly explained: ReadonlyMap<Charge, readonly Loser[]>;
  readonly list: readonly Charge[];
}

/** Whether the same of the same charges gave way to the same. */
function isRuledAlike(
  now: Made<Charge, Better | undefined>,
  before: Made<Charge, Better | undefined> | undefined,
): boolean {
  if (now === before) return true;
  const isNone = (better: Better | undefined): boolean => better === undefined;
  if (now.values.every(isNone)) return before?.values.every(isNone) !== false;
  return now.values === before?.values && now.things === before.things;
}

/** Follows winners that lost themselves; a circle has no root. */
function rootOf(from: Charge, better: ReadonlyMap<Charge, Better>): Charge | undefined {
  let at = from;
  for (let step = 0; step <= better.size; step++) {
    const next = better.get(at)?.winner;
    if (next === undefined) return at;
    at = next;
  }
  return undefined;
}

/** Of one pod where both name one, and not ten minutes apart. */
export function concernsSame(a: Charge, b: Charge): boolean {
  const [one, other] = [a.suspicion, b.suspicion];
  if (one.pod !== undefined && other.pod !== undefined && one.pod !== other.pod) return false;
  const [from, to] = rangeOf(one);
  const [otherFrom, otherTo] = rangeOf(other);
  return from <= otherTo + 10 * MINUTE && otherFrom <= to + 10 * MINUTE;
}

function rangeOf({ hits }: Suspicion): [number, number] {
  return [hits[0]?.line.at ?? 0, hits.at(-1)?.line.at ?? 0];
}
