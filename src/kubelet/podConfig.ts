// Mirrors pkg/kubelet/config/config.go (v1.34).
//
// Merges what the sources say the node should run into small changes: each source sends whole lists or changes, the
// storage keeps one map of pods for each source and sends on only what differs. Promised: updates come in the order
// REMOVE, ADD, UPDATE, DELETE, RECONCILE, and a source's first SET is always answered by something, if only by an
// empty ADD. Not promised: unique names across sources. Channels, and who blocks on them, belong to who runs this.
import {
  emptyMap,
  mapEntries,
  mapGet,
  mapRemove,
  mapSet,
  mapValues,
  type PersistentMap,
} from '../base/persistentMap.ts';
import { formatRfc3339, type Micros } from '../base/time.ts';
import type { LogEffect, LogValue, PodRef } from './effect.ts';
import {
  ConfigFirstSeenAnnotationKey,
  ConfigMirrorAnnotationKey,
  ConfigSourceAnnotationKey,
  podFullName,
  type Pod,
  type PodUid,
} from './pod.ts';

export type PodOperation = 'SET' | 'ADD' | 'DELETE' | 'REMOVE' | 'UPDATE' | 'RECONCILE';

export interface PodUpdate {
  readonly pods: readonly Pod[];
  readonly op: PodOperation;
  readonly source: string;
}

/** `incremental` is what the kubelet uses; the others tell whole states. */
export type PodConfigNotificationMode = 'incremental' | 'snapshot' | 'snapshotAndUpdates';

export interface PodConfig {
  readonly mode: PodConfigNotificationMode;
  /** Sources that somebody asked a channel for. */
  readonly sources: readonly string[];
  /** Sources that have sent a SET. */
  readonly sourcesSeen: readonly string[];
  readonly pods: Readonly<Record<string, PersistentMap<Pod>>>;
}

export type PodConfigEffect =
  | LogEffect
  | { readonly kind: 'podUpdate'; readonly update: PodUpdate }
  | {
      readonly kind: 'recordEvent';
      readonly uid: PodUid;
      readonly type: 'Warning';
      readonly reason: string;
      readonly message: string;
    };

export interface PodConfigStep {
  readonly state: PodConfig;
  readonly effects: readonly PodConfigEffect[];
}

export function newPodConfig(mode: PodConfigNotificationMode): PodConfig {
  return { mode, sources: [], sourcesSeen: [], pods: {} };
}

/** `Channel`: registers a source; the empty name is a mistake of the caller, in Go a panic. */
export function addSource(config: PodConfig, source: string): PodConfig {
  if (source === '' || config.sources.includes(source)) return config;
  return { ...config, sources: [...config.sources, source] };
}

/** Whether each registered source has sent a SET, and the loop has handled something of each. */
export function seenAllSources(config: PodConfig, seenSources: readonly string[]): boolean {
  return config.sources.every(
    (source) => seenSources.includes(source) && config.sourcesSeen.includes(source),
  );
}

interface Merged {
  readonly pods: PersistentMap<Pod>;
  readonly adds: readonly Pod[];
  readonly updates: readonly Pod[];
  readonly deletes: readonly Pod[];
  readonly removes: readonly Pod[];
  readonly reconciles: readonly Pod[];
}

/** `Merge`: what a source sent, and what the kubelet is to hear of it. */
export function mergeUpdate(config: PodConfig, change: PodUpdate, now: Micros): PodConfigStep {
  const effects: PodConfigEffect[] = [];
  const { source, op } = change;
  const before = config.pods[source] ?? emptyMap<Pod>();
  const firstSet = op === 'SET' && !config.sourcesSeen.includes(source);
  const merged = merge(before, change, now, effects);
  const state: PodConfig = {
    ...config,
    sourcesSeen: firstSet ? [...config.sourcesSeen, source] : config.sourcesSeen,
    pods: merged.pods === before ? config.pods : { ...config.pods, [source]: merged.pods },
  };
  for (const update of updatesOf(state, merged, source, firstSet)) {
    effects.push({ kind: 'podUpdate', update });
  }
  return { state, effects };
}

function updatesOf(
  state: PodConfig,
  merged: Merged,
  source: string,
  firstSet: boolean,
): PodUpdate[] {
  const { adds, updates, deletes, removes, reconciles } = merged;
  const update = (op: PodOperation, pods: readonly Pod[]): PodUpdate => ({ pods, op, source });
  const some = (op: PodOperation, pods: readonly Pod[]): PodUpdate[] =>
    pods.length === 0 ? [] : [update(op, pods)];
  const changed = adds.length + updates.length + deletes.length;
  switch (state.mode) {
    case 'incremental':
      return [
        ...some('REMOVE', removes),
        ...some('ADD', adds),
        ...some('UPDATE', updates),
        ...some('DELETE', deletes),
        // Tells the kubelet that the source is ready.
        ...(firstSet && changed === 0 ? [update('ADD', [])] : []),
        ...some('RECONCILE', reconciles),
      ];
    case 'snapshotAndUpdates':
      return [
        ...(removes.length + adds.length > 0 || firstSet ? [update('SET', allPods(state))] : []),
        ...some('UPDATE', updates),
        ...some('DELETE', deletes),
      ];
    case 'snapshot':
      return changed + removes.length > 0 || firstSet ? [update('SET', allPods(state))] : [];
  }
}

/** `MergedState`: the pods of all sources. */
export function allPods(config: PodConfig): Pod[] {
  return Object.values(config.pods).flatMap((pods) => mapValues(pods));
}

/** A pod that several lists of one merge may name: what is sent is its state at the end. */
interface Cell {
  pod: Pod;
}

interface Lists {
  readonly adds: Cell[];
  readonly updates: Cell[];
  readonly deletes: Cell[];
  readonly reconciles: Cell[];
}

const doing: Readonly<Record<string, string>> = {
  ADD: 'Adding new pods from source',
  UPDATE: 'Updating pods from source',
  DELETE: 'Gracefully deleting pods from source',
  REMOVE: 'Removing pods from source',
  SET: 'Setting pods for source',
};

function merge(
  before: PersistentMap<Pod>,
  change: PodUpdate,
  now: Micros,
  effects: PodConfigEffect[],
): Merged {
  const { source, op } = change;
  const none = { adds: [], updates: [], deletes: [], removes: [], reconciles: [] };
  const message = doing[op];
  if (message === undefined) {
    effects.push(line(0, 'Received invalid update type', [['type', op]]));
    return { ...none, pods: before };
  }
  const refs: [string, LogValue][] = [['pods', { refs: change.pods.map(refOf) }]];
  effects.push(line(4, message, [['source', source], ...(op === 'SET' ? [] : refs)]));
  if (op === 'REMOVE') {
    const removes = remove(before, change.pods);
    return { ...none, removes, pods: without(before, removes) };
  }
  const lists: Lists = { adds: [], updates: [], deletes: [], reconciles: [] };
  const old = new Map<PodUid, Cell>();
  const next = new Map<PodUid, Cell>();
  for (const ref of filterInvalidPods(change.pods, source, effects)) {
    const { uid } = ref.metadata;
    // In a SET each pod is compared with what was there before it; else with what is there now.
    const existing = (op === 'SET' ? undefined : next.get(uid)) ?? cellOf(old, before, uid);
    const cell = existing ?? { pod: ref };
    next.set(uid, cell);
    if (existing === undefined) {
      effects.push(line(4, 'Receiving a new pod', [['pod', { ref: refOf(ref) }]]));
      cell.pod = withLocalAnnotations(ref, source, formatRfc3339(now));
      lists.adds.push(cell);
    } else {
      checkAndUpdatePod(existing, ref, source, lists);
    }
  }
  const removes = op === 'SET' ? missing(before, next) : [];
  let pods = without(before, removes);
  for (const [uid, { pod }] of next) if (mapGet(pods, uid) !== pod) pods = mapSet(pods, uid, pod);
  const sent = (cells: readonly Cell[]): Pod[] => cells.map((cell) => cell.pod);
  return {
    pods,
    adds: sent(lists.adds),
    updates: sent(lists.updates),
    deletes: sent(lists.deletes),
    reconciles: sent(lists.reconciles),
    removes,
  };
}

function cellOf(old: Map<PodUid, Cell>, pods: PersistentMap<Pod>, uid: PodUid): Cell | undefined {
  const held = old.get(uid);
  const pod = mapGet(pods, uid);
  if (held !== undefined || pod === undefined) return held;
  const cell = { pod };
  old.set(uid, cell);
  return cell;
}

function missing(before: PersistentMap<Pod>, next: ReadonlyMap<PodUid, Cell>): Pod[] {
  const gone: Pod[] = [];
  for (const [uid, pod] of mapEntries(before)) if (!next.has(uid)) gone.push(pod);
  return gone;
}

/** The stored pods of a REMOVE that are there, each once. */
function remove(before: PersistentMap<Pod>, pods: readonly Pod[]): Pod[] {
  const uids = new Set(pods.map((pod) => pod.metadata.uid));
  return Array.from(uids, (uid) => mapGet(before, uid)).filter((pod) => pod !== undefined);
}

function without(pods: PersistentMap<Pod>, gone: readonly Pod[]): PersistentMap<Pod> {
  return gone.reduce((rest, pod) => mapRemove(rest, pod.metadata.uid), pods);
}

function refOf({ metadata }: Pod): PodRef {
  return [metadata.namespace, metadata.name, metadata.uid];
}

function line(v: number, message: string, keys: LogEffect['keys']): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'config.go', message, keys };
}

/** Keeps the first pod of each full name in one message; across messages and sources names may repeat. */
function filterInvalidPods(
  pods: readonly Pod[],
  source: string,
  effects: PodConfigEffect[],
): readonly Pod[] {
  const names = new Set<string>();
  return pods.filter((pod, index) => {
    const { uid, name } = pod.metadata;
    const fullName = podFullName(pod);
    if (!names.has(fullName)) {
      names.add(fullName);
      return true;
    }
    const text = 'Pod failed validation due to duplicate pod name, ignoring';
    effects.push(
      line(0, text, [
        ['index', index],
        ['pod', { ref: refOf(pod) }],
        ['source', source],
      ]),
    );
    effects.push({
      kind: 'recordEvent',
      uid,
      type: 'Warning',
      reason: 'FailedValidation',
      message: `Error validating pod ${fullName}(${uid}) from ${source} due to duplicate pod name "${name}", ignoring`,
    });
    return false;
  });
}

const localAnnotations = [
  ConfigSourceAnnotationKey,
  ConfigMirrorAnnotationKey,
  ConfigFirstSeenAnnotationKey,
];

function withLocalAnnotations(pod: Pod, source: string, firstSeen: string): Pod {
  const annotations = {
    ...pod.metadata.annotations,
    [ConfigSourceAnnotationKey]: source,
    [ConfigFirstSeenAnnotationKey]: firstSeen,
  };
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

/** What a newer version of a stored pod is to the kubelet; the stored one takes over what counts. */
function checkAndUpdatePod(existing: Cell, ref: Pod, source: string, lists: Lists): void {
  const { pod } = existing;
  if (!podsDifferSemantically(pod, ref)) {
    if (deepEqual(pod.status, ref.status)) return;
    existing.pod = withStatus(pod, ref);
    lists.reconciles.push(existing);
    return;
  }
  const annotations: Record<string, string> = {
    ...ref.metadata.annotations,
    [ConfigSourceAnnotationKey]: source,
  };
  for (const key of localAnnotations) {
    const value = pod.metadata.annotations?.[key];
    if (value !== undefined) annotations[key] = value;
  }
  const { name, namespace, uid, creationTimestamp } = pod.metadata;
  const { labels, deletionTimestamp, deletionGracePeriodSeconds } = ref.metadata;
  const metadata = {
    name,
    namespace,
    uid,
    annotations,
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(labels === undefined ? {} : { labels }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
  };
  existing.pod = withStatus({ metadata, spec: ref.spec }, ref);
  (deletionTimestamp === undefined ? lists.updates : lists.deletes).push(existing);
}

function withStatus(pod: Pod, { status }: Pod): Pod {
  const { metadata, spec } = pod;
  return status === undefined ? { metadata, spec } : { metadata, spec, status };
}

function podsDifferSemantically(existing: Pod, ref: Pod): boolean {
  const a = existing.metadata;
  const b = ref.metadata;
  return !(
    deepEqual(existing.spec, ref.spec) &&
    deepEqual(a.labels, b.labels) &&
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
    isAnnotationMapEqual(a.annotations ?? {}, b.annotations ?? {})
  );
}

/** The annotations that the kubelet itself adds do not count. */
function isAnnotationMapEqual(
  existing: Readonly<Record<string, string>>,
  candidate: Readonly<Record<string, string>>,
): boolean {
  const keys = [...Object.keys(existing), ...Object.keys(candidate)];
  return keys.every((key) => localAnnotations.includes(key) || existing[key] === candidate[key]);
}

/** `reflect.DeepEqual` on data from JSON. */
function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => deepEqual(Reflect.get(a, key), Reflect.get(b, key)));
}
