// Each sentence of a finding names what shows it. Taken away, the lines that show it take the sentence with them.
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import type { Rule } from '../../../src/diagnosis/rule.ts';
import { rules } from '../../../src/diagnosis/rules/index.ts';
import type { Proof, Sentence } from '../../../src/diagnosis/sentence.ts';
import { caseNames, diagnoseText, readCase } from '../../support/cases.ts';

interface Claimed {
  readonly rule: string;
  readonly says: string;
  readonly shown: Proof;
}

function claimedBy(rule: Rule): readonly Claimed[] {
  const told = [rule, ...(rule.branches ?? []).map((branch) => branch.told)];
  return told.flatMap(({ explanation = [], remedy = [] }) => [
    ...(typeof explanation === 'string' ? [] : explanation).flatMap((sentence: Sentence) =>
      typeof sentence === 'string' ? [] : [{ rule: rule.id, ...sentence }],
    ),
    ...remedy.flatMap(({ text, shown }) =>
      shown === undefined ? [] : [{ rule: rule.id, says: text, shown }],
    ),
  ]);
}

const claims = rules.flatMap(claimedBy).filter(({ says }) => !says.includes('{'));

function isSaid({ rule, says }: Claimed, findings: readonly Finding[]): boolean {
  return findings.some(
    ({ id, explanation, remedy }) =>
      id === rule && (explanation.includes(says) || remedy.some(({ text }) => text === says)),
  );
}

/** A text in which it is said, and whose lines show it as they stand. */
function saidIn(): ReadonlyMap<Claimed, string> {
  const found = new Map<Claimed, string>();
  for (const name of caseNames()) {
    const text = readCase(name).log.toString();
    const { findings } = diagnoseText(text);
    for (const claim of claims)
      if (!found.has(claim) && isSaid(claim, findings) && without(claim, text) !== text)
        found.set(claim, text);
  }
  return found;
}

function without({ shown: { line } }: Claimed, text: string): string {
  if (line === undefined) return text;
  return text
    .split('\n')
    .filter((row) => !line.test(row))
    .join('\n');
}

test('a sentence goes with the lines that show it', () => {
  const said = saidIn();
  expect(said.size).toBeGreaterThan(80);
  const stays = [...said]
    .filter(([claim, text]) => isSaid(claim, diagnoseText(without(claim, text)).findings))
    .map(([{ rule, says }]) => `${rule}: ${says}`);
  expect(stays).toEqual([]);
});

test('each names something that shows it', () => {
  const empty = rules.flatMap(claimedBy).filter(({ shown }) => Object.keys(shown).length === 0);
  expect(empty).toEqual([]);
});
