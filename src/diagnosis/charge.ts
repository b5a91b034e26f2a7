// Suspicions are judged, and those that another fault explains better are ruled out.
import { MINUTE, type Micros } from '../base/time.ts';
import type { PodHistory } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { areSame } from './remembered.ts';
import type { Hit, LookAlike, Questions, Rule, Sign, Suspicion, Verdict } from './rule.ts';
import { findingSeverities } from './finding.ts';
import { lineAt } from './scan.ts';
import { chain } from './suspect.ts';
import { groupBy } from './verdict.ts';

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
  return [{ rule, suspicion, verdict, absorbed: [], ruledOut: [], isClaim: false, shownBy: [] }];
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

/** Charges of one rule, and those of them that are one as one. */
interface OfRule {
  readonly charges: readonly Charge[];
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

  join(charges: readonly Charge[]): readonly Charge[] {
    const rules = new Map<string, OfRule>();
    for (const [id, list] of groupBy(charges, ({ rule }) => rule.id)) {
      const known = this.rules.get(id);
      rules.set(
        id,
        known !== undefined && areSame(known.charges, list) ? known : join(list, known),
      );
    }
    this.rules = rules;
    return [...rules.values()].flatMap(({ joined }) => joined);
  }
}

function join(charges: readonly Charge[], before: OfRule | undefined): OfRule {
  const merged = new Map<string, Merged>();
  const groups = groupBy(charges, (entry) => `${entry.suspicion.key} ${String(isFault(entry))}`);
  const joined = [...groups].flatMap(([key, list]) => {
    if (list.length === 1) return list;
    const known = before?.merged.get(key);
    const one = known !== undefined && areSame(known.list, list) ? known : merge(list);
    merged.set(key, one);
    return one.made;
  });
  return { charges, joined, merged };
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

/** Those that are faults, by what is asked of them: one of a rule that concerns the same as another charge. */
export class Faults {
  private readonly byRule = new Map<string, ChargesByPod>();

  constructor(charges: readonly Charge[]) {
    for (const [id, list] of groupBy(charges.filter(isFault), ({ rule }) => rule.id))
      this.byRule.set(id, new ChargesByPod(list));
  }

  /** The first of a rule, in the order of all. */
  first(id: string, entry: Charge): Charge | undefined {
    return this.byRule
      .get(id)
      ?.first(entry, (other) => other !== entry && concernsSame(entry, other));
  }
}

/** Charges in their order, found by pod: a storm has one for each of thousands. */
class ChargesByPod {
  private readonly all: readonly Charge[];
  private readonly places: ReadonlyMap<string | undefined, readonly number[]>;

  constructor(all: readonly Charge[]) {
    this.all = all;
    this.places = groupBy([...all.keys()], (place) => all[place]?.suspicion.pod);
  }

  /** Those of other pods than the entry's are never asked. */
  first({ suspicion }: Charge, fits: (other: Charge) => boolean): Charge | undefined {
    if (suspicion.pod === undefined) return this.all.find(fits);
    const own = this.placeOf(suspicion.pod, fits);
    const ofNode = this.placeOf(undefined, fits);
    return this.all[Math.min(own ?? Infinity, ofNode ?? Infinity)];
  }

  private placeOf(pod: string | undefined, fits: (other: Charge) => boolean): number | undefined {
    return this.places.get(pod)?.find((place) => {
      const other = this.all[place];
      return other !== undefined && fits(other);
    });
  }
}

/** What stands after each look-alike gave way to the fault that explains it; a charge that explains the same as before is the same. */
export class Rulings {
  private readonly known = new WeakMap<Charge, Charge>();

  ruleOut(charges: readonly Charge[]): readonly Charge[] {
    const better = new Map<Charge, { winner: Charge; why: string }>();
    const faults = new Faults(charges);
    const named = new ChargesByPod(
      charges.filter((entry) => entry.rule.lastResort !== true && isFault(entry)),
    );
    for (const loser of charges) {
      if (!isFault(loser)) continue;
      const known = loser.rule.lastResort === true ? knownChain(loser, named) : undefined;
      if (known !== undefined)
        better.set(loser, { winner: known, why: 'its lines stand among these' });
      for (const { id, why } of loser.rule.yields ?? []) {
        const winner = faults.first(id, loser);
        if (winner === undefined) continue;
        better.set(loser, { winner, why });
        break;
      }
    }
    const standing = charges.filter((entry) => !better.has(entry));
    const explained = new Map<Charge, { readonly loser: Charge; readonly why: string }[]>();
    for (const [loser, { winner, why }] of better) {
      const root = rootOf(winner, better);
      if (root === undefined) {
        standing.push(loser);
        continue;
      }
      const list = explained.get(root) ?? [];
      explained.set(root, list);
      list.push({ loser, why });
    }
    return standing.map((entry) => this.explaining(entry, explained.get(entry) ?? []));
  }

  private explaining(
    entry: Charge,
    losers: readonly { readonly loser: Charge; readonly why: string }[],
  ): Charge {
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

/** What explains the neighbours of all its lines: the line of a chain whose words no rule knows says what the others say. */
function knownChain(loser: Charge, named: ChargesByPod): Charge | undefined {
  return named.first(loser, ({ suspicion }) =>
    loser.suspicion.hits.every((hit) =>
      suspicion.hits.some(({ line }) => Math.abs(line.at - hit.line.at) <= chain),
    ),
  );
}

/** Follows winners that lost themselves; a circle has no root. */
function rootOf(from: Charge, better: ReadonlyMap<Charge, { winner: Charge }>): Charge | undefined {
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
