// From a tape and its history to findings: scan for signs, sort by object, judge, rule out look-alikes, tie causes.
import type { History } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { buildFinding } from './build.ts';
import { charge, claim, Faults, joinEpisodes, ruleOut } from './charge.ts';
import { askedLoud, chargeLoud, loud } from './generic.ts';
import { findingSeverities, type Finding } from './finding.ts';
import { tellHealed } from './healed.ts';
import { Inquiry } from './inquiry.ts';
import { ofNode, spread } from './nodes.ts';
import type { Hit, Rule } from './rule.ts';
import { rules as builtIn } from './rules/index.ts';
import { askedBy } from './match.ts';
import { scan } from './scan.ts';
import { suspect } from './suspect.ts';
import { watched } from './watched.ts';

/**
 * Every finding of a tape, most severe first. The same tape gives the same list. `extra` are the rules of a user's packs. Where logs of
 * several nodes lie on it, each node is judged by its own lines.
 */
export function diagnose(history: History, tape: Tape, extra: readonly Rule[] = []): Finding[] {
  const rules = [...builtIn, ...extra];
  const hits = scan(tape, [...askedBy(rules, watched), askedLoud]);
  const { nodes } = history;
  if (nodes === undefined)
    return judgeAll(new Inquiry(history, tape, hits), hits, rules, tape).toSorted(bySeverity);
  const found = nodes.map(({ name, sources, history: own }) => {
    const isOwn = ({ line }: Hit): boolean => sources.includes(line.input.source);
    const its = new Map([...hits].map(([by, list]) => [by, list.filter(isOwn)]));
    const ask = new Inquiry(own, tape, its, sources);
    return judgeAll(ask, its, rules, tape).map((finding) => ofNode(finding, name));
  });
  return spread(found).toSorted(bySeverity);
}

function judgeAll(
  ask: Inquiry,
  hits: ReadonlyMap<string, readonly Hit[]>,
  rules: readonly Rule[],
  tape: Tape,
): readonly Finding[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const episodes = rules.flatMap((rule) => [
    ...suspect(rule, hits.get(rule.id) ?? [], (line) => ask.podOf(line)).flatMap((suspicion) =>
      charge(suspicion, ask, byId),
    ),
    ...claim(rule, ask, tape),
  ]);
  episodes.push(...chargeLoud(hits.get(loud) ?? [], episodes, ask));
  const standing = tellHealed(ruleOut(joinEpisodes(episodes)), ask, tape);
  const faults = new Faults(standing);
  return onePerKey(standing.map((entry) => buildFinding(entry, faults, ask)));
}

/** The same trap may be named by its own rule and by a fault that turned out to be one: the one with more lines stays. */
function onePerKey(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const other = byKey.get(finding.key);
    if (other === undefined || other.count < finding.count) byKey.set(finding.key, finding);
  }
  return [...byKey.values()];
}

function bySeverity(a: Finding, b: Finding): number {
  return (
    findingSeverities.indexOf(b.severity) - findingSeverities.indexOf(a.severity) ||
    b.confidence - a.confidence ||
    a.first - b.first ||
    (a.key < b.key ? -1 : 1)
  );
}
