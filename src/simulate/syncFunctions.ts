// SyncPod, SyncTerminatingPod and SyncTerminatedPod of pkg/kubelet/kubelet.go, on the fake runtime.
import { MILLISECOND, MINUTE, SECOND } from '../base/time.ts';
import { podSandboxChanged } from '../kubelet/computePodActions.ts';
import type { Pod, PodPhase, PodStatus, RunningPod } from '../kubelet/pod.ts';
import { isStaticPod } from '../kubelet/pod.ts';
import type { PodWorkersEffect } from '../kubelet/podWorkers.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import { goQuote } from './goQuote.ts';
import { killPod } from './killPod.ts';
import { startPod } from './startPod.ts';
import { podKeys, podStatusFailed, say, type SyncContext } from './syncContext.ts';
import type { Task } from './task.ts';

/** What came of a sync function. */
export interface SyncResult {
  readonly err?: string;
  readonly canceled?: boolean;
  readonly isTerminal?: boolean;
  readonly backOffExpiry?: number;
  /** It did something, and without an error: `postSync` has the pod listed (1.36). */
  readonly acted?: boolean;
}

type SyncPodEffect = PodWorkersEffect & { readonly kind: 'syncPod' };

const volumeWait = 2 * MINUTE + 3 * SECOND;
const volumePoll = 300 * MILLISECOND;

/** `getPhase`, of the states of the regular and init containers. */
export function phaseOf({ spec }: Pod, status: PodStatus): PodPhase {
  const stateOf = (name: string) => status.containerStatuses.find((known) => known.name === name);
  const inits = (spec.initContainers ?? []).filter(
    ({ restartPolicy }) => restartPolicy !== 'Always',
  );
  for (const { name } of inits) {
    const init = stateOf(name);
    if (init?.state === 'exited' && init.exitCode === 0) continue;
    const started = spec.containers.some((container) => stateOf(container.name) !== undefined);
    if (started) break;
    const failed = init?.state === 'exited';
    return failed && spec.restartPolicy === 'Never' ? 'Failed' : 'Pending';
  }
  const states = spec.containers.map(({ name }) => stateOf(name));
  if (states.some((state) => state === undefined || state.state === 'created')) return 'Pending';
  if (states.some((state) => state?.state === 'running')) return 'Running';
  if (spec.restartPolicy === 'Always' || spec.restartPolicy === undefined) return 'Running';
  if (states.every((state) => state?.exitCode === 0)) return 'Succeeded';
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

/** Generates the status as the API is to see it; a pod that must not run any more may be terminal. */
function generateStatus(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
  podIsTerminal: boolean,
): PodPhase {
  const [podKey] = podKeys(pod);
  const { version } = context;
  const terminal = [['podIsTerminal', podIsTerminal]] as const;
  const keys = [...(version.minor >= 27 ? terminal : []), podKey];
  say(context, 'kubelet_pods.go', 'Generating pod status', keys, { v: 3 });
  const oldPhase = context.phaseOf(pod.metadata.uid);
  let phase = oldPhase;
  if (oldPhase !== 'Succeeded' && oldPhase !== 'Failed') phase = phaseOf(pod, status);
  if (podIsTerminal && version.minor >= 27) phase = finalPhase(pod, status, phase);
  // Not printed before 1.22.
  if (version.minor >= 22) {
    const phases = [podKey, ['oldPhase', oldPhase], ['phase', phase]] as const;
    say(context, 'kubelet_pods.go', 'Got phase for pod', phases, { v: 4 });
  }
  context.probeManager.updatePodStatus(pod, status);
  if (version.checksSandboxTwice) {
    const { line } = podSandboxChanged(pod, status);
    if (line !== undefined) context.write(line);
  }
  return phase;
}

function finalPhase(pod: Pod, status: PodStatus, phase: PodPhase): PodPhase {
  if (phase === 'Succeeded' || phase === 'Failed') return phase;
  const ended = pod.spec.containers.map(({ name }) =>
    status.containerStatuses.find((known) => known.name === name),
  );
  return ended.every((state) => state?.state === 'exited' && state.exitCode === 0)
    ? 'Succeeded'
    : 'Failed';
}

export function* syncPod(
  context: SyncContext,
  pod: Pod,
  mirrorPod: Pod | undefined,
  status: PodStatus,
): Task<SyncResult> {
  const keys = podKeys(pod);
  say(context, 'kubelet.go', 'SyncPod enter', keys, { v: 4 });
  const result = yield* trySyncPod(context, pod, mirrorPod, status);
  const isTerminal = ['isTerminal', result.isTerminal === true] as const;
  say(context, 'kubelet.go', 'SyncPod exit', [...keys, isTerminal], { v: 4 });
  return result;
}

function* trySyncPod(
  context: SyncContext,
  pod: Pod,
  mirrorPod: Pod | undefined,
  status: PodStatus,
): Task<SyncResult> {
  const phase = generateStatus(context, pod, status, false);
  context.setPodStatus(pod, phase, status);
  if (phase === 'Succeeded' || phase === 'Failed') return { isTerminal: true };
  context.probeManager.addPod(pod);
  return yield* bringUp(context, pod, mirrorPod, status);
}

/** What a sync does for a pod that may run. */
function* bringUp(
  context: SyncContext,
  pod: Pod,
  mirrorPod: Pod | undefined,
  status: PodStatus,
): Task<SyncResult> {
  const networkError = context.networkError();
  if (networkError !== undefined && pod.spec.hostNetwork !== true) {
    // `networkErrors` of runtime.go was a list of texts up to 1.13, not one error.
    const told = context.version.minor < 14 ? `[${networkError}]` : networkError;
    return { err: `network is not ready: ${told}` };
  }
  if (isStaticPod(pod)) yield* context.reconcileMirrorPod(pod, mirrorPod);
  const { uid } = pod.metadata;
  const full = context.makePodDataDirs(uid);
  const made = { kind: 'done', uid, call: 'makePodDataDirs', of: '', err: full } as const;
  context.journal()?.call(made);
  if (full !== undefined) {
    const text = 'Unable to make pod data directories for pod';
    say(context, 'kubelet.go', text, [podKeys(pod)[0]], { severity: 'E', err: full });
    return { err: full };
  }
  // podIsTerminated: of a pod that is over no volume is waited for.
  if (context.phaseOf(uid) !== 'Succeeded') {
    context.wantVolumes(pod);
    const volumes = yield* waitForVolumes(context, pod);
    if (volumes !== undefined) return volumes;
  }
  getPullSecretsForPod(context, pod);
  return yield* startPod(context, pod, status);
}

/** A secret that is missing is only told of: the image may be pulled without. */
function getPullSecretsForPod(context: SyncContext, pod: Pod): void {
  const [podKey] = podKeys(pod);
  const { namespace, uid } = pod.metadata;
  const call = { kind: 'done', uid, call: 'getPullSecretsForPod' } as const;
  const names = context.pullSecretsOf(pod);
  if (names.length === 0) context.journal()?.call({ ...call, of: '' });
  for (const name of names) {
    const isMissing = context.faults.secretMissing(name);
    const missing = isMissing ? `secrets ${goQuote(name)} not found` : undefined;
    context.journal()?.call({ ...call, of: name, err: missing });
    if (!isMissing) continue;
    const err = `secrets ${goQuote(name)} not found`;
    const text = 'Unable to retrieve pull secret, the image pull may not succeed.';
    const keys = [podKey, ['secret', { ref: [namespace, name] }]] as const;
    // The line is no error's: it has the key `err` like any other.
    say(context, 'kubelet_pods.go', text, [...keys, ['err', err]], {});
  }
}

function* waitForVolumes(context: SyncContext, pod: Pod): Task<SyncResult | undefined> {
  const { uid } = pod.metadata;
  const [podKey] = podKeys(pod);
  const end = context.clock.now() + volumeWait;
  const missing = (): readonly string[] => context.unmounted(uid);
  const note = (kind: 'begin' | 'end' | 'done', err?: string): void => {
    context.journal()?.call({ kind, uid, call: 'WaitForAttachAndMount', of: '', err });
  };
  if (missing().length === 0) {
    note('done');
    return undefined;
  }
  note('begin');
  const file = 'volume_manager.go';
  say(context, file, 'Waiting for volumes to attach and mount for pod', [podKey], { v: 3 });
  while (missing().length > 0) {
    if (context.version.cancelReachesVolumeWait && context.isCanceled(uid)) {
      note('end', 'context canceled');
      return { canceled: true, err: 'context canceled' };
    }
    if (context.clock.now() >= end) {
      const names = missing().join(' ');
      const err = volumeError(pod, names, context.version);
      note('end', err);
      const text = 'Unable to attach or mount volumes for pod; skipping pod';
      say(context, 'kubelet.go', text, [podKey], { severity: 'E', err });
      return { err };
    }
    yield* context.runtime.sleep(volumePoll);
  }
  note('end');
  say(context, file, 'All volumes are attached and mounted for pod', [podKey], { v: 3 });
  return undefined;
}

function volumeError({ metadata }: Pod, names: string, { minor }: KubeletVersion): string {
  const name = `${goQuote(metadata.namespace)}/${goQuote(metadata.name)}`;
  const expired = 'timeout expired waiting for volumes to';
  if (minor < 10)
    return `${expired} attach/mount for pod ${name}. list of unattached/unmounted volumes=[${names}]`;
  if (minor < 16)
    return `${expired} attach or mount for pod ${name}. list of unmounted volumes=[${names}]. list of unattached volumes=[${names}]`;
  if (minor < 21)
    return `unmounted volumes=[${names}], unattached volumes=[${names}]: timed out waiting for the condition`;
  return `unmounted volumes=[${names}], unattached volumes=[], failed to process volumes=[]: context deadline exceeded`;
}

export function* syncTerminatingPod(
  context: SyncContext,
  pod: Pod,
  gracePeriod: number | undefined,
  status: PodStatus,
  evicted: boolean,
): Task<SyncResult> {
  const keys = podKeys(pod);
  const { uid, name, namespace } = pod.metadata;
  const kubelet = 'kubelet.go';
  say(context, kubelet, 'SyncTerminatingPod enter', keys, { v: 4 });
  const before = generateStatus(context, pod, status, false);
  context.setPodStatus(pod, evicted ? 'Failed' : before, status);
  const grace = ['gracePeriod', gracePeriod ?? { raw: '<nil>' }] as const;
  say(context, kubelet, 'Pod terminating with grace period', [...keys, grace], { v: 4 });
  context.probeManager.stopLiveness(pod);
  const err = yield* killPod(context, pod, undefined, gracePeriod);
  if (err !== undefined) {
    say(context, kubelet, 'Unhandled Error', [['logger', 'UnhandledError']], {
      severity: 'E',
      err,
    });
    say(context, kubelet, 'SyncTerminatingPod exit', keys, { v: 4 });
    return { err };
  }
  // Of 1.22 a moment early: there HandlePodRemoves still does it.
  context.probeManager.removePod(uid);
  const read = yield* context.runtime.podStatus({ uid, name, namespace });
  if ('err' in read) {
    podStatusFailed(context, uid, read.err);
    const text = 'Unable to read pod status prior to final pod termination';
    say(context, kubelet, text, keys, { severity: 'E', err: read.err });
    say(context, kubelet, 'SyncTerminatingPod exit', keys, { v: 4 });
    return { err: read.err };
  }
  const containers = read.status.containerStatuses.map(
    ({ name: container, state, exitCode }) =>
      `{"Name":"${container}","State":"${state}","ExitCode":${exitCode ?? 0}}`,
  );
  const raw = { raw: `[${containers.join(',')}]` };
  say(context, kubelet, 'Post-termination container state', [...keys, ['containers', raw]], {
    v: 4,
  });
  const after = generateStatus(context, pod, read.status, true);
  context.setPodStatus(pod, evicted ? 'Failed' : after, read.status);
  say(context, kubelet, 'Pod termination stopped all running containers', keys, { v: 4 });
  say(context, kubelet, 'SyncTerminatingPod exit', keys, { v: 4 });
  return {};
}

/** A pod of which only the runtime knows: no status, no volumes, a grace period of a second. */
export function* syncTerminatingRuntimePod(
  context: SyncContext,
  runningPod: RunningPod,
): Task<SyncResult> {
  const { id: uid, name, namespace } = runningPod;
  const pod: Pod = { metadata: { uid, name, namespace }, spec: { containers: [] } };
  const keys = podKeys(pod);
  const kubelet = 'kubelet.go';
  // Up to 1.26 it is a branch of syncTerminatingPod, which knows a grace period of 1 s.
  const own = context.version.minor >= 27;
  const name27 = own ? 'SyncTerminatingRuntimePod' : 'SyncTerminatingPod';
  say(context, kubelet, `${name27} enter`, keys, { v: 4 });
  const [text, grace] = own
    ? ['Orphaned running pod terminating without grace period', []]
    : ['Pod terminating with grace period', [['gracePeriod', 1] as const]];
  say(context, kubelet, text, [...keys, ...grace], { v: 4 });
  const err = yield* killPod(context, pod, undefined, 1);
  if (err !== undefined) {
    say(context, kubelet, 'Unhandled Error', [['logger', 'UnhandledError']], {
      severity: 'E',
      err,
    });
  } else {
    const done = 'Pod termination stopped all running orphaned containers';
    say(context, kubelet, done, keys, { v: 4 });
  }
  say(context, kubelet, `${name27} exit`, keys, { v: 4 });
  return err === undefined ? {} : { err };
}

export function* syncTerminatedPod(
  context: SyncContext,
  pod: Pod,
  status: PodStatus,
): Task<SyncResult> {
  const keys = podKeys(pod);
  const [podKey] = keys;
  const { uid } = pod.metadata;
  const kubelet = 'kubelet.go';
  say(context, kubelet, 'SyncTerminatedPod enter', keys, { v: 4 });
  const phase = generateStatus(context, pod, status, true);
  context.setPodStatus(pod, phase, status);
  const volumes = 'volume_manager.go';
  say(context, volumes, 'Waiting for volumes to unmount for pod', [podKey], { v: 3 });
  context.releaseVolumes(uid);
  while (context.unmounted(uid).length > 0) yield* context.runtime.sleep(volumePoll);
  say(context, volumes, 'All volumes are unmounted for pod', [podKey], { v: 3 });
  say(context, kubelet, 'Pod termination unmounted volumes', keys, { v: 4 });
  if (context.version.minor >= 27) {
    say(context, kubelet, 'Pod termination cleaned up volume paths', keys, { v: 4 });
  }
  yield* context.runtime.sleep(4 * MILLISECOND);
  say(context, kubelet, 'Pod termination removed cgroups', keys, { v: 4 });
  context.terminatePod(pod);
  say(context, kubelet, 'Pod is terminated and will need no more status updates', keys, { v: 4 });
  say(context, kubelet, 'SyncTerminatedPod exit', keys, { v: 4 });
  return {};
}

/**
 * Up to 1.21 one function did everything: a pod that is to end is killed inside of it. One that succeeded goes on to the runtime's
 * SyncPod, whose plan kills what is left of it (syncPod of pkg/kubelet/kubelet.go asks for PodFailed alone).
 */
export function* syncPodClassic(
  context: SyncContext,
  { pod, mirrorPod, updateType, killPodOptions: kill }: SyncPodEffect,
  status: PodStatus,
): Task<SyncResult> {
  const phase = generateStatus(context, pod, status, false);
  const evicted = kill?.evict === true;
  context.setPodStatus(pod, evicted ? 'Failed' : phase, status);
  const ends = updateType === 'kill' || phase === 'Failed';
  if (!ends && pod.metadata.deletionTimestamp === undefined) {
    return yield* bringUp(context, pod, mirrorPod, status);
  }
  const override = kill?.podTerminationGracePeriodSecondsOverride;
  const err = yield* killPod(context, pod, undefined, override);
  if (err === undefined) return {};
  // Only a pod that must not run has the words before its error; who asked for a kill is told the error itself.
  const asked = updateType === 'kill';
  const text = asked ? err : `error killing pod: ${err}`;
  const older = asked ? [] : ([['cause', err]] as const);
  say(context, 'kubelet.go', 'Unhandled Error', [], { severity: 'E', err: text, older });
  return { err: text };
}
