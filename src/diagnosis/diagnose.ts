// From a tape and its history to findings: scan for signs, sort by object, judge, rule out look-alikes, tie causes.
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { buildFinding } from './build.ts';
import { charge, claim, Episodes, Faults, Rulings, type Charge } from './charge.ts';
import { askedLoud, loud, LoudLines } from './generic.ts';
import { findingSeverities, type Finding } from './finding.ts';
import { Healing } from './healed.ts';
import { Inquiry, type Known } from './inquiry.ts';
import { ofNode, spread } from './nodes.ts';
import { type Answer, Remembered } from './remembered.ts';
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

/** More records that came at once are read as another log. */
const MANY = 20_000;

/** The findings of a tape that grows: those of which nothing has changed are the same. */
export class GrowingDiagnosis {
  private readonly rules: readonly Rule[];
  private readonly scan: Scan;
  private judge: Judge | undefined;
  private generation = 0;

  constructor(extra: readonly Rule[]) {
    this.rules = [...builtIn, ...extra];
    this.scan = new Scan([...askedBy(this.rules, watched), askedLoud]);
  }

  next({ history, tape, from, generation }: Grown): readonly Finding[] {
    const scanned = this.scan.next(tape, tape.length - from > MANY ? 0 : from);
    const { hits, changed, isGrown } = scanned;
    const { nodes } = history;
    if (!isGrown || generation !== this.generation || nodes !== undefined) this.judge = undefined;
    this.generation = generation;
    if (nodes !== undefined) return this.judgeNodes(nodes, tape, scanned);
    const came = this.judge === undefined ? [] : textsFrom(tape, from);
    const known = { history, tape, hits, changed, came };
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

function textsFrom(tape: Tape, from: number): readonly string[] {
  const texts: string[] = [];
  for (let position = from; position < tape.length; position++) {
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
  private readonly charges: Remembered<Suspicion, readonly Charge[]>;
  private readonly claiming: readonly Rule[];
  private readonly claims = new Map<PodHistory, Answer<readonly Charge[]>>();
  private readonly loud: LoudLines;
  private readonly episodes = new Episodes();
  private readonly rulings = new Rulings();
  private readonly healing: Healing;
  private readonly built: Remembered<Charge, Finding>;
  private faults = new Faults([]);
  private sorted: readonly Finding[] = [];

  constructor(rules: readonly Rule[]) {
    const { memory } = this.ask;
    this.rules = rules;
    this.byId = new Map(rules.map((rule) => [rule.id, rule]));
    this.suspects = rules.map((rule) => new Suspects(rule));
    this.charges = new Remembered(memory);
    this.claiming = rules.filter(({ claims }) => claims !== undefined);
    this.loud = new LoudLines(this.ask);
    this.healing = new Healing(this.ask);
    this.built = new Remembered(memory);
  }

  /** Undefined when it can't go on with what it is told. */
  next(known: Known): readonly Finding[] | undefined {
    if (!this.ask.next(known)) return undefined;
    const charges = this.chargeAll(known);
    const unknown = this.loud.charge(known.hits.get(loud) ?? [], charges);
    const ruled = this.rulings.ruleOut(this.episodes.join([...charges, ...unknown]));
    const standing = this.healing.tell(ruled, known.tape);
    this.faults = new Faults(standing);
    const findings = standing.map((entry) => this.built.of(entry, () => this.build(entry)));
    this.built.sweep();
    return this.sort(onePerKey(findings));
  }

  private build(entry: Charge): Finding {
    const { memory } = this.ask;
    const first = (id: string, of: Charge): Charge | undefined => {
      const cause = this.faults.first(id, of);
      memory.check(() => this.faults.first(id, of) === cause);
      return cause;
    };
    return buildFinding(entry, { first }, this.ask);
  }

  private chargeAll(known: Known): readonly Charge[] {
    const { ask, byId } = this;
    const claims = this.claimsOfRules(known);
    const moved = ofMoved(ask);
    const all = this.rules.flatMap((rule, index) => {
      const hits = known.hits.get(rule.id) ?? [];
      const isChanged = known.changed.has(rule.id) || moved(hits);
      const podOf = ask.podOf.bind(ask);
      const suspicions = this.suspects[index]?.next(hits, isChanged, podOf) ?? [];
      return [
        ...suspicions.flatMap((one) => this.charges.of(one, () => charge(one, ask, byId))),
        ...(claims.get(rule) ?? []),
      ];
    });
    this.charges.sweep();
    return all;
  }

  /** By rule in the order of their lines. */
  private claimsOfRules({ tape }: Known): ReadonlyMap<Rule, readonly Charge[]> {
    const { ask, claiming } = this;
    const { memory } = ask;
    const make = (life: PodHistory): void => {
      const answer = memory.make(() => claiming.flatMap((rule) => claim(rule, life, ask, tape)));
      const { value, parts, checks, until } = answer;
      // Of most there is nothing to be said, whatever comes.
      const isSettled = parts.length + checks.length + value.length === 0 && until === Infinity;
      if (isSettled) this.claims.delete(life);
      else this.claims.set(life, answer);
    };
    for (const { was } of ask.changes) if (was !== undefined) this.claims.delete(was);
    for (const [life, answer] of this.claims) if (!memory.holds(answer)) make(life);
    for (const { is } of ask.changes) if (is !== undefined) make(is);
    const all = [...this.claims.values()].flatMap(({ value }) => value);
    all.sort((a, b) => beginOf(a) - beginOf(b) || (a.suspicion.key < b.suspicion.key ? -1 : 1));
    return groupBy(all, ({ suspicion }) => suspicion.rule);
  }

  /** In order, of which most are in the order in which they were. */
  private sort(findings: readonly Finding[]): readonly Finding[] {
    const [now, before] = [new Set(findings), new Set(this.sorted)];
    const kept = this.sorted.filter((one) => now.has(one));
    const come = findings.filter((one) => !before.has(one)).sort(bySeverity);
    const sorted: Finding[] = [];
    let next = 0;
    for (const one of kept) {
      for (let other = come[next]; other !== undefined; other = come[next]) {
        if (bySeverity(one, other) < 0) break;
        sorted.push(other);
        next++;
      }
      sorted.push(one);
    }
    for (const other of come.slice(next)) sorted.push(other);
    return (this.sorted = sorted);
  }
}

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
    b.confidence - a.confidence ||
    a.first - b.first ||
    (a.key < b.key ? -1 : 1)
  );
}
