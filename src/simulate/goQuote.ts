/** A double-quoted Go string (`%q`). */
export function goQuote(text: string): string {
  return `"${text.replace(/[\\"]/g, (c) => `\\${c}`).replaceAll('\n', '\\n')}"`;
}
