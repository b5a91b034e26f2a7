import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../../src/base/input.ts';
import { flatten } from '../../../../src/diagnosis/objects.ts';
import type { Rule } from '../../../../src/diagnosis/rule.ts';
import { rules } from '../../../../src/diagnosis/rules/index.ts';
import { signaturesOf } from '../../../../src/engine/store/signatures.ts';
import { readLog } from '../../../../src/log/readLog.ts';
import { caseNames, readCase } from '../../../support/cases.ts';

function rule(text: RegExp): Rule {
  const [some] = rules;
  if (some === undefined) throw new Error('there are no rules');
  return { ...some, signs: [{ text }] };
}

function signature(text: RegExp) {
  const [made] = signaturesOf([rule(text)], undefined);
  if (made === undefined) throw new Error('there is no signature');
  return made;
}

describe('a sign', () => {
  it('becomes a pattern of stored lines, without what RE2 cannot say', () => {
    const [pattern] = signature(
      /plugin type="(?<plugin>[^"]+)" failed(?! (?:never|ever)) \(del\)/,
    ).patterns;
    const stored = new RegExp(pattern?.text ?? '$.');
    expect(stored.test('err="plugin type=\\"bridge\\" failed (del): x"')).toBe(true);
    expect(stored.test('{"err":"plugin type=\\\\\\"bridge\\\\\\" failed (del)"}')).toBe(true);
    expect(pattern?.literals).toEqual(['failed (del)']);
    expect(pattern?.text).not.toMatch(/\(\?[=!<]/);
  });

  it('becomes runs of whole words, for each way in which it may be worded', () => {
    expect(signature(/[Ff]ailed to set ?up (?:pod )?network for sandbox/).phrases).toEqual([
      ['Failed to set up pod network for sandbox'],
      ['Failed to set up network for sandbox'],
      ['Failed to setup pod network for sandbox'],
      ['Failed to setup network for sandbox'],
    ]);
    expect(signature(/error adding pod \S+ to CNI netw/).phrases).toEqual([
      ['error adding pod', 'to CNI netw'],
    ]);
    expect(signature(/pid=\d+ (?:gone|away)/).phrases).toEqual([]);
  });
});

it('asks for faults, or for what is named', () => {
  const faults = signaturesOf(rules, undefined);
  expect(faults.map(({ id }) => id)).toContain('cni-del-fails');
  expect(faults.length).toBeGreaterThan(90);
  expect(signaturesOf(rules, ['stats-cache']).map(({ id }) => id)).toEqual(['stats-cache']);
});

describe('of the lines that a rule reads as signs, in every case log', () => {
  const all = signaturesOf(
    rules,
    rules.map(({ id }) => id),
  );
  const compiled = new Map(
    all.map(({ id, patterns }) => [
      id,
      patterns.map(({ text, literals }) => ({
        stored: new RegExp(text.replaceAll('(?i)', ''), text.startsWith('(?i)') ? 'is' : 's'),
        literals: text.startsWith('(?i)') ? literals.map((each) => each.toLowerCase()) : literals,
        isAnyCase: text.startsWith('(?i)'),
      })),
    ]),
  );

  it.each(caseNames())('the store finds those of %s', (name) => {
    const missed: string[] = [];
    const table = readLog(sourceId(0), readCase(name).log);
    for (let ordinal = 0; ordinal < table.length; ordinal++) {
      const record = table.record(ordinal);
      // A store has each line by itself, and with its keys in their order.
      if (record.text.includes('\n') || /"error":.*"msg":/.test(record.text)) continue;
      const body = flatten(record);
      for (const { id, signs } of rules)
        for (const [index, { text }] of signs.entries()) {
          const pattern = compiled.get(id)?.[index];
          if (pattern === undefined || !text.test(body)) continue;
          const line = pattern.isAnyCase ? record.text.toLowerCase() : record.text;
          const hasLiteral =
            pattern.literals.length === 0 || pattern.literals.some((each) => line.includes(each));
          if (!pattern.stored.test(record.text) || !hasLiteral)
            missed.push(`${id} ${String(text)}: ${record.text.slice(0, 300)}`);
        }
    }
    expect(missed).toEqual([]);
  });
});
