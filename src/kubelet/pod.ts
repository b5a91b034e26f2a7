// What the model needs to know of a pod, in the shapes of the API (`v1.Pod`, only the fields that the kubelet's
// decisions read) and of the kubelet's own view of the runtime (`pkg/kubelet/container/runtime.go`).
import type { Micros } from '../base/time.ts';

export type PodUid = string;
export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

export interface ObjectMeta {
  readonly name: string;
  readonly namespace: string;
  readonly uid: PodUid;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly creationTimestamp?: string;
  /** Set once deletion was asked for; RFC 3339. */
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
}

export interface ContainerPort {
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
}

export interface Container {
  readonly name: string;
  readonly image: string;
  /** Only init containers have one: `Always` makes it a sidecar (1.28+). */
  readonly restartPolicy?: RestartPolicy;
  /** `resources.requests.cpu`, in thousandths of a core. */
  readonly cpuRequest?: number;
  /** Of `ports` those with a `hostPort`. */
  readonly ports?: readonly ContainerPort[];
  readonly [more: string]: unknown;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly restartPolicy?: RestartPolicy;
  readonly terminationGracePeriodSeconds?: number;
  readonly activeDeadlineSeconds?: number;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly [more: string]: unknown;
}

export interface Pod {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: {
    readonly phase?: PodPhase;
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly [more: string]: unknown;
  };
}

/** Where a pod came from: pkg/kubelet/types/pod_update.go. */
export const ConfigSourceAnnotationKey = 'kubernetes.io/config.source';
export const ConfigMirrorAnnotationKey = 'kubernetes.io/config.mirror';
export const ConfigFirstSeenAnnotationKey = 'kubernetes.io/config.seen';
export const ConfigHashAnnotationKey = 'kubernetes.io/config.hash';

export function isMirrorPod(pod: Pod): boolean {
  return pod.metadata.annotations?.[ConfigMirrorAnnotationKey] !== undefined;
}

/** `IsMirrorPodOf`: a mirror shows one revision of a static pod, by the hash of its manifest. */
export function isMirrorPodOf({ metadata: mirror }: Pod, { metadata }: Pod): boolean {
  return (
    mirror.name === metadata.name &&
    mirror.namespace === metadata.namespace &&
    mirror.annotations?.[ConfigMirrorAnnotationKey] ===
      (metadata.annotations?.[ConfigHashAnnotationKey] ?? '')
  );
}

/** A static pod comes from a file or URL; a pod without the annotation counts as one from neither. */
export function isStaticPod(pod: Pod): boolean {
  const source = pod.metadata.annotations?.[ConfigSourceAnnotationKey];
  return source !== undefined && source !== 'api';
}

export function podFullName(pod: Pod): string {
  return `${pod.metadata.name}_${pod.metadata.namespace}`;
}

/** States of a container in the runtime; sandboxes are `running` (ready) or `exited` (not ready). */
export type ContainerState = 'created' | 'running' | 'exited' | 'unknown';

export interface ContainerStatus {
  readonly id: string;
  readonly name: string;
  readonly state: ContainerState;
  readonly createdAt?: Micros;
  readonly startedAt?: Micros;
  readonly finishedAt?: Micros;
  readonly exitCode?: number;
  /** Spec hash as the label of the container says it; compare with the hash of the spec of now. */
  readonly hash?: number;
  readonly restartCount?: number;
  readonly reason?: string;
  readonly message?: string;
}

export interface SandboxStatus {
  readonly id: string;
  readonly state: 'ready' | 'notready';
  readonly createdAt: Micros;
  readonly attempt: number;
  /** Empty until the network is set up, and for pods of the host's network. */
  readonly ip: string;
  /** True when the sandbox runs in the network namespace of the node. */
  readonly hostNetwork?: boolean;
}

/** The kubelet's picture of one pod in the runtime, newest first in each list: `kubecontainer.PodStatus`. */
export interface PodStatus {
  readonly id: PodUid;
  readonly name: string;
  readonly namespace: string;
  readonly ips: readonly string[];
  readonly containerStatuses: readonly ContainerStatus[];
  readonly sandboxStatuses: readonly SandboxStatus[];
}

/** A pod as a list of the runtime gives it, without its specification: `kubecontainer.Pod`. */
export interface RunningPod {
  readonly id: PodUid;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly RunningContainer[];
  readonly sandboxes: readonly RunningContainer[];
}

export interface RunningContainer {
  readonly id: string;
  readonly name: string;
  readonly state: ContainerState;
}

export function emptyPodStatus(id: PodUid): PodStatus {
  return { id, name: '', namespace: '', ips: [], containerStatuses: [], sandboxStatuses: [] };
}
