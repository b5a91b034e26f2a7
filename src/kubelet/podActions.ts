// What the parts of computePodActions share: the plan in the making and questions about containers. See computePodActions.ts.
import type { LogEffect } from './effect.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from './pod.ts';
import type { KubeletVersion } from './version/index.ts';

export type ProbeResult = 'Success' | 'Failure' | 'Unknown';

/** Results of probes by container id; one that is missing has not run yet. */
export interface ProbeResults {
  readonly liveness: ReadonlyMap<string, ProbeResult>;
  readonly startup: ReadonlyMap<string, ProbeResult>;
}

export const noProbes: ProbeResults = { liveness: new Map(), startup: new Map() };

export interface ContainerToKill {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  readonly reason: '' | 'StartupProbe' | 'LivenessProbe' | 'FailedPostStartHook' | 'Unknown';
}

/** `podActions`. Containers to start are indexes into the lists of the specification. */
export interface PodActions {
  /** All containers and sandboxes are to be stopped; also set before the very first sandbox is made. */
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  /** The sandbox to start in, or the one that is replaced; empty when there is none. */
  readonly sandboxId: string;
  readonly attempt: number;
  readonly initContainersToStart: readonly number[];
  readonly containersToStart: readonly number[];
  readonly ephemeralContainersToStart: readonly number[];
  readonly containersToKill: readonly ContainerToKill[];
}

/** `type podActions struct` in its order: from which minor on, and up to which, it has a field. */
const fields = [
  ['KillPod', 9],
  ['CreateSandbox', 9],
  ['SandboxID', 9],
  ['Attempt', 9],
  ['NextInitContainerToStart', 9, 33],
  ['InitContainersToStart', 28],
  ['ContainersToStart', 9],
  ['ContainersToKill', 9],
  ['EphemeralContainersToStart', 16],
  ['ContainersToUpdate', 27],
  ['UpdatePodResources', 27],
  ['ContainersToReset', 35],
  ['UpdatePodLevelResources', 35],
] as const;
export type PodActionsField = (typeof fields)[number][0];

/** The fields that a plan of this version has; those of resizes and resets are empty there, for no pod of the model is resized or reset. */
export function podActionsFields({ minor }: KubeletVersion): readonly PodActionsField[] {
  return fields.flatMap(([name, since, until = Infinity]) =>
    since <= minor && minor <= until ? [name] : [],
  );
}

/** A plan while it is made. */
export interface Plan {
  killPod: boolean;
  createSandbox: boolean;
  readonly sandboxId: string;
  readonly attempt: number;
  initContainersToStart: number[];
  containersToStart: number[];
  readonly ephemeralContainersToStart: number[];
  readonly containersToKill: ContainerToKill[];
  readonly lines: LogEffect[];
}

/** The newest status of a container of that name. */
export function findContainerStatusByName(
  { containerStatuses }: PodStatus,
  name: string,
): ContainerStatus | undefined {
  return containerStatuses.find((status) => status.name === name);
}

/** A hash of what makes a running container differ from its specification: FNV-1a over its name and image. */
export function hashContainer({ name, image }: Container): number {
  let hash = 0x811c9dc5;
  for (const char of `${name}\n${image}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

export function containerChanged(container: Container, status: ContainerStatus): boolean {
  return status.hash !== undefined && status.hash !== hashContainer(container);
}

export function shouldRestartOnFailure(pod: Pod): boolean {
  return pod.spec.restartPolicy !== 'Never';
}

/** Whether a container that does not run is to be started. */
export function shouldContainerBeRestarted(
  container: Container,
  pod: Pod,
  podStatus: PodStatus,
  version: KubeletVersion,
): boolean {
  if (version.keepsDeletedDown && pod.metadata.deletionTimestamp !== undefined) return false;
  const status = findContainerStatusByName(podStatus, container.name);
  if (status === undefined) return true;
  if (status.state === 'running') return false;
  if (status.state === 'unknown' || status.state === 'created') return true;
  if (pod.spec.restartPolicy === 'Never') return false;
  return !(pod.spec.restartPolicy === 'OnFailure' && status.exitCode === 0);
}

export function unknownContainer(
  { id }: ContainerStatus,
  name: string,
  what: 'Container' | 'Init container',
): ContainerToKill {
  const message = `${what} is in "unknown" state, try killing it before restart`;
  return { id, name, message, reason: 'Unknown' };
}
