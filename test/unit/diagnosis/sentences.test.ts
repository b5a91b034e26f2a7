// Each sentence of a finding names what shows it. Taken away, the lines that show it take the sentence with them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import type { Rule, Sign, Told } from '../../../src/diagnosis/rule.ts';
import { rules } from '../../../src/diagnosis/rules/index.ts';
import type { Proof, Sentence } from '../../../src/diagnosis/sentence.ts';
import { groupBy } from '../../../src/diagnosis/verdict.ts';
import { watched } from '../../../src/diagnosis/watched.ts';
import { caseNames, diagnoseText, readCase, type Diagnosed } from '../../support/cases.ts';
import { logOf, rows } from '../../support/wordings.ts';

/** What may be said, and what shows it: without a proof of its own, the lines that its rule reads. */
interface Claimed {
  readonly rule: Rule;
  readonly says: string;
  readonly shown: Proof | undefined;
}

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** @param shown of the branch that says so */
function wordsOf(rule: Rule, told: Partial<Told>, shown: Proof | undefined): readonly Claimed[] {
  const { title, explanation = [], remedy = [] } = told;
  const sentences = typeof explanation === 'string' ? [explanation] : explanation;
  return [
    ...(title === undefined ? [] : [{ rule, says: title, shown }]),
    ...sentences.map((sentence: Sentence) =>
      typeof sentence === 'string' ? { rule, says: sentence, shown } : { rule, ...sentence },
    ),
    ...remedy.map((step) => ({ rule, says: step.text, shown: step.shown ?? shown })),
  ];
}

const claims = rules.flatMap((rule) => [
  ...wordsOf(rule, rule, undefined),
  ...(rule.branches ?? []).flatMap(({ told, shown }) => wordsOf(rule, told, shown)),
]);

const claimsOf = groupBy(claims, ({ rule }) => rule.id);

/** What a sentence with facts looks like when they are filled in or left out. */
function patternOf(says: string): RegExp {
  const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = says.split(/( ?\([^()]*\{[^()]*\)| ?\{[^}]*\})/);
  return new RegExp(`^${parts.map((part, at) => (at % 2 === 0 ? literal(part) : '.*')).join('')}`);
}

const patterns = new Map(claims.map(({ says }) => [says, patternOf(says)]));

function isSaidBy({ rule, says }: Claimed, finding: Finding): boolean {
  const { id, title, explanation, remedy } = finding;
  if (id !== rule.id) return false;
  const pattern = patterns.get(says);
  const whole = [title, ...remedy.map(({ text }) => text)];
  if (pattern === undefined) return false;
  if (whole.some((text) => pattern.exec(text)?.[0].length === text.length)) return true;
  return explanation.split(/(?<=\.) /).some((_, at, all) => pattern.test(all.slice(at).join(' ')));
}

const isSaid = (claim: Claimed, { findings }: Diagnosed): boolean =>
  findings.some((finding) => isSaidBy(claim, finding));

const fits =
  (signs: readonly Sign[]) =>
  (row: string): boolean =>
    signs.some(({ text }) => text.test(row));

/** The text with what shows it taken away, each kind of proof in its way; as it is, where nothing of it can be. */
function without(claim: Claimed, text: string, diagnosed: Diagnosed): string {
  const { rule, shown } = claim;
  const lines = text.split('\n');
  const drop = (isProof: (row: string, index: number) => boolean): string =>
    lines.filter((row, index) => !isProof(row, index)).join('\n');
  const isSign = fits(rule.signs);
  const { line, layer, said, minor, times, lasting, processes } = shown ?? {};
  if (line !== undefined) return drop((row) => line.test(row));
  if (layer !== undefined) return drop((row) => layer.test(row));
  if (said !== undefined) {
    const other = byId.get(said)?.signs ?? [watched[said]].filter((sign) => sign !== undefined);
    return drop(fits(other));
  }
  if (minor !== undefined) return text.replaceAll(/v1\.\d+\.\d+\S*/g, '');
  if ((times ?? lasting ?? processes) !== undefined) {
    const first = lines.findIndex(isSign);
    return drop((row, index) => index !== first && isSign(row));
  }
  // Of a rule that its lines show, or the history that is rebuilt from what it cites.
  const cited = diagnosed.findings
    .filter((finding) => isSaidBy(claim, finding))
    .flatMap((finding) => diagnosed.lines(finding));
  return drop((row, index) => isSign(row) || cited.includes(index));
}

/** Whether it goes, at the latest when nothing of what shows it is left. */
function goes(claim: Claimed, text: string): boolean {
  const diagnosed = diagnoseText(text);
  if (!isSaid(claim, diagnosed)) return true;
  const rest = without(claim, text, diagnosed);
  return rest !== text && goes(claim, rest);
}

/** Lines that show what no case does, one group for each. */
const proofs = fs
  .readFileSync(path.join(import.meta.dirname, '..', '..', 'fixtures', 'proofs.txt'), 'utf8')
  .trim()
  .split('\n\n');

const texts = [
  ...proofs,
  ...caseNames().map((name) => readCase(name).log.toString()),
  ...rows.map(([, way = '', ...words]) => logOf(way, words.join(' | '))),
];

/** A text in which it is said, and whose lines show it as they stand. */
function saidIn(): ReadonlyMap<Claimed, string> {
  const found = new Map<Claimed, string>();
  for (const text of texts) {
    const diagnosed = diagnoseText(text);
    for (const finding of diagnosed.findings)
      for (const claim of claimsOf.get(finding.id) ?? [])
        if (
          !found.has(claim) &&
          isSaidBy(claim, finding) &&
          without(claim, text, diagnosed) !== text
        )
          found.set(claim, text);
  }
  return found;
}

describe('a sentence goes with the lines that show it', () => {
  const said = saidIn();

  test('of each rule', () => {
    const stays = [...said]
      .filter(([claim, text]) => !goes(claim, text))
      .map(([{ rule, says }]) => `${rule.id}: ${says}`);
    expect(stays).toEqual([]);
  });

  test('all rules say something, and nearly all that they may say is said', () => {
    const tried = new Set([...said.keys()].map(({ rule }) => rule));
    expect(rules.filter((rule) => !tried.has(rule)).map(({ id }) => id)).toEqual([]);
    const unsaid = claims.filter((claim) => !said.has(claim));
    expect(unsaid.length).toBeLessThan(claims.length / 20);
  });
});

test('each names something that shows it', () => {
  expect(claims.filter(({ shown }) => shown && Object.keys(shown).length === 0)).toEqual([]);
});
