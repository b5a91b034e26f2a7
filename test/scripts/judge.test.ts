import { describe, expect, it } from 'vitest';
import { judge } from '../../scripts/judge.mjs';

describe('judge', () => {
  it('takes the counts of the last line', () => {
    expect(judge({}, 0, '1 passed, 0 failed\nmore\n7 passed, 0 failed\n')).toEqual({
      passed: 7,
      failed: 0,
    });
    expect(judge({}, 1, '5 passed, 2 failed\n')).toEqual({ passed: 5, failed: 2 });
  });

  it.each([
    ['no counts', 0, 'all fine\n'],
    ['nothing at all', 0, ''],
    ['counts, then more', 0, '3 passed, 0 failed\nhost ended\n'],
    ['no test', 0, '0 passed, 0 failed\n'],
    ['a bad exit code alone', 1, '3 passed, 0 failed\n'],
  ])('holds %s for a failure', (_what, code, output) => {
    const verdict = judge({}, code, output);
    expect(verdict.failed).toBe(1);
    expect(verdict.broken).toBeDefined();
  });

  it('asks no counts of a step', () => {
    expect(judge({ step: true }, 0, 'built')).toEqual({ passed: 0, failed: 0 });
    expect(judge({ step: true }, 2, '').failed).toBe(1);
  });
});
