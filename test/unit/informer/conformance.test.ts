// Each point of what client-go and the API server promise names what shows it; this sees to it that what is named is there.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tracers } from '../../oracle/trace/index.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/informer');
const scenarios = new Set(
  fs.readdirSync(path.join(fixtures, 'scenarios')).map((name) => name.slice(0, 2)),
);

const points = fs
  .readFileSync(path.join(fixtures, 'conformance.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, id = '', promise = '', shown = ''] = /^(\S+) (.+) \| (.+)$/.exec(line) ?? [];
    return { id, promise, shown };
  });

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = fs.readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
  sources.set(file, text);
  return text;
}

/** Whether that which shows a point is there. */
function isThere(shown: string): boolean {
  const [, kind] = /^oracle (\w+)$/.exec(shown) ?? [];
  if (kind !== undefined) return kind in tracers;
  const [, scenario] = /^scenario (\d\d)$/.exec(shown) ?? [];
  if (scenario !== undefined) return scenarios.has(scenario);
  const [, file, title = ''] = /^(\S+\.test\.ts): (.+)$/.exec(shown) ?? [];
  if (file !== undefined) return sourceOf(file).includes(`'${title}'`);
  return shown.startsWith('left out: ');
}

test('every point is there once, with its promise', () => {
  expect(points).toHaveLength(254);
  expect(new Set(points.map(({ id }) => id)).size).toBe(254);
  expect(points.filter(({ promise }) => promise === '')).toEqual([]);
});

test('what shows it is there', () => {
  expect(points.filter(({ shown }) => !isThere(shown))).toEqual([]);
});

test('few are left out', () => {
  expect(points.filter(({ shown }) => shown.startsWith('left out')).map(({ id }) => id)).toEqual([
    ...['K-05', 'D-28', 'D-29', 'D-30', 'W-33', 'WL-14', 'WL-16', 'C-10', 'S-13', 'S-19', 'S-27'],
    ...['A-05', 'A-14'],
  ]);
});
