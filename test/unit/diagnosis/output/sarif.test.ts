import { expect, test } from 'vitest';
import { findingsSarif } from '../../../../src/diagnosis/output/sarif.ts';
import { diagnoseText, readCase } from '../../../support/cases.ts';

const { findings } = diagnoseText(readCase('port').log);
const log = findingsSarif(
  findings,
  ({ below }) => ({ file: 'logs/node 7#a.log', line: 3 + below, text: '<b>x</b>' }),
  { version: '1.2.3' },
);

test('a failure has a level, a harmless line none', () => {
  const results = log.runs[0]?.results ?? [];
  expect(results).toHaveLength(findings.length);
  expect(results[0]).toMatchObject({ ruleId: 'start-port-in-use', kind: 'fail', level: 'error' });
  for (const result of results.filter(({ kind }) => kind === 'informational'))
    expect(result.level).toBe('none');
});

test('each result points to its rule and to its line', () => {
  const driver = log.runs[0]?.tool.driver;
  for (const result of log.runs[0]?.results ?? []) {
    expect(driver?.rules?.[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
    expect(result.locations?.[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: 'logs/node%207%23a.log' },
      region: { startLine: 3 },
    });
  }
});

test('no title keeps the place of a fact', () => {
  for (const rule of log.runs[0]?.tool.driver.rules ?? [])
    expect(rule.shortDescription?.text).not.toMatch(/[{}|]/);
});
