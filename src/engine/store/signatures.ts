// What a log store can be asked for: the signs of each rule as patterns of RE2 for a line as it is stored, and as runs of words for
// an index of words. Both find at least the lines that the rule would (but not those of several lines, nor JSON with its error before
// its message); whether they are a fault the rule says when it reads them.
import { findingSeverities } from '../../diagnosis/finding.ts';
import type { Rule, Sign } from '../../diagnosis/rule.ts';
import type { Signature } from '../../store/storeView.ts';

const medium = findingSeverities.indexOf('medium');

/** Of the rules named, or of all for faults of at least medium severity; rules that no words tell are left out. */
export function signaturesOf(
  rules: readonly Rule[],
  ids: readonly string[] | undefined,
): readonly Signature[] {
  const wanted = rules.filter(({ id, severity, signs }) =>
    signs.length === 0
      ? false
      : ids === undefined
        ? findingSeverities.indexOf(severity) >= medium
        : ids.includes(id),
  );
  return wanted.map(({ id, signs }) => ({
    id,
    patterns: signs.map(({ text, not }) => ({
      text: storedPattern(text),
      not: not === undefined ? undefined : storedPattern(not),
      literals: literalsOf(text),
    })),
    phrases: signs.flatMap(phrasesOf),
  }));
}

/**
 * A rule reads messages and fields with their quotes taken off; a stored line has them on, with a backslash before each where it is
 * wrapped, and as JSON a colon for the equals sign. What RE2 cannot say, looking ahead, is left out.
 */
function storedPattern(pattern: RegExp): string {
  let source = '';
  for (const token of tokensOf(pattern.source)) source += storedToken(token);
  return `${pattern.flags.includes('i') ? '(?i)' : ''}(?:${source})`;
}

function storedToken(token: string): string {
  switch (token) {
    case '"':
      return '(?:\\\\*")';
    case ' ':
      return '(?:\\\\*"?,?(?: |\\\\*"))';
    case '=':
      return '(?:=|\\\\*":)';
    case '^':
    case '$':
      return '';
    case '[^]':
      return '(?:.|\\n)';
    default:
      return token.replace(/^\(\?<[A-Za-z_]\w*>/, '(?:');
  }
}

/** Characters, classes, escapes and openings of groups; looks ahead and behind are gone with all that is in them. */
function tokensOf(source: string): readonly string[] {
  const all =
    source.match(
      /\\(?:u[0-9a-f]{4}|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?::|=|!|<=|<!|<\w+>)|\{\d*(?:,\d*)?\}|[^]/g,
    ) ?? [];
  const kept: string[] = [];
  let skipped = 0;
  for (const token of all) {
    const opens = token.startsWith('(');
    if (skipped > 0) skipped += opens ? 1 : token === ')' ? -1 : 0;
    else if (/^\(\?(?:=|!|<=|<!)$/.test(token)) skipped = 1;
    else kept.push(token);
  }
  return kept;
}

/** For each way in which a sign may be worded, a text that such a line holds as it is stored; none when a way has none. */
function literalsOf(pattern: RegExp): readonly string[] {
  const ways = new Wordings(tokensOf(pattern.source), asStored).read().map(longestLiteral);
  return ways.every((literal) => literal.length >= 5) ? [...new Set(ways)] : [];
}

/** Before a key there may be the quote that ends the message, which the pattern does not have. */
function longestLiteral(way: string): string {
  const parts = way.replaceAll(/ ?[^ ]*\u{e001}/gu, OPEN).split(OPEN);
  return parts
    .map((part) => part.replace(/ [a-z]+[A-Z]\w*$/, '').replace(/^ | $/g, ''))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** What a token stands for in a stored line. */
function asStored(token: string): string {
  if (token === '=') return '\u{e001}';
  if (token === '"' || /^\[\w\w\]$/.test(token)) return OPEN;
  return asWords(token);
}

/** For each way in which a sign may be worded, the words that such a line has; none when one of them has none worth asking for. */
function phrasesOf({ text }: Sign): readonly (readonly string[])[] {
  const ways = new Wordings(tokensOf(text.source), asWords).read().map(wordRuns);
  const isTelling = (runs: readonly string[]): boolean =>
    runs.some((run) => run.length >= 16 || /^\S{12}|\w\W+\w{2,}\W+\w/.test(run));
  if (!ways.every(isTelling)) return [];
  return [...new Map(ways.map((runs) => [runs.join('\n'), runs])).values()];
}

/** Stands for what a pattern leaves open. */
const OPEN = '\u{e000}';
/** Ways beyond these are not told apart. */
const mostWays = 24;

/** Reads a pattern as the texts that it may stand for. */
class Wordings {
  private readonly tokens: readonly string[];
  private readonly textOf: (token: string) => string;
  private next = 0;

  constructor(tokens: readonly string[], textOf: (token: string) => string) {
    this.tokens = tokens;
    this.textOf = textOf;
  }

  /** Up to the end of the group, or of the pattern. */
  read(): readonly string[] {
    const ways: string[] = [];
    let current: readonly string[] = [''];
    for (
      let token = this.tokens[this.next++];
      token !== undefined;
      token = this.tokens[this.next++]
    ) {
      if (token === ')') break;
      if (token === '|') {
        ways.push(...current);
        current = [''];
      } else {
        const atom = this.quantified(token.startsWith('(') ? this.read() : [this.textOf(token)]);
        const crossed = current.flatMap((before) => atom.map((each) => before + each));
        current = crossed.length > mostWays ? current.map((before) => before + OPEN) : crossed;
      }
    }
    const all = [...ways, ...current];
    return all.length > 4 * mostWays ? [OPEN] : all;
  }

  private quantified(atom: readonly string[]): readonly string[] {
    const token = this.tokens[this.next] ?? '';
    if (!/^[?*+{]/.test(token)) return atom;
    this.next++;
    // A sign of thrift, not of number.
    if (this.tokens[this.next] === '?') this.next++;
    if (token === '?') return [...new Set([...atom, ''])];
    return [OPEN];
  }
}

/** What a token stands for in an index of words, which knows no upper case and no quotes. */
function asWords(token: string): string {
  if (token === '"' || token === '=') return ' ';
  if (token === '^' || token === '$' || token === '\\b') return '';
  if (token.length === 1) return token === '.' ? OPEN : token;
  const twice = /^\[([A-Za-z])([A-Za-z])\]$/.exec(token);
  if (twice !== null && twice[1]?.toLowerCase() === twice[2]?.toLowerCase()) return twice[1] ?? '';
  return /^\\\W$/.test(token) ? token.slice(1) : OPEN;
}

/** Without the words of which only a part is known. */
function wordRuns(way: string): readonly string[] {
  const parts = way.split(OPEN);
  return parts
    .map((part, index) => {
      const begun = index === 0 ? part : part.replace(/^[^\s(){}[\],;]+/, '');
      const whole = index === parts.length - 1 ? begun : begun.replace(/[^\s(){}[\],;]+$/, '');
      return whole.trim().replace(/\s+/g, ' ');
    })
    .filter((each) => /\w{3}/.test(each));
}
