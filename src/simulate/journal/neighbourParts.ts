// What stands around the pod workers as folds: statuses, results of probes, back-offs, the network of sandboxes, and the calls that a
// sync function makes.
import {
  emptyMap,
  mapEntries,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../../base/persistentMap.ts';
import type { Micros } from '../../base/time.ts';
import type { BackOffEntry } from '../../kubelet/backOff.ts';
import type { ContainerPort, PodPhase, PodUid } from '../../kubelet/pod.ts';
import type { ProbeResult } from '../../kubelet/podActions.ts';
import type { ProbeKind } from '../../kubelet/syncLoop.ts';
import type { PartRules } from './partJournal.ts';

// The status manager.

export type StatusEvent =
  | {
      readonly kind: 'set';
      readonly uid: PodUid;
      readonly phase: PodPhase;
      readonly summary: string;
      readonly version: number;
    }
  /** The API server has it. */
  | { readonly kind: 'sent'; readonly uid: PodUid; readonly version: number }
  | { readonly kind: 'forget'; readonly uid: PodUid };

export interface HeldStatus {
  readonly phase: PodPhase;
  readonly summary: string;
  readonly version: number;
  readonly sent: number;
  readonly since: Micros;
}

export const statusRules: PartRules<StatusEvent, PersistentMap<HeldStatus>> = {
  kinds: ['set', 'sent', 'forget'],
  empty: emptyMap(),
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: (event) => (event.kind === 'set' ? undefined : event.kind === 'sent' ? event.version : 0),
  unpacked(kind, uid, version) {
    if (kind === 'forget') return { kind, uid };
    return kind === 'sent' ? { kind, uid, version } : undefined;
  },
  fold(state, event, at) {
    const { uid } = event;
    if (event.kind === 'forget') return mapRemove(state, uid);
    const held = mapGet(state, uid);
    if (event.kind === 'sent')
      return held === undefined ? state : mapSet(state, uid, { ...held, sent: event.version });
    const { phase, summary, version } = event;
    return mapSet(state, uid, { phase, summary, version, sent: held?.sent ?? 0, since: at });
  },
};

// Probe results.

export interface ProbeSet {
  readonly kind: 'set';
  readonly uid: PodUid;
  readonly containerId: string;
  readonly container: string;
  readonly probe: ProbeKind;
  readonly result: ProbeResult;
}

/** `RemovePod`: the workers of a pod's probes end, and each takes its result with it; `Remove`: one result goes, with its container or worker. */
export type ProbeEvent =
  | ProbeSet
  | (Omit<ProbeSet, 'kind' | 'result'> & { readonly kind: 'Remove' })
  | { readonly kind: 'RemovePod'; readonly uid: PodUid };

export type HeldProbe = ProbeSet & { readonly since: Micros };

export const probeRules: PartRules<ProbeEvent, PersistentMap<HeldProbe>> = {
  kinds: ['set', 'RemovePod', 'Remove'],
  empty: emptyMap(),
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: (event) => (event.kind === 'RemovePod' ? 0 : undefined),
  unpacked: (kind, uid) => (kind === 'RemovePod' ? { kind, uid } : undefined),
  fold(state, event, at) {
    if (event.kind !== 'RemovePod') {
      const key = `${event.probe} ${event.containerId}`;
      return event.kind === 'Remove'
        ? mapRemove(state, key)
        : mapSet(state, key, { ...event, since: at });
    }
    let left = state;
    for (const [key, { uid }] of mapEntries(state))
      if (uid === event.uid) left = mapRemove(left, key);
    return left;
  },
};

// Back-offs.

export interface BackOffEvent {
  readonly kind: 'set';
  readonly uid: PodUid;
  /** Name of the container, or the image. */
  readonly of: string;
  readonly what: 'container' | 'image';
  readonly entry: BackOffEntry;
}

export const backOffRules: PartRules<BackOffEvent, PersistentMap<BackOffEvent>> = {
  kinds: ['set'],
  empty: emptyMap(),
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: () => undefined,
  unpacked: () => undefined,
  fold: (state, event) => mapSet(state, `${event.uid} ${event.what} ${event.of}`, event),
};

// The network of sandboxes.

export type NetworkEvent =
  | {
      readonly kind: 'call';
      readonly uid: PodUid;
      readonly sandboxId: string;
      readonly command: 'ADD' | 'DEL';
    }
  | {
      readonly kind: 'answer';
      readonly uid: PodUid;
      readonly sandboxId: string;
      readonly command: 'ADD' | 'DEL';
      readonly err: string | undefined;
    }
  | {
      readonly kind: 'networkReady';
      readonly uid: PodUid;
      readonly sandboxId: string;
      readonly hostNetwork: boolean;
      readonly ready: boolean | undefined;
    }
  /** An address is given to a sandbox, has leaked, or (undefined) is given back. */
  | {
      readonly kind: 'lease';
      readonly uid: PodUid;
      readonly sandboxId: string;
      readonly lease: Omit<NetworkLease, 'uid'> | undefined;
    }
  /** Its host ports lead to it no more. */
  | { readonly kind: 'unmap'; readonly uid: PodUid; readonly sandboxId: string }
  /** PluginManager's lock of a pod: an operation comes for it, and waits where another has it; the one that has it gives it back. */
  | { readonly kind: 'lock' | 'unlock'; readonly uid: PodUid; readonly sandboxId: string };

/** What a sandbox has from ADD to DEL. */
export interface NetworkLease {
  readonly uid: PodUid;
  readonly ip: string;
  readonly hostPorts: readonly ContainerPort[];
  readonly since: Micros;
  /** The sandbox is removed, and no DEL has come through: none will. */
  readonly leaked: boolean;
}

export interface NetworkCall {
  readonly uid: PodUid;
  readonly sandboxId: string;
  readonly command: 'ADD' | 'DEL';
  readonly from: Micros;
  readonly to: Micros | undefined;
  readonly err: string | undefined;
}

export interface NetworkState {
  /** By command and sandbox: the last call of each. */
  readonly calls: PersistentMap<NetworkCall>;
  /** By sandbox, as long as the dockershim remembers it. */
  readonly networkReady: PersistentMap<NetworkReady>;
  /** By pod: the sandboxes whose operation has the lock or waits for it, in their order. */
  readonly locks: PersistentMap<readonly NetworkLock[]>;
  /** By sandbox. */
  readonly leases: PersistentMap<NetworkLease>;
}

export interface NetworkReady {
  readonly uid: PodUid;
  readonly hostNetwork: boolean;
  readonly ready: boolean;
  readonly since: Micros;
}

export interface NetworkLock {
  readonly sandboxId: string;
  /** It came for the lock. */
  readonly since: Micros;
  /** It got the lock; undefined: it waits. */
  readonly holdsSince: Micros | undefined;
}

export const networkRules: PartRules<NetworkEvent, NetworkState> = {
  kinds: ['call', 'answer', 'networkReady', 'lock', 'unlock', 'lease', 'unmap'],
  empty: { calls: emptyMap(), networkReady: emptyMap(), locks: emptyMap(), leases: emptyMap() },
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: () => undefined,
  unpacked: () => undefined,
  fold(state, event, at) {
    const { uid, sandboxId } = event;
    if (event.kind === 'networkReady') {
      const { networkReady } = state;
      const { ready, hostNetwork } = event;
      const next =
        ready === undefined
          ? mapRemove(networkReady, sandboxId)
          : mapSet(networkReady, sandboxId, { uid, hostNetwork, ready, since: at });
      return { ...state, networkReady: next };
    }
    if (event.kind === 'lease') {
      const { lease } = event;
      const { leases } = state;
      const next =
        lease === undefined
          ? mapRemove(leases, sandboxId)
          : mapSet(leases, sandboxId, { ...lease, uid });
      return { ...state, leases: next };
    }
    if (event.kind === 'unmap') {
      const lease = mapGet(state.leases, sandboxId);
      if (lease === undefined) return state;
      return { ...state, leases: mapSet(state.leases, sandboxId, { ...lease, hostPorts: [] }) };
    }
    if (!('command' in event)) {
      const held = mapGet(state.locks, uid) ?? [];
      // A call that a process before began is not in line.
      const isFirst = held[0]?.sandboxId === sandboxId;
      const rest = event.kind === 'unlock' && isFirst ? held.slice(1) : held;
      const line =
        event.kind === 'lock' ? [...held, { sandboxId, since: at, holdsSince: undefined }] : rest;
      // podUnlock hands the mutex of the pod to the next (network/plugins.go).
      const next = line.map((one, place) =>
        place === 0 ? { ...one, holdsSince: one.holdsSince ?? at } : one,
      );
      const locks =
        next.length === 0 ? mapRemove(state.locks, uid) : mapSet(state.locks, uid, next);
      return { ...state, locks };
    }
    const { command } = event;
    const key = `${command} ${sandboxId}`;
    const begun = mapGet(state.calls, key);
    const call: NetworkCall =
      event.kind === 'call'
        ? { uid, sandboxId, command, from: at, to: undefined, err: undefined }
        : { uid, sandboxId, command, from: begun?.from ?? at, to: at, err: event.err };
    return { ...state, calls: mapSet(state.calls, key, call) };
  },
};

// What a sync function calls.

export const callNames = [
  'DeleteMirrorPod',
  'CreateMirrorPod',
  'makePodDataDirs',
  'WaitForAttachAndMount',
  'getPullSecretsForPod',
  'KillContainer',
  'StopPodSandbox',
  // Of the dockershim, inside StopPodSandbox and RunPodSandbox.
  'GetNetNS',
  'InspectContainer',
  'getNetworkNamespace',
  'addToNetwork',
  'deleteFromNetwork',
  'ExecPluginWithResult',
  'ExecPluginWithoutResult',
] as const;
export type CallName = (typeof callNames)[number];

export interface CallEvent {
  /** `done`: it took no time. */
  readonly kind: 'begin' | 'end' | 'done';
  readonly uid: PodUid;
  readonly call: CallName;
  /** Container, sandbox, secret, network or plug-in; empty: the pod. */
  readonly of: string;
  readonly err?: string | undefined;
  /** What it gave. */
  readonly answer?: string | undefined;
  /** Of the runtime, where it does itself what else a function below it does. */
  readonly by?: 'SyncPod' | undefined;
}

export interface SyncCall {
  readonly call: CallName;
  readonly of: string;
  readonly from: Micros;
  readonly to: Micros | undefined;
  readonly err: string | undefined;
  readonly answer: string | undefined;
}

/** Calls of a pod that are remembered. */
const mostCalls = 32;

export const callRules: PartRules<CallEvent, PersistentMap<readonly SyncCall[]>> = {
  kinds: ['begin', 'end', 'done'],
  empty: emptyMap(),
  spacing: 2048,
  subject: ({ uid }) => uid,
  packed: ({ call, of, err, answer }) =>
    of === '' && err === undefined && answer === undefined ? callNames.indexOf(call) : undefined,
  unpacked(kind, uid, number) {
    const call = callNames[number];
    return call === undefined ? undefined : { kind, uid, call, of: '' };
  },
  fold(state, { kind, uid, call, of, err, answer }, at) {
    const calls = mapGet(state, uid) ?? [];
    const isOwn = (one: SyncCall): boolean => one.call === call && one.of === of;
    const begun = kind === 'end' ? calls.findLast(isOwn)?.from : undefined;
    const to = kind === 'begin' ? undefined : at;
    const next: SyncCall = { call, of, from: begun ?? at, to, err, answer };
    const others = calls.filter((one) => !isOwn(one));
    return mapSet(state, uid, [...others, next].slice(-mostCalls));
  },
};
