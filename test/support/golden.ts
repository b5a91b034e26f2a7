import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const wanted = process.env['GOLDEN'];

/** Whether a golden is there, or is to be made now: `GOLDEN=new`, with `-t` for the ones meant. */
export function hasGolden(name: string): boolean {
  return wanted === 'new' || existsSync(fileOf(name));
}

/**
 * Compares a text with `test/golden/NAME.txt`. A difference leaves `NAME.txt.actual` beside it; `GOLDEN=accept` takes what is printed.
 */
export function expectGolden(name: string, text: string): void {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  if (wanted === 'accept' || wanted === 'new') writeFileSync(file, text);
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text !== expected) writeFileSync(`${file}.actual`, text);
  expect(text).toBe(expected);
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../golden/${name}.txt`, import.meta.url));
}
