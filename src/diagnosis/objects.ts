// What a line is about: the pod, ids and volumes that its text names, in every spelling that kubelets and runtimes use.
import type { LogRecord } from '../log/record.ts';

/** `ns/name` as kubectl writes it; UIDs with dashes; ids as 64 hexadecimal digits. */
export interface Objects {
  readonly pod: string | undefined;
  /** Only the name is told (`pod "web-1" (UID: …)`). */
  readonly podName: string | undefined;
  readonly uid: string | undefined;
  /** Container and sandbox ids, in the order in which they stand. */
  readonly ids: readonly string[];
  readonly container: string | undefined;
  readonly volume: string | undefined;
  readonly image: string | undefined;
}

const name = '[a-z0-9][-a-z0-9.]*';
const namespace = '[a-z0-9][-a-z0-9]*';
const uid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}';

/** A way to write a pod. `word` and `needs` are cheap tests first: most lines name no pod, and must not cost all patterns. */
interface Spelling {
  readonly word: string;
  readonly needs: RegExp;
  readonly pattern: RegExp;
  /** Which of the pattern's two groups is the namespace. */
  readonly ns: 1 | 2;
}

/** `word` stands in each text that `needs` fits. `NS` and `NAME` in the pattern are what is looked for, once each. */
function spelling(word: string, needs: RegExp, pattern: string): Spelling {
  const source = pattern.replace('NS', `(${namespace})`).replace('NAME', `(${name})`);
  return {
    word,
    needs,
    pattern: new RegExp(source),
    ns: pattern.indexOf('NS') < pattern.indexOf('NAME') ? 1 : 2,
  };
}

/** The first that matches counts. */
const podSpellings: readonly Spelling[] = [
  // "SyncLoop …" pods=["ns/name"] and pod="ns/name"
  spelling('pod', /\bpods?=/, `\\bpods?="?\\[?"?NS/NAME["\\],]`),
  spelling('pod', /\bpods?=/, `\\bpods?="?\\[?\\{"name":"NAME","namespace":"NS"`),
  // The kubelet's format.Pod: name_ns(uid)
  spelling('(', /\([0-9a-f]{8}/, `NAME_NS\\((?:${uid})\\)`),
  // Names of sandboxes and containers in a runtime: [k8s_][container_]name_ns_uid_attempt
  spelling('_', /_[0-9a-f]{8}/, `(?:k8s_)?(?:${name}_)?NAME_NS_(?:${uid})_\\d+`),
  // CRI-O says ns_name where everybody else says name_ns
  spelling('CNI', / CNI network/, `pod NS_NAME (?:to|from) CNI network`),
  spelling('/pods/', /\/pods\//, `/var/log/pods/NS_NAME_(?:${uid})`),
  spelling('od ', /[Pp]od /, `[Pp]od "?NAME_NS"?[ :,]`),
  // kube-ovn says name/ns (pkg/daemon/handler.go).
  spelling('nic ', /nic \S+ for pod /, `nic \\S+ for pod NAME/NS(?:[ :,]|$)`),
  spelling('od ', /[Pp]od /, `\\b[Pp]od "?NS/NAME"?(?:[ :,]|$)`),
  spelling('"/"', /"\/"/, `for pod "NS"/"NAME"`),
  spelling('pull', /pull secret/, `pull secret \\S+ for NS/NAME due`),
  // As CRI's types print themselves.
  spelling(
    'PodSandboxMetadata',
    /PodSandboxMetadata/,
    `PodSandboxMetadata\\{Name:NAME,Uid:[^,]*,Namespace:NS,`,
  ),
  spelling('kind=', /kind="Pod"/, `object="NS/NAME"`),
  spelling('Kind:', /Kind:"Pod"/, `Kind:"Pod", Namespace:"NS", Name:"NAME"`),
];
const bareName = new RegExp(
  // As the API server says it: pods "web-1" already exists.
  `\\bpod(?::|=| )\\s?"?(?!pods )(?<name>${name})"?(?:[ ,]|$)|\\bpods "(?<name_2>${name})" `,
);
/** All of a dashed UID but its first eight digits: it begins with what is rare in a text. */
const uidEnd = /(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}/g;
/** A static pod's, which is a hash. */
const hashUid = /(?:\(|pod|podUID="?|for ")([0-9a-f]{32})(?![0-9a-f])/;
const containerSpellings: readonly RegExp[] = [
  /containerName="?([a-z0-9][-a-z0-9]*)/,
  /"(?:StartContainer|KillContainer|InitContainer|RunInitContainer)" for "([^"]+)"/,
  /\bcontainer[ =]"?([a-z0-9][-a-z0-9]*)"? (?:pod=|start failed|failed (?:liveness|startup|readiness) probe|definition changed|in pod)/,
  /ContainerMetadata\{Name:([a-z0-9][-a-z0-9]*),/,
  /\bcontainer: ([a-z0-9][-a-z0-9]*),/,
  /restarting failed container=([a-z0-9][-a-z0-9]*)/,
];
const volumeSpellings: readonly RegExp[] = [
  /\bfor volume "([^"]+)"/,
  /unmounted volumes=\[([^\] ,]+)/,
  /list of unmounted volumes=\[([^\] ,]+)/,
  /volume(?:Spec)?Name="?([^"\s]+)/,
  /volumeName:([^\s}]+)/,
];
const imageSpellings: readonly RegExp[] = [
  /\bimage="([^"]+)"/,
  /Back-off pulling image "([^"]+)"/,
  /[Pp]ull(?:Image)?(?: and unpack)? image "([^"]+)"/,
  /PullImage "([^"]+)"/,
  /[Ff]ailed to pull image "([^"]+)"/,
];

function firstGroup(text: string, spellings: readonly RegExp[]): string | undefined {
  for (const spelling of spellings) {
    const found = spelling.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function podOf(text: string): string | undefined {
  for (const { word, needs, pattern, ns } of podSpellings) {
    const found = text.includes(word) && needs.test(text) ? pattern.exec(text) : null;
    if (found !== null) return `${found[ns] ?? ''}/${found[3 - ns] ?? ''}`;
  }
  return undefined;
}

const noIds: readonly string[] = [];
const WHOLE = 64;

/** One character in so many tells whether it stands in an id: an id that is as long holds it. */
function idsOf(text: string): readonly string[] {
  let found: string[] | undefined;
  for (let at = WHOLE - 1; at < text.length; at += WHOLE) {
    if (!isHex(text, at)) continue;
    let from = at;
    while (isHex(text, from - 1)) from--;
    let to = at + 1;
    while (isHex(text, to)) to++;
    if (to - from === WHOLE) (found ??= []).push(text.slice(from, to));
  }
  return found ?? noIds;
}

function isHex(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
}

function uidOf(text: string): string | undefined {
  const hash = hashUid.exec(text);
  const hashAt = hash === null ? Infinity : hash.index + hash[0].length - 32;
  uidEnd.lastIndex = 0;
  for (let end = uidEnd.exec(text); end !== null; end = uidEnd.exec(text)) {
    const start = end.index - 8;
    if (start > hashAt) break;
    if (start < 0 || !/^[0-9a-f]{8}$/.test(text.slice(start, end.index))) continue;
    // The end of a name, such as that of a volume, is nobody's UID: pvc-…, driver^….
    if (/[-^]/.test(text[start - 1] ?? '')) continue;
    // The last letter of “pod” is a digit, too.
    if (/[0-9a-f]/.test(text[start - 1] ?? '') && text.slice(start - 3, start) !== 'pod') continue;
    return text.slice(start, end.index + end[0].length).replaceAll('_', '-');
  }
  return hash?.[1];
}

/** What a text names, each looked for when it is first asked for: most lines are asked for one thing, or none. Empty: it names none. */
class Named implements Objects {
  private readonly text: string;
  private foundPod: string | undefined;
  private foundName: string | undefined;
  private foundUid: string | undefined;
  private foundIds: readonly string[] | undefined;
  private foundContainer: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get pod(): string | undefined {
    return orNone((this.foundPod ??= podOf(this.text) ?? ''));
  }

  get podName(): string | undefined {
    return orNone((this.foundName ??= bareNameOf(this.text) ?? ''));
  }

  get uid(): string | undefined {
    return orNone((this.foundUid ??= uidOf(this.text) ?? ''));
  }

  get ids(): readonly string[] {
    return (this.foundIds ??= idsOf(this.text));
  }

  get container(): string | undefined {
    return orNone((this.foundContainer ??= firstGroup(this.text, containerSpellings) ?? ''));
  }

  get volume(): string | undefined {
    return firstGroup(this.text, volumeSpellings);
  }

  get image(): string | undefined {
    return firstGroup(this.text, imageSpellings);
  }
}

function bareNameOf(text: string): string | undefined {
  const groups = bareName.exec(text)?.groups;
  return groups?.['name'] ?? groups?.['name_2'];
}

function orNone(found: string): string | undefined {
  return found === '' ? undefined : found;
}

export function objectsOf(text: string): Objects {
  return new Named(text);
}

function pairsOf(fields: LogRecord['fields']): string {
  let text = '';
  for (const { key, value } of fields) text += ` ${key}="${value}"`;
  return text;
}

/** Longer than any line that a rule needs; a hostile line must not cost more. */
const longestBody = 16_384;

/**
 * One flat text of a record, on which all signs are tried: message, then `key="value"`, then continuation lines, without the
 * backslashes that each wrapping layer adds. So one pattern fits an error wherever in the chain it is quoted.
 */
export function flatten(record: LogRecord): string {
  let body = record.message + (record.pairs ?? pairsOf(record.fields));
  if (record.continues && !record.message.includes('\n'))
    body += record.text.slice(record.text.indexOf('\n'));
  const short = body.slice(0, longestBody);
  return short.includes('\\') ? short.replaceAll('\\n', ' ').replaceAll('\\', '') : short;
}
