// Regular expressions of persons, over text of strangers. RE2's automata read a text once, whatever the pattern: what they cannot do
// (looking ahead and behind, referring back) is refused.
import { RE2JS } from 're2js';
import { err, ok, type Result } from '../base/result.ts';
import { guardsOf } from './guard.ts';

/** Longer than any person writes; what an automaton costs grows with it. */
export const LONGEST_PATTERN = 2_000;

/** The error is a sentence that lacks its subject, the pattern: `is none`. */
export function linearPattern(source: string, flags: '' | 'i' | 's'): Result<RegExp> {
  if (source.length > LONGEST_PATTERN) return err(`has more than ${LONGEST_PATTERN} characters`);
  try {
    return ok(new LinearPattern(source, flags));
  } catch (problem) {
    return err(reasonOf(source, problem));
  }
}

function reasonOf(source: string, problem: unknown): string {
  if (/\(\?<?[=!]/.test(source)) return 'looks ahead or behind, which could take for ever';
  if (/\\[1-9k]/.test(source)) return 'refers back to a group, which could take for ever';
  const said = problem instanceof Error ? problem.message : '';
  return /repeat|deep|large/.test(said)
    ? 'repeats or nests too much'
    : `is none: ${said.replace(/^.*: (?=[^:]*$)/s, '')}`;
}

/** For everybody else a RegExp; it is only run by other means. */
class LinearPattern extends RegExp {
  private readonly automaton: RE2JS;
  /** Finds words that stand in each text that fits, many times faster; undefined where there are none. */
  private readonly words: RegExp | undefined;

  constructor(source: string, flags: string) {
    super(source, flags);
    this.automaton = RE2JS.compile(RE2JS.translateRegExp(new RegExp(source, flags)));
    const words = guardsOf(new RegExp(source));
    this.words = words && new RegExp(words.map(escaped).join('|'), 'i');
  }

  override test(text: string): boolean {
    return this.words?.test(text) !== false && this.automaton.test(text);
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.words?.test(text) === false) return null;
    return this.automaton.exec(text) as RegExpExecArray | null;
  }
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
