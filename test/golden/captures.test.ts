import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { diagnoseText } from '../support/cases.ts';

const folder = path.join(import.meta.dirname, '..', 'fixtures', 'captures');

/** What a careful reader of the log finds above info, and in which pods; written from the log, not from the rules. */
interface Expectation {
  readonly loud: readonly string[];
  readonly pods: readonly string[];
}

describe('findings of real kubelets', () => {
  test.each(fs.readdirSync(folder))('%s', (name) => {
    const read = (file: string): Buffer => fs.readFileSync(path.join(folder, name, file));
    const wanted = JSON.parse(read('expect.json').toString()) as Expectation;
    const { findings } = diagnoseText(zlib.gunzipSync(read('kubelet.log.gz')));
    const loud = findings.filter(({ severity }) => severity !== 'info');
    expect([...new Set(loud.map(({ id }) => id))].toSorted()).toEqual(wanted.loud);
    expect([...new Set(loud.flatMap(({ pod }) => pod ?? []))].toSorted()).toEqual(wanted.pods);
  });
});
