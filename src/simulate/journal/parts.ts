// The parts of a kubelet as folds: the events that each takes, how they are packed, and the model's own step over them.
import { emptyMap, mapRemove, mapSet, type PersistentMap } from '../../base/persistentMap.ts';
import { micros, type Micros } from '../../base/time.ts';
import {
  emptyPleg,
  plegChannelCapacity,
  stepPleg,
  type Pleg,
  type PlegInput,
} from '../../kubelet/pleg.ts';
import type { Pod, PodPhase, PodStatus, PodUid, RunningPod } from '../../kubelet/pod.ts';
import { noProbes, type ProbeResult } from '../../kubelet/podActions.ts';
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
  type PodUpdate,
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
import { emptyWorkQueue, enqueue, type WorkQueue } from '../../kubelet/workQueue.ts';
import { Interned } from './interned.ts';
import { changedList, type ListChange } from './listChange.ts';
import type { PartRules } from './partJournal.ts';

/** A time of before is told by how long ago it was, which is a smaller number; undefined: it is yet to come. */
function ago(time: Micros, at: Micros): number | undefined {
  return time <= at ? at - time : undefined;
}

/** Numbers of so many pods, below a limit, make one that is still whole. */
const mostDue = 4;
const dueLimit = 1 << 13;

/** The pods that are due as one number, the first one last; undefined: they are too many. */
function packedDue(uids: Interned<PodUid>, due: readonly PodUid[]): number | undefined {
  if (due.length > mostDue) return undefined;
  let packed = 0;
  for (const uid of due.toReversed()) {
    const number = uids.numberOf(uid) + 1;
    if (number >= dueLimit) return undefined;
    packed = packed * dueLimit + number;
  }
  return packed;
}

function unpackedDue(uids: Interned<PodUid>, packed: number): PodUid[] {
  const due: PodUid[] = [];
  for (let rest = packed; rest > 0; rest = Math.floor(rest / dueLimit))
    due.push(uids.at((rest % dueLimit) - 1) ?? '');
  return due;
}

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

/** In the order in which a merge sends them on. */
const sentOps = ['REMOVE', 'ADD', 'UPDATE', 'DELETE', 'RECONCILE'] as const;
const sentBase = 1024;

/** The outcome of a merge: of each operation that it sends on one more than its pods. */
export function mergeOutcome(sent: readonly PodUpdate[]): number {
  return sent.reduce((sum, { op, pods }) => {
    const place = sentOps.findIndex((one) => one === op);
    return place < 0 ? sum : sum + Math.min(pods.length + 1, sentBase - 1) * sentBase ** place;
  }, 0);
}

/** What a merge sent on, by its outcome. */
export function sentOn(
  outcome: number,
): readonly { readonly op: PodOperation; readonly pods: number }[] {
  return sentOps.flatMap((op, place) => {
    const digit = Math.floor(outcome / sentBase ** place) % sentBase;
    return digit === 0 ? [] : [{ op, pods: digit - 1 }];
  });
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
  const uids = new Interned<PodUid>();
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
      if (event.kind === 'sync') return packedDue(uids, event.due);
      if (event.kind === 'housekeeping') return event.sourcesReady ? 1 : 0;
      const isWell =
        event.kind === 'updateRuntimeUp' && (event.err ?? event.networkReady) === undefined;
      return isWell ? 0 : undefined;
    },
    unpacked(kind, _subject, number) {
      if (kind === 'sync') return { kind, due: unpackedDue(uids, number) };
      if (kind === 'housekeeping') return { kind, sourcesReady: number === 1 };
      return kind === 'updateRuntimeUp' ? { kind, err: undefined } : undefined;
    },
    fold: (state, event, at) =>
      isTurn(event) ? stepSyncLoop(state, event, at, version).state : state,
  };
}

// The pod workers.

const updateTypes: readonly SyncPodType[] = ['sync', 'update', 'create', 'kill'];

/** Random numbers of the simulation are so many parts of one. */
const ofRandom = 2 ** 32;

function packedRandom(random: number): number | undefined {
  const parts = random * ofRandom;
  return Number.isInteger(parts) ? parts : undefined;
}

type UpdatePod = Extract<PodWorkersEvent, { readonly kind: 'updatePod' }>;

/** Its pod's number, and bits for the rest; undefined: there is more to it. */
function packedUpdate(pods: Interned<Pod>, event: UpdatePod, at: Micros): number | undefined {
  const { updateType, startTime, pod, mirrorPod, runningPod, killPodOptions } = event.options;
  const more = mirrorPod ?? runningPod ?? killPodOptions;
  if (pod === undefined || more !== undefined || (startTime ?? at) !== at) return undefined;
  const terminal = event.cacheTerminal ? 2 : 0;
  const started = startTime === undefined ? 0 : 1;
  return pods.numberOf(pod) * 16 + updateTypes.indexOf(updateType) * 4 + terminal + started;
}

function unpackedUpdate(pods: Interned<Pod>, packed: number, now: Micros): UpdatePod | undefined {
  const pod = pods.at(Math.floor(packed / 16));
  const updateType = updateTypes[(packed >> 2) % 4];
  if (pod === undefined || updateType === undefined) return undefined;
  const started = packed % 2 === 1 ? { startTime: now } : {};
  const options = { updateType, pod, ...started };
  return { kind: 'updatePod', options, now, cacheTerminal: (packed & 2) !== 0 };
}

export function workerRules(version: KubeletVersion): PartRules<PodWorkersEvent, PodWorkers> {
  const pods = new Interned<Pod>();
  const desired = new Interned<ReadonlySet<PodUid>>();
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
    packed(event, at) {
      switch (event.kind) {
        case 'take':
          return packedRandom(event.random);
        case 'statusReady':
          return event.err === undefined ? packedRandom(event.random) : undefined;
        case 'syncDone': {
          const plain =
            event.err === undefined &&
            event.canceled === undefined &&
            event.isTerminal === undefined &&
            event.backOffExpiry === undefined;
          return plain ? packedRandom(event.random) : undefined;
        }
        case 'forgetWorker':
          return 0;
        case 'updatePod':
          return packedUpdate(pods, event, at);
        case 'syncKnownPods':
          return desired.numberOf(event.desired);
      }
    },
    unpacked(kind, uid, number, now) {
      if (kind === 'forgetWorker') return { kind, uid };
      if (kind === 'updatePod') return unpackedUpdate(pods, number, now);
      if (kind === 'syncKnownPods') return { kind, desired: desired.at(number) ?? new Set(), now };
      return { kind, uid, now, random: number / ofRandom };
    },
    fold: (state, event) => stepPodWorkers(state, event, version).state,
  };
}

// The work queue.

export type QueueEvent =
  | { readonly kind: 'Enqueue'; readonly uid: PodUid; readonly delay: number }
  /** `work`: what it took out, so that a fold need not go through the queue. */
  | { readonly kind: 'GetWork'; readonly work: readonly PodUid[] };

export function queueRules(): PartRules<QueueEvent, WorkQueue> {
  const uids = new Interned<PodUid>();
  return {
    kinds: ['Enqueue', 'GetWork'],
    empty: emptyWorkQueue,
    spacing: 1024,
    subject: (event) => (event.kind === 'Enqueue' ? event.uid : ''),
    packed: (event) => (event.kind === 'Enqueue' ? event.delay : packedDue(uids, event.work)),
    unpacked: (kind, uid, number) =>
      kind === 'Enqueue' ? { kind, uid, delay: number } : { kind, work: unpackedDue(uids, number) },
    fold: (state, event, at) =>
      event.kind === 'Enqueue'
        ? enqueue(state, event.uid, event.delay, at)
        : { due: event.work.reduce((due, uid) => mapRemove(due, uid), state.due) },
  };
}

// computePodActions: of each pod what its last plan was made from.

export interface ActionsEvent {
  readonly kind: 'computePodActions';
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly liveness: ReadonlyMap<string, ProbeResult>;
}

/** Statuses up to this number are packed. */
const statusLimit = 1 << 16;

export function actionsRules(): PartRules<ActionsEvent, PersistentMap<ActionsEvent>> {
  const pods = new Interned<Pod>();
  const statuses = new Interned<PodStatus>();
  return {
    kinds: ['computePodActions'],
    empty: emptyMap(),
    spacing: 1024,
    subject: ({ pod }) => pod.metadata.uid,
    packed({ pod, status, liveness }) {
      const number = statuses.numberOf(status);
      const isUsual = liveness === noProbes.liveness && number < statusLimit;
      return isUsual ? pods.numberOf(pod) * statusLimit + number : undefined;
    },
    unpacked(kind, _subject, number) {
      const pod = pods.at(Math.floor(number / statusLimit));
      const status = statuses.at(number % statusLimit);
      if (pod === undefined || status === undefined) return undefined;
      return { kind, pod, status, liveness: noProbes.liveness };
    },
    fold: (state, event) => mapSet(state, event.pod.metadata.uid, event),
  };
}

// The pod cache.

/** `Get` changes nothing, and so is no event of the model. */
export type CacheJournalEvent = CacheEvent | { readonly kind: 'get'; readonly uid: PodUid };

export function cacheRules(
  version: KubeletVersion,
  eventedPleg: boolean,
): PartRules<CacheJournalEvent, PodCache> {
  return {
    kinds: ['getNewerThan', 'set', 'delete', 'updateTime', 'get', 'setObservedTime'],
    empty: emptyPodCache,
    spacing: 1024,
    subject: (event) => (event.kind === 'updateTime' ? '' : event.uid),
    packed(event, at) {
      switch (event.kind) {
        case 'getNewerThan': {
          if (event.subscriber !== event.uid) return undefined;
          const { minTime } = event;
          // It wants any status.
          if (minTime === undefined) return 0;
          const since = ago(minTime, at);
          return since === undefined ? undefined : since + 1;
        }
        case 'set':
          return undefined;
        case 'delete':
        case 'get':
          return 0;
        case 'updateTime':
        case 'setObservedTime':
          return ago(event.time, at);
      }
    },
    unpacked(kind, uid, number, at) {
      if (kind === 'getNewerThan') {
        const minTime = number === 0 ? undefined : micros(at + 1 - number);
        return { kind, subscriber: uid, uid, minTime };
      }
      if (kind === 'updateTime') return { kind, time: micros(at - number) };
      if (kind === 'setObservedTime') return { kind, uid, time: micros(at - number) };
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
    kinds: [
      ...(['relist', 'podsListed', 'podInspected', 'roomAgain', 'watchCondition'] as const),
      ...(['requestRelist', 'podListed'] as const),
    ],
    empty: { pleg: emptyPleg, listed: [] },
    // A relist goes through all pods.
    spacing: 8,
    subject: (event) => ('uid' in event ? event.uid : ''),
    packed(event, at) {
      if (event.kind === 'relist') return 0;
      const isUsual =
        event.kind === 'podsListed' &&
        event.listed === asBefore &&
        event.room === plegChannelCapacity;
      return isUsual ? ago(event.timestamp, at) : undefined;
    },
    unpacked(kind, _subject, since, at) {
      if (kind === 'relist') return { kind };
      if (kind !== 'podsListed') return undefined;
      return { kind, timestamp: micros(at - since), room: plegChannelCapacity, listed: asBefore };
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
