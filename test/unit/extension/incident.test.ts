import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseIncident } from '../../../src/extension/commands/incident.ts';
import { INCIDENT_FILE } from '../../../src/extension/contributions.ts';

const samples = path.resolve(import.meta.dirname, '../../../media/samples');

test('an incident file names logs inside its folder', () => {
  const text = JSON.stringify({
    title: 'T',
    sources: ['a/kubelet.log.gz'],
    at: '2026-11-21T09:00:00Z',
  });
  expect(parseIncident(text)).toMatchObject({
    title: 'T',
    description: '',
    sources: ['a/kubelet.log.gz'],
  });
});

test.each([
  ['nothing', ''],
  ['a list', '[]'],
  ['no sources', '{}'],
  ['empty sources', '{"sources":[]}'],
  ['a path out of the folder', '{"sources":["../../etc/shadow"]}'],
  ['an absolute path', '{"sources":["/etc/shadow"]}'],
  ['a drive', '{"sources":["C:\\\\x"]}'],
  ['a number', '{"sources":[1]}'],
])('%s gets a reason', (_, text) => {
  expect(parseIncident(text)).toBeTypeOf('string');
});

test('every bundled sample is an incident whose logs are there', () => {
  const folders = fs
    .readdirSync(samples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(1);
  for (const folder of ['.', ...folders.map(({ name }) => name)]) {
    const incident = parseIncident(
      fs.readFileSync(path.join(samples, folder, INCIDENT_FILE), 'utf8'),
    );
    if (typeof incident === 'string') throw new Error(`${folder}: ${incident}`);
    expect(incident.at, folder).toBeDefined();
    for (const source of incident.sources)
      expect(fs.existsSync(path.join(samples, folder, source)), source).toBe(true);
  }
});
