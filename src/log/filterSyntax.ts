import { err, ok, type Result } from '../base/result.ts';

/** How a term compares. `:` contains, `~` matches a regular expression, `=` is the whole value, with `*` and `?`. */
export type Operator = ':' | '~' | '=' | '!=' | '>=' | '<=' | '>' | '<';

export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly part: FilterNode }
  | {
      readonly kind: 'term';
      /** Empty for bare words, which are searched in the whole text. */
      readonly key: string;
      readonly operator: Operator;
      readonly value: string;
      readonly at: number;
    };

interface Token {
  readonly kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'term';
  readonly at: number;
  readonly key: string;
  readonly operator: Operator;
  readonly value: string;
}

/** The expressions below overflow their stack with some times as many. */
const LONGEST = 1_000_000;
const MOST_WORDS = 1_000;

/** A key, an operator and a value; the value may stand in quotes. Tried before a bare word. */
const term = /([A-Za-z][\w.()-]*)(>=|<=|!=|[:~=<>])(?:"((?:[^"\\]|\\.)*)"|([^\s"()]*))/y;
const word = /"((?:[^"\\]|\\.)*)"|([^\s"()]+)/y;

/**
 * Reads `pod=kube-system/* sev>=E msg~"PLEG" (after=10:42 or not text:boom)`. Terms that stand together must all hold;
 * `or` binds weaker. The error says what is wrong and at which character.
 */
export function parseFilter(text: string): Result<FilterNode> {
  if (text.length > LONGEST)
    return err(`A filter has at most ${LONGEST.toLocaleString('en')} characters.`);
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  // Each is asked of each line.
  if (tokens.value.filter(({ kind }) => kind === 'term').length > MOST_WORDS)
    return err(`A filter has at most ${MOST_WORDS.toLocaleString('en')} words.`);
  const parser = new Parser(tokens.value);
  const node = parser.alternatives();
  if (parser.problem !== undefined) return err(parser.problem);
  return parser.atEnd ? ok(node) : err(`There is a ) too many at character ${parser.place + 1}.`);
}

function tokenize(text: string): Result<readonly Token[]> {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? '';
    if (/\s/.test(char)) at++;
    else if (char === '(' || char === ')')
      tokens.push({ ...plain(char === '(' ? 'open' : 'close', at), at: at++ });
    else if ((char === '!' || char === '-') && /[^\s=]/.test(text[at + 1] ?? ' '))
      tokens.push(plain('not', at++));
    else {
      const read = readTerm(text, at);
      if (read === undefined) return err(`The quote at character ${at + 1} is never closed.`);
      tokens.push(read.token);
      at = read.end;
    }
  }
  return ok(tokens);
}

function plain(kind: Token['kind'], at: number): Token {
  return { kind, at, key: '', operator: ':', value: '' };
}

function readTerm(text: string, at: number): { token: Token; end: number } | undefined {
  term.lastIndex = at;
  const m = term.exec(text);
  if (m !== null && !text.slice(at + m[0].length).startsWith('"')) {
    const [all, key = '', operator = ':', quoted, bare] = m;
    const value = quoted === undefined ? (bare ?? '') : unescaped(quoted);
    return {
      token: { kind: 'term', at, key: key.toLowerCase(), operator: operator as Operator, value },
      end: at + all.length,
    };
  }
  word.lastIndex = at;
  const w = word.exec(text);
  if (w === null) return undefined;
  const [all, quoted, bare = ''] = w;
  const end = at + all.length;
  if (quoted !== undefined)
    return { token: { ...plain('term', at), value: unescaped(quoted) }, end };
  const lower = bare.toLowerCase();
  if (lower === 'or' || lower === 'and' || lower === 'not') return { token: plain(lower, at), end };
  return { token: { ...plain('term', at), value: bare }, end };
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1');
}

/** Deeper than any person writes, and far from what a stack holds. */
const DEEPEST = 100;

class Parser {
  problem: string | undefined;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private index = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get atEnd(): boolean {
    return this.index >= this.tokens.length;
  }

  get place(): number {
    return this.tokens[this.index]?.at ?? 0;
  }

  alternatives(): FilterNode {
    const parts = [this.conjunction()];
    while (this.take('or') !== undefined) parts.push(this.conjunction());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'or', parts };
  }

  private conjunction(): FilterNode {
    const parts: FilterNode[] = [];
    while (!this.atEnd && this.peekKind() !== 'or' && this.peekKind() !== 'close') {
      if (this.take('and') === undefined) parts.push(this.negation());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'and', parts };
  }

  private negation(): FilterNode {
    if (++this.depth > DEEPEST) {
      this.problem ??= `A filter nests at most ${DEEPEST} deep.`;
      this.index = this.tokens.length;
    }
    const node = this.negated();
    this.depth--;
    return node;
  }

  private negated(): FilterNode {
    if (this.take('not') !== undefined) return { kind: 'not', part: this.negation() };
    const open = this.take('open');
    if (open !== undefined) {
      const inner = this.alternatives();
      if (this.take('close') === undefined)
        this.problem ??= `The ( at character ${open.at + 1} is never closed.`;
      return inner;
    }
    const found = this.take('term');
    if (found !== undefined)
      return {
        kind: 'term',
        key: found.key,
        operator: found.operator,
        value: found.value,
        at: found.at,
      };
    this.problem ??= 'After "not" something to negate is missing.';
    this.index++;
    return { kind: 'and', parts: [] };
  }

  private peekKind(): Token['kind'] | undefined {
    return this.tokens[this.index]?.kind;
  }

  private take(kind: Token['kind']): Token | undefined {
    const token = this.tokens[this.index];
    if (token?.kind !== kind) return undefined;
    this.index++;
    return token;
  }
}
