// A line of a log as rows show it.

/** What a journal or a container runtime writes before a klog header is as long at most. */
const header = /^(?:.{1,200}? )?[IWEF]\d{4} \d\d:[\d:.]+ +\d+ [^\]\s]{1,200}\] (.*)/s;

/** What a klog line says: its message without quotes, and its fields, but no header, for which a row has no room. Another line is whole. */
export function wordsOf(line: string): string {
  const body = header.exec(line)?.[1] ?? line;
  return body.replace(/^"((?:[^"\\]|\\.)*)"/, '$1');
}
