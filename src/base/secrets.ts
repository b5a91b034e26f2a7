// What lets somebody in and must not be handed on with a text: tokens, passwords, keys. Told by where it stands or by the form that who
// gives it out has given it, so that names and ids stay. Each expression is bounded or goes on where the last find ended: linear in the text.
import { groupsOf, type Span } from './matches.ts';
import { fieldSecrets } from './secretFields.ts';
import { keyLines, keySecrets } from './secretKeys.ts';

const scheme = String.raw`(?:Bearer|Basic|Token|Digest|Api-?Key|Negotiate|NTLM|OAuth|Key|SharedKey(?:Lite)?|GenieKey)`;
const header = String.raw`Authorization\\*["']?\s{0,8}[:=]\s{0,8}\\*["']?(?:\[\\*["']?)?`;

/** Letters alone are looked for fastest, some at once: most texts have none of these, and are read no further. */
const hints: readonly RegExp[] = [
  /passw|passphrase|pwd|pass|secret|token|key|auth|bearer|basic|cookie|credential|dockerc|signature|sig=/i,
  /[ ,"]-p|[ ,"]-u| --user|creds|@tcp|@unix|envvar|httpheader|proxy=|sess(?:ion_?)?id|\.sid=|redis|LS0tLS1CRUdJTi|-data|eyJ/i,
  /gh[pousr]_|github_pat_|gl[a-z]+-|xox|xapp-|aiza|hooks\.slack|shp[a-z]+_|dp\.pt|lin_api_|rubygems_|hf_|dckr_/i,
  /ya29|sg\.|sk-|k_live|k_test|npm_|pypi-|do[por]_v1|hv[sbr]|akia|asia|%2f%2f/i,
  /K10|sha256~|kubeconfig-|psk|tskey-|GOCSPX|gls?[ac]_|sntry|dapi|NRAK|ATATT|HRKU|pul-|atlasv1|pscale_|sbp_|bk[au]+_|CCIPAT|dt0c|ntn_|figd_|gsk_|r8_|fm2_|AKCp/,
];
/** Of a long text, so much at once is read for hints. */
const PIECE = 4_096;

// A user's password in a URL, which may hold an @; a user without one is a name, and an image with a digest has none.
const url =
  /:\\{0,64}\/\\{0,64}\/[^\s/@:"'\\]{0,256}:((?:[^\s/"'\\<>]|'(?![,\s)\]}])){1,256})@(?!sha\d)/dg;
const encodedUrl =
  /%3A%2F%2F[^\s/@:"'\\%]{0,256}(?:%3A|:)((?:[^\s/"'\\<>&%@]|%(?!40|2F)){1,256})(?:%40|@)/dgi;

// Tokens by which a node joins; a letter before one may be that of an escaped line break. What looks so and is hexadecimal from 1 on is the name of an event: the nanoseconds of its first time.
const bootstrap =
  /\.(?<=(?<!(?<!\\)\w|[./-])([a-z\d]{6})\.)((?!1[\da-f]{15}\b)[a-z\d]{16})(?![\w.-])/dg;

/** What begins with a mark of its own, as its maker gives it out. */
const marked: readonly (readonly [mark: string, rest: string])[] = [
  ['eyJ', String.raw`[\w-]{10,}\.[\w-]{10,}\.[\w-]*`],
  ['gh[pousr]_', String.raw`\w{20,}`],
  ['github_pat_', String.raw`\w{20,}`],
  ['gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-', String.raw`[\w.-]{16,}`],
  ['xox[abeoprs]-', String.raw`[\w-]{10,}`],
  ['xapp-', String.raw`[\w-]{10,}`],
  ['AIza', String.raw`[\w-]{30,}`],
  ['ya29\\.', String.raw`[\w-]{20,}`],
  ['SG\\.', String.raw`[\w-]{16,}\.[\w-]{16,}`],
  ['sk-', String.raw`(?:(?:proj|ant|svcacct|admin|or|live|test)-[\w-]{16,}|[A-Za-z\d]{20,})`],
  ['[rs]k_(?:live|test)_', String.raw`\w{16,}`],
  ['npm_', String.raw`\w{30,}`],
  ['pypi-', String.raw`[\w-]{30,}`],
  ['do[por]_v1_', String.raw`\w{30,}`],
  // What joins a node to k3s and RKE2: the hash of the authority, a user and the word.
  ['K10[a-f\\d]{64}::', String.raw`[^\s"'\\]{6,}`],
  // OpenShift's, and Rancher's behind their names.
  ['sha256~', String.raw`[\w-]{40,}`],
  ['(?:token|kubeconfig-\\w{1,32})-[\\w-]{1,64}:', String.raw`[a-z\d]{40,}`],
  ['tskey-', String.raw`[a-z]{1,16}-[\w-]{16,}`],
  ['GOCSPX-', String.raw`[\w-]{20,}`],
  ['gl(?:sa|c)_', String.raw`\w{30,}={0,2}`],
  ['sntry[su]_', String.raw`[\w=+/-]{30,}`],
  ['dapi', String.raw`[a-f\d]{32}(?![a-f\d])(?:-\d)?`],
  ['NRAK-', String.raw`[A-Z\d]{27}`],
  ['ATATT3', String.raw`[\w=-]{50,}`],
  ['HRKU-', String.raw`[\w-]{30,}`],
  ['pul-', String.raw`[a-f\d]{40}`],
  ['pscale_(?:tkn|pw|oauth)_', String.raw`[\w.-]{30,}`],
  ['sbp_', String.raw`[a-f\d]{40}`],
  ['bkua_', String.raw`[a-f\d]{40}`],
  ['CCIPAT_', String.raw`\w{20,}`],
  ['dt0c\\d\\d\\.', String.raw`[A-Z\d]{24}\.[A-Z\d]{64}`],
  ['ntn_', String.raw`[A-Za-z\d]{40,}`],
  ['figd_', String.raw`[\w-]{36,}`],
  ['gsk_', String.raw`[A-Za-z\d]{40,}`],
  ['r8_', String.raw`[A-Za-z\d]{36,}`],
  ['fm2_', String.raw`[A-Za-z\d+/=]{40,}`],
  ['AKCp', String.raw`[A-Za-z\d]{60,}`],
  ['hv[sbr]\\.', String.raw`[\w-]{20,}`],
  ['dckr_[op]at_', String.raw`[\w-]{20,}`],
  ['shp(?:at|ca|pa|ss|tka)_', String.raw`[a-f\d]{32}`],
  ['dp\\.(?:pt|st|ct|sa|scim|audit)\\.', String.raw`[\w.-]{40,}`],
  ['lin_api_', String.raw`\w{30,}`],
  ['rubygems_', String.raw`[a-f\d]{40,}`],
  ['hf_', String.raw`[A-Za-z\d]{30,}`],
  ['AGE-SECRET-KEY-1', String.raw`[A-Z\d]{40,}`],
  ['hooks\\.slack\\.com/services/', String.raw`\w{1,32}/\w{1,32}/\w{16,}`],
  // An id of AWS, and the key that stands behind it.
  ['A[KS]IA', String.raw`[A-Z\d]{12,124}(?:[\s:,|"'\\]{1,4}[A-Za-z\d/+]{40})?`],
];

/** Each begins with letters of its own, which are looked for fast: so there are many, and not one of many parts. */
const patterns: readonly RegExp[] = [
  encodedUrl,
  /Bearer(?::?\s+\\{0,64}"?|%20|\+)([\w.~+/=-]{8,})/dgi,
  new RegExp(String.raw`${header}${scheme}\s{1,8}([^\s"'\\,;\]<>{]{4,})`, 'dgi'),
  new RegExp(String.raw`${header}(?=[^\s"'\\]{0,64}\d)([\w.~+/=-]{16,})`, 'dgi'),
  new RegExp(String.raw`${header}[\w-]{1,32}\s{1,8}(?=[^\s"'\\]{0,64}\d)([\w.~+/=-]{16,})`, 'dgi'),
  /Basic\s+([A-Za-z\d+/]{6,}={1,2})/dg,
  // What stands before it is no part of a word, but may be the letter of an escaped line break.
  ...marked.map(
    ([mark, rest]) => new RegExp(`(${mark}(?<!(?<!\\\\)[A-Za-z\\d_]${mark})${rest})`, 'dg'),
  ),
  /@(?:tcp|unix)\((?<=(?<![^\s"'\\=])[^\s:@/"'\\]{1,64}:([^\s@/"'\\]{1,256})@\w{3,4}\()/dg,
  /sig(?<=[?&;]sig)=([^\s"'\\&;<>]{6,})/dgi,
  /Signature=([^\s"'\\&;<>]{16,})/dgi,
  /atlasv1\.(?<=(?<![\w.])\w{14}\.atlasv1\.)(\w{60,})/dg,
  /x-(?:amz|goog)-(?:credential|security-token)=([^\s"'\\&;<>]{6,})/dgi,
  /Cookie\\*["']?\s{0,8}[:=]\s{0,8}\[?\\*["']?([^\r\n"'\\\]]{4,})/dgi,
  // The words of commands that take a user and a password.
  /[ "'](?:-u|--user|--(?:\w{1,20}-)?creds)[\s="',\\]{0,64}[^\s:"'\\,=]{1,64}:([^\s"'\\\]]+)/dg,
  /redis-cli[^\r\n]{0,200}?[\s"',]-a[\s"',\\]{1,64}([^\s"'\\,\]]+)/dg,
  /(?:requirepass|masterauth|storepass|keypass)[\s"',\\]{1,64}([^\s"'\\,\]-][^\s"'\\,\]]+)/dg,
  /-pass(?:in|out)?\s{1,8}pass:([^\s"'\\]+)/dg,
  / -p(?<=(?:\blogin\b[^\r\n]{0,200}|sshpass|\s(?:-u|--user(?:name)?)[\s=]\S{1,64}\s{0,8}) -p)[\s=]?\\*["']?([^\s"'\\-][^\s"'\\]*)/dg,
  /mysql[^\r\n]{0,200}?[\s"',]-p\\{0,64}["']?([^\s"'\\,\]-][^\s"'\\,\]]*)/dg,
  // What Go writes of a pod: the text ends where the next field begins, and may be cut.
  /EnvVar\{Name:[\w.-]{1,256},Value:((?:(?!,ValueFrom:|EnvVar\{)[^\r\n]){1,65536})/dg,
  /(?:HTTPHeader\{Name|KeyValue\{Key):[\w.-]{1,256},Value:((?:(?!,\})[^\r\n]){1,65536})/dg,
  /Auth:(?<=[,{\s]Auth:)([A-Za-z\d+/]{8,}={0,2})/dg,
  /Secrets:(?:map\[|<)([^\]>\r\n]{1,4096})/dg,
  /(?:JSESSIONID|PHPSESSID|session_?id|connect\.sid)=([^\s"'\\,;&]{6,})/dgi,
  /proxy=[^\s:@/"'\\]{1,64}:([^\s@/"'\\]{1,256})@/dgi,
];

/** Words that open something here and now, such as the token that a server was sent. */
const known = new Set<string>();
const MOST_KNOWN = 50;

/** From now on the word is starred wherever it stands: a server may quote what it was sent. Short ones would be found in other words. */
export function keepSecret(word: string): void {
  if (word.length < 6 || known.has(word)) return;
  known.add(word);
  cleanTexts.clear();
  // Tokens are renewed again and again.
  const [oldest = ''] = known;
  if (known.size > MOST_KNOWN) known.delete(oldest);
}

/** Where secrets stand in a text, in order, none in another. */
export function secretsIn(text: string): readonly Span[] {
  const spans = [
    ...[...known].flatMap((word) => placesOf(text, word)),
    ...keySecrets(text),
    ...keyLines(text),
  ];
  for (let from = 0; from < text.length;) {
    const end = text.length - from <= PIECE ? -1 : text.indexOf('\n', from + PIECE);
    const to = end < 0 ? text.length : end + 1;
    const piece = from === 0 && to === text.length ? text : text.slice(from, to);
    for (const [begin, end] of secretsOfLines(piece)) spans.push([from + begin, from + end]);
    from = to;
  }
  return spans.length < 2 ? spans : joined(spans);
}

/** Those that stand in one line. */
function secretsOfLines(text: string): readonly Span[] {
  const spans = [...groupsOf(url, text), ...groupsOf(bootstrap, text)];
  if (!hints.some((hint) => hint.test(text))) return spans;
  return [spans, fieldSecrets(text), ...patterns.map((pattern) => groupsOf(pattern, text))].flat();
}

function placesOf(text: string, word: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    places.push([at, at + word.length]);
  return places;
}

function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last === undefined || from > last[1]) all.push([from, to]);
    else if (to > last[1]) all[all.length - 1] = [last[0], to];
  }
  return all;
}

/** The text with an asterisk for each character of a secret: places in it, and lines, stay what they are. */
export function withoutSecrets(text: string): string {
  const spans = secretsIn(text);
  if (spans.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const [from, to] of spans) {
    clean += text.slice(done, from) + '*'.repeat(to - from);
    done = to;
  }
  return clean + text.slice(done);
}

/** The same for the bytes of a text in UTF-8; the same bytes when there is none in it. */
export function bytesWithoutSecrets(bytes: Uint8Array): Uint8Array {
  // One character a byte: places in it are places in the bytes.
  const found = secretsIn(new TextDecoder('latin1').decode(bytes));
  if (found.length === 0) return bytes;
  const clean = bytes.slice();
  for (const [from, to] of found) clean.fill(0x2a, from, to);
  return clean;
}

/** Short texts come again and again, in one answer and the next: so many are known to hold no secret. */
const MOST_CLEAN = 20_000;
const SHORT = 120;
const cleanTexts = new Set<string>();

/** The same for all texts in plain data, keys too; what holds no secret stays the object that it is. */
export function dataWithoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return starredText(value);
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined;
    value.forEach((entry: unknown, i) => {
      const one = dataWithoutSecrets(entry);
      if (one !== entry) (changed ??= [...(value as unknown[])])[i] = one;
    });
    return changed ?? value;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  let changed: [string, unknown][] | undefined;
  Object.keys(value).forEach((key, i) => {
    const entry: unknown = Reflect.get(value, key);
    const name = starredText(key);
    const one = dataWithoutSecrets(entry);
    if (name !== key || one !== entry) (changed ??= Object.entries(value))[i] = [name, one];
  });
  return changed === undefined ? value : Object.fromEntries(changed);
}

function starredText(text: string): string {
  if (text.length > SHORT) return withoutSecrets(text);
  if (cleanTexts.has(text)) return text;
  const shown = withoutSecrets(text);
  if (shown !== text) return shown;
  if (cleanTexts.size >= MOST_CLEAN) cleanTexts.clear();
  cleanTexts.add(text);
  return shown;
}

/** Neither the numbers of a column nor a map of something else's making. */
function isPlain(value: object): boolean {
  return !(
    value instanceof Map ||
    value instanceof Set ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value)
  );
}
