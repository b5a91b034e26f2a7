// Names taken out of an export: pods, namespaces, nodes, hosts, addresses, registries and file names become pseudonyms, one name always
// the same one. What a kubelet, Kubernetes or their public images call things stays, so that the text can still be read.
import { objectsOf } from '../../diagnosis/objects.ts';
import type { Incident } from '../present/incident.ts';

/** Namespaces that every cluster has. */
const commonNamespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Hosts whose names tell nothing of a cluster: where the projects themselves and their public images live. */
const publicHosts =
  /(?:^|\.)(?:k8s\.io|kubernetes\.io|github\.com|githubusercontent\.com|golang\.org|oasis-open\.org|schemastore\.org|containerd\.io|opencontainers\.org)$/;
const publicImages = /^(?:registry\.k8s\.io|k8s\.gcr\.io|docker\.io\/library)\//;

/** What follows the last dot of a file’s or unit’s name, not of a host’s. */
const endings =
  /\.(?:go|log|gz|zst|xz|zip|jsonl?|ya?ml|sock|slice|scope|service|mount|txt|conf|crt|key|pem|sh|so)$/;

/** Words that exports themselves say; a pod of such a name is told from them only by its namespace. */
const ownWords = new Set(
  `seen inferred unknown critical high medium low info cause consequence context error warning note none sync terminating terminated
  finished running killing exited removed gone started created working pending present deleted evicted kubelet pod pods name node
  container sandbox network volume image app main api file http https cni add del line time state true false null`.split(
    /\s+/,
  ),
);

const label = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?';
/** Where the name of a node stands: the log may not say elsewhere that it is one. */
const nodePlaces = [
  '\\bnode(?:Name)?=\\\\*"',
  '\\bnodes? \\\\*"',
  'system:node:',
  '\\b(?:node(?:Name)?|host(?:name)?)\\\\*": ?\\\\*"',
  '\\bnode=\\\\*"?\\{\\\\*"name\\\\*":\\\\*"',
  '/nodes/',
  '/leases/',
  '\\b[Hh]ost:',
  '\\bhost(?:name)?(?:-override)?=\\\\*"?',
].join('|');
/** Where a value stands that nobody else may read; `EnvVar` is how Go prints a container. */
const secretPlaces = [
  '\\bEnvVar\\{Name:\\w+,Value:',
  '\\b[Bb]earer ',
  '(?:password|PASSWORD|passwd|PASSWD|passphrase|secret|SECRET|token|TOKEN|api[-_]?key|API_?KEY|access[-_]?key|ACCESS_KEY)=',
].join('|');
/** Kinds whose objects an error names in quotes. */
const objectKinds =
  '(?:secrets?|[Cc]onfig[Mm]aps?|persistentvolume(?:claim)?s?|serviceaccounts?|services?|leases(?:\\.coordination\\.k8s\\.io)?|webhook)';
const kinds = [
  `(?<secret>(?<=${secretPlaces})[^\\s,}"'\\\\]+)`,
  `(?<mail>(?<![\\w.+-])[\\w.+-]+\\\\*@${label}(?:\\.${label})+)`,
  `(?<arn>\\barn:aws[\\w-]*:[^\\s"'\\\\]+)`,
  `(?<hardware>(?<![\\w:])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![\\w:]))`,
  `(?<user>(?<=/(?:home|Users)/)[\\w.-]+)`,
  `(?<share>(?<=\\s)(?<server>${label}(?:\\.${label})*):(?<export>/[^/\\s"'\\\\][^\\s"'\\\\]*))`,
  `(?<account>(?<=system:serviceaccount:[a-z0-9-]+:)[a-z0-9][-a-z0-9.]*)`,
  `(?<thing>(?<=\\b${objectKinds} \\\\*")[a-z0-9][-a-z0-9.]*)`,
  // An address within an address is one of its own, however many there are.
  `(?<url>https?://(?:(?!https?://)[^\\s"'<>\\\\)\\]])+)`,
  // The places are looked back for where a name can begin alone: backslashes without end may stand in them.
  `(?<node>(?=[A-Za-z0-9])(?<=${nodePlaces})${label}(?:\\.${label})*)`,
  `(?<spoken>(?<=\\b[Nn]ode )(?=[\\w.]*[-\\d])${label}(?:\\.${label})*)`,
  `(?<space>(?<=\\bnamespace(?:\\\\*"?[=:]|) ?\\\\*"|/namespaces/)[a-z0-9][-a-z0-9]*)`,
  `(?<sought>(?<=\\blookup )${label}(?:\\.${label})*)`,
  `(?<cloud>(?<![\\w.-])ip(?:-\\d{1,3}){4}(?:\\.${label})*)`,
  `(?<pulled>(?<=\\b[Ii]mage(?:\\\\*"?[=:]|) ?\\\\*")[^\\s"\\\\/]+/[^\\s"\\\\]+)`,
  `(?<base64>(?<![\\w+/.-])(?=[a-z0-9+/]*[A-Z])[A-Za-z0-9+/]{16,}={0,2}(?![\\w+/.=-]))`,
  `(?<writer>(?<![\\w.-])${label}(?:\\.${label})*(?= [\\w.@-]+\\[\\d+\\]: ))`,
  // Two may stand for a range.
  `(?<v4>(?<![\\w.]|(?<!\\d)-)(?:\\d{1,3}\\.){3}\\d{1,3}(?!\\w|-(?!\\d+\\.\\d)|\\.\\d))`,
  `(?<v6>(?<![\\w:.])(?=[0-9A-Fa-f:]*(?:::|(?::[0-9A-Fa-f]+){7}))[0-9A-Fa-f:]+(?<=[0-9A-Fa-f])(?![\\w:]))`,
  `(?<image>(?<![\\w./@-])(?:${label}(?:\\.${label})+|localhost|${label}(?=:\\d+/))(?::\\d+)?/[a-z0-9][\\w./-]*)`,
  `(?<pair>(?<![\\w./-])(?<ns>${label})"?/"?(?<object>[a-z0-9][-a-z0-9.]*))`,
  `(?<token>${label}(?:\\.${label})*)`,
];
/** No name is so long, and one of several times that length would overflow the stack of the expression. */
const LONGEST_WORD = 1 << 20;
const IN_NO_NAME = /[\s,;{}()[\]]/;

/** By number: an object of named groups for each match would take ten times as long as the match. */
const groupNames = kinds
  .flatMap((kind) => [...kind.matchAll(/\(\?<(\w+)>/g)])
  .map(([, name]) => name);
const parts = new RegExp(kinds.join('|').replace(/\(\?<\w+>/g, '('), 'g');

export interface Redactor {
  text(text: string): string;
  /** The strings of a JSON value; its keys stay. */
  json(value: unknown): unknown;
}

/**
 * Pseudonyms of pods, namespaces, nodes and of what findings say depend on the log alone, so that all exports agree; those of other hosts
 * and addresses on the order in which they are met.
 */
export function redactor({ tape, history, findings }: Incident): Redactor {
  const names = new Names();
  tape.sources.forEach(({ name }) => names.of('log', name));
  for (const { namespace, name } of history.pods) {
    if (!commonNamespaces.includes(namespace)) names.of('namespace', namespace);
    names.of('pod', name);
  }
  for (const { node } of history.runs) if (node.value !== undefined) names.of('node', node.value);
  const namespaces = new Set([
    ...commonNamespaces,
    ...history.pods.map(({ namespace }) => namespace),
  ]);
  const words = new Words(names, namespaces);
  /** What only a text itself tells: pods of other times, and of other nodes. */
  const learn = (text: string): void => {
    for (const line of text.split('\n')) {
      const [namespace, name] = objectsOf(line.replaceAll('\\', '')).pod?.split('/') ?? [];
      if (namespace === undefined || name === undefined) continue;
      namespaces.add(namespace);
      if (!commonNamespaces.includes(namespace)) names.of('namespace', namespace);
      names.of('pod', name);
    }
  };
  const files = tape.sources.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const text = (original: string): string => {
    learn(original);
    return splitAt(original, files, names, (part) =>
      withoutEndlessWords(part)
        .map((piece) => words.redact(piece))
        .join(''),
    );
  };
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, json(entry)]));
  };
  for (const finding of findings) {
    json(finding);
    for (const { input } of finding.evidence)
      text(tape.record(tape.positionOfInput(input))?.text ?? '');
  }
  return { text, json };
}

/** Names of log files are taken out first: they may hold any character. */
function splitAt(
  text: string,
  [file, ...others]: readonly string[],
  names: Names,
  redact: (text: string) => string,
): string {
  if (file === undefined || file === '') return redact(text);
  return text
    .split(file)
    .map((part) => splitAt(part, others, names, redact))
    .join(names.of('log', file));
}

/** The text, cut where a mebibyte ends, at the last sign before it that is in no name. */
function withoutEndlessWords(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  while (from + LONGEST_WORD <= text.length) {
    let to = from + LONGEST_WORD;
    while (to > from && !IN_NO_NAME.test(text.charAt(to - 1))) to -= 1;
    if (to === from) to += LONGEST_WORD;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return [...pieces, text.slice(from)];
}

/** Pseudonyms by kind, counted from 1. */
class Names {
  private readonly pseudonyms = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** The pseudonym of a name, made when it is first asked for; the first kind that a name had stays. */
  of(kind: string, name: string): string {
    const known = this.pseudonyms.get(name);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const made = `${kind}-${count}`;
    this.pseudonyms.set(name, made);
    return made;
  }

  known(name: string): string | undefined {
    return this.pseudonyms.get(name);
  }

  /** Nodes, which end the names of their static pods. */
  endingOf(name: string): string | undefined {
    for (let dash = name.indexOf('-'); dash > 0; dash = name.indexOf('-', dash + 1)) {
      const node = this.pseudonyms.get(name.slice(dash + 1));
      if (node?.startsWith('node-') === true) return `${name.slice(0, dash)}-${node}`;
    }
    return undefined;
  }
}

/** Objects that every cluster has. */
const commonThings = /^(?:default|kube-root-ca\.crt|kube-proxy|coredns|kubernetes|kube-dns)$/;

class Words {
  private readonly names: Names;
  private readonly namespaces: ReadonlySet<string>;

  constructor(names: Names, namespaces: ReadonlySet<string>) {
    this.names = names;
    this.namespaces = namespaces;
  }

  /** One pass, so that no pseudonym is taken for a name. */
  redact(text: string): string {
    let clean = '';
    let done = 0;
    for (let at = 0; ;) {
      // What is done with a part asks the same expression about the part.
      parts.lastIndex = at;
      const match = parts.exec(text);
      if (match === null) return clean + text.slice(done);
      at = parts.lastIndex;
      const part = this.part(match);
      // A long line has millions of words that stay.
      if (part === match[0]) continue;
      clean += text.slice(done, match.index) + part;
      done = at;
    }
  }

  private part(match: readonly (string | undefined)[]): string {
    const [text = ''] = match;
    // Of groups within a group, the outer one comes first.
    const at = match.findIndex((group, i) => i > 0 && group !== undefined);
    const kind = groupNames[at - 1] ?? '';
    const [first = '', second = ''] = match.slice(at + 1, at + 3);
    switch (kind) {
      case 'token':
        return this.token(text);
      case 'account':
      case 'thing':
        return this.thing(text);
      case 'share':
        return this.share(first, second);
      case 'url':
        return this.url(text);
      case 'node':
      case 'spoken':
      case 'writer':
        return this.node(text);
      case 'space':
        return commonNamespaces.includes(text) ? text : this.named('namespace', text);
      case 'sought':
      case 'cloud':
        return publicHosts.test(text) ? text : this.host(text);
      case 'pulled':
        return this.pulled(text);
      case 'base64':
        return this.blob(text);
      case 'v4':
      case 'v6':
        return this.address(text);
      case 'image':
        return this.image(text);
      case 'pair':
        return this.pair(text, first, second);
      default:
        // It gets a pseudonym of its kind wherever it stands.
        return this.names.of(kind, text);
    }
  }

  private thing(name: string): string {
    return commonThings.test(name) ? name : this.named('object', name);
  }

  /** `server:/path`, as NFS mounts are written. */
  private share(server: string, path: string): string {
    const shown = /^[\d.]+$/.test(server) ? this.address(server) : this.host(server);
    return `${shown}:/${this.names.of('path', path)}`;
  }

  private node(node: string): string {
    return node === 'localhost' || ownWords.has(node) ? node : this.named('node', node);
  }

  private blob(text: string): string {
    if (isReadable(text)) return this.names.of('base64', text);
    const parts = text.split('/');
    return parts.length === 1 ? this.token(text) : parts.map((part) => this.redact(part)).join('/');
  }

  private named(kind: string, name: string): string {
    return this.names.known(name.toLowerCase()) ?? this.names.of(kind, name);
  }

  /** An image as it is asked for: also one of the public registry, which stands there without it. */
  private pulled(image: string): string {
    const last = image.slice(image.lastIndexOf('/') + 1);
    const rest = /[:@].*$/s.exec(last)?.[0] ?? '';
    const name = image.slice(0, image.length - rest.length);
    const first = name.slice(0, name.indexOf('/'));
    if (publicImages.test(image) || publicHosts.test(first.replace(/:\d+$/, ''))) return image;
    if (!/[.:]|^localhost$/.test(first)) return `${this.names.of('image', name)}${rest}`;
    return `${this.image(name)}${rest}`;
  }

  private url(url: string): string {
    const [head = '', scheme = '', host = ''] =
      /^(https?:\/\/)(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/.exec(url) ?? [];
    if (head === '' || publicHosts.test(host)) return url;
    const rest = url.slice(head.length);
    const bare = host.replace(/^\[|\]$/g, '');
    const shown = /^[\d.]+$|:/.test(bare) ? this.address(bare) : this.host(bare);
    // As the registry's own interface names an image.
    const [, before = '', image, behind = ''] =
      /^((?::\d+)?\/v2\/)(.+?)(\/(?:manifests|blobs|tags)\/.*)$/s.exec(rest) ?? [];
    return image === undefined
      ? `${scheme}${shown}${this.redact(rest)}`
      : `${scheme}${shown}${before}${this.names.of('image', image)}${this.redact(behind)}`;
  }

  private address(address: string): string {
    if (/^(?:127\.|0\.0\.0\.0$|::1?$)/.test(address)) return address;
    return this.names.of('address', address);
  }

  private host(host: string): string {
    return host === 'localhost' ? host : this.names.of('host', host);
  }

  private image(image: string): string {
    const slash = image.indexOf('/');
    const registry = image.slice(0, slash);
    if (publicImages.test(image) || publicHosts.test(registry) || endings.test(registry))
      return image;
    return `${this.names.of('registry', registry)}/${this.names.of('image', image.slice(slash + 1))}`;
  }

  private pair(match: string, namespace: string, object: string): string {
    const isQuoted = match.includes('"/"');
    if (isQuoted && !commonNamespaces.includes(namespace)) this.names.of('namespace', namespace);
    if (!isQuoted && !this.namespaces.has(namespace)) {
      const [first = '', ...others] = match.split('/');
      return [this.redact(first), ...others.map((part) => this.redact(part))].join('/');
    }
    const end = /[.]+$/.exec(object)?.[0] ?? '';
    const name = object.slice(0, object.length - end.length);
    const between = match.slice(namespace.length, match.length - object.length);
    const shownNamespace = this.names.known(namespace) ?? namespace;
    return `${shownNamespace}${between}${this.names.of('object', name)}${end}`;
  }

  private token(token: string): string {
    const known = this.names.known(token);
    if (known !== undefined && !ownWords.has(token)) return known;
    // Hosts may stand in capitals.
    const node = this.names.known(token.toLowerCase());
    if (node?.startsWith('node-') === true && /\d/.test(token)) return node;
    if (isHost(token)) return this.host(token);
    const file = endings.exec(token);
    const stem = token.slice(0, file?.index);
    if (file !== null && isHost(stem)) return `${this.host(stem)}${file[0]}`;
    const ending = this.names.endingOf(token);
    if (ending !== undefined) return ending;
    return token.includes('.')
      ? token
          .split('.')
          .map((part) => this.token(part))
          .join('.')
      : token;
  }
}

/** Three labels or more, the last one of letters: shorter ones are files, fields and API groups. */
function isHost(token: string): boolean {
  return (
    /^(?:[A-Za-z0-9-]+\.){2,}[A-Za-z]{2,}$/.test(token) &&
    !endings.test(token) &&
    !publicHosts.test(token)
  );
}

/** Text behind it, not the bytes of anything: what is decoded by hand in a second is no secret. */
function isReadable(base64: string): boolean {
  if (base64.replace(/=+$/, '').length % 4 === 1) return false;
  try {
    return /^[\t\n\r -~]+$/.test(atob(base64));
  } catch {
    return false;
  }
}
