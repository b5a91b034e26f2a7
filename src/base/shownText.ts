// What of a log may be shown: nothing that would be obeyed, and no secret. A secret is known by what stands around it: so it is starred before
// the text is cut, put into a sentence or escaped.
import { plainLine, plainText } from './plainText.ts';
import { withoutSecrets } from './secrets.ts';

/** So much text behind a cut is read for secrets. */
const BEHIND = 4_096;

export function shownText(text: string): string {
  return plainText(withoutSecrets(text));
}

/** The same on one line, cut after `length` characters with a sign that it was. */
export function shownLine(text: string, length: number): string {
  return plainLine(withoutSecrets(text.slice(0, length + BEHIND)), length);
}
