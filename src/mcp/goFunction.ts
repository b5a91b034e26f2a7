/** More of a function nobody reads in an answer. */
const MOST_LINES = 200;

/** The function of a Go file that a line, from 1, stands in, with the comment above it: gofmt ends each at a brace in the first column. */
export function goFunctionAt(text: string, line: number): string | undefined {
  const lines = text.split('\n');
  let first = line - 1;
  while (first >= 0 && lines[first]?.startsWith('func ') !== true) {
    if (first < line - 1 && lines[first]?.startsWith('}') === true) return undefined;
    first--;
  }
  if (first < 0) return undefined;
  const last = lines.findIndex((each, index) => index >= first && each.startsWith('}'));
  while (lines[first - 1]?.startsWith('//') === true) first--;
  const end = Math.min(last < 0 ? lines.length : last + 1, first + MOST_LINES);
  return `${lines.slice(first, end).join('\n')}\n`;
}
