// Mirrors syncLoopIteration and the handlers of pkg/kubelet/kubelet.go (v1.34).
//
// One goroutine takes one item at a time from its channels and tells the pod workers about it. Promised: an item is
// handled completely before the next. Not promised: an order among channels that are ready together; Go picks one by chance,
// and so must who runs this. While the runtime is unhealthy nothing is taken at all.
import { emptyMap, mapGet, mapRemove, mapSet, type PersistentMap } from '../base/persistentMap.ts';
import type { Micros } from '../base/time.ts';
import type { LogEffect, LogValue, PodRef } from './effect.ts';
import type { PodLifecycleEvent } from './plegEvents.ts';
import { isMirrorPod, podFullName, type Pod, type PodUid } from './pod.ts';
import type { PodUpdate } from './podConfig.ts';
import type { SyncPodType, UpdatePodOptions } from './podWorkers.ts';
import { joinErrors, skipSleep } from './runtimeState.ts';
import type { KubeletVersion } from './version/index.ts';

/** `podManager`: the pods that should be here, and the mirrors of static ones by full name. */
export interface PodManager {
  readonly pods: PersistentMap<Pod>;
  readonly byFullName: PersistentMap<PodUid>;
  readonly mirrors: PersistentMap<Pod>;
}

export interface SyncLoop {
  readonly podManager: PodManager;
  /** Sources of which the loop has handled at least one update. */
  readonly seenSources: readonly string[];
  /** Length of the next pause; undefined after a good turn. */
  readonly nextSleep: number | undefined;
}

export const emptySyncLoop: SyncLoop = {
  podManager: { pods: emptyMap(), byFullName: emptyMap(), mirrors: emptyMap() },
  seenSources: [],
  nextSleep: undefined,
};

export type ProbeKind = 'liveness' | 'readiness' | 'startup';

export type SyncLoopItem =
  /** The runtime is unhealthy: the loop takes nothing. */
  | { readonly kind: 'skip'; readonly errors: readonly string[] }
  | {
      readonly kind: 'config';
      readonly update: PodUpdate;
      /** Whether all sources had sent something before this item. */
      readonly sourcesReady: boolean;
      /** Pods that admission refuses, with the reason and the message. */
      readonly refused?: ReadonlyMap<PodUid, readonly [reason: string, message: string]>;
    }
  | {
      readonly kind: 'pleg';
      readonly event: PodLifecycleEvent;
      /** The id is one of the pod's containers, no sandbox's. */
      readonly isContainer: boolean;
    }
  | { readonly kind: 'sync'; readonly due: readonly PodUid[] }
  | {
      readonly kind: 'probe';
      readonly probe: ProbeKind;
      readonly success: boolean;
      readonly uid: PodUid;
    }
  | { readonly kind: 'housekeeping'; readonly sourcesReady: boolean };

export type SyncLoopEffect =
  | LogEffect
  | { readonly kind: 'updatePod'; readonly options: UpdatePodOptions }
  /** Up to 1.21: the worker is dropped, and a goroutine of its own kills the pod if the runtime has it. */
  | { readonly kind: 'killRemovedPod'; readonly pod: Pod }
  /** Up to 1.21: `probeManager.RemovePod`, whether or not the pod could be deleted. */
  | { readonly kind: 'removeProbes'; readonly uid: PodUid }
  | {
      readonly kind: 'reject';
      readonly pod: Pod;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly kind: 'cleanUpContainers'; readonly uid: PodUid; readonly id: string }
  /** Run HandlePodCleanups. */
  | { readonly kind: 'cleanups' }
  | {
      readonly kind: 'setReadiness';
      readonly uid: PodUid;
      readonly probe: ProbeKind;
      readonly success: boolean;
    }
  | { readonly kind: 'sleep'; readonly length: number };

export interface SyncLoopStep {
  readonly state: SyncLoop;
  readonly effects: readonly SyncLoopEffect[];
}

export function stepSyncLoop(
  state: SyncLoop,
  item: SyncLoopItem,
  now: Micros,
  version: KubeletVersion,
): SyncLoopStep {
  const effects: SyncLoopEffect[] = [];
  if (item.kind === 'skip') {
    const { sleep, next } = skipSleep(state.nextSleep, version);
    const text = 'Skipping pod synchronization';
    const severity = version.minor >= 18 ? 'E' : 'I';
    effects.push({ ...line(0, text, []), severity, err: skipText(item.errors, version) });
    effects.push({ kind: 'sleep', length: sleep });
    return { state: { ...state, nextSleep: next }, effects };
  }
  const awake = state.nextSleep === undefined ? state : { ...state, nextSleep: undefined };
  return { state: handle(awake, item, now, version, effects), effects };
}

/** Up to 1.13 the errors were a list of texts, not one error. */
function skipText(errors: readonly string[], { minor }: KubeletVersion): string {
  return minor < 14 ? `[${errors.join(' ')}]` : joinErrors(errors);
}

function handle(
  state: SyncLoop,
  item: Exclude<SyncLoopItem, { kind: 'skip' }>,
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): SyncLoop {
  switch (item.kind) {
    case 'config':
      return handleConfig(state, item, now, version, effects);
    case 'pleg':
      handlePleg(state, item, now, effects);
      return state;
    case 'sync':
      handleSync(state, item.due, now, effects);
      return state;
    case 'probe':
      handleProbe(state, item, now, version, effects);
      return state;
    case 'housekeeping':
      if (item.sourcesReady) {
        effects.push(line(4, 'SyncLoop (housekeeping)', []), { kind: 'cleanups' });
      } else {
        effects.push(line(4, "SyncLoop (housekeeping, skipped): sources aren't ready yet", []));
      }
      return state;
  }
}

function line(v: number, message: string, keys: LogEffect['keys']): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'kubelet.go', message, keys };
}

function refOf({ metadata }: Pod): PodRef {
  return [metadata.namespace, metadata.name, metadata.uid];
}

type ConfigItem = SyncLoopItem & { readonly kind: 'config' };

function handleConfig(
  state: SyncLoop,
  item: ConfigItem,
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): SyncLoop {
  const { op, source, pods } = item.update;
  const keys: [string, LogValue][] = [
    ['source', source],
    ['pods', { refs: pods.map(refOf) }],
  ];
  let next = state;
  if (op === 'SET') {
    const text = 'Kubelet does not support snapshot update';
    effects.push({ ...line(0, text, []), severity: 'E' });
  } else {
    effects.push(line(op === 'RECONCILE' ? 4 : 2, `SyncLoop ${op}`, keys));
    for (const pod of op === 'ADD' ? byCreation(pods) : pods) {
      next = handlePod(next, item, pod, now, version, effects);
    }
  }
  if (next.seenSources.includes(source)) return next;
  return { ...next, seenSources: [...next.seenSources, source] };
}

/** `sort.Sort(sliceutils.PodsByCreationTime(pods))` of HandlePodAdditions. */
export function byCreation(pods: readonly Pod[]): Pod[] {
  const time = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';
  return pods.toSorted((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0));
}

function handlePod(
  state: SyncLoop,
  { update: { op }, sourcesReady, refused }: ConfigItem,
  pod: Pod,
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): SyncLoop {
  const podManager =
    op === 'REMOVE' ? removePod(state.podManager, pod) : addPod(state.podManager, pod);
  const next = { ...state, podManager };
  if (op === 'RECONCILE') return next;
  if (isMirrorPod(pod)) {
    updateStaticPodOf(next, pod, now, version, effects);
    return next;
  }
  if (op === 'REMOVE') {
    deletePod(pod, sourcesReady, now, version, effects);
    if (version.podWorkers === 'classic')
      effects.push({ kind: 'removeProbes', uid: pod.metadata.uid });
    return next;
  }
  const refusal = op === 'ADD' ? refused?.get(pod.metadata.uid) : undefined;
  if (refusal !== undefined) {
    effects.push({ kind: 'reject', pod, reason: refusal[0], message: refusal[1] });
    return next;
  }
  effects.push(updateEffect(next, op === 'ADD' ? 'create' : 'update', pod, now));
  return next;
}

/** News of a mirror are an update of its static pod, if that is known: with that mirror, also when it has just been removed. */
function updateStaticPodOf(
  { podManager }: SyncLoop,
  mirrorPod: Pod,
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): void {
  const uid = mapGet(podManager.byFullName, podFullName(mirrorPod));
  const pod = uid === undefined ? undefined : mapGet(podManager.pods, uid);
  if (pod === undefined) {
    if (version.minor < 28) return;
    const text = 'Unable to find pod for mirror pod, skipping';
    effects.push(
      line(2, text, [
        ['mirrorPod', { ref: refOf(mirrorPod) }],
        ['mirrorPodUID', { uid: mirrorPod.metadata.uid }],
      ]),
    );
    return;
  }
  effects.push({
    kind: 'updatePod',
    options: { updateType: 'update', pod, mirrorPod, startTime: now },
  });
}

function deletePod(
  pod: Pod,
  sourcesReady: boolean,
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): void {
  const ref = ['pod', { ref: refOf(pod) }] as const;
  if (!sourcesReady) {
    const err = "skipping delete because sources aren't ready yet";
    effects.push({ ...line(2, 'Failed to delete pod', [ref]), err });
    return;
  }
  if (version.podWorkers === 'classic') {
    effects.push({ kind: 'killRemovedPod', pod });
    return;
  }
  const uid = ['podUID', { uid: pod.metadata.uid }] as const;
  effects.push(line(3, 'Pod has been deleted and must be killed', [ref, uid]));
  effects.push({ kind: 'updatePod', options: { updateType: 'kill', pod, startTime: now } });
}

function updateEffect(
  { podManager }: SyncLoop,
  updateType: SyncPodType,
  pod: Pod,
  now: Micros,
): SyncLoopEffect {
  const mirrorPod = mapGet(podManager.mirrors, podFullName(pod));
  const options: UpdatePodOptions = { updateType, pod, startTime: now };
  return {
    kind: 'updatePod',
    options: mirrorPod === undefined ? options : { ...options, mirrorPod },
  };
}

function addPod(manager: PodManager, pod: Pod): PodManager {
  const name = podFullName(pod);
  if (isMirrorPod(pod)) return { ...manager, mirrors: mapSet(manager.mirrors, name, pod) };
  const { uid } = pod.metadata;
  return {
    ...manager,
    pods: mapSet(manager.pods, uid, pod),
    byFullName: mapSet(manager.byFullName, name, uid),
  };
}

function removePod(manager: PodManager, pod: Pod): PodManager {
  const name = podFullName(pod);
  if (isMirrorPod(pod)) return { ...manager, mirrors: mapRemove(manager.mirrors, name) };
  const { uid } = pod.metadata;
  const owns = mapGet(manager.byFullName, name) === uid;
  return {
    ...manager,
    pods: mapRemove(manager.pods, uid),
    byFullName: owns ? mapRemove(manager.byFullName, name) : manager.byFullName,
  };
}

function handlePleg(
  state: SyncLoop,
  { event, isContainer }: SyncLoopItem & { readonly kind: 'pleg' },
  now: Micros,
  effects: SyncLoopEffect[],
): void {
  if (event.type === 'ContainerRemoved') return;
  const { id, type, data } = event;
  const shown = { event };
  const pod = mapGet(state.podManager.pods, id);
  if (pod === undefined) {
    effects.push(
      line(4, 'SyncLoop (PLEG): pod does not exist, ignore irrelevant event', [['event', shown]]),
    );
  } else {
    const ref = ['pod', { ref: refOf(pod) }] as const;
    effects.push(line(2, 'SyncLoop (PLEG): event for pod', [ref, ['event', shown]]));
    effects.push(updateEffect(state, 'sync', pod, now));
  }
  if (type !== 'ContainerDied') return;
  if (isContainer) {
    effects.push({ kind: 'cleanUpContainers', uid: id, id: data });
  } else {
    const text = "Container not found in pod's containers";
    effects.push({ ...line(0, text, [['containerID', data]]), file: 'pod_container_deletor.go' });
  }
}

function handleSync(
  state: SyncLoop,
  due: readonly PodUid[],
  now: Micros,
  effects: SyncLoopEffect[],
): void {
  const pods = due
    .map((uid) => mapGet(state.podManager.pods, uid))
    .filter((pod) => pod !== undefined);
  if (pods.length === 0) return;
  effects.push(
    line(4, 'SyncLoop (SYNC) pods', [
      ['total', pods.length],
      ['pods', { refs: pods.map(refOf) }],
    ]),
  );
  for (const pod of pods) effects.push(updateEffect(state, 'sync', pod, now));
}

function handleProbe(
  state: SyncLoop,
  { probe, success, uid }: SyncLoopItem & { readonly kind: 'probe' },
  now: Micros,
  version: KubeletVersion,
  effects: SyncLoopEffect[],
): void {
  if (probe === 'liveness' ? success : !version.readinessInLoop) return;
  const status = {
    liveness: 'unhealthy',
    readiness: success ? 'ready' : version.notReadyText,
    startup: success ? 'started' : 'unhealthy',
  }[probe];
  if (probe !== 'liveness') effects.push({ kind: 'setReadiness', uid, probe, success });
  const pod = mapGet(state.podManager.pods, uid);
  if (pod === undefined) {
    effects.push(line(4, 'SyncLoop (probe): ignore irrelevant update', [['probe', probe]]));
    return;
  }
  effects.push(
    line(1, 'SyncLoop (probe)', [
      ['probe', probe],
      ['status', status],
      ['pod', { ref: refOf(pod) }],
    ]),
  );
  effects.push(updateEffect(state, 'sync', pod, now));
}
