// Mirrors pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.34) and kuberuntime_container.go, older forms beside.
//
// What is to be done for a pod, from what it should be and what the runtime says it is: a plan, which others carry out.
// Promised: the plan depends on nothing else. A plan that kills the pod starts nothing but what a new sandbox needs.
import type { LogEffect, LogValue } from './effect.ts';
import { goContainerValue } from './goStructs.ts';
import type { Container, ContainerStatus, Pod, PodStatus } from './pod.ts';
import { planInitContainers, planNextInitContainer } from './initContainers.ts';
import {
  containerChanged,
  findContainerStatusByName,
  hashContainer,
  shouldContainerBeRestarted,
  shouldRestartOnFailure,
  unknownContainer,
  type ContainerToKill,
  type Plan,
  type PodActions,
  type ProbeResults,
} from './podActions.ts';
import type { KubeletVersion } from './version/index.ts';

export interface PodActionsPlan {
  readonly actions: PodActions;
  readonly lines: readonly LogEffect[];
}

function podRefKey(pod: Pod): readonly ['pod', LogValue] {
  return ['pod', { ref: [pod.metadata.namespace, pod.metadata.name, pod.metadata.uid] }];
}

function line(v: number, message: string, keys: LogEffect['keys']): LogEffect {
  return { kind: 'log', severity: 'I', v, file: 'kuberuntime_manager.go', message, keys };
}

/** Whether a pod needs a new sandbox, its attempt number, and the id of the one that there is. */
export function podSandboxChanged(
  pod: Pod,
  { sandboxStatuses }: PodStatus,
): {
  readonly changed: boolean;
  readonly attempt: number;
  readonly sandboxId: string;
  readonly line?: LogEffect;
} {
  const newest = sandboxStatuses[0];
  const answer = (text: string, attempt: number, sandboxId: string) => ({
    changed: true,
    attempt,
    sandboxId,
    line: { ...line(2, text, [podRefKey(pod)]), file: 'util.go' },
  });
  if (newest === undefined) {
    return answer('No sandbox for pod can be found. Need to start a new one', 0, '');
  }
  const ready = sandboxStatuses.filter((sandbox) => sandbox.state === 'ready').length;
  const hostNetwork = pod.spec.hostNetwork === true;
  const next = newest.attempt + 1;
  if (ready > 1) {
    return answer('Multiple sandboxes are ready for Pod. Need to reconcile them', next, newest.id);
  }
  if (newest.state !== 'ready') {
    const text = 'No ready sandbox for pod can be found. Need to start a new one';
    return answer(text, next, newest.id);
  }
  if ((newest.hostNetwork === true) !== hostNetwork) {
    return answer('Sandbox for pod has changed. Need to start a new one', next, '');
  }
  if (!hostNetwork && newest.ip === '') {
    return answer('Sandbox for pod has no IP address. Need to start a new one', next, newest.id);
  }
  return { changed: false, attempt: newest.attempt, sandboxId: newest.id };
}

export function computePodActions(
  pod: Pod,
  podStatus: PodStatus,
  probes: ProbeResults,
  version: KubeletVersion,
): PodActionsPlan {
  const sandbox = podSandboxChanged(pod, podStatus);
  const plan: Plan = {
    killPod: sandbox.changed,
    createSandbox: sandbox.changed,
    sandboxId: sandbox.sandboxId,
    attempt: sandbox.attempt,
    initContainersToStart: [],
    containersToStart: [],
    ephemeralContainersToStart: [],
    containersToKill: [],
    lines: sandbox.line === undefined ? [] : [sandbox.line],
  };
  if (sandbox.changed) planNewSandbox(plan, pod, podStatus, version);
  else planSandbox(plan, pod, podStatus, probes, version);
  const { lines, ...actions } = plan;
  if (version.killReasons) return { actions, lines };
  const containersToKill = plan.containersToKill.map((kill) => ({ ...kill, reason: '' as const }));
  return { actions: { ...actions, containersToKill }, lines };
}

/** Whether the plan names init containers by InitContainersToStart, not the next one alone. */
export function usesInitList(pod: Pod, version: KubeletVersion): boolean {
  const sidecars = pod.spec.initContainers?.some((init) => init.restartPolicy === 'Always');
  return version.initContainersByList || (version.sidecars && sidecars === true);
}

/** Everything starts anew, unless the pod has nothing to start any more. */
function planNewSandbox(plan: Plan, pod: Pod, podStatus: PodStatus, version: KubeletVersion): void {
  const { containers, initContainers = [], restartPolicy } = pod.spec;
  if (!shouldRestartOnFailure(pod) && plan.attempt !== 0) {
    if (!version.keepsNeverPodDown) return;
    // Without any status no container was ever made: then the sandbox is worth another try.
    if (podStatus.containerStatuses.length > 0) {
      plan.createSandbox = false;
      return;
    }
  }
  const succeeded = ({ name }: Container): boolean => {
    const status = findContainerStatusByName(podStatus, name);
    if (status === undefined || status.state === 'running') return false;
    return (
      (status.exitCode ?? 0) === 0 && (status.state === 'exited' || !version.succeededMeansExited)
    );
  };
  const toStart: number[] = [];
  containers.forEach((container, i) => {
    if (!(restartPolicy === 'OnFailure' && succeeded(container))) toStart.push(i);
  });
  if (version.keepsSucceededPodDown && toStart.length === 0) {
    const initialized = usesInitList(pod, version)
      ? hasAnyRegularContainerCreated(pod, podStatus)
      : planNextInitContainer(pod, podStatus, version).done;
    if (initialized) {
      plan.createSandbox = false;
      return;
    }
  }
  if (initContainers.length > 0) plan.initContainersToStart = [0];
  else plan.containersToStart = toStart;
}

function hasAnyRegularContainerCreated({ spec }: Pod, podStatus: PodStatus): boolean {
  return spec.containers.some(({ name }) => {
    const state = findContainerStatusByName(podStatus, name)?.state;
    return state !== undefined && state !== 'unknown';
  });
}

function planSandbox(
  plan: Plan,
  pod: Pod,
  podStatus: PodStatus,
  probes: ProbeResults,
  version: KubeletVersion,
): void {
  if (version.ephemeralContainers) {
    pod.spec.ephemeralContainers?.forEach(({ name }, i) => {
      const status = findContainerStatusByName(podStatus, name);
      if (status === undefined) plan.ephemeralContainersToStart.push(i);
    });
  }
  const initialized = usesInitList(pod, version)
    ? planInitContainers(plan, pod, podStatus, probes, version)
    : initializedByNext(plan, pod, podStatus, version);
  if (plan.killPod || !initialized) return;
  let keepCount = 0;
  pod.spec.containers.forEach((container, i) => {
    if (planContainer(plan, pod, podStatus, probes, container, i, version)) keepCount += 1;
  });
  if (keepCount === 0 && plan.containersToStart.length === 0) {
    plan.killPod = true;
    // Sidecars alone must not keep the pod alive.
    if (usesInitList(pod, version)) plan.initContainersToStart = [];
  }
}

/** Up to 1.27, and up to 1.33 for pods without sidecars: one init container at a time. */
function initializedByNext(
  plan: Plan,
  pod: Pod,
  podStatus: PodStatus,
  version: KubeletVersion,
): boolean {
  const { done, next, failed } = planNextInitContainer(pod, podStatus, version);
  if (done || next === undefined) return done;
  if (failed !== undefined && !shouldRestartOnFailure(pod)) {
    plan.killPod = true;
    return false;
  }
  if (failed?.state === 'unknown' && version.killsUnknown) {
    const name = pod.spec.initContainers?.[next]?.name ?? '';
    plan.containersToKill.push(unknownContainer(failed, name, 'Init container'));
  }
  plan.initContainersToStart = [next];
  return false;
}

/** Whether the container is kept as it is. */
function planContainer(
  plan: Plan,
  pod: Pod,
  podStatus: PodStatus,
  probes: ProbeResults,
  container: Container,
  index: number,
  version: KubeletVersion,
): boolean {
  const { name } = container;
  const status = findContainerStatusByName(podStatus, name);
  if (status?.state !== 'running') {
    if (!shouldContainerBeRestarted(container, pod, podStatus, version)) return false;
    const text = 'Container of pod is not in the desired state and shall be started';
    const keys = [['containerName', name], podRefKey(pod)] as const;
    plan.lines.push(withSpec(line(3, text, keys), container, version));
    plan.containersToStart.push(index);
    if (status?.state === 'unknown' && version.killsUnknown) {
      plan.containersToKill.push(unknownContainer(status, name, 'Container'));
    }
    return false;
  }
  const cause = causeOfKill(container, status, probes, version);
  if (cause === undefined) return true;
  const restarts = cause.reason === '' || shouldRestartOnFailure(pod);
  const message = restarts
    ? `${cause.message}${version.minor < 14 ? '. Container will be killed and recreated.' : ', will be restarted'}`
    : cause.message;
  if (restarts) plan.containersToStart.push(index);
  plan.containersToKill.push({ id: status.id, name, message, reason: cause.reason });
  plan.lines.push(
    line(2, 'Message for Container of pod', [
      ['containerName', name],
      ['containerStatusID', { container: { runtime: 'containerd', id: status.id } }],
      podRefKey(pod),
      ['containerMessage', message],
    ]),
  );
  return false;
}

/** 1.19 and before print the container itself. */
function withSpec(effect: LogEffect, container: Container, { minor }: KubeletVersion): LogEffect {
  if (minor > 19) return effect;
  return { ...effect, older: [['spec', { raw: goContainerValue(container, minor) }]] };
}

/** Why a running container has to go: first its definition, then its probes. */
function causeOfKill(
  container: Container,
  status: ContainerStatus,
  { liveness, startup }: ProbeResults,
  version: KubeletVersion,
): Pick<ContainerToKill, 'message' | 'reason'> | undefined {
  const { name } = container;
  const isOld = version.minor < 14;
  if (containerChanged(container, status)) {
    const hashes = `(${status.hash} vs ${hashContainer(container)})`;
    const message = isOld
      ? `Container spec hash changed ${hashes}.`
      : `Container ${name} definition changed`;
    return { message, reason: '' };
  }
  if (liveness.get(status.id) === 'Failure') {
    if (isOld) return { message: 'Container failed liveness probe.', reason: 'LivenessProbe' };
    return { message: `Container ${name} failed liveness probe`, reason: 'LivenessProbe' };
  }
  if (version.startupProbes && startup.get(status.id) === 'Failure') {
    return { message: `Container ${name} failed startup probe`, reason: 'StartupProbe' };
  }
  return undefined;
}
