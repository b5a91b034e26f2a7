// The parts of a kubelet as folds: the events that each takes, how they are packed, and the model's own step over them.
import { emptyMap, mapSet, type PersistentMap } from '../../base/persistentMap.ts';
import { micros, type Micros } from '../../base/time.ts';
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
  type SyncPodType,
} from '../../kubelet/podWorkers.ts';
import { stepPodWorkers } from '../../kubelet/podWorkersMachine.ts';
import {
  emptySyncLoop,
  stepSyncLoop,
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
  | SyncLoopItem
  | {
      readonly kind: 'updateRuntimeUp';
      readonly err: string | undefined;
      /** The condition of that name, where the network is not ready. */
      readonly networkReady?: string | undefined;
    }
  /** What `Run` begins, one after the other. */
  | { readonly kind: 'Run'; readonly begins: 'pleg.Start' | 'syncLoop' }
  /** Up to 1.21, within a turn: a pod of which no worker hears. `terminate`: its status is sent, so that the API server deletes it. */
  | {
      readonly kind: 'dispatchWork';
      readonly uid: PodUid;
      readonly syncType: SyncPodType;
      readonly way: 'terminate' | 'ignore';
      /** As the status manager has it. */
      readonly phase: PodPhase;
      readonly notRunning: boolean;
    };

/** Steps beside the turns of the loop, or within one: they leave its state as it is. */
export const loopAsides: ReadonlySet<string> = new Set(['updateRuntimeUp', 'Run', 'dispatchWork']);

function isTurn(event: LoopEvent): event is SyncLoopItem {
  return !loopAsides.has(event.kind);
}

export function loopRules(version: KubeletVersion): PartRules<LoopEvent, SyncLoop> {
  return {
    kinds: [
      'skip',
      'config',
      'pleg',
      'sync',
      'probe',
      'housekeeping',
      'updateRuntimeUp',
      'Run',
      'dispatchWork',
    ],
    empty: emptySyncLoop,
    spacing: 512,
    subject(event) {
      if (event.kind === 'pleg') return event.event.id;
      return 'uid' in event ? event.uid : '';
    },
    packed(event) {
      if (event.kind === 'sync' && event.due.length === 0) return 0;
      if (event.kind === 'housekeeping') return event.sourcesReady ? 1 : 0;
      const isWell =
        event.kind === 'updateRuntimeUp' && (event.err ?? event.networkReady) === undefined;
      return isWell ? 0 : undefined;
    },
    unpacked(kind, _subject, number) {
      if (kind === 'sync') return { kind, due: [] };
      if (kind === 'housekeeping') return { kind, sourcesReady: number === 1 };
      return kind === 'updateRuntimeUp' ? { kind, err: undefined } : undefined;
    },
    fold: (state, event, at) =>
      isTurn(event) ? stepSyncLoop(state, event, at, version).state : state,
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

/** `Get` changes nothing, and so is no event of the model. */
export type CacheJournalEvent = CacheEvent | { readonly kind: 'get'; readonly uid: PodUid };

export function cacheRules(
  version: KubeletVersion,
  eventedPleg: boolean,
): PartRules<CacheJournalEvent, PodCache> {
  return {
    kinds: ['getNewerThan', 'set', 'delete', 'updateTime', 'get'],
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
        case 'get':
          return 0;
        case 'updateTime':
          return event.time;
      }
    },
    unpacked(kind, uid, number, at) {
      if (kind === 'getNewerThan') return { kind, subscriber: uid, uid, minTime: time(number) };
      if (kind === 'updateTime') return { kind, time: time(number) ?? at };
      return kind === 'set' ? undefined : { kind, uid };
    },
    fold: (state, event) =>
      event.kind === 'get' ? state : stepPodCache(state, event, { version, eventedPleg }).state,
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
