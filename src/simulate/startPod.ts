// SyncPod of pkg/kubelet/kuberuntime: carries out the plan of computePodActions on the fake runtime.
import { backOffLeft, nextBackOff, type BackOffEntry } from '../kubelet/backOff.ts';
import { computePodActions, usesInitList } from '../kubelet/computePodActions.ts';
import { formatGoDuration } from '../kubelet/goDuration.ts';
import type { LogEffect } from '../kubelet/effect.ts';
import { goAddress, goContainer } from '../kubelet/goStructs.ts';
import {
  findContainerStatusByName,
  hashContainer,
  noProbes,
  podActionsFields,
  type ProbeResults,
  type PodActions,
} from '../kubelet/podActions.ts';
import type { Container, Pod, PodStatus } from '../kubelet/pod.ts';
import { joinErrors } from '../kubelet/runtimeState.ts';
import { dockershimOf } from './dockershimSandbox.ts';
import { goQuote } from './goQuote.ts';
import { killContainer, killPod } from './killPod.ts';
import { durationMicros } from './scenario.ts';
import { calling, formatPod, podKeys, say, type SyncContext } from './syncContext.ts';
import type { Task } from './task.ts';

const manager = 'kuberuntime_manager.go';

/** Why a pod's sync failed, and when the back-off in it ends. */
export interface SyncFailure {
  readonly err: string;
  readonly backOffExpiry?: number;
}

function showActions(actions: PodActions, pod: Pod, { version, runtimeName }: SyncContext): string {
  const { minor, killReasons } = version;
  const fields = podActionsFields(version);
  const list = (numbers: readonly number[]): string => `[${numbers.join(' ')}]`;
  const { killPod: kill, createSandbox, attempt, sandboxId } = actions;
  const start = list(actions.containersToStart);
  const ephemeral = list(actions.ephemeralContainersToStart);
  const next = actions.initContainersToStart[0];
  if (minor < 28) {
    const init = next === undefined ? undefined : pod.spec.initContainers?.[next];
    const shown = init === undefined ? 'nil' : goContainer(init, minor);
    const killed = actions.containersToKill.map(
      ({ id, name, message, reason }) =>
        `{Type:${runtimeName} ID:${id}}:{container:${goAddress(id, minor)} name:${name} message:${message}${killReasons ? ` reason:${reason}` : ''}}`,
    );
    const last = [
      ...(fields.includes('EphemeralContainersToStart')
        ? [` EphemeralContainersToStart:${ephemeral}`]
        : []),
      ...(minor < 27 ? [] : [' ContainersToUpdate:map[] UpdatePodResources:false']),
    ].join('');
    return `{KillPod:${kill} CreateSandbox:${createSandbox} SandboxID:${sandboxId} Attempt:${attempt} NextInitContainerToStart:${shown} ContainersToStart:${start} ContainersToKill:map[${killed.join(' ')}]${last}}`;
  }
  const kills = actions.containersToKill.map(({ id, name }) => `${id}:${name}`).join(' ');
  const init = usesInitList(pod, version) ? list(actions.initContainersToStart) : '[]';
  const level = minor < 35 ? '' : ' UpdatePodLevelResources: false,';
  const reset = minor < 35 ? '' : ', ContainersToRemove: []';
  return goQuote(
    `KillPod: ${kill}, CreateSandbox: ${createSandbox}, UpdatePodResources: false,${level} Attempt: ${attempt}, InitContainersToStart: ${init}, ContainersToStart: ${start}, EphemeralContainersToStart: ${ephemeral},ContainersToUpdate: map[], ContainersToKill: map[${kills}]${reset}`,
  );
}

/** Of the pod's own results those that a plan asks for: what fails. */
function probesOf(
  { probeManager: { liveness } }: SyncContext,
  { containerStatuses }: PodStatus,
): ProbeResults {
  const failed = containerStatuses.filter(({ id }) => liveness.get(id) === 'Failure');
  if (failed.length === 0) return noProbes;
  return { ...noProbes, liveness: new Map(failed.map(({ id }) => [id, 'Failure'])) };
}

/** Brings the pod's sandbox and containers to what they should be; whether it did anything. */
export function* startPod(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
): Task<SyncFailure | { readonly acted: boolean }> {
  const [podKey] = podKeys(pod);
  const probes = probesOf(context, status);
  const { actions, lines } = computePodActions(pod, status, probes, context.version);
  context.journal()?.planned({ pod, status, liveness: probes.liveness });
  for (const line of lines) context.write(line);
  const shown = { raw: showActions(actions, pod, context) };
  say(context, manager, 'computePodActions got for pod', [['podActions', shown], podKey], { v: 3 });
  const killed = yield* killForPlan(context, pod, status, actions);
  if (killed !== undefined) return { err: killed };
  let sandboxId = actions.sandboxId;
  if (actions.createSandbox) {
    const made = yield* createSandbox(context, pod, actions.attempt);
    if ('err' in made) return made.err === '' ? { acted: true } : { err: made.err };
    sandboxId = made.id;
  }
  const failure = yield* startContainers(context, pod, status, actions, sandboxId);
  return failure ?? { acted: acts(actions) };
}

/** `len(result.SyncResults) > 0`: each thing that a sync does has a result. */
function acts(actions: PodActions): boolean {
  const { killPod: kills, createSandbox: makes, containersToKill } = actions;
  const { initContainersToStart, containersToStart, ephemeralContainersToStart } = actions;
  const lists = [initContainersToStart, containersToStart, ephemeralContainersToStart];
  return kills || makes || containersToKill.length > 0 || lists.some(({ length }) => length > 0);
}

function* killForPlan(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
  actions: PodActions,
): Task<string | undefined> {
  const [podKey] = podKeys(pod);
  if (!actions.killPod) {
    for (const { id, name } of actions.containersToKill) {
      const keys = [
        ['containerName', name],
        ['containerID', { container: { runtime: context.runtimeName, id } }],
        podKey,
      ] as const;
      say(context, manager, 'Killing unwanted container for pod', keys, { v: 3 });
      const kill = killContainer(context, pod, name, id, undefined);
      const { uid } = pod.metadata;
      const call = { uid, call: 'KillContainer', of: name, by: 'SyncPod' } as const;
      const err = yield* calling(context, call, kill);
      if (err !== undefined) return err;
    }
    return undefined;
  }
  if (actions.createSandbox) {
    if (actions.sandboxId === '') {
      const text = 'SyncPod received new pod, will create a sandbox for it';
      say(context, manager, text, [podKey], { v: 4 });
    }
    say(context, manager, 'Stopping PodSandbox for pod, will start new one', [podKey], { v: 4 });
  } else {
    const text = 'Stopping PodSandbox for pod, because all other containers are dead';
    say(context, manager, text, [podKey], { v: 4 });
  }
  const err = yield* killPod(context, pod, status, undefined);
  if (err !== undefined)
    say(context, manager, 'killPodWithSyncResult failed', [], { severity: 'E', err });
  else if (actions.createSandbox) purgeInitContainers(context, pod, status);
  return err;
}

/** In another sandbox all init containers run again. */
function purgeInitContainers(
  { runtime }: SyncContext,
  { spec: { initContainers = [] } }: Pod,
  { containerStatuses }: PodStatus,
): void {
  const names = new Set(initContainers.map(({ name }) => name));
  for (const { name, id } of containerStatuses) if (names.has(name)) runtime.removeContainer(id);
}

function* createSandbox(
  context: SyncContext,
  pod: Pod,
  attempt: number,
): Task<{ readonly id: string } | { readonly err: string }> {
  const { runtime, version } = context;
  const [podKey] = podKeys(pod);
  say(context, manager, 'Creating PodSandbox for pod', [podKey], { v: 4 });
  const { uid, name, namespace } = pod.metadata;
  const hostNetwork = pod.spec.hostNetwork === true;
  const { sandbox, err } = yield* runtime.runPodSandbox(
    { uid, name, namespace, hostPorts: pod.spec.containers.flatMap(({ ports = [] }) => ports) },
    attempt,
    hostNetwork,
    dockershimOf(context),
  );
  if (err === undefined) {
    const keys = [['podSandboxID', sandbox.id], podKey] as const;
    say(context, manager, 'Created PodSandbox for pod', keys, { v: 4 });
    const ips = { raw: version.minor >= 28 ? `["${sandbox.ip}"]` : `[${sandbox.ip}]` };
    const text = 'Determined the ip for pod after sandbox changed';
    const older = [['ip', sandbox.ip]] as const;
    say(context, manager, text, [['IPs', ips], podKey], { v: 4, older });
    return { id: sandbox.id };
  }
  if (version.forgivesSandboxOfDeleted && context.isTerminationRequested(uid)) {
    const text = 'Pod was deleted and sandbox failed to be created';
    say(context, manager, text, podKeys(pod), { v: 4 });
    return { err: '' };
  }
  const remote = version.minor >= 31 ? 'log.go' : 'remote_runtime.go';
  const failed = { severity: 'E', err } as const;
  say(context, remote, 'RunPodSandbox from runtime service failed', [], failed);
  say(context, 'kuberuntime_sandbox.go', 'Failed to create sandbox for pod', [podKey], failed);
  say(context, manager, 'CreatePodSandbox for pod failed', [podKey], failed);
  const target = formatPod(pod);
  const message = `Failed to create sandbox for pod ${goQuote(target)}: ${err}`;
  return {
    err: `failed to "CreatePodSandbox" for ${goQuote(target)} with CreatePodSandboxError: ${goQuote(message)}`,
  };
}

function* startContainers(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
  actions: PodActions,
  sandboxId: string,
): Task<SyncFailure | undefined> {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  const failures: SyncFailure[] = [];
  const [podKey] = podKeys(pod);
  for (const i of actions.ephemeralContainersToStart) {
    yield* startOne(context, pod, status, 'ephemeral container', ephemeralContainers[i], sandboxId);
  }
  for (const i of actions.initContainersToStart) {
    const container = initContainers[i];
    const failure = yield* startOne(context, pod, status, 'init container', container, sandboxId);
    if (failure !== undefined) {
      failures.push(failure);
      if (container?.restartPolicy !== 'Always') return failure;
    }
    const keys = [['containerName', container?.name ?? ''], podKey] as const;
    say(context, manager, 'Completed init container for pod', keys, { v: 4 });
  }
  for (const i of actions.containersToStart) {
    const failure = yield* startOne(context, pod, status, 'container', containers[i], sandboxId);
    if (failure !== undefined) failures.push(failure);
  }
  if (failures.length === 0) return undefined;
  const expiries = failures.map((failure) => failure.backOffExpiry ?? 0).filter((at) => at > 0);
  const err = joinErrors(failures.map((failure) => failure.err));
  return expiries.length < failures.length
    ? { err }
    : { err, backOffExpiry: Math.min(...expiries) };
}

function failedToStart(name: string, reason: string, message: string): string {
  return `failed to "StartContainer" for ${goQuote(name)} with ${reason}: ${goQuote(message)}`;
}

function* startOne(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
  containerType: string,
  container: Container | undefined,
  sandboxId: string,
): Task<SyncFailure | undefined> {
  if (container === undefined) return undefined;
  const [podKey] = podKeys(pod);
  const { name } = container;
  const keys = [['containerType', containerType], ['container', name], podKey] as const;
  const older = specOf(container, containerType, context.version);
  const waits = crashBackOff(context, pod, status, container);
  if (waits !== undefined) {
    if (!context.version.structuredLogs)
      say(context, manager, 'Backing Off restarting container in pod', keys, { v: 4, older });
    return waits;
  }
  say(context, manager, 'Creating container in pod', keys, { v: 4, older });
  const refused = yield* pullImage(context, pod, container, [...keys.slice(0, 1), ...older]);
  if (refused !== undefined) return refused;
  const { uid, namespace, name: podName } = pod.metadata;
  const { terminationGracePeriodSeconds: terminationGracePeriod } = pod.spec;
  const names = { uid, namespace, name: podName, terminationGracePeriod };
  const behaviour = context.behaviourOf(pod, name);
  const hash = hashContainer(container);
  yield* context.runtime.startContainer(names, sandboxId, name, hash, behaviour);
  return undefined;
}

function noteBackOff(
  context: SyncContext,
  { metadata }: Pod,
  what: 'container' | 'image',
  of: string,
  entry: BackOffEntry,
): void {
  context.journal()?.backOff({ kind: 'set', uid: metadata.uid, what, of, entry });
}

/** The container itself, which printf lines show, under the name that its kind of line takes it by. */
function specOf(
  container: Container,
  containerType: string,
  { minor }: SyncContext['version'],
): LogEffect['keys'] {
  const spec = { raw: goContainer(container, minor) };
  return [
    [containerType === 'init container' ? 'initSpec' : 'spec', spec],
    ['anySpec', spec],
  ];
}

/** `doBackOff`: a container that ended is started again only after a while. */
function crashBackOff(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
  container: Container,
): SyncFailure | undefined {
  const last = findContainerStatusByName(status, container.name);
  if (last?.state !== 'exited' || last.finishedAt === undefined) return undefined;
  const [podKey] = podKeys(pod);
  const text = 'Checking backoff for container in pod';
  say(context, manager, text, [['containerName', container.name], podKey], { v: 3 });
  const key = `${pod.metadata.uid}/${container.name}/${hashContainer(container)}`;
  const entry = context.backOffs.get(key);
  const now = context.clock.now();
  const left = backOffLeft(entry, last.finishedAt, now);
  if (left <= 0) {
    const next = nextBackOff(entry, now);
    context.backOffs.set(key, next);
    noteBackOff(context, pod, 'container', container.name, next);
    return undefined;
  }
  const length = formatGoDuration(entry?.backoff ?? 0);
  const began = context.version.minor < 16 ? 'Back-off' : 'back-off';
  const message = `${began} ${length} restarting failed container=${container.name} pod=${formatPod(pod)}`;
  const older = [['backOff', length], ['containerName', container.name], podKey] as const;
  say(context, manager, 'Back-off restarting failed container', [], {
    v: 3,
    err: message,
    older,
  });
  return {
    err: failedToStart(container.name, 'CrashLoopBackOff', message),
    backOffExpiry: now + left,
  };
}

function* pullImage(
  context: SyncContext,
  pod: Pod,
  { name, image }: Container,
  kind: LogEffect['keys'],
): Task<SyncFailure | undefined> {
  const { runtime, clock, backOffs, version } = context;
  if (runtime.hasImage(image)) return undefined;
  const key = `${pod.metadata.uid}_${image}`;
  const left = backOffLeft(backOffs.get(key), clock.now(), clock.now());
  const since = backOffs.get(key)?.lastUpdate ?? 0;
  const rest = left - (clock.now() - since);
  if (rest > 0) {
    const message = `Back-off pulling image ${goQuote(image)}`;
    // Only doBackOff says when its back-off ends (NewBackoffError): that of an image does not.
    return { err: failedToStart(name, 'ImagePullBackOff', message) };
  }
  const { pullTakes } = context.behaviourOf(pod, name);
  const takes = pullTakes === undefined ? 300_000 : durationMicros(pullTakes);
  const ref = `${pod.metadata.namespace}/${pod.metadata.name}`;
  const err = yield* runtime.pullImage(image, ref, takes);
  if (err === undefined) return undefined;
  const next = nextBackOff(backOffs.get(key), clock.now());
  backOffs.set(key, next);
  noteBackOff(context, pod, 'image', image, next);
  const remote = version.minor >= 31 ? 'log.go' : 'remote_image.go';
  say(context, remote, 'PullImage from image service failed', [['image', image]], {
    severity: 'E',
    err,
  });
  const text = version.structuredLogs ? err.replace(/^rpc error: code = \w+ desc = /, '') : err;
  const unhandled = `container ${name} start failed in pod ${formatPod(pod)}: ErrImagePull: ${text}`;
  const isInit = kind.some(([key]) => key === 'initSpec');
  const reasons = [
    [isInit ? 'initReason' : 'ownReason', 'ErrImagePull'],
    ['reason', 'ErrImagePull'],
    ['cause', text],
  ] as const;
  say(context, manager, 'Unhandled Error', [['logger', 'UnhandledError']], {
    severity: 'E',
    err: unhandled,
    older: [...kind, ...reasons, ...podKeys(pod)],
  });
  return { err: failedToStart(name, 'ErrImagePull', text) };
}
