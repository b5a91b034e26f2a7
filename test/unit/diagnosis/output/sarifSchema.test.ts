// What is written as SARIF is SARIF: held against the schema that its makers publish.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import AjvDraft04 from 'ajv-draft-04';
import { expect, test } from 'vitest';
import { findingsSarif } from '../../../../src/diagnosis/output/sarif.ts';
import { caseNames, diagnoseText, readCase } from '../../../support/cases.ts';

const file = new URL('../../../fixtures/sarif/sarif-schema-2.1.0.json.gz', import.meta.url);
const schema: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString());
const validate = new AjvDraft04({ strict: false, validateFormats: false }).compile(
  schema as object,
);

function problems(log: unknown): readonly string[] {
  validate(JSON.parse(JSON.stringify(log)));
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
  );
}

test('the findings of every case', () => {
  for (const name of caseNames()) {
    const { findings } = diagnoseText(readCase(name).log);
    const log = findingsSarif(
      findings,
      ({ below }) => ({ file: 'C:\\logs\\node 7#a.log', line: below, text: '"\u0001' }),
      { version: '1.2.3' },
    );
    expect(problems(log), name).toEqual([]);
  }
});

test('no findings at all', () => {
  expect(
    problems(findingsSarif([], () => ({ file: '', line: 0, text: '' }), { version: '' })),
  ).toEqual([]);
});

test('what is none is told', () => {
  expect(problems({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([]);
});
