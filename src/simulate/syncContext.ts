// What the sync functions of a simulated kubelet need of the process that runs them.
import { mapGet } from '../base/persistentMap.ts';
import type { BackOffEntry } from '../kubelet/backOff.ts';
import type { LogEffect, LogValue } from '../kubelet/effect.ts';
import type { DockershimNetwork } from '../kubelet/network.ts';
import type { Pod, PodPhase, PodStatus, PodUid } from '../kubelet/pod.ts';
import type { ProbeResult } from '../kubelet/podActions.ts';
import type { KubeletVersion } from '../kubelet/version/index.ts';
import type { Faults } from './faults.ts';
import type { KubeletJournal } from './journal/kubeletJournal.ts';
import type { PluginManager } from './pluginManager.ts';
import type { CallEvent } from './journal/neighbourParts.ts';
import type { Behaviour, FakeRuntime, Sandbox } from './runtime.ts';
import type { Task } from './task.ts';
import type { VirtualClock } from './virtualClock.ts';

/** Of the probe manager what sync functions call, and the results that they ask. */
export interface ProbedPods {
  readonly liveness: ReadonlyMap<string, ProbeResult>;
  addPod(pod: Pod): void;
  updatePodStatus(pod: Pod, status: PodStatus): void;
  stopLiveness(pod: Pod): void;
  removePod(uid: PodUid): void;
}

export interface SyncContext {
  readonly clock: VirtualClock;
  readonly runtime: FakeRuntime;
  readonly runtimeName: 'containerd' | 'crio' | 'docker';
  readonly faults: Faults;
  readonly version: KubeletVersion;
  readonly backOffs: Map<string, BackOffEntry>;
  /** The dockershim's memory; it dies with the process. */
  network: DockershimNetwork;
  /** `Name()` of the plug-in that the dockershim has chosen. */
  readonly networkPlugin: string;
  /** The dockershim's too: one network operation of a pod at a time. */
  readonly pluginManager: PluginManager;
  readonly networkError: () => string | undefined;
  /** False once the process was stopped. */
  readonly alive: () => boolean;
  /** What the container of that pod does; by its name. */
  readonly behaviourOf: (pod: Pod, container: string) => Behaviour;
  readonly terminatePod: (pod: Pod) => void;
  readonly setPodStatus: (pod: Pod, phase: PodPhase, status: PodStatus) => void;
  readonly phaseOf: (uid: PodUid) => PodPhase;
  /** `tryReconcileMirrorPods`, with the mirror pod that the update came with. */
  readonly reconcileMirrorPod: (pod: Pod, mirrorPod: Pod | undefined) => Task<void>;
  /** `makePodDataDirs`: the error, if the node's disk has no room for them. */
  readonly makePodDataDirs: (uid: PodUid) => string | undefined;
  readonly pullSecretsOf: (pod: Pod) => readonly string[];
  /** Volumes of the pod that are not mounted yet, by name. */
  readonly unmounted: (uid: PodUid) => readonly string[];
  readonly wantVolumes: (pod: Pod) => void;
  readonly releaseVolumes: (uid: PodUid) => void;
  readonly probeManager: ProbedPods;
  readonly isCanceled: (uid: PodUid) => boolean;
  readonly isTerminationRequested: (uid: PodUid) => boolean;
  readonly write: (effect: LogEffect) => void;
  /** At the present time; undefined: nobody wants to look inside. */
  readonly journal: () => KubeletJournal | undefined;
}

/** What the dockershim remembers of a sandbox's network now. */
export function noteNetworkReady(
  context: SyncContext,
  { id: sandboxId, podUid: uid, hostNetwork }: Sandbox,
): void {
  const ready = mapGet(context.network.networkReady, sandboxId);
  context.journal()?.network({ kind: 'networkReady', uid, sandboxId, hostNetwork, ready });
}

/** A call of a sync function, from its begin to its end. */
export function* calling(
  context: SyncContext,
  call: Pick<CallEvent, 'uid' | 'call' | 'of' | 'by'>,
  task: Task<string | undefined>,
): Task<string | undefined> {
  context.journal()?.call({ ...call, kind: 'begin' });
  const err = yield* task;
  context.journal()?.call({ ...call, kind: 'end', err });
  return err;
}

export interface LineOptions {
  readonly v?: number;
  readonly severity?: 'I' | 'W' | 'E';
  readonly err?: string;
  /** Values that only printf lines show. */
  readonly older?: LogEffect['keys'];
}

/** Prints a line of the kubelet as it is now. */
export type WriteLine = (
  file: string,
  message: string,
  keys: LogEffect['keys'],
  options?: LineOptions,
) => void;

export function say(
  context: SyncContext,
  file: string,
  message: string,
  keys: LogEffect['keys'],
  { v = 0, severity = 'I', err, older }: LineOptions = {},
): void {
  const effect = { kind: 'log', severity, v, file, message, keys } as const;
  context.write({
    ...effect,
    ...(err === undefined ? {} : { err }),
    ...(older === undefined ? {} : { older }),
  });
}

/** GetPodStatus up to its first error. One that does not even get the list of sandboxes (to 1.35) tells of none. */
export function podStatusFailed(context: SyncContext, uid: PodUid, err: string): void {
  const { runtime, faults, version } = context;
  const [sandbox] = runtime.sandboxesOf(uid);
  if (sandbox === undefined || (faults.runtimeStopped && version.minor < 36)) return;
  const { id, podName, podNamespace } = sandbox;
  const pod = ['pod', { ref: [podNamespace, podName, uid] }] as const;
  const keys = [['podSandboxID', id] as const, ...(version.minor < 36 ? [pod] : [])];
  const text = 'PodSandboxStatus of sandbox for pod';
  say(context, 'kuberuntime_manager.go', text, keys, { severity: 'E', err });
}

export function podKeys({
  metadata,
}: Pod): readonly [readonly ['pod', LogValue], readonly ['podUID', LogValue]] {
  const { namespace, name, uid } = metadata;
  return [
    ['pod', { ref: [namespace, name, uid] }],
    ['podUID', { uid }],
  ];
}

/** `name_namespace(uid)`, as error texts name a pod. */
export function formatPod({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
}
