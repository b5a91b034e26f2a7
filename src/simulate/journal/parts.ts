// The parts of a kubelet as folds: the events that each takes, how they are packed, and the model's own step over them.
import {
  emptyMap,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../../base/persistentMap.ts';
import { micros, type Micros } from '../../base/time.ts';
import type { BackOffEntry } from '../../kubelet/backOff.ts';
import {
  emptyPleg,
  plegChannelCapacity,
  stepPleg,
  type Pleg,
  type PlegInput,
} from '../../kubelet/pleg.ts';
import type { Pod, PodPhase, PodStatus, PodUid, RunningPod } from '../../kubelet/pod.ts';
import type { ProbeResult } from '../../kubelet/podActions.ts';
import {
  emptyPodCache,
  stepPodCache,
  type CacheEvent,
  type PodCache,
} from '../../kubelet/podCache.ts';
import {
  addSource,
  mergeUpdate,
  newPodConfig,
  type PodConfig,
  type PodOperation,
} from '../../kubelet/podConfig.ts';
import {
  emptyPodWorkers,
  type PodWorkers,
  type PodWorkersEvent,
} from '../../kubelet/podWorkers.ts';
import { stepPodWorkers } from '../../kubelet/podWorkersMachine.ts';
import {
  emptySyncLoop,
  stepSyncLoop,
  type ProbeKind,
  type SyncLoop,
  type SyncLoopItem,
} from '../../kubelet/syncLoop.ts';
import type { KubeletVersion } from '../../kubelet/version/index.ts';
import { emptyWorkQueue, enqueue, getWork, type WorkQueue } from '../../kubelet/workQueue.ts';
import { changedList, type ListChange } from './listChange.ts';
import { time, type PartRules } from './partJournal.ts';

// PodConfig.

export type ConfigEvent =
  | { readonly kind: 'Channel'; readonly source: string }
  | {
      readonly kind: 'Merge';
      readonly source: string;
      readonly op: PodOperation;
      /** Beside what the source sent before. */
      readonly pods: ListChange<Pod> | undefined;
    };

export interface ConfigState {
  readonly config: PodConfig;
  /** What each source sent last. */
  readonly sent: Readonly<Record<string, readonly Pod[]>>;
}

export const configRules: PartRules<ConfigEvent, ConfigState> = {
  kinds: ['Channel', 'Merge'],
  empty: { config: newPodConfig('incremental'), sent: {} },
  spacing: 4,
  subject: () => '',
  packed: () => undefined,
  unpacked: () => undefined,
  fold(state, event, at) {
    const { config, sent } = state;
    const { source } = event;
    if (event.kind === 'Channel') return { config: addSource(config, source), sent };
    const pods = changedList(sent[source] ?? [], event.pods);
    const merged = mergeUpdate(config, { op: event.op, source, pods }, at);
    return { config: merged.state, sent: { ...sent, [source]: pods } };
  },
};

// Channels.

export const sourceNames = ['api', 'file', 'http'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Those of the sync loop, then what the mux reads of each source, and that of the pod killer. */
export const channelNames = [
  'updates',
  'plegCh',
  'syncCh',
  'probeCh',
  'housekeepingCh',
  ...sourceNames,
  'podKillingCh',
] as const;
export type ChannelName = (typeof channelNames)[number];

/** What goes through a channel; a tick is nothing but itself. */
export interface Sent {
  readonly text: string;
  readonly pods: readonly PodUid[];
}

export type ChannelEvent =
  | { readonly kind: 'send'; readonly channel: ChannelName; readonly item: Sent }
  | { readonly kind: 'receive'; readonly channel: ChannelName };

/** Behind what a channel has room for stand the items of those who wait to send. */
export type ChannelState = Readonly<
  Record<ChannelName, readonly { readonly item: Sent; readonly since: Micros }[]>
>;

export const aTick: Sent = { text: 'a tick', pods: [] };

const noItems: ChannelState = {
  updates: [],
  plegCh: [],
  syncCh: [],
  probeCh: [],
  housekeepingCh: [],
  api: [],
  file: [],
  http: [],
  podKillingCh: [],
};

export const channelRules: PartRules<ChannelEvent, ChannelState> = {
  kinds: ['send', 'receive'],
  empty: noItems,
  spacing: 512,
  subject: (event) => (event.kind === 'send' ? (event.item.pods[0] ?? '') : ''),
  packed(event) {
    const ticks = event.kind === 'receive' || event.item === aTick;
    return ticks ? channelNames.indexOf(event.channel) : undefined;
  },
  unpacked(kind, _subject, number) {
    const channel = channelNames[number];
    if (channel === undefined) return undefined;
    return kind === 'receive' ? { kind, channel } : { kind, channel, item: aTick };
  },
  fold(state, event, at) {
    const { channel } = event;
    const waiting = state[channel];
    if (event.kind === 'receive') return { ...state, [channel]: waiting.slice(1) };
    // A ticker keeps one tick.
    if (event.item === aTick && waiting.length > 0) return state;
    return { ...state, [channel]: [...waiting, { item: event.item, since: at }] };
  },
};

// The sync loop.

export type LoopEvent =
  SyncLoopItem | { readonly kind: 'updateRuntimeUp'; readonly err: string | undefined };

export function loopRules(version: KubeletVersion): PartRules<LoopEvent, SyncLoop> {
  return {
    kinds: ['skip', 'config', 'pleg', 'sync', 'probe', 'housekeeping', 'updateRuntimeUp'],
    empty: emptySyncLoop,
    spacing: 512,
    subject(event) {
      if (event.kind === 'pleg') return event.event.id;
      if (event.kind === 'probe') return event.uid;
      return '';
    },
    packed(event) {
      if (event.kind === 'sync' && event.due.length === 0) return 0;
      if (event.kind === 'housekeeping') return event.sourcesReady ? 1 : 0;
      return event.kind === 'updateRuntimeUp' && event.err === undefined ? 0 : undefined;
    },
    unpacked(kind, _subject, number) {
      if (kind === 'sync') return { kind, due: [] };
      if (kind === 'housekeeping') return { kind, sourcesReady: number === 1 };
      return kind === 'updateRuntimeUp' ? { kind, err: undefined } : undefined;
    },
    fold: (state, event, at) =>
      event.kind === 'updateRuntimeUp' ? state : stepSyncLoop(state, event, at, version).state,
  };
}

// The pod workers.

export function workerRules(version: KubeletVersion): PartRules<PodWorkersEvent, PodWorkers> {
  return {
    kinds: ['updatePod', 'take', 'statusReady', 'syncDone', 'syncKnownPods', 'forgetWorker'],
    empty: emptyPodWorkers,
    spacing: 2048,
    subject(event) {
      if (event.kind === 'syncKnownPods') return '';
      if (event.kind !== 'updatePod') return event.uid;
      const { pod, runningPod } = event.options;
      return pod?.metadata.uid ?? runningPod?.id ?? '';
    },
    packed(event) {
      switch (event.kind) {
        case 'take':
          return event.random;
        case 'statusReady':
          return event.err === undefined ? event.random : undefined;
        case 'syncDone': {
          const plain =
            event.err === undefined &&
            event.canceled === undefined &&
            event.isTerminal === undefined &&
            event.backOffExpiry === undefined;
          return plain ? event.random : undefined;
        }
        case 'forgetWorker':
          return 0;
        case 'updatePod':
        case 'syncKnownPods':
          return undefined;
      }
    },
    unpacked(kind, uid, random, now) {
      if (kind === 'forgetWorker') return { kind, uid };
      if (kind === 'updatePod' || kind === 'syncKnownPods') return undefined;
      return { kind, uid, now, random };
    },
    fold: (state, event) => stepPodWorkers(state, event, version).state,
  };
}

// The work queue.

export type QueueEvent =
  | { readonly kind: 'Enqueue'; readonly uid: PodUid; readonly delay: number }
  | { readonly kind: 'GetWork' };

export const queueRules: PartRules<QueueEvent, WorkQueue> = {
  kinds: ['Enqueue', 'GetWork'],
  empty: emptyWorkQueue,
  spacing: 2048,
  subject: (event) => (event.kind === 'Enqueue' ? event.uid : ''),
  packed: (event) => (event.kind === 'Enqueue' ? event.delay : 0),
  unpacked: (kind, uid, delay) => (kind === 'Enqueue' ? { kind, uid, delay } : { kind }),
  fold: (state, event, at) =>
    event.kind === 'Enqueue'
      ? enqueue(state, event.uid, event.delay, at)
      : getWork(state, at).queue,
};

// computePodActions: of each pod what its last plan was made from.

export interface ActionsEvent {
  readonly kind: 'computePodActions';
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly liveness: ReadonlyMap<string, ProbeResult>;
}

export const actionsRules: PartRules<ActionsEvent, PersistentMap<ActionsEvent>> = {
  kinds: ['computePodActions'],
  empty: emptyMap(),
  spacing: 1024,
  subject: ({ pod }) => pod.metadata.uid,
  packed: () => undefined,
  unpacked: () => undefined,
  fold: (state, event) => mapSet(state, event.pod.metadata.uid, event),
};

// The pod cache.

export function cacheRules(
  version: KubeletVersion,
  eventedPleg: boolean,
): PartRules<CacheEvent, PodCache> {
  return {
    kinds: ['getNewerThan', 'set', 'delete', 'updateTime'],
    empty: emptyPodCache,
    spacing: 1024,
    subject: (event) => (event.kind === 'updateTime' ? '' : event.uid),
    packed(event) {
      switch (event.kind) {
        case 'getNewerThan':
          return event.subscriber === event.uid ? (event.minTime ?? NaN) : undefined;
        case 'set':
          return undefined;
        case 'delete':
          return 0;
        case 'updateTime':
          return event.time;
      }
    },
    unpacked(kind, uid, number, at) {
      if (kind === 'getNewerThan') return { kind, subscriber: uid, uid, minTime: time(number) };
      if (kind === 'updateTime') return { kind, time: time(number) ?? at };
      return kind === 'delete' ? { kind, uid } : undefined;
    },
    fold: (state, event) => stepPodCache(state, event, { version, eventedPleg }).state,
  };
}

// PLEG.

export type PlegEvent =
  | Exclude<PlegInput, { readonly kind: 'podsListed' }>
  | (Omit<Extract<PlegInput, { readonly kind: 'podsListed' }>, 'pods'> & {
      /** Beside the list before; undefined with an error. */
      readonly listed: { readonly change: ListChange<RunningPod> | undefined } | undefined;
    });

export interface PlegState {
  readonly pleg: Pleg;
  readonly listed: readonly RunningPod[];
}

/** A list with nothing new in it. */
export const asBefore = { change: undefined } as const;

export function plegRules(version: KubeletVersion): PartRules<PlegEvent, PlegState> {
  return {
    kinds: ['relist', 'podsListed', 'podInspected', 'roomAgain', 'watchCondition'],
    empty: { pleg: emptyPleg, listed: [] },
    spacing: 32,
    subject: (event) => ('uid' in event ? event.uid : ''),
    packed(event) {
      if (event.kind === 'relist') return 0;
      const isUsual =
        event.kind === 'podsListed' &&
        event.listed === asBefore &&
        event.room === plegChannelCapacity;
      return isUsual ? event.timestamp : undefined;
    },
    unpacked(kind, _subject, timestamp) {
      if (kind === 'relist') return { kind };
      if (kind !== 'podsListed') return undefined;
      return { kind, timestamp: micros(timestamp), room: plegChannelCapacity, listed: asBefore };
    },
    fold({ pleg, listed }, event) {
      if (event.kind !== 'podsListed')
        return { pleg: stepPleg(pleg, event, version).state, listed };
      const { listed: got, ...rest } = event;
      if (got === undefined) return { pleg: stepPleg(pleg, rest, version).state, listed };
      const pods = changedList(listed, got.change);
      return { pleg: stepPleg(pleg, { ...rest, pods }, version).state, listed: pods };
    },
  };
}

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

export interface ProbeEvent {
  readonly kind: 'set';
  readonly uid: PodUid;
  readonly containerId: string;
  readonly container: string;
  readonly probe: ProbeKind;
  readonly result: ProbeResult;
}

export type HeldProbe = ProbeEvent & { readonly since: Micros };

export const probeRules: PartRules<ProbeEvent, PersistentMap<HeldProbe>> = {
  kinds: ['set'],
  empty: emptyMap(),
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: () => undefined,
  unpacked: () => undefined,
  fold: (state, event, at) =>
    mapSet(state, `${event.probe} ${event.containerId}`, { ...event, since: at }),
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
      readonly ready: boolean | undefined;
    };

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
  readonly networkReady: PersistentMap<boolean>;
}

export const networkRules: PartRules<NetworkEvent, NetworkState> = {
  kinds: ['call', 'answer', 'networkReady'],
  empty: { calls: emptyMap(), networkReady: emptyMap() },
  spacing: 512,
  subject: ({ uid }) => uid,
  packed: () => undefined,
  unpacked: () => undefined,
  fold(state, event, at) {
    const { uid, sandboxId } = event;
    if (event.kind === 'networkReady') {
      const { networkReady } = state;
      const next =
        event.ready === undefined
          ? mapRemove(networkReady, sandboxId)
          : mapSet(networkReady, sandboxId, event.ready);
      return { ...state, networkReady: next };
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
