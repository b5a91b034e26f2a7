// By which rules a session diagnoses: the built-in ones, those of a person's packs, and what that person has muted.
import { diagnose, GrowingDiagnosis, type Grown } from '../diagnosis/diagnose.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { mute } from '../diagnosis/pack/checkPack.ts';
import { readPack, type PackProblem, type RulePack } from '../diagnosis/pack/readPack.ts';
import type { Rule } from '../diagnosis/rule.ts';
import { rules as builtIn } from '../diagnosis/rules/index.ts';
import type { History } from '../kubelet/rebuild/history.ts';
import type { MuteRow, RulePackProblem, RulePackText } from '../protocol/askApi.ts';
import type { Tape } from '../replay/tape.ts';

export interface Ruling {
  readonly rules: readonly Rule[];
  /** Those that nobody has muted, most severe first. */
  findings(history: History, tape: Tape): readonly Finding[];
  /** The same of a log that grows, from its first look on. */
  growing(): (grown: Grown) => readonly Finding[];
}

/**
 * Reads packs. One with a mistake is left out whole, as is one that takes an id which is taken or names one that there is not: a misspelt
 * name would do nothing and say nothing.
 */
export function readRules(
  packs: readonly RulePackText[],
  mutes: readonly MuteRow[],
): { readonly ruling: Ruling; readonly problems: readonly RulePackProblem[] } {
  const rules: Rule[] = [];
  const muted: MuteRow[] = [...mutes];
  const problems: RulePackProblem[] = [];
  const read = packs.map(({ name, text }) => ({ name, pack: readPack(text) }));
  const taken = new Set(builtIn.map(({ id }) => id));
  const known = new Set(taken);
  for (const { pack } of read) if (pack.ok) for (const { id } of pack.value.defined) known.add(id);
  for (const { name, pack } of read) {
    const wrong = pack.ok ? wrongNames(pack.value, taken, known) : pack.error;
    problems.push(...wrong.map((problem) => ({ pack: name, ...problem })));
    if (!pack.ok || wrong.length > 0) continue;
    rules.push(...pack.value.rules);
    muted.push(...pack.value.mutes);
  }
  const shown = (findings: readonly Finding[]): readonly Finding[] =>
    muted.length === 0 ? findings : mute(findings, muted).shown;
  const ruling: Ruling = {
    rules,
    findings: (history, tape) => shown(diagnose(history, tape, rules)),
    growing() {
      const diagnosis = new GrowingDiagnosis(rules);
      return (grown) => shown(diagnosis.next(grown));
    },
  };
  return { ruling, problems };
}

/** Adds the ids that the pack defines to `taken`. */
function wrongNames(pack: RulePack, taken: Set<string>, known: ReadonlySet<string>): PackProblem[] {
  const twice = pack.defined.flatMap(({ id, ...place }) => {
    if (taken.has(id)) return [{ ...place, text: `there is a rule ${id} already` }];
    taken.add(id);
    return [];
  });
  const unknown = pack.mentioned
    .filter(({ id }) => !known.has(id))
    .map(({ id, ...place }) => ({ ...place, text: `there is no rule ${id}` }));
  return [...twice, ...unknown];
}
