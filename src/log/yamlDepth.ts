// How much YAML is read, for its reader keeps kilobytes of each mistake and goes on after any number of them; and how deep it is nested,
// before the reader goes down into it: how far that could go depends on what else is on the stack.
import { CST, Lexer } from 'yaml';

/** Characters of a text that a person writes. */
export const LONGEST_YAML = 256 * 1024;

/** Of lists and maps in brackets; and columns before the first word of a line, each of which may be a level. */
const MOST_BRACKETS = 100;
const MOST_COLUMNS = 400;

/** Where it is nested deeper than anything that somebody writes, or undefined. */
export function tooDeepAt(text: string): number | undefined {
  let offset = 0;
  let brackets = 0;
  let columns = 0;
  let isIndent = true;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    const type: string | null = isText ? 'text' : CST.tokenType(token);
    // A mark that stands in no text: the next token is a scalar, whatever it looks like.
    isText = type === 'scalar';
    if (isText || type === 'flow-error-end' || type === 'doc-mode') continue;
    if (type === 'newline') [columns, isIndent] = [0, true];
    else if (type === 'flow-map-start' || type === 'flow-seq-start') brackets++;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') brackets--;
    if (type === 'space' || /-ind$/.test(type ?? '')) columns += isIndent ? token.length : 0;
    else if (type !== 'newline') isIndent = false;
    if (brackets > MOST_BRACKETS || columns > MOST_COLUMNS) return offset;
    offset += token.length;
  }
  return undefined;
}
