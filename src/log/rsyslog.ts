/** rsyslog writes a control character of a message as `#` and three octal digits ($EscapeControlCharactersOnReceive). */
const control = /#0(11|12|15|33)/g;

/** The text with its tabs, line breaks and escapes as they were. */
export function unescapeControls(text: string): string {
  return text.replace(control, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}
