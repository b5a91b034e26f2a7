// Real logs, and excerpts of public ones, hold no secret: nothing in them is starred. A UID, a digest or a name that were would show here.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesWithoutSecrets } from '../../src/base/secrets.ts';

const root = path.join(import.meta.dirname, '..');
const isText = /\.(?:log|txt|jsonl?|ya?ml|md)(?:\.gz)?$/;

function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => isText.test(name))
    .map((name) => path.join(root, folder, name));
}

/** Lines that are not as they were, with their place. */
function starredLines(file: string): readonly string[] {
  const packed = readFileSync(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(packed) : packed;
  const clean = bytesWithoutSecrets(bytes);
  if (clean === bytes) return [];
  const before = Buffer.from(bytes).toString('latin1').split('\n');
  const after = Buffer.from(clean).toString('latin1').split('\n');
  return before.flatMap((line, i) => (line === after[i] ? [] : [`${file}:${i + 1} ${line}`]));
}

test.each(['fixtures', 'cases', 'golden', '../media/scenarios'])('%s', (folder) => {
  const files = filesIn(folder);
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap(starredLines)).toEqual([]);
});
