// By which rules a session diagnoses: the built-in ones, those of a person's packs, and what that person has muted.
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { mute } from '../diagnosis/pack/checkPack.ts';
import { readPack } from '../diagnosis/pack/readPack.ts';
import type { Rule } from '../diagnosis/rule.ts';
import { rules as builtIn } from '../diagnosis/rules/index.ts';
import type { History } from '../kubelet/rebuild/history.ts';
import type { MuteRow, RulePackProblem, RulePackText } from '../protocol/askApi.ts';
import type { Tape } from '../replay/tape.ts';

export interface Ruling {
  readonly rules: readonly Rule[];
  /** Those that nobody has muted, most severe first. */
  findings(history: History, tape: Tape): readonly Finding[];
}

/** Reads packs; one with a mistake is left out whole, one that takes an id which is taken too. */
export function readRules(
  packs: readonly RulePackText[],
  mutes: readonly MuteRow[],
): { readonly ruling: Ruling; readonly problems: readonly RulePackProblem[] } {
  const rules: Rule[] = [];
  const muted: MuteRow[] = [...mutes];
  const problems: RulePackProblem[] = [];
  const taken = new Set(builtIn.map(({ id }) => id));
  for (const { name, text } of packs) {
    const read = readPack(text);
    if (!read.ok) {
      problems.push(...read.error.map((problem) => ({ pack: name, ...problem })));
      continue;
    }
    const twice = read.value.rules.find(({ id }) => taken.has(id));
    if (twice !== undefined) {
      const where = { line: Math.max(1, lineOf(text, twice.id)), column: 1 };
      problems.push({ pack: name, ...where, text: `there is a rule ${twice.id} already` });
      continue;
    }
    for (const { id } of read.value.rules) taken.add(id);
    rules.push(...read.value.rules);
    muted.push(...read.value.mutes);
  }
  const findings = (history: History, tape: Tape): readonly Finding[] =>
    mute(diagnose(history, tape, rules), muted).shown;
  return { ruling: { rules, findings }, problems };
}

/** The line, from 1, at which a rule of this id begins; 0 when none does. */
function lineOf(text: string, id: string): number {
  return text.split('\n').findIndex((line) => new RegExp(`\\bid:\\s*["']?${id}\\b`).test(line)) + 1;
}
