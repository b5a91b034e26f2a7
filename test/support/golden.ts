import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares a text with `test/golden/NAME.txt`. A difference leaves `NAME.txt.actual` beside it; `GOLDEN=accept` takes what is printed.
 */
export function expectGolden(name: string, text: string): void {
  const file = fileURLToPath(new URL(`../golden/${name}.txt`, import.meta.url));
  if (process.env['GOLDEN'] === 'accept') writeFileSync(file, text);
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text !== expected) writeFileSync(`${file}.actual`, text);
  expect(text).toBe(expected);
}
