// Mirrors pkg/kubelet/pleg/evented.go (v1.34; behind the gate EventedPLEG since 1.26).
//
// The runtime tells of its containers by a stream of events, and the generic PLEG lists only now and then. Promised: an event
// older than what the cache holds changes nothing. Not promised: that the stream lasts; after five failures the
// generic PLEG lists each second again, until the kubelet restarts.
import type { Micros } from '../base/time.ts';
import type { LogEffect } from './effect.ts';
import { eventedRelistPeriod, relistPeriod } from './pleg.ts';
import type { PodLifecycleEvent } from './plegEvents.ts';
import type { PodStatus, PodUid } from './pod.ts';

const maxStreamRetries = 5;

export interface EventedPleg {
  readonly inUse: boolean;
  /** Failures of the stream so far. */
  readonly attempts: number;
}

export const newEventedPleg: EventedPleg = { inUse: true, attempts: 0 };

export type ContainerEventType = 'created' | 'started' | 'stopped' | 'deleted';

export type EventedPlegInput =
  | { readonly kind: 'streamFailed'; readonly err: string }
  /** Each 5 s, so that no worker waits longer for a pod that is quiet. */
  | { readonly kind: 'cacheTick'; readonly now: Micros }
  | {
      readonly kind: 'containerEvent';
      readonly type: ContainerEventType;
      readonly containerId: string;
      /** When the runtime made the event. */
      readonly createdAt: Micros;
      /** Undefined: the runtime could not find the sandbox any more. */
      readonly status: PodStatus | undefined;
      /** The addresses that the cache holds for the pod. */
      readonly heldIps: readonly string[];
      /** When the cache's entry was written, if there is one. */
      readonly heldTime: Micros | undefined;
      /** How many events the channel to the loop still takes. */
      readonly room: number;
    };

export type EventedPlegEffect =
  | LogEffect
  | {
      readonly kind: 'cacheSet';
      readonly uid: PodUid;
      readonly status: PodStatus;
      readonly time: Micros;
    }
  | { readonly kind: 'cacheDelete'; readonly uid: PodUid }
  | { readonly kind: 'cacheUpdateTime'; readonly time: Micros }
  | { readonly kind: 'send'; readonly event: PodLifecycleEvent }
  | { readonly kind: 'discard'; readonly event: PodLifecycleEvent }
  /** The generic PLEG lists once, at once. */
  | { readonly kind: 'relist' }
  /** From now on the generic PLEG lists with this pause. */
  | { readonly kind: 'relistPeriod'; readonly period: number };

export interface EventedPlegStep {
  readonly state: EventedPleg;
  readonly effects: readonly EventedPlegEffect[];
}

/** The pause between relists that goes with a state. */
export function relistPeriodOf({ inUse }: EventedPleg): number {
  return inUse ? eventedRelistPeriod : relistPeriod;
}

/** Always healthy but for a full channel: nothing tells a silent stream from a quiet node. */
export function eventedPlegHealth(waiting: number, capacity: number): string | undefined {
  if (waiting < capacity) return undefined;
  return `EventedPLEG: pleg event channel capacity is full with ${waiting} events`;
}

export function stepEventedPleg(state: EventedPleg, input: EventedPlegInput): EventedPlegStep {
  switch (input.kind) {
    case 'streamFailed':
      return streamFailed(state, input.err);
    case 'cacheTick': {
      const effects = [{ kind: 'cacheUpdateTime', time: input.now }] as const;
      return { state, effects: state.inUse ? effects : [] };
    }
    case 'containerEvent':
      return { state, effects: state.inUse ? containerEvent(input) : [] };
  }
}

function line(v: number, message: string, keys: LogEffect['keys']): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'evented.go', message, keys };
}

function streamFailed(state: EventedPleg, err: string): EventedPlegStep {
  if (!state.inUse) return { state, effects: [] };
  const attempts = state.attempts + 1;
  const failed = 'Evented PLEG: Failed to get container events, retrying: ';
  const effects: EventedPlegEffect[] = [{ kind: 'relist' }, line(4, failed, [['err', err]])];
  if (attempts < maxStreamRetries) return { state: { ...state, attempts }, effects };
  const text = 'Fall back to Generic PLEG relisting since Evented PLEG is not working';
  effects.push(line(4, text, []), { kind: 'relistPeriod', period: relistPeriod });
  return { state: { inUse: false, attempts }, effects };
}

type ContainerEvent = EventedPlegInput & { readonly kind: 'containerEvent' };

function containerEvent(input: ContainerEvent): EventedPlegEffect[] {
  const { type, containerId, createdAt, heldTime } = input;
  if (input.status === undefined) {
    const text =
      'Evented PLEG: received ContainerEventResponse with nil PodSandboxStatus or PodSandboxStatus.Metadata';
    return [{ ...line(0, text, []), severity: 'E' }];
  }
  const status = { ...input.status, ips: ipsOf(input.status, input.heldIps) };
  const { id: uid } = status;
  const made = 'Evented PLEG: Generated pod status from the received event';
  const effects: EventedPlegEffect[] = [line(4, made, [['podUID', { uid }]])];
  if (type === 'deleted') {
    if (status.sandboxStatuses.some(({ id }) => id === containerId)) {
      effects.push({ kind: 'cacheDelete', uid });
    }
  } else {
    if (heldTime !== undefined && heldTime > createdAt) return effects;
    effects.push({ kind: 'cacheSet', uid, status, time: createdAt });
  }
  send(effects, input, uid);
  return effects;
}

function ipsOf(status: PodStatus, heldIps: readonly string[]): readonly string[] {
  if (status.ips.length > 0 || heldIps.length === 0) return status.ips;
  return status.sandboxStatuses.some(({ state }) => state === 'ready') ? [] : heldIps;
}

/** A container that was made is no news to the loop; one that is gone has died and was removed. */
const told = {
  created: [],
  started: ['ContainerStarted'],
  stopped: ['ContainerDied'],
  deleted: ['ContainerDied', 'ContainerRemoved'],
} as const;

const received = {
  created: 'Received Container Created Event',
  started: 'Received Container Started Event',
  stopped: 'Received Container Stopped Event',
  deleted: 'Received Container Deleted Event',
} as const;

function send(effects: EventedPlegEffect[], input: ContainerEvent, uid: PodUid): void {
  let { room } = input;
  for (const type of told[input.type]) {
    const event: PodLifecycleEvent = { id: uid, type, data: input.containerId };
    if (room > 0) {
      effects.push({ kind: 'send', event });
      room -= 1;
    } else {
      const text = 'Evented PLEG: Event channel is full, discarded pod lifecycle event';
      effects.push({ kind: 'discard', event }, { ...line(0, text, []), severity: 'E' });
    }
  }
  effects.push(
    line(4, received[input.type], [['event', { raw: `"container_id:${input.containerId}"` }]]),
  );
}
