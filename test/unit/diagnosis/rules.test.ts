import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/diagnosis/rules/index.ts';
import { caseNames, readCase } from '../../support/cases.ts';

const ids = new Set(rules.map(({ id }) => id));
const modes = new Set(caseNames().map((name) => readCase(name).expect.mode));

const destroys =
  /^(?:If it goes on: |Only )?(?:[Dd]elete|[Rr]estart|[Rr]eboot|[Dd]rain|[Rr]emove|[Kk]ill|[Uu]nmount|umount|rm|crictl rm|swapoff|[Ee]mpty|[Tt]urn .* off)\b/;

test('no id is used twice', () => {
  expect(ids.size).toBe(rules.length);
});

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('names only rules that exist', () => {
    const named = [...(rule.yields ?? []), ...(rule.unlike ?? [])].map((other) => other.id);
    // Some follow what no rule knows, whose ids begin so.
    const follows = (rule.follows ?? []).filter((other) => !other.endsWith('-*'));
    expect([...named, ...follows].filter((other) => !ids.has(other))).toEqual([]);
    expect(named).not.toContain(id);
  });

  test('says what to check and do, when it is a fault', () => {
    if (rule.severity === 'info') return;
    expect(rule.checks.length).toBeGreaterThan(0);
    expect(rule.remedy.length).toBeGreaterThan(0);
    expect(rule.references.length).toBeGreaterThan(0);
    const sentences = typeof rule.explanation === 'string' ? [rule.explanation] : rule.explanation;
    for (const sentence of sentences)
      expect(typeof sentence === 'string' ? sentence : sentence.says).toMatch(/\.$/);
  });

  test('is shown by an excerpt, when it is a fault', () => {
    if (rule.severity === 'info') return;
    expect(modes).toContain(id);
  });

  test('asks for no deletion, restart or drain before something else', () => {
    const told = [rule, ...(rule.branches ?? []).map((branch) => branch.told)];
    const [first, ...more] = told.flatMap(({ remedy }) => remedy?.[0]?.text ?? []);
    expect([first ?? '', ...more].filter((text) => destroys.test(text))).toEqual([]);
  });

  test('no pattern remembers where it stood', () => {
    for (const { text, not } of rule.signs)
      expect([text.global, text.sticky, not?.global ?? false]).toEqual([false, false, false]);
  });
});
