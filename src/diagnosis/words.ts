// What a line says of a failure, in its own words: who speaks, which operation fails, on which object, and the innermost error.
import { withoutSecrets } from '../base/secrets.ts';
import type { Program } from '../log/record.ts';
import { causeWithin, type TakenApart } from './error/takeApart.ts';
import { hangingWordOf } from './lastWords.ts';
import { isPlace } from './loud.ts';
import type { Line } from './rule.ts';
import { endOf, spaced } from './shortened.ts';

/** What may stand before the words, and whose logger puts it there. */
const heads: readonly (readonly [whose: string, head: RegExp])[] = [
  ['a client-go handler', /^"?Unhandled Error"? err="/],
  ['a level that the form of the line does not have', /^(?:ERROR|FATAL?|WARN(?:ING)?):? (?=\S)/],
  ['runtime.Caller: a file and its line', /^\S+\.go[: ]\d+[\]:]? /],
  ['zap without a caller', /^(?:[\w-]+\/)?<nil> <nil>: /],
  ['a logger’s name in brackets', /^\[[\w :/.-]+\]:? /],
  ['client-go: whom a reflector serves', /^object-"[^"]*"\/"[^"]*": /],
  ['ceph-csi: the number of a request', /^(?:Req-)?ID: \S+ /],
  ['an in-tree volume plug-in', /^kubernetes\.io\/[\w-]+: /],
  ['gluster: its graph’s place', /^\d-[\w-]+: /],
  [
    'grpc: its part and its channel',
    /^(?:\[core\] ?)?(?:\[(?:Server|Channel|SubChannel) #[^\]]{1,60}\] ?)+/,
  ],
  ['gRPC: its status', /^rpc error: code = \w+ desc = (?=\S)/],
  ['an object that is quoted', /^"[^"]*" (?=\w)/],
];

/** A package (`etcdserver`, `rafthttp`), a plug-in (`plugin/errors`), a command: what capnslog and others print before a colon. */
const speaker = /^([a-z][\w.@-]*(?:\/[\w.-]+)*): (?=\S)/;
const isLevel = /^(?:err(?:or)?|fail\w*|fatal|panic|unable|cannot)$/i;

interface Said {
  /** Who of the program says it, as the line has it. */
  readonly part: string;
  readonly text: string;
}

function saidOf(line: Line): Said {
  const { statement, body, writer } = line;
  // Of other programs than the kubelet the statement ends before its first value: its object.
  const own = isPlace(statement) || writer !== 'kubelet' ? body : statement;
  let text = withoutSecrets(hangingWordOf(line) ?? own);
  for (let found = true; found;) {
    found = false;
    for (const [, head] of heads) {
      const rest = text.replace(head, '');
      found ||= rest !== text;
      text = rest;
    }
  }
  const part = speaker.exec(text)?.[1] ?? '';
  if (part === '' || isLevel.test(part)) return { part: '', text };
  return { part, text: text.slice(part.length + 2).trimStart() };
}

const longestSaid = 400;
/** Where a value begins, or an error. */
const ends = /, |\s(?=\w+="|err(?:or)?=)|["`[({=]|(?<!\w)'|'(?!\w)|: |\s(?=(?!\*)\S*[\d/])|; /;
const saying = /[a-z]{3,} [a-z]{2,}/i;

/** What the statement says before its first value. */
export function wordsOf(line: Line): string {
  if (line.writer === 'kernel') return partOfKernel(line.body);
  const parts = saidOf(line).text.slice(0, longestSaid).split(ends);
  const [first = ''] = parts;
  // Where a value stands first, what is said of it follows.
  const words = /[a-z]/i.test(first) ? first : parts.find((part) => saying.test(part));
  return words === undefined ? 'An error' : words.trim().slice(0, 80).trim();
}

/** `NVRM`, `megaraid_sas`, `audit`. */
export function partOfKernel(body: string): string {
  return /^(?:\[[^\]]*\] ?)?([\w-]+)/.exec(body)?.[1] ?? '';
}

/** Of a line whose words name no operation. */
export const nameless = 'something-fails';

const mostWordsOfId = 5;
const fails =
  /^(?:failed to|unable to|could not|cannot|can't|error|failure|failed|fail to)\s+|\s+(?:failed|fails|error)\b.*$/i;

/** `Unable to read config path` → `read-config-path-fails`. */
export function idOf(words: string): string {
  const stem = words
    .replace(' from runtime service', '')
    .replace(fails, '')
    .replace(fails, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.slice(0, mostWordsOfId)
    .join('-');
  return stem === undefined || stem.length < 3 || stem === 'rpc' ? nameless : `${stem}-fails`;
}

/** The tail says what is wrong: of a long text it stays. */
const mostCause = 160;
/** Letters of the statement that are quoted, with the values in it. */
const mostQuoted = 120;

/** The operation with its object, and the innermost error in its own words; of the kernel all that it says. */
export function titleOf(
  line: Line | undefined,
  error: TakenApart | undefined,
  /** What tells why, where its own error does not. */
  why?: string,
): string {
  if (line === undefined) return '“An error”';
  if (line.writer === 'kernel') return `“${spaced(withoutStamp(line.body).slice(0, mostCause))}”`;
  const { part, text } = saidOf(line);
  const quoted = operationOf(line, text);
  const rest = error === undefined ? text.slice(quoted.length) : causeWithin(error, mostCause);
  const cause = behind(spaced(why ?? rest), quoted)
    .replace(part === '' ? '' : `${part}: `, '')
    .replace(/^\S+\.go[: ]\d+[\]:]?/, '')
    .replace(/^[\s:]+(?:err(?:or)?=)?/, '')
    .trim();
  const shown = endOf(cause, mostCause);
  const said = `${part === '' ? '' : `${part}: `}“${quoted}”${objectsOf(line, error, quoted)}`;
  // Of words that are cut off the rest is no cause.
  const isRest =
    cause !== '' && spaced(wholeOperationOf(line, text)).endsWith(cause.replace(/^…/, ''));
  return cause === '' || quoted.includes(cause) || isRest ? said : `${said}: ${shown}`;
}

/** What a text says after these words; all of it where they are not in it. */
function behind(text: string, words: string): string {
  const at = text.indexOf(words);
  return at < 0 ? text : text.slice(at + words.length);
}

const uids = / ?\(?\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b\)?/g;

/** The statement up to its first nested error: of a structured line its message, of any other the words with their values. */
function operationOf(line: Line, text: string): string {
  const whole = spaced(wholeOperationOf(line, text));
  // Of a pod that is named by its name its UID tells nothing more.
  const own = line.objects.pod === undefined ? whole : whole.replace(uids, '');
  return own === '' ? 'An error' : own.slice(0, mostQuoted).trim();
}

function wholeOperationOf({ statement, writer }: Line, text: string): string {
  const isStructured = !isPlace(statement);
  const end = isStructured && writer === 'kubelet' ? -1 : endOfOperation(text);
  return end < 0 ? text : text.slice(0, end);
}

/** Of a value in braces no colon is an end. */
function withoutBraces(text: string): string {
  return text.replace(/\{[^{}\n]{1,300}\}/g, (value) => '_'.repeat(value.length));
}

/** Beside the message, not in it. */
const ownError = /^[^"]{1,400}?\serr(?:or)?="/;

/** A colon behind which an error stands, or a pair. */
function endOfOperation(text: string): number {
  const end = withoutBraces(text).search(/: |\s\w+="|\serr(?:or)?=/);
  // What stands between the words and an error of its own is part of what is said.
  return text.startsWith(': ', end) && ownError.test(text) ? text.search(/\s\w+="/) : end;
}

const mostPairs = 2;

/** What a structured line names beside its message: ` (node a, path b)`. */
function objectsOf({ objects }: Line, error: TakenApart | undefined, quoted: string): string {
  const named = (error?.named ?? [])
    .filter(({ value }) => !quoted.includes(value) && value !== objects.pod)
    .map(({ key, value }) => `${key} ${value}`);
  return named.length === 0 ? '' : ` (${named.slice(0, mostPairs).join(', ')})`;
}

function withoutStamp(body: string): string {
  return body.replace(/^\[[^\]]*\] ?/, '');
}

/** As what a program is spoken of; nobody known is “the log”. */
export const speakers: Readonly<Record<Program, string>> = {
  kubelet: 'The kubelet',
  kernel: 'The kernel',
  systemd: 'systemd',
  containerd: 'containerd',
  crio: 'CRI-O',
  dockerd: 'dockerd',
  'cri-dockerd': 'cri-dockerd',
  etcd: 'etcd',
  'kube-apiserver': 'The API server',
  'kube-scheduler': 'The scheduler',
  'kube-controller-manager': 'The controller manager',
  'kube-proxy': 'kube-proxy',
  host: 'The node’s program',
  cni: 'The network add-on',
  other: 'The program',
  text: 'The log',
  unknown: 'The log',
};
