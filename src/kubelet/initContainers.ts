// Mirrors computeInitContainerActions of pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.34) and its predecessor
// findNextInitContainerToRun (v1.23): which init containers and sidecars are to be started.
import {
  containerChanged,
  findContainerStatusByName,
  shouldRestartOnFailure,
  unknownContainer,
  type Plan,
  type ProbeResults,
} from './podActions.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from './pod.ts';
import type { KubeletVersion } from './version/index.ts';

function isInitContainerFailed(
  { state, exitCode, reason }: ContainerStatus,
  { oomKilledInitFails, killsUnknown }: KubeletVersion,
): boolean {
  if (oomKilledInitFails && reason === 'OOMKilled') return true;
  if (killsUnknown && state === 'unknown') return true;
  return state === 'exited' && (exitCode ?? 0) !== 0;
}

/** The init container to run next, by index, the failed one it repeats, and whether all are done. */
export function planNextInitContainer(
  pod: Pod,
  podStatus: PodStatus,
  version: KubeletVersion,
): { readonly done: boolean; readonly next?: number; readonly failed?: ContainerStatus } {
  const { initContainers = [], containers } = pod.spec;
  const statusOf = ({ name }: Container): ContainerStatus | undefined =>
    findContainerStatusByName(podStatus, name);
  const running =
    version.runningMeansInitialized &&
    containers.some((container) => statusOf(container)?.state === 'running');
  if (initContainers.length === 0 || running) return { done: true };
  const statuses = initContainers.map(statusOf);
  const failedAt = statuses.findLastIndex(
    (status) => status !== undefined && isInitContainerFailed(status, version),
  );
  const failed = statuses[failedAt];
  if (failed !== undefined) return { done: false, next: failedAt, failed };
  const last = statuses.findLastIndex(
    (status) => status?.state === 'running' || status?.state === 'exited',
  );
  if (last < 0) return { done: false, next: 0 };
  if (statuses[last]?.state === 'running') return { done: false };
  return last === initContainers.length - 1 ? { done: true } : { done: false, next: last + 1 };
}

function isRestartable({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

interface Progress {
  /** The regular containers may start. */
  podHasInitialized: boolean;
  /** Some container after the one that is looked at has run. */
  isPreviouslyInitialized: boolean;
}

/**
 * Adds to the plan what init containers and sidecars need; whether the pod is initialised. They are looked at from
 * the last one backwards, as the records of those that completed may be gone.
 */
export function planInitContainers(
  plan: Plan,
  pod: Pod,
  podStatus: PodStatus,
  probes: ProbeResults,
  version: KubeletVersion,
): boolean {
  const { initContainers = [], containers } = pod.spec;
  if (initContainers.length === 0) return true;
  const initialized = containers.some(({ name }) => {
    const state = findContainerStatusByName(podStatus, name)?.state;
    return state === 'created' || state === 'running';
  });
  const progress: Progress = {
    podHasInitialized: initialized,
    isPreviouslyInitialized: initialized,
  };
  for (let i = initContainers.length - 1; i >= 0; i--) {
    const container = initContainers[i];
    if (container === undefined) continue;
    const status = findContainerStatusByName(podStatus, container.name);
    const restartable = isRestartable(container);
    if (status === undefined) {
      if (progress.isPreviouslyInitialized && restartable) plan.initContainersToStart.push(i);
      continue;
    }
    if (progress.isPreviouslyInitialized && !restartable) continue;
    if (!planInitContainer(plan, pod, container, i, status, probes, progress, version)) {
      plan.killPod = true;
      plan.initContainersToStart = [];
      return false;
    }
    progress.isPreviouslyInitialized = true;
  }
  if (!progress.isPreviouslyInitialized) plan.initContainersToStart.push(0);
  plan.initContainersToStart.reverse();
  return progress.podHasInitialized;
}

/** False when the pod failed for good. */
function planInitContainer(
  plan: Plan,
  pod: Pod,
  container: Container,
  index: number,
  status: ContainerStatus,
  probes: ProbeResults,
  progress: Progress,
  version: KubeletVersion,
): boolean {
  switch (status.state) {
    case 'created':
      // The runtime failed to start it.
      plan.initContainersToStart.push(index);
      return true;
    case 'running':
      if (isRestartable(container)) {
        planRunningSidecar(plan, pod, container, index, status, probes, progress);
      }
      return true;
    case 'exited':
      if (isRestartable(container)) {
        plan.initContainersToStart.push(index);
      } else if (!isInitContainerFailed(status, version)) {
        oneMoreInitialized(plan, pod, index, progress, true);
      } else if (shouldRestartOnFailure(pod)) {
        plan.initContainersToStart.push(index);
      } else {
        return false;
      }
      return true;
    case 'unknown':
      if (!isRestartable(container) && !shouldRestartOnFailure(pod)) return false;
      plan.containersToKill.push(unknownContainer(status, container.name, 'Init container'));
      plan.initContainersToStart.push(index);
      return true;
  }
}

function oneMoreInitialized(
  plan: Plan,
  pod: Pod,
  index: number,
  progress: Progress,
  startsNext: boolean,
): void {
  if (index === (pod.spec.initContainers?.length ?? 0) - 1) progress.podHasInitialized = true;
  else if (startsNext) plan.initContainersToStart.push(index + 1);
}

/** A sidecar counts as initialised once its startup probe succeeded; a bad one is killed and started again. */
function planRunningSidecar(
  plan: Plan,
  pod: Pod,
  container: Container,
  index: number,
  status: ContainerStatus,
  probes: ProbeResults,
  progress: Progress,
): void {
  const { name } = container;
  const again = (message: string, reason: '' | 'StartupProbe' | 'LivenessProbe'): void => {
    plan.containersToKill.push({ id: status.id, name, message, reason });
    plan.initContainersToStart.push(index);
  };
  if (container['startupProbe'] !== undefined) {
    const startup = probes.startup.get(status.id);
    if (startup === 'Failure') again(`Init container ${name} failed startup probe`, 'StartupProbe');
    if (startup !== 'Success') return;
  }
  oneMoreInitialized(plan, pod, index, progress, !progress.isPreviouslyInitialized);
  if (containerChanged(container, status)) {
    again(`Init container ${name} definition changed`, '');
  } else if (
    container['livenessProbe'] !== undefined &&
    probes.liveness.get(status.id) === 'Failure'
  ) {
    again(`Init container ${name} failed liveness probe`, 'LivenessProbe');
  }
}
