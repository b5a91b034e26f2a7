// The objects of a YAML manifest that make pods, and the names that their pods have. Templates that are no YAML yet tell what they can.
import { isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, type Node } from 'yaml';
import { tooDeepAt } from '../../log/yamlDepth.ts';

export interface ManifestObject {
  /** From 0. */
  readonly line: number;
  readonly kind: WorkloadKind;
  readonly name: string;
  /** Undefined: whatever it is applied to. */
  readonly namespace: string | undefined;
}

/** The letters and digits of the names that Kubernetes makes up (k8s.io/apimachinery/pkg/util/rand). */
const random = '[bcdfghjklmnpqrstvwxz2456789]';

/** What follows the object's name in those of its pods. */
const suffixes = {
  // A static pod has the name of its node behind its own.
  Pod: '(-[a-z0-9.-]+)?',
  Deployment: `-${random}{1,10}-${random}{5}`,
  ReplicaSet: `-${random}{5}`,
  ReplicationController: `-${random}{5}`,
  DaemonSet: `-${random}{5}`,
  StatefulSet: '-\\d+',
  Job: `(-\\d+)?-${random}{5}`,
  CronJob: `-\\d+(-\\d+)?-${random}{5}`,
} as const;

export type WorkloadKind = keyof typeof suffixes;

/** Whether a pod of that name may be the object's; `isStatic`: its name ends with its node's. */
export function isPodOf(object: ManifestObject, pod: string, isStatic: boolean): boolean {
  if (!pod.startsWith(object.name)) return false;
  const rest = pod.slice(object.name.length);
  if (object.kind === 'Pod' && !isStatic) return rest === '';
  return new RegExp(`^${suffixes[object.kind]}$`).test(rest);
}

/** Whether a pod that `owner` made (`ReplicaSet/web-5d4f8`) is the object's. */
export function isOwner(object: ManifestObject, owner: string): boolean {
  const { kind, name } = object;
  if (owner === `${kind}/${name}`) return true;
  const between = { Deployment: 'ReplicaSet', CronJob: 'Job' } as const;
  if (kind !== 'Deployment' && kind !== 'CronJob') return false;
  const start = `${between[kind]}/${name}-`;
  const made = kind === 'Deployment' ? new RegExp(`^${random}{1,10}$`) : /^\d+$/;
  return owner.startsWith(start) && made.test(owner.slice(start.length));
}

/** More of one text are left out. */
const MOST = 500;
/** Characters; what is longer is no manifest that somebody edits. */
const LONGEST = 4 << 20;

export function manifestObjects(text: string): readonly ManifestObject[] {
  if (text.length > LONGEST || tooDeepAt(text) !== undefined) return [];
  const lines = new LineCounter();
  const options = {
    lineCounter: lines,
    logLevel: 'silent',
    prettyErrors: false,
    uniqueKeys: false,
  } as const;
  const documents = parseAllDocuments(text, options);
  const found: ManifestObject[] = [];
  for (const document of Array.isArray(documents) ? documents : [])
    collect(document.contents, lines, found);
  return found;
}

function collect(node: unknown, lines: LineCounter, found: ManifestObject[]): void {
  if (!isNode(node) || !isMap(node) || found.length >= MOST) return;
  const items: unknown = node.get('items', true);
  const kind = textOf(node.get('kind', true));
  if (isSeq(items) && (kind?.endsWith('List') ?? false)) {
    for (const item of items.items) collect(item, lines, found);
    return;
  }
  const metadata: unknown = node.get('metadata', true);
  if (!isMap(metadata) || !isWorkload(kind)) return;
  const name = textOf(metadata.get('name', true));
  if (name === undefined || name === '') return;
  const namespace = textOf(metadata.get('namespace', true));
  found.push({ line: lineOf(node, lines), kind, name, namespace });
}

function isWorkload(kind: string | undefined): kind is WorkloadKind {
  return kind !== undefined && Object.hasOwn(suffixes, kind);
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
}

function lineOf(node: Node, lines: LineCounter): number {
  return Math.max(0, lines.linePos(node.range?.[0] ?? 0).line - 1);
}
