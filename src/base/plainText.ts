/** Code points that a terminal, a tree or a page might obey: controls but tab and line break, and what turns or hides text. */
const obeyed = /(?![\t\n])[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Text from a log, to be shown: what would be obeyed becomes the visible `\u{1b}`, nothing else changes. */
export function plainText(text: string): string {
  return text.replace(obeyed, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same on one line, cut after `length` characters with a sign that it was. */
export function plainLine(text: string, length: number): string {
  const line = plainText(text.slice(0, length + 1)).replace(/[\t\n]+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
