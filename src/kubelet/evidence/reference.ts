// How lines name pods, containers and sandboxes, in all the shapes that kubelets of 1.9 to 1.36 have printed. It knows text alone.
import type { LogRecord } from '../../log/record.ts';
import type { PodRef } from '../event.ts';

/** Reads references; who reads many gives the same object for the same words. */
export interface PodRefs {
  /** As `byKey`. */
  key(text: string | undefined, uid: string | undefined): PodRef;
  /** As `podList`. */
  list(value: string | undefined): readonly PodRef[];
  /** As `hexId`. */
  id(text: string): string;
}

const nobody: PodRef = { uid: undefined, namespace: undefined, name: undefined };

/** A UID of the API server, or the md5 of a static pod. Printed pointers (`0xc000…`) are none. */
const uidShape = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/;

export function asUid(text: string | undefined): string | undefined {
  return text !== undefined && uidShape.test(text) ? text : undefined;
}

export function byUid(uid: string | undefined): PodRef {
  return { ...nobody, uid: asUid(uid) };
}

/** `ns/name`, as structured lines print it, or the object that JSON lines hold. */
export function byKey(text: string | undefined, uid?: string): PodRef {
  if (text === undefined || text === '') return byUid(uid);
  if (text.startsWith('{')) return byObject(text, uid);
  const slash = text.indexOf('/');
  return slash < 0
    ? byUid(uid)
    : { uid: asUid(uid), namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

function byObject(text: string, uid: string | undefined): PodRef {
  const name = /"name":"([^"]*)"/.exec(text)?.[1];
  const namespace = /"namespace":"([^"]*)"/.exec(text)?.[1];
  return { uid: asUid(uid), namespace, name };
}

/** The pod of a structured line: `pod=`, with `podUID=` beside it or alone. */
export function podOf(record: LogRecord, refs: PodRefs = plainRefs): PodRef {
  const uid = record.field('podUID') ?? record.field('pod-uid') ?? record.field('podID');
  return refs.key(record.field('pod'), uid);
}

/** `name_ns(uid)`, name first. Names hold no `_`, so the last one before the bracket splits. */
export function byFormat(text: string): PodRef {
  const m = /^"?([^\s"(]+)_([^\s"(_]+)\(([0-9a-f-]{32,36})\)/.exec(text);
  if (m === null) return byFullName(text);
  return { uid: asUid(m[3]), namespace: m[2], name: m[1] };
}

/** `name_ns`, name first. */
export function byFullName(text: string): PodRef {
  const at = text.lastIndexOf('_');
  return at < 0 ? nobody : { ...nobody, namespace: text.slice(at + 1), name: text.slice(0, at) };
}

/** `ns_name`, namespace first: CNI lines up to 1.20, CRI-O texts. */
export function byReverseName(text: string): PodRef {
  const at = text.indexOf('_');
  return at < 0 ? nobody : { ...nobody, namespace: text.slice(0, at), name: text.slice(at + 1) };
}

/** The first `name_ns(uid)` in a text. */
export function findFormat(text: string): PodRef | undefined {
  const m = /(?<![a-z0-9.-])[.-]*([a-z0-9][a-z0-9.-]*)_([a-z0-9-]+)\(([0-9a-f-]{32,36})\)/.exec(
    text,
  );
  return m === null ? undefined : { uid: asUid(m[3]), namespace: m[2], name: m[1] };
}

/**
 * Of a list, so many pods are read: a hundred times what a kubelet takes unless told otherwise (110, `maxPods`). A line that names more
 * was written by somebody else.
 */
export const mostListed = 11_000;

/** The value of `pods=` in all its forms: `["ns/a","ns/b"]`, `[ns/a ns/b]`, `[{"name":"a","namespace":"ns"}]`. */
export function podList(value: string | undefined): readonly PodRef[] {
  if (value === undefined) return [];
  const one = /^\["([^"\s,{]+)"\]$/.exec(value)?.[1];
  if (one !== undefined) return namedOnly(byKey(one));
  const inner = value.replace(/^\[|\]$/g, '').trim();
  if (inner === '') return [];
  if (inner.startsWith('{'))
    return (inner.match(/\{[^{}]*\}/g) ?? [])
      .slice(0, mostListed)
      .map((one) => byObject(one, undefined));
  return inner
    .split(/[\s,]+/, mostListed)
    .map((one) => byKey(one.replace(/^"|"$/g, '')))
    .filter((ref) => ref.name !== undefined);
}

function namedOnly(ref: PodRef): readonly PodRef[] {
  return ref.name === undefined ? [] : [ref];
}

/** The list of printf lines: `a_ns(uid), b_ns(uid):DeletionTimestamp=…`. */
export function formatList(text: string): readonly PodRef[] {
  return text
    .split(', ', mostListed)
    .map((one) => byFormat(one))
    .filter((ref) => ref.name !== undefined);
}

const idShape = /^[0-9a-f]{12,64}$/;

/** The text when it is an id of the runtime, whole or shortened; else the empty one. */
export function hexId(text: string): string {
  return idShape.test(text) ? text : '';
}

export const plainRefs: PodRefs = { key: byKey, list: podList, id: hexId };

const isBareId = /^[0-9a-f]{64}$/;

/** A container's or sandbox's id without its scheme, from `containerd://id`, `{"Type":"docker","ID":"id"}` or `{Type:docker ID:id}`. */
export function bareId(text: string | undefined): string | undefined {
  if (text === undefined || isBareId.test(text)) return text;
  return /[0-9a-f]{64}/.exec(text)?.[0];
}

export function asNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
