// What changed in a pod between two lists of the runtime: generateEvents of pkg/kubelet/pleg/generic.go (v1.34).
import type { LogEffect } from './effect.ts';
import type { KubeletVersion } from './version/index.ts';
import type { ContainerState, PodUid, RunningContainer, RunningPod } from './pod.ts';

export type PlegEventType =
  | 'ContainerStarted'
  | 'ContainerDied'
  | 'ContainerRemoved'
  | 'ContainerChanged'
  | 'ConditionMet'
  | 'PodSync';

/** `PodLifecycleEvent`: data is the id of a container or a sandbox; empty for `ConditionMet` and `PodSync`. */
export interface PodLifecycleEvent {
  readonly id: PodUid;
  readonly type: PlegEventType;
  readonly data: string;
}

/** A pod as the list before and the newest list have it. */
export interface PodRecord {
  readonly old: RunningPod | undefined;
  readonly current: RunningPod | undefined;
}

type PlegState = 'running' | 'exited' | 'unknown' | 'non-existent';

function stateOf(pod: RunningPod | undefined, id: string): PlegState {
  if (pod === undefined) return 'non-existent';
  const sameId = (container: RunningContainer): boolean => container.id === id;
  const found = pod.containers.find(sameId) ?? pod.sandboxes.find(sameId);
  return found === undefined ? 'non-existent' : convertState(found.state);
}

/** `created` counts as unknown: the kubelet has no use for it. */
function convertState(state: ContainerState): PlegState {
  return state === 'created' ? 'unknown' : state;
}

/** What changed in a pod, containers before sandboxes, in the order of the old list and then of the new one. */
export function eventsOf(
  uid: PodUid,
  record: PodRecord,
  effects?: LogEffect[],
): PodLifecycleEvent[] {
  const { old, current } = record;
  if (old === current) return [];
  const ids = new Set<string>();
  for (const pod of [old, current]) {
    for (const { id } of pod?.containers ?? []) ids.add(id);
    for (const { id } of pod?.sandboxes ?? []) ids.add(id);
  }
  const events: PodLifecycleEvent[] = [];
  for (const id of ids) {
    const oldState = stateOf(old, id);
    const newState = stateOf(current, id);
    if (oldState === newState) continue;
    effects?.push(
      line(4, 'GenericPLEG', [
        ['podUID', { uid }],
        ['containerID', id],
        ['oldState', oldState],
        ['newState', newState],
      ]),
    );
    for (const type of typesOf(oldState, newState)) events.push({ id: uid, type, data: id });
  }
  return events;
}

/** The events of a pod that was inspected: from 1.36 on one at least. */
export function eventsOfRecord(
  uid: PodUid,
  record: PodRecord,
  { plegPodSync }: KubeletVersion,
): PodLifecycleEvent[] {
  const events = eventsOf(uid, record);
  return events.length > 0 || !plegPodSync ? events : [{ id: uid, type: 'PodSync', data: '' }];
}

function typesOf(oldState: PlegState, newState: PlegState): readonly PlegEventType[] {
  switch (newState) {
    case 'running':
      return ['ContainerStarted'];
    case 'exited':
      return ['ContainerDied'];
    case 'unknown':
      return ['ContainerChanged'];
    case 'non-existent':
      return oldState === 'exited' ? ['ContainerRemoved'] : ['ContainerDied', 'ContainerRemoved'];
  }
}

export function line(v: number, message: string, keys: LogEffect['keys']): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'generic.go', message, keys };
}
