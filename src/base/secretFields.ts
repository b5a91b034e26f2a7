// Secrets by the name of their field: `password=…`, `"client_secret":"…"` at any depth of escaping, `--token …`, `X-Vault-Token: …`.
import type { Span } from './matches.ts';

/** `token`: a short one is a word about it. */
type Kind = 'password' | 'secret' | 'token';

const ofSecrets =
  'client|app|api|consumer|shared|webhook|signing|session|jwt|cookie|token|oauth2?|hmac';
const ofKeys =
  'api|app|access|account|subscription|storage|encryption|signing|master|certificate|auth|secret|license|functions|ssh|aes|hmac';
const ofTokens =
  'access|refresh|id|auth|api|bot|bearer|session|security|identity|registry|vault|private|bootstrap|discovery|csrf|xsrf';

/** Each begins with letters that are looked for fast. */
const names: readonly (readonly [Kind, name: string])[] = [
  ['password', String.raw`passwords?(?:[_-]?\d{1,3})?`],
  ['password', 'passwd'],
  ['password', 'passphrase'],
  ['password', 'pwd'],
  ['password', String.raw`pass(?:(?==)|(?<=[_-]pass|["']pass(?=\\*["'])))`],
  ['secret', String.raw`secret(?<=(?:${ofSecrets})[_-]?secret|[A-Z\d]_secret)`],
  ['secret', String.raw`secret[_-]?access[_-]?key`],
  ['secret', String.raw`(?:pre[_-]?shared[_-]?key|psk)`],
  ['secret', String.raw`creds(?<![\w-]creds)(?==)`],
  ['secret', String.raw`key(?<=(?:${ofKeys})[_.-]?key)(?:[_-]?(?:id|base))?`],
  ['secret', String.raw`client-(?:key|certificate)-data`],
  ['secret', String.raw`private[_-]?key(?:[_-]?id|[_-]?data)?`],
  ['secret', String.raw`token(?:-id|(?<=(?:${ofTokens})[_-]?token))`],
  ['secret', String.raw`auth(?<=["']auth)(?=\\*["'])`],
  ['secret', String.raw`credentials?(?<=["']credentials?)(?=\\*["'])`],
  ['secret', 'dockerc(?:onfigjson|fg)'],
  // Of the environment; a word that is no such name may stand for anything.
  ['secret', String.raw`token(?<=[a-z\d]_token)(?==)`],
  ['secret', String.raw`(?:authorization|cookie)(?=\\{0,64}["']?\s{0,8},)`],
  ['token', 'token'],
];

/** Between the name and its value; a flag may have only a space. */
const between = [
  String.raw`\\{0,64}["']?\s{0,8}[:=]\s{0,8}\{\s{0,8}\\{0,64}["']?(?:value|plain(?:text)?)\\{0,64}["']?\s{0,8}[:=]\s{0,8}`,
  String.raw`\\{0,64}["']?\s{0,8}(?:=>|->|:=|[:=])\s{0,8}`,
  '(?:%22)?%3[ad](?:%22)?',
  String.raw`\\{0,64}["']?\s{0,8},\s{0,8}\\{0,64}["']?value\\{0,64}["']?\s{0,8}[:=]\s{0,8}`,
  String.raw`(?=>[^<\s]{1,256}<\/)>`,
].join('|');
const fields = names.map(
  ([kind, name]) => [kind, new RegExp(`${name}(?:${between})`, 'gi')] as const,
);
const flag = new RegExp(
  String.raw`(?<![\w-])--?(?:[\w-]{0,30}-)?(?:password|passwd|passphrase|pass|token|secret|(?:api|access|secret|account|certificate|encryption)-?key)(?:\\{0,64}["'],?\s{0,8}(?=\\{0,64}["'])|\s{1,8})(?!-)`,
  'gi',
);
const open = /\[?(\\*)(["'`]?)/y;
const bare = /(?:[^\s"'\\,;&}\])<>]|\\(?!["'nrtu\\]))+/y;
/** Words that say there is none, or what it is about. */
const noSecret =
  /^(?:root|true|false|null|nil|none|<nil>|\*+|REDACTED|[Mm]asked|redacted|\$\(?\{?\w*\}?\)?)$/;
const longestValue = 1 << 16;

interface Value {
  readonly span: Span;
  readonly quoted: boolean;
}

export function fieldSecrets(text: string): Span[] {
  const ofFields = fields.flatMap(([kind, name]) =>
    found(text, name, (value, quoted, said) => isSecret(kind, value, quoted, said)),
  );
  return [...ofFields, ...found(text, flag, isArgument)];
}

function found(
  text: string,
  name: RegExp,
  isOne: (value: string, quoted: boolean, said: string) => boolean,
): Span[] {
  const spans: Span[] = [];
  name.lastIndex = 0;
  for (let m = name.exec(text); m !== null; m = name.exec(text)) {
    const { span, quoted } = valueAt(text, name.lastIndex);
    if (!isOne(text.slice(...span), quoted, m[0])) continue;
    spans.push(span);
    name.lastIndex = span[1];
  }
  return spans;
}

/** `said`: the name and what stands between it and the value. */
function isSecret(kind: Kind, value: string, quoted: boolean, said: string): boolean {
  if (noSecret.test(value)) return false;
  if (kind === 'token') return /^[\w.~+/=-]{16,}$/.test(value);
  // `volume "client-secret" : secret "client-secret" not found`
  if (kind === 'secret' && !quoted && !said.includes('=') && /^[a-z]+$/.test(value)) return false;
  // Files that hold one are no secrets, nor are objects.
  if (/^(?:\.{0,2}\/[\w./-]*|[[{].*)$/.test(value)) return false;
  return value.length >= (quoted ? 1 : kind === 'password' ? 5 : 6);
}

function isArgument(value: string, quoted: boolean): boolean {
  return !noSecret.test(value) && value.length >= (quoted ? 1 : 4) && !value.startsWith('/');
}

/** The value that begins at a place: up to the quote that closes it, of the same depth of escaping, or to the end of the word. */
function valueAt(text: string, at: number): Value {
  open.lastIndex = at;
  const [whole = '', slashes = '', quote = ''] = open.exec(text) ?? [];
  if (quote === '') {
    bare.lastIndex = at + whole.length - slashes.length;
    const from = bare.lastIndex;
    return { span: [from, bare.test(text) ? bare.lastIndex : from], quoted: false };
  }
  const from = at + whole.length;
  return { span: [from, closing(text, from, quote, slashes.length)], quoted: true };
}

function closing(text: string, from: number, quote: string, depth: number): number {
  const most = Math.min(text.length, from + longestValue);
  let slashes = 0;
  for (let i = from; i < most; i++) {
    const sign = text[i];
    if (sign === '\n') return i;
    if (sign === '\\') {
      slashes++;
      continue;
    }
    // As many as before the first quote, or fewer: that one ends what this stands in.
    const closes = slashes <= depth || (depth === 0 && slashes % 2 === 0);
    if (sign === quote && closes) return i - slashes;
    slashes = 0;
  }
  return most;
}
