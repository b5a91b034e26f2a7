import { describe, expect, it } from 'vitest';
import { read, rules } from '../../../../src/kubelet/evidence/rules.ts';
import { tableOf } from '../../../support/log.ts';

const samples = rules.flatMap((rule) => rule.samples.map((sample) => ({ rule, sample })));

describe('evidence', () => {
  it.each(samples)('$rule.id reads its sample: $sample.line', ({ rule, sample }) => {
    const table = tableOf(sample.line, { year: 2026 });
    expect(table.length).toBe(1);
    const record = table.record(0);
    const proof = read(record);
    expect(proof?.rule.id).toBe(rule.id);
    expect(proof?.events).toEqual(sample.events);
  });

  it.each(samples)('no other rule claims the sample of $rule.id: $sample.line', ({ sample }) => {
    const record = tableOf(sample.line, { year: 2026 }).record(0);
    const claiming = rules.filter((rule) => read(record, [rule]) !== undefined);
    expect(claiming).toHaveLength(1);
  });

  it('has an id of its own and a sample for each rule', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    expect(rules.filter((rule) => rule.samples.length === 0)).toEqual([]);
  });
});
