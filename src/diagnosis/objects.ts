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
const uidSpelling =
  /(?:(?<![0-9a-f])|(?<=pod))(?:[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|(?<=\(|pod|podUID="?|for ")[0-9a-f]{32}(?![0-9a-f]))/;
const idSpelling = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
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

export function objectsOf(text: string): Objects {
  return {
    pod: podOf(text),
    podName: bareName.exec(text)?.groups?.['name'],
    uid: uidSpelling.exec(text)?.[0].replaceAll('_', '-'),
    ids: text.match(idSpelling) ?? [],
    container: firstGroup(text, containerSpellings),
    volume: firstGroup(text, volumeSpellings),
    image: firstGroup(text, imageSpellings),
  };
}

/** Longer than any line that a rule needs; a hostile line must not cost more. */
const longestBody = 16_384;

/**
 * One flat text of a record, on which all signs are tried: message, then `key="value"`, then continuation lines, without the
 * backslashes that each wrapping layer adds. So one pattern fits an error wherever in the chain it is quoted.
 */
export function flatten(record: LogRecord): string {
  const fields = record.fields.map(({ key, value }) => ` ${key}="${value}"`).join('');
  const lineBreak = record.text.indexOf('\n');
  const rest = lineBreak < 0 || record.message.includes('\n') ? '' : record.text.slice(lineBreak);
  return (record.message + fields + rest)
    .slice(0, longestBody)
    .replaceAll('\\n', ' ')
    .replaceAll('\\', '');
}
