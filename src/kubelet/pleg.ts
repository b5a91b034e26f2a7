// Mirrors pkg/kubelet/pleg/generic.go (v1.34, v1.36) and the Healthy of its relatives.
//
// Lists the runtime about once a second, compares with the list before, and tells the sync loop what changed. Promised:
// the cache holds a pod's new status before the loop hears of the change, and a change of a pod that could not be
// inspected is found again in the next relist. Not promised: every state. What begins and ends between two lists is
// seen only by its end, or not at all; an event that finds the channel full is lost.
// From 1.36 on one pod can be listed between two relists; a whole relist that is due goes first.
// A relist asks the runtime by effects and goes on when the answers come as events; it is then that time passes.
import {
  emptyMap,
  mapEntries,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../base/persistentMap.ts';
import { MINUTE, SECOND, type Micros } from '../base/time.ts';
import { goPodStatus } from './goStructs.ts';
import type { LogEffect } from './effect.ts';
import { formatGoDuration } from './goDuration.ts';
import {
  eventsOf,
  eventsOfRecord,
  line,
  type PodLifecycleEvent,
  type PodRecord,
} from './plegEvents.ts';
import type { PodStatus, PodUid, RunningPod } from './pod.ts';
import type { KubeletVersion } from './version/index.ts';

/** Between the end of one relist and the start of the next. */
export const relistPeriod = SECOND;
/** The same while the runtime's own events are the main source. */
export const eventedRelistPeriod = 300 * SECOND;
export const relistThreshold = 3 * MINUTE;
export const plegChannelCapacity = 1000;
const relistRequestsCapacity = 200;

/**
 * A pod to look at: what the list says of it now, or, up to 1.31 in a loop of their own after the others, what the
 * list said when its inspection failed.
 */
interface Todo {
  readonly uid: PodUid;
  readonly pod: RunningPod | undefined;
  readonly reinspection: boolean;
}

/** A relist between its list and its end. */
interface Relist {
  /** The only pod that was listed. */
  readonly only: PodUid | undefined;
  readonly timestamp: Micros;
  /** Still to do; the first one is being asked for. */
  readonly todo: readonly Todo[];
  /** Events that found no room in the channel; up to 1.12 the relist waits with them. */
  readonly blocked: readonly PodLifecycleEvent[];
  readonly needsReinspection: PersistentMap<RunningPod>;
  /** The loop of those whose inspection failed has begun. */
  readonly reinspects?: true;
  /** How many events the channel to the loop still took when last told, less those sent since. */
  readonly room: number;
}

/** `relistRequest`: the pod is listed unless a whole relist began since. */
export interface RelistRequest {
  readonly uid: PodUid;
  readonly time: Micros;
}

export interface Pleg {
  readonly podRecords: PersistentMap<PodRecord>;
  /** Start of the last relist whose list came. */
  readonly relistTime: Micros | undefined;
  readonly podsToReinspect: PersistentMap<RunningPod>;
  /** Keys of the conditions that somebody waits for, by pod (1.33+). */
  readonly watchConditions: PersistentMap<readonly string[]>;
  readonly relist: Relist | 'listing' | undefined;
  /** `relistRequests` (1.36): what waits for the relist that goes on. */
  readonly requests: readonly RelistRequest[];
  /** A whole relist is due, and waits for the one that goes on. */
  readonly isDue: boolean;
}

export const emptyPleg: Pleg = {
  podRecords: emptyMap(),
  relistTime: undefined,
  podsToReinspect: emptyMap(),
  watchConditions: emptyMap(),
  relist: undefined,
  requests: [],
  isDue: false,
};

/** `room`: how many events the channel to the loop still takes. */
export type PlegInput =
  | { readonly kind: 'relist' }
  /** `RequestRelist` */
  | ({ readonly kind: 'requestRelist' } & RelistRequest)
  | {
      readonly kind: 'podListed';
      readonly uid: PodUid;
      readonly timestamp: Micros;
      readonly pod?: RunningPod;
      readonly err?: string;
      readonly room: number;
    }
  | {
      readonly kind: 'podsListed';
      /** When the relist began, before it asked. */
      readonly timestamp: Micros;
      readonly pods?: readonly RunningPod[];
      readonly err?: string;
      readonly room: number;
    }
  | {
      readonly kind: 'podInspected';
      readonly uid: PodUid;
      /** Before the runtime was asked. */
      readonly time: Micros;
      readonly status?: PodStatus;
      readonly err?: string;
      /** The addresses that the cache holds for the pod. */
      readonly heldIps: readonly string[];
      readonly room: number;
      /** The cache, fed by events too, holds something newer and refuses this (gate EventedPLEG). */
      readonly refused?: boolean;
      /** Keys of watch conditions that this status meets. */
      readonly metConditions?: readonly string[];
    }
  | { readonly kind: 'roomAgain'; readonly room: number }
  | { readonly kind: 'watchCondition'; readonly uid: PodUid; readonly key: string };

export type PlegEffect =
  | LogEffect
  /** Answer with `podsListed`. */
  | { readonly kind: 'getPods' }
  /** Answer with `podListed`. */
  | { readonly kind: 'getPod'; readonly uid: PodUid }
  /** Answer with `podInspected`; the pod was listed at `timestamp`. */
  | { readonly kind: 'getPodStatus'; readonly pod: RunningPod; readonly timestamp: Micros }
  | {
      readonly kind: 'cacheSet';
      readonly uid: PodUid;
      readonly status: PodStatus | undefined;
      readonly err: string | undefined;
      readonly time: Micros;
    }
  | { readonly kind: 'cacheDelete'; readonly uid: PodUid }
  | { readonly kind: 'cacheUpdateTime'; readonly time: Micros }
  | { readonly kind: 'cacheSetObservedTime'; readonly uid: PodUid; readonly time: Micros }
  | { readonly kind: 'send'; readonly event: PodLifecycleEvent }
  | { readonly kind: 'discard'; readonly event: PodLifecycleEvent }
  /** The next relist is due `relistPeriod` after this. */
  | { readonly kind: 'relistDone' };

export interface PlegStep {
  readonly state: Pleg;
  readonly effects: readonly PlegEffect[];
}

export function stepPleg(state: Pleg, input: PlegInput, version: KubeletVersion): PlegStep {
  switch (input.kind) {
    case 'relist':
      if (state.relist === undefined) return workerLoop({ ...state, isDue: true }, []);
      return { state: { ...state, isDue: version.plegOnDemandRelist }, effects: [] };
    case 'requestRelist':
      return requestRelist(state, input, version);
    case 'podsListed':
      return podsListed(state, input, version);
    case 'podListed':
      return podListed(state, input, version);
    case 'podInspected':
      return podInspected(state, input, version);
    case 'roomAgain':
      return roomAgain(state, input.room, version);
    case 'watchCondition': {
      const keys = mapGet(state.watchConditions, input.uid) ?? [];
      const all = keys.includes(input.key) ? keys : [...keys, input.key];
      const watchConditions = mapSet(state.watchConditions, input.uid, all);
      return { state: { ...state, watchConditions }, effects: [] };
    }
  }
}

/** The error that the sync loop is stopped with, or nothing. */
export function plegHealth(
  { relistTime }: Pleg,
  now: Micros,
  version: KubeletVersion,
  threshold: number = relistThreshold,
): string | undefined {
  if (relistTime === undefined) {
    if (version.plegYetToSucceed) return 'pleg has yet to be successful';
    // Counted from the year 1, a duration ends at the largest one there is.
    return `pleg was last seen active 2562047h47m16.854775807s ago; threshold is ${formatGoDuration(threshold)}`;
  }
  const elapsed = now - relistTime;
  if (elapsed <= threshold) return undefined;
  return `pleg was last seen active ${formatGoDuration(elapsed)} ago; threshold is ${formatGoDuration(threshold)}`;
}

/** `workerLoopIteration`: what a PLEG that has nothing to do does next. */
function workerLoop(state: Pleg, before: readonly PlegEffect[]): PlegStep {
  if (state.isDue) {
    const effects = [
      ...before,
      line(5, 'GenericPLEG: Relisting', []),
      { kind: 'getPods' } as const,
    ];
    return { state: { ...state, isDue: false, relist: 'listing' }, effects };
  }
  const { relistTime } = state;
  const next = state.requests.findIndex(
    ({ time }) => relistTime === undefined || time > relistTime,
  );
  const request = state.requests[next];
  if (request === undefined) {
    const rested = state.requests.length === 0 ? state : { ...state, requests: [] };
    return { state: rested, effects: before };
  }
  const { uid } = request;
  const told = line(5, 'GenericPLEG: Relisting Pod', [['podUID', { uid }]]);
  return {
    state: { ...state, requests: state.requests.slice(next + 1), relist: 'listing' },
    effects: [...before, told, { kind: 'getPod', uid }],
  };
}

function requestRelist(
  state: Pleg,
  { uid, time }: RelistRequest,
  { plegOnDemandRelist }: KubeletVersion,
): PlegStep {
  if (!plegOnDemandRelist) return { state, effects: [] };
  if (state.requests.length >= relistRequestsCapacity) {
    const text = 'Relist request channel full; dropping relist request';
    const lost = { ...line(0, text, [['podUID', { uid }]]), severity: 'E' } as const;
    return { state, effects: [lost] };
  }
  const next = { ...state, requests: [...state.requests, { uid, time }] };
  return state.relist === undefined ? workerLoop(next, []) : { state: next, effects: [] };
}

/** `relistPod`: the record of the pod alone goes on. */
function podListed(
  state: Pleg,
  { uid, timestamp, pod, err = 'pod not found', room }: PlegInput & { readonly kind: 'podListed' },
  version: KubeletVersion,
): PlegStep {
  if (state.relist !== 'listing') return { state, effects: [] };
  if (pod === undefined) {
    const message = 'GenericPLEG: Unable to retrieve pod';
    const failed = { ...line(0, message, [['podUID', { uid }]]), severity: 'E', err } as const;
    return workerLoop({ ...state, relist: undefined }, [failed]);
  }
  const record = { old: mapGet(state.podRecords, uid)?.old, current: pod };
  const effects: LogEffect[] = [];
  const again = mapGet(state.podsToReinspect, uid) !== undefined;
  const changed = record.old !== pod && eventsOf(uid, record, effects).length > 0;
  const relist: Relist = {
    only: uid,
    timestamp,
    todo: changed || again ? [{ uid, pod, reinspection: false }] : [],
    blocked: [],
    needsReinspection: mapRemove(state.podsToReinspect, uid),
    room,
  };
  const podRecords = mapSet(state.podRecords, uid, record);
  return goOn({ ...state, podRecords, relist }, effects, version);
}

type Listed = PlegInput & { readonly kind: 'podsListed' };
type Inspected = PlegInput & { readonly kind: 'podInspected' };

function podsListed(state: Pleg, input: Listed, version: KubeletVersion): PlegStep {
  if (input.pods === undefined) {
    const message = 'GenericPLEG: Unable to retrieve pods';
    const err = input.err ?? 'unknown error';
    const failed = { ...line(0, message, []), severity: 'E', err } as const;
    return workerLoop({ ...state, relist: undefined }, [failed, { kind: 'relistDone' }]);
  }
  const podRecords = withCurrent(state.podRecords, input.pods);
  let { watchConditions } = state;
  for (const [uid] of mapEntries(watchConditions)) {
    if (mapGet(podRecords, uid)?.current === undefined) {
      watchConditions = mapRemove(watchConditions, uid);
    }
  }
  const effects: LogEffect[] = [];
  const todo: Todo[] = [];
  for (const [uid, record] of mapEntries(podRecords)) {
    const changed = record.old !== record.current && eventsOf(uid, record, effects).length > 0;
    const again = version.plegOneLoop && mapGet(state.podsToReinspect, uid) !== undefined;
    const watched = (mapGet(watchConditions, uid)?.length ?? 0) > 0;
    if (changed || watched || again) todo.push({ uid, pod: record.current, reinspection: false });
  }
  if (!version.plegOneLoop) {
    for (const [uid, pod] of mapEntries(state.podsToReinspect)) {
      todo.push({ uid, pod, reinspection: true });
    }
  }
  const relist: Relist = {
    only: undefined,
    timestamp: input.timestamp,
    todo,
    blocked: [],
    needsReinspection: emptyMap(),
    room: input.room,
  };
  const next: Pleg = {
    ...state,
    podRecords,
    watchConditions,
    relistTime: input.timestamp,
    relist,
  };
  return goOn(next, effects, version);
}

/** Puts the new list beside the old one. */
function withCurrent(
  records: PersistentMap<PodRecord>,
  pods: readonly RunningPod[],
): PersistentMap<PodRecord> {
  const listed = new Map(pods.map((pod) => [pod.id, pod]));
  let next = records;
  for (const [uid, { old, current }] of mapEntries(records)) {
    if (!listed.has(uid) && current !== undefined) {
      next = mapSet(next, uid, { old, current: undefined });
    }
  }
  for (const [uid, current] of listed) {
    const record = mapGet(records, uid);
    // An unchanged list is the same object: nothing to do for this pod then, nor to store.
    if (record?.current !== current) next = mapSet(next, uid, { old: record?.old, current });
  }
  return next;
}

/** Goes on with a relist until it has to wait for an answer or for room, or is over. */
function goOn(start: Pleg, before: readonly PlegEffect[], version: KubeletVersion): PlegStep {
  const effects = [...before];
  let state = start;
  for (;;) {
    const { relist } = state;
    if (relist === undefined || relist === 'listing' || relist.blocked.length > 0) break;
    const next = relist.todo[0];
    if (next === undefined) {
      const { only: uid, timestamp: time, needsReinspection } = relist;
      if (uid !== undefined) effects.push({ kind: 'cacheSetObservedTime', uid, time });
      else effects.push({ kind: 'cacheUpdateTime', time }, { kind: 'relistDone' });
      const rested = { ...state, podsToReinspect: needsReinspection, relist: undefined };
      return workerLoop(rested, effects);
    }
    const { uid, pod } = next;
    if (next.reinspection && relist.reinspects !== true) {
      effects.push(line(5, 'GenericPLEG: Reinspecting pods that previously failed inspection', []));
      state = { ...state, relist: { ...relist, reinspects: true } };
    }
    if (pod !== undefined) {
      effects.push({ kind: 'getPodStatus', pod, timestamp: relist.timestamp });
      break;
    }
    effects.push(line(4, 'PLEG: Delete status for pod', [['podUID', uid]]));
    effects.push({ kind: 'cacheDelete', uid });
    state = settle(state, uid, undefined, relist.room, [], effects, version);
  }
  return { state, effects };
}

function podInspected(state: Pleg, input: Inspected, version: KubeletVersion): PlegStep {
  const { relist } = state;
  const { uid, time } = input;
  if (relist === undefined || relist === 'listing') return { state, effects: [] };
  const done = relist.todo[0];
  if (done?.uid !== uid) return { state, effects: [] };
  const { pod, reinspection } = done;
  const effects: PlegEffect[] = [];
  const ref = [['pod', { ref: [pod?.namespace ?? '', pod?.name ?? '', uid] }]] as const;
  if (input.status === undefined) {
    const err = input.err ?? 'unknown error';
    const none = [['status', { raw: '(*container.PodStatus)(nil)' }]] as const;
    effects.push({ ...line(0, 'PLEG: Write status', ref), severity: 'E', err, older: none });
    effects.push({ kind: 'cacheSet', uid, status: undefined, err, time });
    effects.push(inspectionFailed(ref, err, reinspection, version));
    const needsReinspection =
      pod === undefined ? relist.needsReinspection : mapSet(relist.needsReinspection, uid, pod);
    const next = { ...relist, todo: relist.todo.slice(1), needsReinspection };
    return goOn({ ...state, relist: next }, effects, version);
  }
  const status = { ...input.status, ips: ipsOf(input.status, input.heldIps, version) };
  const written = line(4, 'PLEG: Write status', ref);
  const { minor, structuredLogs } = version;
  effects.push(
    structuredLogs
      ? written
      : { ...written, older: [['status', { raw: goPodStatus(status, minor) }]] },
  );
  effects.push({ kind: 'cacheSet', uid, status, err: undefined, time });
  // What the cache refuses is no news either: the record stays as it was.
  if (reinspection || input.refused === true) {
    return goOn({ ...state, relist: { ...relist, todo: relist.todo.slice(1) } }, effects, version);
  }
  const met = input.metConditions ?? [];
  const settled = settle(state, uid, status, input.room, met, effects, version);
  return goOn(settled, effects, version);
}

function inspectionFailed(
  pod: LogEffect['keys'],
  err: string,
  reinspection: boolean,
  { minor }: KubeletVersion,
): LogEffect {
  if (reinspection) return { ...line(5, 'PLEG: pod failed reinspection', pod), severity: 'E', err };
  const message = 'PLEG: Ignoring events for pod';
  return minor < 36
    ? { ...line(4, message, pod), severity: 'E', err }
    : line(4, message, [...pod, ['err', err]]);
}

/** A pod whose sandboxes are all gone keeps the addresses that it had. */
function ipsOf(
  status: PodStatus,
  heldIps: readonly string[],
  { plegAsksContainers }: KubeletVersion,
): readonly string[] {
  if (status.ips.length > 0 || heldIps.length === 0) return status.ips;
  if (plegAsksContainers && status.sandboxStatuses.length === 0) {
    const alive = status.containerStatuses.some(
      ({ state }) => state === 'created' || state === 'running',
    );
    return alive ? [] : heldIps;
  }
  return status.sandboxStatuses.some((sandbox) => sandbox.state === 'ready') ? [] : heldIps;
}

/** The pod was inspected, or is gone: its record goes on and its events go out. */
function settle(
  state: Pleg,
  uid: PodUid,
  status: PodStatus | undefined,
  room: number,
  met: readonly string[],
  effects: PlegEffect[],
  version: KubeletVersion,
): Pleg {
  const record = mapGet(state.podRecords, uid);
  const { relist } = state;
  if (relist === undefined || relist === 'listing') return state;
  // What was seen to in the main loop needs no second look in this relist.
  const todo = relist.todo.slice(1).filter((other) => other.uid !== uid);
  const next = { ...relist, todo };
  if (record === undefined) return { ...state, relist: next };
  const events = eventsOfRecord(uid, record, version).filter(
    (event) => event.type !== 'ContainerChanged',
  );
  const { watchConditions, conditionMet } = withoutMet(state.watchConditions, uid, met);
  if (conditionMet) events.push({ id: uid, type: 'ConditionMet', data: '' });
  const podRecords = advanced(state.podRecords, uid, record);
  const sent = send(events, status, record.current, room, effects, version);
  return { ...state, podRecords, watchConditions, relist: { ...next, ...sent } };
}

function advanced(
  records: PersistentMap<PodRecord>,
  uid: PodUid,
  { current }: PodRecord,
): PersistentMap<PodRecord> {
  if (current === undefined) return mapRemove(records, uid);
  return mapSet(records, uid, { old: current, current: undefined });
}

function withoutMet(
  conditions: PersistentMap<readonly string[]>,
  uid: PodUid,
  met: readonly string[],
): { watchConditions: PersistentMap<readonly string[]>; conditionMet: boolean } {
  const keys = mapGet(conditions, uid) ?? [];
  const left = keys.filter((key) => !met.includes(key));
  if (left.length === keys.length) return { watchConditions: conditions, conditionMet: false };
  return { watchConditions: mapSet(conditions, uid, left), conditionMet: true };
}

/** Sends what there is room for; the rest is lost, or up to 1.12 returned to wait. */
function send(
  events: readonly PodLifecycleEvent[],
  status: PodStatus | undefined,
  pod: RunningPod | undefined,
  room: number,
  effects: PlegEffect[],
  version: KubeletVersion,
): Pick<Relist, 'blocked' | 'room'> {
  let left = room;
  for (const [i, event] of events.entries()) {
    if (left > 0) {
      effects.push({ kind: 'send', event });
      left -= 1;
    } else if (version.plegChannelFull === 'block') {
      return { blocked: events.slice(i), room: 0 };
    } else {
      const text = 'Event channel is full, discard this relist() cycle event';
      effects.push({ kind: 'discard', event }, { ...line(0, text, []), severity: 'E' });
    }
    if (event.type !== 'ContainerDied' || pod === undefined || version.minor < 22) continue;
    const died = status?.containerStatuses.find(({ id }) => id === event.data);
    if (died === undefined) continue;
    effects.push(
      line(2, 'Generic (PLEG): container finished', [
        ['podID', { uid: pod.id }],
        ['containerID', event.data],
        ['exitCode', died.exitCode ?? 0],
      ]),
    );
  }
  return { blocked: [], room: left };
}

function roomAgain(state: Pleg, room: number, version: KubeletVersion): PlegStep {
  const { relist } = state;
  if (relist === undefined || relist === 'listing' || relist.blocked.length === 0) {
    return { state, effects: [] };
  }
  const effects: PlegEffect[] = [];
  const sent = send(relist.blocked, undefined, undefined, room, effects, version);
  return goOn({ ...state, relist: { ...relist, ...sent } }, effects, version);
}
