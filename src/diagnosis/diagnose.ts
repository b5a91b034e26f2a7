// From a tape and its history to findings: scan for signs, sort by object, judge, rule out look-alikes, tie causes.
import { Counts } from '../base/counts.ts';
import { Derived } from '../base/derived.ts';
import { differenceOf, noteStep } from '../base/difference.ts';
import { exchanged } from '../base/exchanged.ts';
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { buildFinding } from './build.ts';
import { charge, claim, Episodes, Faults, Rulings, type Charge } from './charge.ts';
import { Each, type Made } from './each.ts';
import { LoudLines } from './generic.ts';
import { findingSeverities, type Finding } from './finding.ts';
import { Healing } from './healed.ts';
import { Inquiry, type Known } from './inquiry.ts';
import { askedLoud, loud, murmured, retried } from './loud.ts';
import { ofNode, spread } from './nodes.ts';
import { Remembered } from './remembered.ts';
import type { Hit, Rule, Suspicion } from './rule.ts';
import { rules as builtIn } from './rules/index.ts';
import { askedBy } from './match.ts';
import { Scan, type Scanned } from './scan.ts';
import { Suspects } from './suspect.ts';
import { groupBy } from './verdict.ts';
import { watched } from './watched.ts';

/**
 * Every finding of a tape, most severe first. The same tape gives the same list. `extra` are the rules of a user's packs. Where logs of
 * several nodes lie on it, each node is judged by its own lines.
 */
export function diagnose(
  history: History,
  tape: Tape,
  extra: readonly Rule[] = [],
): readonly Finding[] {
  return new GrowingDiagnosis(extra).next({ history, tape, from: 0, generation: 0 });
}

export interface Grown {
  readonly history: History;
  readonly tape: Tape;
  /** The first position that is not as it was when last asked. */
  readonly from: number;
  /** Of the history: another number when all of it was made anew. */
  readonly generation: number;
}

/** More records that came at once, and more than there were, are read as another log. */
const MANY = 20_000;

/** The findings of a tape that grows: those of which nothing has changed are the same. */
export class GrowingDiagnosis {
  private readonly rules: readonly Rule[];
  private readonly scan: Scan;
  private judge: Judge | undefined;
  private generation = 0;
  private last: Tape | undefined;

  constructor(extra: readonly Rule[]) {
    this.rules = [...builtIn, ...extra];
    this.scan = new Scan([...askedBy(this.rules, watched), ...askedLoud]);
  }

  next({ history, tape, from, generation }: Grown): readonly Finding[] {
    const came = tape.length - from;
    const scanned = this.scan.next(tape, came > Math.max(MANY, from) ? 0 : from);
    const { hits, changed, isGrown } = scanned;
    const { nodes } = history;
    const { last } = this;
    this.last = tape;
    const isShorter = last !== undefined && tape.length < last.length;
    if (!isGrown || generation !== this.generation || nodes !== undefined) this.judge = undefined;
    this.generation = generation;
    if (nodes !== undefined) return this.judgeNodes(nodes, tape, scanned);
    const moved = this.judge === undefined ? [] : [textsOf(tape, from, tape.length)];
    if (isShorter && this.judge !== undefined) moved.push(textsOf(last, from, last.length));
    const known = { history, tape, hits, changed, came: moved.flat(), isShorter };
    const findings = this.judge?.next(known);
    if (findings !== undefined) return findings;
    this.judge = new Judge(this.rules);
    return this.judge.next(known) ?? [];
  }

  private judgeNodes(
    nodes: NonNullable<History['nodes']>,
    tape: Tape,
    { hits, changed }: Scanned,
  ): readonly Finding[] {
    const found = nodes.map(({ name, sources, history }) => {
      const isOwn = ({ line }: Hit): boolean => sources.includes(line.input.source);
      const its = new Map([...hits].map(([by, list]) => [by, list.filter(isOwn)]));
      const known = { history, tape, hits: its, changed, came: [], sources };
      const findings = new Judge(this.rules).next(known) ?? [];
      return findings.map((finding) => ofNode(finding, name));
    });
    return spread(found).toSorted(bySeverity);
  }
}

function textsOf(tape: Tape, from: number, to: number): readonly string[] {
  const texts: string[] = [];
  for (let position = from; position < to; position++) {
    const { source, ordinal } = tape.place(position);
    texts.push(tape.sources[source]?.table.record(ordinal).text ?? '');
  }
  return texts;
}

/** Judges what a scan found of one node, or of all. */
class Judge {
  private readonly rules: readonly Rule[];
  private readonly byId: ReadonlyMap<string, Rule>;
  private readonly ask = new Inquiry();
  private readonly suspects: readonly Suspects[];
  private readonly charges: Each<Rule, Suspicion, readonly Charge[]>;
  private readonly ofRules = new Map<Rule, OfRule>();
  private readonly claiming: readonly Rule[];
  private readonly claims: Remembered<PodHistory, readonly Charge[]>;
  private readonly claimed = new Map<PodHistory, readonly Charge[]>();
  private claimsByRule: ReadonlyMap<Rule, readonly Charge[]> = new Map();
  private readonly loud: LoudLines;
  private readonly episodes = new Episodes();
  private readonly rulings: Rulings;
  private readonly healing: Healing;
  private readonly faults: Faults;
  private readonly built: Each<string, Charge, Finding>;
  private findings: ReadonlyMap<string, Made<Charge, Finding>> = new Map();
  private sorted: readonly Finding[] = [];
  private readonly unique = new Derived(onePerKey);
  /** How many findings have a key. */
  private readonly keys = new Counts<string>();

  constructor(rules: readonly Rule[]) {
    const { memory } = this.ask;
    this.rules = rules;
    this.byId = new Map(rules.map((rule) => [rule.id, rule]));
    this.suspects = rules.map((rule) => new Suspects(rule));
    this.charges = new Each(memory, ({ rule }) => rule);
    this.claims = new Remembered(memory);
    this.claiming = rules.filter(({ claims }) => claims !== undefined);
    this.loud = new LoudLines(this.ask);
    this.rulings = new Rulings(memory);
    this.healing = new Healing(this.ask);
    this.faults = new Faults(memory);
    this.built = new Each(memory, ({ rule }) => rule.id);
  }

  /** Undefined when it can't go on with what it is told. */
  next(known: Known): readonly Finding[] | undefined {
    const { ask, faults } = this;
    if (!ask.next(known)) return undefined;
    const charges = this.chargeAll(known);
    const { hits } = known;
    const unknown = this.loud.charge(
      {
        loud: hits.get(loud) ?? [],
        quiet: hits.get(murmured) ?? [],
        retried: hits.get(retried) ?? [],
        read: this.read(hits),
      },
      charges,
    );
    const ruled = this.rulings.ruleOut(this.episodes.join([...charges, unknown]));
    const standing = this.healing.tell(ruled, known.tape);
    faults.tell(standing);
    return this.sort(this.built.next(standing, (entry) => buildFinding(entry, faults, ask)));
  }

  /** What rules read, whether they say anything of it or not. */
  private read(hits: Known['hits']): readonly Hit[] {
    return this.ask.isExcerpt ? this.rules.flatMap(({ id }) => hits.get(id) ?? []) : [];
  }

  /** By rule; of one of which nothing is another it is the same list. */
  private chargeAll(known: Known): readonly (readonly Charge[])[] {
    const { ask, byId } = this;
    const claims = this.claimsOfRules(known);
    const moved = ofMoved(ask);
    const podOf = ask.podOf.bind(ask);
    const suspicions = new Map<Rule, readonly Suspicion[]>();
    this.rules.forEach((rule, index) => {
      const hits = known.hits.get(rule.id) ?? [];
      const isChanged = known.changed.has(rule.id);
      suspicions.set(rule, this.suspects[index]?.next(hits, isChanged, moved(hits), podOf) ?? []);
    });
    const charges = this.charges.next(suspicions, (one) => charge(one, ask, byId));
    return this.rules.map((rule) => {
      const [made, claimed] = [charges.get(rule)?.values ?? [], claims.get(rule) ?? none];
      const before = this.ofRules.get(rule);
      if (before?.made === made && before.claimed === claimed) return before.all;
      const all = [...made.flat(), ...claimed];
      this.ofRules.set(rule, { made, claimed, all });
      return all;
    });
  }

  /** By rule in the order of their lines. */
  private claimsOfRules({ tape }: Known): ReadonlyMap<Rule, readonly Charge[]> {
    const { ask, claiming, claims, claimed } = this;
    let isOther = false;
    const make = (life: PodHistory): void => {
      const found = claims.of(life, () => claiming.flatMap((rule) => claim(rule, life, ask, tape)));
      isOther ||= found.length > 0 || claimed.has(life);
      if (found.length > 0) claimed.set(life, found);
      else claimed.delete(life);
    };
    for (const { was } of ask.changes)
      if (was !== undefined) {
        claims.forget(was);
        isOther = claimed.delete(was) || isOther;
      }
    for (const life of [...claims.stale]) make(life);
    for (const { is } of ask.changes) if (is !== undefined) make(is);
    if (!isOther) return this.claimsByRule;
    const all = [...claimed.values()].flat();
    all.sort((a, b) => beginOf(a) - beginOf(b) || (a.suspicion.key < b.suspicion.key ? -1 : 1));
    return (this.claimsByRule = groupBy(all, ({ suspicion }) => suspicion.rule));
  }

  /** All of them in order: those that are others take the places of those that are gone. */
  private sort(findings: ReadonlyMap<string, Made<Charge, Finding>>): readonly Finding[] {
    const left: Finding[] = [];
    const added: Finding[] = [];
    for (const id of new Set([...this.findings.keys(), ...findings.keys()])) {
      const [before, now] = [
        this.findings.get(id)?.values ?? none,
        findings.get(id)?.values ?? none,
      ];
      if (before === now) continue;
      const { gone, come } = this.differenceOf(before, now);
      left.push(...gone);
      added.push(...come);
    }
    this.findings = findings;
    if (left.length + added.length === 0) return this.sorted;
    const sorted = exchanged(this.sorted, left, added, bySeverity);
    noteStep(this.sorted, sorted, { gone: left, come: added.sort(bySeverity) });
    return (this.sorted = sorted);
  }

  /** What one of each key is another; only where there are two of one that has changed, all are gone through. */
  private differenceOf(
    before: readonly Finding[],
    now: readonly Finding[],
  ): ReturnType<typeof differenceOf<Finding>> {
    const { keys, unique } = this;
    const all = differenceOf(before, now);
    const had = [...all.gone].map(({ key }) => keys.add(key, -1) + 1);
    const has = all.come.map(({ key }) => keys.add(key, 1));
    if ([...had, ...has].every((count) => count === 1)) return all;
    return differenceOf(unique.of(before), unique.of(now));
  }
}

/** Charges by the signs of a rule and by what it claims of pods. */
interface OfRule {
  readonly made: readonly (readonly Charge[])[];
  readonly claimed: readonly Charge[];
  readonly all: readonly Charge[];
}

const none: readonly never[] = [];

function beginOf({ suspicion }: Charge): number {
  return suspicion.hits[0]?.line.position ?? 0;
}

/** Whether some of these hits are in lines that are of another pod now. */
function ofMoved({ moved }: Inquiry): (hits: readonly Hit[]) => boolean {
  if (moved.size === 0) return () => false;
  return (hits) => hits.some(({ line }) => moved.has(line));
}

/** The same trap may be named by its own rule and by a fault that turned out to be one: the one with more lines stays. */
function onePerKey(findings: readonly Finding[]): readonly Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const other = byKey.get(finding.key);
    if (other === undefined || other.count < finding.count) byKey.set(finding.key, finding);
  }
  return [...byKey.values()];
}

export function bySeverity(a: Finding, b: Finding): number {
  return (
    findingSeverities.indexOf(b.severity) - findingSeverities.indexOf(a.severity) ||
    // What follows from another stands behind what nothing explains.
    Number(a.causedBy !== undefined) - Number(b.causedBy !== undefined) ||
    b.confidence - a.confidence ||
    a.first - b.first ||
    (a.key < b.key ? -1 : 1)
  );
}
