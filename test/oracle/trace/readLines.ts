import fs from 'node:fs';

/** The JSON values of a file: one a line, or a single one over several lines, as a person writes it. */
export function readLines(file: string): unknown[] {
  const text = fs.readFileSync(file, 'utf8').trim();
  if (/^\{\s*\n/.test(text)) return [JSON.parse(text)];
  return text.split('\n').map((line): unknown => JSON.parse(line));
}
