import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tracers } from '../../oracle/trace/index.ts';
import { readLines } from '../../oracle/trace/readLines.ts';
import { writeRecord, type TraceRecord } from '../../oracle/trace/record.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/informer');

/** What the real client-go printed for a script, and what we print for it. */
function compare(folder: string, script: string, version: string): void {
  const file = path.join(fixtures, folder, script);
  const trace = file.replace(/(\.script\.jsonl|\.json)$/, '.trace.jsonl');
  const lines = readLines(file);
  const [header] = lines as { readonly kind?: string }[];
  const recorded = readLines(trace) as TraceRecord[];
  const records = tracers[header?.kind ?? '']?.(lines, { version, orderFrom: recorded });
  expect(records?.map(writeRecord)).toEqual(recorded.map(writeRecord));
}

describe.each([
  ['scenarios', '1.37'],
  ['recorded', '1.37'],
  ['recorded-1.32', '1.32'],
])('%s', (folder, version) => {
  const scripts = fs
    .readdirSync(path.join(fixtures, folder))
    .filter((name) => /(\.script\.jsonl|\.json)$/.test(name));

  test.each(scripts)('%s', (script) => {
    compare(folder, script, version);
  });
});
