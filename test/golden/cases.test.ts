import { describe, expect, test } from 'vitest';
import { caseNames, diagnoseText, judge, readCase } from '../support/cases.ts';

describe('findings of log excerpts', () => {
  test.each(caseNames())('%s', (name) => {
    const { log, expect: wanted } = readCase(name);
    expect(judge(wanted, diagnoseText(log))).toEqual([]);
  });
});
