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

/** A way to write a pod. `needs` is a cheap test first: most lines name no pod, and must not cost all patterns. */
interface Spelling {
  readonly needs: RegExp;
  /** Yields the groups `ns` and `name`. */
  readonly pattern: RegExp;
}

function spelling(needs: RegExp, pattern: string): Spelling {
  return { needs, pattern: new RegExp(pattern) };
}

/** The first that matches counts. */
const podSpellings: readonly Spelling[] = [
  // "SyncLoop …" pods=["ns/name"] and pod="ns/name"
  spelling(/\bpods?=/, `\\bpods?="?\\[?"?(?<ns>${namespace})/(?<name>${name})["\\],]`),
  spelling(
    /\bpods?=/,
    `\\bpods?="?\\[?\\{"name":"(?<name>${name})","namespace":"(?<ns>${namespace})"`,
  ),
  // The kubelet's format.Pod: name_ns(uid)
  spelling(/\([0-9a-f]{8}/, `(?<name>${name})_(?<ns>${namespace})\\((?:${uid})\\)`),
  // Names of sandboxes and containers in a runtime: [k8s_][container_]name_ns_uid_attempt
  spelling(
    /_[0-9a-f]{8}/,
    `(?:k8s_)?(?:${name}_)?(?<name>${name})_(?<ns>${namespace})_(?:${uid})_\\d+`,
  ),
  // CRI-O says ns_name where everybody else says name_ns
  spelling(/ CNI network/, `pod (?<ns>${namespace})_(?<name>${name}) (?:to|from) CNI network`),
  spelling(/\/pods\//, `/var/log/pods/(?<ns>${namespace})_(?<name>${name})_(?:${uid})`),
  spelling(/[Pp]od /, `[Pp]od "?(?<name>${name})_(?<ns>${namespace})"?[ :,]`),
  spelling(/[Pp]od /, `\\b[Pp]od "?(?<ns>${namespace})/(?<name>${name})"?(?:[ :,]|$)`),
  spelling(/"\/"/, `for pod "(?<ns>${namespace})"/"(?<name>${name})"`),
  spelling(/pull secret/, `pull secret \\S+ for (?<ns>${namespace})/(?<name>${name}) due`),
  spelling(/kind="Pod"/, `object="(?<ns>${namespace})/(?<name>${name})"`),
  spelling(/Kind:"Pod"/, `Kind:"Pod", Namespace:"(?<ns>${namespace})", Name:"(?<name>${name})"`),
];
const bareName = new RegExp(`\\bpod(?::|=| )\\s?"?(?<name>${name})"?(?:[ ,]|$)`);
/** All of a dashed UID but its first eight digits: it begins with what is rare in a text. */
const uidEnd = /(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}/g;
/** A static pod's, which is a hash. */
const hashUid = /(?:\(|pod|podUID="?|for ")([0-9a-f]{32})(?![0-9a-f])/;
const longHex = /[0-9a-f]{64,}/g;
const containerSpellings: readonly RegExp[] = [
  /containerName="?([a-z0-9][-a-z0-9]*)/,
  /"(?:StartContainer|KillContainer|InitContainer|RunInitContainer)" for "([^"]+)"/,
  /\bcontainer[ =]"?([a-z0-9][-a-z0-9]*)"? (?:pod=|start failed|failed (?:liveness|startup|readiness) probe|definition changed|in pod)/,
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
  for (const { needs, pattern } of podSpellings) {
    const groups = needs.test(text) ? pattern.exec(text)?.groups : undefined;
    if (groups !== undefined) return `${groups['ns'] ?? ''}/${groups['name'] ?? ''}`;
  }
  return undefined;
}

function uidOf(text: string): string | undefined {
  const hash = hashUid.exec(text);
  const hashAt = hash === null ? Infinity : hash.index + hash[0].length - 32;
  for (const end of text.matchAll(uidEnd)) {
    const start = end.index - 8;
    if (start > hashAt) break;
    if (start < 0 || !/^[0-9a-f]{8}$/.test(text.slice(start, end.index))) continue;
    // The last letter of “pod” is a digit, too.
    if (/[0-9a-f]/.test(text[start - 1] ?? '') && text.slice(start - 3, start) !== 'pod') continue;
    return text.slice(start, end.index + end[0].length).replaceAll('_', '-');
  }
  return hash?.[1];
}

/** What a text names, each looked for when it is first asked for: most lines are asked for one thing, or none. */
class Named implements Objects {
  private readonly text: string;
  private readonly found = new Map<string, string | undefined>();
  private foundIds: readonly string[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get pod(): string | undefined {
    return this.once('pod', podOf);
  }

  get podName(): string | undefined {
    return this.once('podName', (text) => bareName.exec(text)?.groups?.['name']);
  }

  get uid(): string | undefined {
    return this.once('uid', uidOf);
  }

  get ids(): readonly string[] {
    return (this.foundIds ??= (this.text.match(longHex) ?? []).filter(
      ({ length }) => length === 64,
    ));
  }

  get container(): string | undefined {
    return this.once('container', (text) => firstGroup(text, containerSpellings));
  }

  get volume(): string | undefined {
    return this.once('volume', (text) => firstGroup(text, volumeSpellings));
  }

  get image(): string | undefined {
    return this.once('image', (text) => firstGroup(text, imageSpellings));
  }

  private once(name: string, find: (text: string) => string | undefined): string | undefined {
    if (!this.found.has(name)) this.found.set(name, find(this.text));
    return this.found.get(name);
  }
}

export function objectsOf(text: string): Objects {
  return new Named(text);
}

/** Longer than any line that a rule needs; a hostile line must not cost more. */
const longestBody = 16_384;

/**
 * One flat text of a record, on which all signs are tried: message, then `key="value"`, then continuation lines, without the
 * backslashes that each wrapping layer adds. So one pattern fits an error wherever in the chain it is quoted.
 */
export function flatten(record: LogRecord): string {
  let body = record.message;
  for (const { key, value } of record.fields) body += ` ${key}="${value}"`;
  if (record.continues && !record.message.includes('\n'))
    body += record.text.slice(record.text.indexOf('\n'));
  const short = body.slice(0, longestBody);
  return short.includes('\\') ? short.replaceAll('\\n', ' ').replaceAll('\\', '') : short;
}
