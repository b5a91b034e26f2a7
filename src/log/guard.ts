// Words that a text must hold if a pattern is to fit it: looking for them is many times faster than trying the pattern.

/** Shorter ones stand in most texts. */
const SHORTEST = 4;

/** One of these stands in each text that the pattern fits; undefined where no such words are found. */
export function guardsOf(pattern: RegExp): readonly string[] | undefined {
  if (pattern.flags.includes('i')) return undefined;
  const guards = alternatives(pattern.source).map(longestWords);
  return guards.every((words) => words.length >= SHORTEST) ? guards : undefined;
}

export function holdsOne(text: string, guards: readonly string[] | undefined): boolean {
  return guards === undefined || guards.some((words) => text.includes(words));
}

/** A token of a pattern: an escape, a class, a quantifier, a bracket of a group, or one character. */
const token =
  /\\(?:k<\w+>|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\[(?:\\.|[^\]\\])*\]?|\{[\d,]+\}\??|\(\?(?:<?[=!]|<\w+>|:)|[\s\S]/gi;

/** The pattern's parts between the bars that stand in no group. */
function alternatives(source: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const piece of source.match(token) ?? []) {
    if (piece.startsWith('(')) depth++;
    if (piece === ')') depth--;
    if (piece === '|' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts;
}

/** The longest run of plain characters that stands in no group; a character with a quantifier may be missing. */
function longestWords(pieces: readonly string[]): string {
  let best = '';
  let run = '';
  let depth = 0;
  pieces.forEach((piece, index) => {
    const isCertain = depth === 0 && !/^[*?+{]/.test(pieces[index + 1] ?? '');
    const plain = isCertain ? plainCharacter(piece) : undefined;
    run = plain === undefined ? '' : run + plain;
    if (run.length > best.length) best = run;
    if (piece.startsWith('(')) depth++;
    if (piece === ')') depth--;
  });
  return best;
}

/** Digits are none: texts that differ only in their numbers are to hold the same words. */
function plainCharacter(piece: string): string | undefined {
  if (/^\\[^A-Za-z0-9]$/.test(piece)) return piece.slice(1);
  return /^[^\\.^$|()[\]{}*+?0-9]$/.test(piece) ? piece : undefined;
}
