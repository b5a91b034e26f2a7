/**
 * Lines of data between two marks that nobody who wrote the data can know, each behind a bar: it can pose neither as an instruction nor as the
 * end of itself. A line has no line breaks.
 */
export function markedData(head: (mark: string) => string, lines: readonly string[]): string {
  const mark = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  return [head(mark), `<<<${mark}`, ...lines.map((line) => `| ${line}`), `${mark}>>>`].join('\n');
}
