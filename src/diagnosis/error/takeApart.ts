// A nested error of Kubernetes, taken apart: each program on the way wraps what it was told in words of its own, quotes and escapes
// it. Time and memory are linear in the text, which may be anything.
import { speaksOfFailure } from '../failureWords.ts';
import { errorStarts, systemTexts } from './errorTexts.ts';

/** One of the errors of a chain, from the outermost on. */
export interface ErrorLayer {
  /** Its own words, unquoted, without what it wraps. */
  readonly text: string;
  /** Who says it, as its words show; undefined when they do not. */
  readonly by: string | undefined;
  /** gRPC code, HTTP status or errno text, where the layer is one. */
  readonly code: string | undefined;
}

export interface TakenApart {
  /** At least one. */
  readonly layers: readonly ErrorLayer[];
  /** The last layer that says more than a code; all of the last one's words. */
  readonly innermost: string;
  /** Of a command's output over several lines those that speak of a failure. */
  readonly output?: string;
  /** What the line names beside its error: pairs of its own, without secrets. */
  readonly named?: readonly { readonly key: string; readonly value: string }[];
}

/** A longer text is cut at its head: the cause stands at the end. */
const longest = 16_384;
/** Layers beyond these are one. */
const mostLayers = 64;
/** Quotations in each other: each level doubles the escapes, so a text has not more. */
const deepest = 16;

const between = /[|\n]/;
/** How runc before 1.0 wraps an error (libcontainer/error.go): `… caused "…"`. */
const causes = / caused (?=\\*")/g;

/** Starts that a program alone says, sorted, with who says them. */
const starts: readonly (readonly [start: string, by: string])[] = Object.entries(errorStarts)
  .flatMap(([by, list]) =>
    list
      .trim()
      .split(between)
      .map((start) => [start, by] as const),
  )
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
const systemWords = new Set(systemTexts.trim().split(between));

/** What words show beyond the tables: those that begin with a value. `$1` is what the bracket holds. */
const forms: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/^plugin type="([^"]{1,60})"/, 'CNI plug-in $1'],
  [/^(?:delegate(?:Add|Del)|DelegateAdd)\b/, 'CNI plug-in multus'],
  [/^failed to "\w+" for /, 'kubelet'],
  [/^(?:Unm|M)(?:ount|ap)(?:Volume|Device)\b/, 'kubelet'],
  [/^(?:Get|Put|Post|Patch|Delete|Head) "?https?:\/\//, 'HTTP client'],
  [/^(?:dial|lookup|read|write) (?:tcp|udp|unix)\b|^lookup \S/, 'network'],
  [/^(?:x509|tls)$|^remote error$/, 'TLS'],
  [/ is forbidden$|^Unauthorized$|^forbidden$/, 'API server'],
  [/^admission webhook "/, 'admission webhook'],
  [/^(?:fork\/)?exec\b/, 'operating system'],
  [/^(?:OCI runtime (?:create|exec|start) failed|runc (?:create|run|start) failed)/, 'runc'],
];

/** Deadlines and ends of Go itself, which every program hands on. */
const goTexts = new Set([
  'context deadline exceeded',
  'context canceled',
  'i/o timeout',
  'EOF',
  'unexpected EOF',
  'signal: killed',
]);

/** Layers of an error text as it stands in a log, quoted and escaped to any depth. */
export function takeApart(text: string): TakenApart {
  const layers: ErrorLayer[] = [];
  let rest = unquoted(text.slice(-longest).replace(causes, ': ').trim());
  while (rest !== '' && layers.length < mostLayers) {
    const grpc = /^rpc error: code = (\w+)(?: desc = ?)?/.exec(rest);
    if (grpc !== null) {
      layers.push({ text: grpc[0].replace(/ desc = ?$/, ''), by: 'gRPC', code: grpc[1] });
      rest = unquoted(rest.slice(grpc[0].length));
      continue;
    }
    const end = layers.length === mostLayers - 1 ? -1 : endOfLayer(rest);
    const own = end < 0 ? rest : rest.slice(0, end);
    if (own !== '') layers.push(layerOf(own));
    rest = end < 0 ? '' : unquoted(rest.slice(end + 2).trimStart());
  }
  if (layers.length === 0) layers.push(layerOf(text.slice(0, longest)));
  const output = outputOf(text);
  const innermost = innermostOf(layers);
  return output === undefined ? { layers, innermost } : { layers, innermost, output };
}

const mostOutput = 300;

function outputOf(text: string): string | undefined {
  const [, printed] = /\boutput:? ?\(?([^]*\n[^]*)/.exec(text.slice(-longest)) ?? [];
  const said = printed
    ?.split('\n')
    .filter((line) => speaksOfFailure.test(line) || /not exist/.test(line));
  return said === undefined || said.length === 0
    ? undefined
    : said
        .map((line) => line.trim())
        .join('; ')
        .slice(0, mostOutput);
}

/** The last words, and before a bare code or errno what failed with it. */
function innermostOf(layers: readonly ErrorLayer[]): string {
  let from = layers.length - 1;
  while (from > 0 && isBare(layers[from]) && layers[from - 1]?.by !== 'gRPC') from--;
  return layers
    .slice(from)
    .map(({ text }) => text)
    .join(': ');
}

/**
 * What was said behind the last gRPC code: of more letters than `most` the inner layers, which hold the cause; of a layer that is
 * too long its end.
 */
export function causeWithin({ layers, output }: TakenApart, most: number): string {
  if (output !== undefined) return output.slice(0, most);
  let said = '';
  for (const { text, by, code } of layers.toReversed()) {
    // Of a long text of several sentences the first tells what is wrong.
    const [, first = text] = (text.length > most && /^([^]{20,}?)\. [A-Z]/.exec(text)) || [];
    const longer = said === '' ? first : `${text}: ${said}`;
    // Of a command that failed without a word the code is all that tells more.
    if (by === 'gRPC' && /^exit status \d+$/.test(said)) return `${code ?? ''}: ${said}`;
    if (said !== '' && (by === 'gRPC' || longer.length > most)) break;
    said = longer;
  }
  if (said.length <= most) return said;
  // Not from the middle of a word.
  return said.slice(-most).replace(/^\S{0,40}\s(?=\S)/, '…');
}

/** Words that say nothing of what failed. */
function isBare(layer: ErrorLayer | undefined): boolean {
  return layer !== undefined && (layer.code !== undefined || /^\w+$/.test(layer.text));
}

function layerOf(own: string): ErrorLayer {
  const text = own.trim();
  if (systemWords.has(text)) return { text, by: 'operating system', code: text };
  if (goTexts.has(text)) return { text, by: undefined, code: text };
  const status =
    /\b(?:status code|response status|HTTP(?:\/[\d.]+)?(?: status)?)[ :]+(\d{3})\b|^(\d{3}) [A-Z]/.exec(
      text,
    );
  return { text, by: speakerOf(text), code: status?.[1] ?? status?.[2] };
}

function speakerOf(text: string): string | undefined {
  for (const [pattern, by] of forms) {
    const found = pattern.exec(text);
    if (found !== null) return by.replace('$1', () => found[1] ?? '');
  }
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle]?.[0] ?? '') <= text) low = middle + 1;
    else high = middle;
  }
  const [start, by] = starts[low - 1] ?? [];
  return start !== undefined && text.startsWith(start) ? by : undefined;
}

const longestList = 400;
const pairs = /^\[(?:[\w-]{1,20}: [^\s,\][]{1,200}(?:,(?=\S)[^\s,\][]{1,60})?,? ?){1,10}\]/;

/** Where the first `: ` stands that is in no quotes, no brackets and no list of pairs; -1: nowhere. */
function endOfLayer(text: string): number {
  let quotes = true;
  let brackets = true;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === ':' && text[at + 1] === ' ') return at;
    const isQuote = letter === '"' && quotes;
    // A list of pairs is one word: [iface: default, portal: 192.0.2.6,3260].
    const isList = letter === '[' && pairs.test(text.slice(at, at + longestList));
    if (isList) at = text.indexOf(']', at);
    if (!isQuote && !(letter === '(' && brackets)) continue;
    const close = isQuote ? closing(text, at) : text.indexOf(')', at);
    // Without an end it is no quotation, and neither is any behind it.
    if (close >= 0) at = close;
    else if (isQuote) quotes = false;
    else brackets = false;
  }
  return -1;
}

function closing(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** A quotation without its quotes and escapes; one that was cut off without its first quote. */
function unquoted(quotation: string): string {
  let text = quotation;
  for (let depth = 0; depth < deepest; depth++) {
    const inner = once(text);
    if (inner === text) return text;
    text = inner;
  }
  return text;
}

function once(text: string): string {
  if (text.startsWith('\\')) return unescaped(text);
  if (text.startsWith('desc = ')) return text.slice('desc = '.length);
  if (!text.startsWith('"')) return text;
  const close = closing(text, 0);
  if (close < 0) return unescaped(text.slice(1)).trim();
  const inner = unescaped(text.slice(1, close));
  const behind = text.slice(close + 1);
  if (/^[\s,;.)\]}]*$/.test(behind)) return inner.trim();
  // A quoted word that begins a sentence stays as it stands.
  return inner.includes(': ') ? `${inner}${behind}`.trim() : text;
}

function unescaped(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(.?)/gs, (_, letter: string) =>
        letter === 'n' || letter === 't' ? ' ' : letter,
      )
    : text;
}

/** What an error names beside the objects of a line: the file, and the address that it went to, without who went there by which password. */
export function placesOf(text: string): {
  readonly file: string | undefined;
  readonly address: string | undefined;
} {
  const address =
    /(?:https?|wss?):\/\/(?:[^/\s"\\?@]{0,253}@)?([^/\s"\\?@]{1,253})/.exec(text)?.[1] ??
    /\b(?:dial|read|write) (?:tcp|udp|unix)[46]? (?:[^\s]{1,260}->)?([^\s"\\]{1,260}?):? /.exec(
      `${text} `,
    )?.[1];
  const file =
    /(?:^|[\s"'(=])(\/(?:bin|boot|dev|etc|home|lib|media|mnt|opt|proc|root|run|s?bin|snap|srv|sys|tmp|usr|var)\/(?:[\w.@%+~:,-]+\/{1,2}){0,40}[\w.@%+~-]*(?:,[\w.@%+~-]+)?)/.exec(
      text,
    )?.[1];
  return { file, address };
}
