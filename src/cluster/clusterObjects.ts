// What is kept of nodes and pods while a cluster is watched: the few fields that are shown and compared. Environments, commands and
// volumes, where secrets stand, are dropped before anything is stored.
import type { Result } from '../base/result.ts';
import { ok } from '../base/result.ts';
import { parseRfc3339, type Micros } from '../base/time.ts';
import type { KubeObject, ObjectMeta } from '../informer/object.ts';
import { field, isRecord, textField } from './json.ts';

/** One container as the API server tells it; `id` without the runtime's scheme, empty before it was made. */
export interface ContainerSummary {
  readonly name: string;
  readonly id: string;
  /** `running`, `waiting: CrashLoopBackOff`, `terminated: Error (1)`, or empty before anything was reported. */
  readonly state: string;
  readonly ready: boolean;
  readonly restarts: number;
}

export interface PodSummary {
  readonly node: string;
  readonly phase: string;
  /** Of the status: `Evicted` and the like. */
  readonly reason: string;
  readonly containers: readonly ContainerSummary[];
  readonly initContainers: readonly ContainerSummary[];
  readonly created: Micros | undefined;
  readonly deleting: Micros | undefined;
  /** `file`, `http` or `api`, as the kubelet notes where it had the pod from. */
  readonly origin: string;
  /** Who made it: `ReplicaSet/web-5d4f8`; empty for a pod that somebody made by itself. */
  readonly owner: string;
}

export interface NodeSummary {
  readonly ready: 'True' | 'False' | 'Unknown';
  /** Why it is not ready, in the kubelet's words, and since when. */
  readonly message: string;
  readonly readySince: Micros | undefined;
  readonly kubelet: string;
  readonly runtime: string;
  readonly os: string;
  readonly unschedulable: boolean;
}

export interface WatchedPod extends KubeObject {
  readonly summary: PodSummary;
}

export interface WatchedNode extends KubeObject {
  readonly summary: NodeSummary;
}

/** Replaces a pod of the server by what is kept; one that was slimmed before stays as it is. */
export function slimPod(pod: WatchedPod): Result<WatchedPod> {
  if (isRecord(pod.summary)) return ok(pod);
  const { metadata } = pod;
  const spec = field(pod, 'spec');
  const status = field(pod, 'status');
  const annotations = metadata?.annotations ?? {};
  return ok({
    metadata: slimMetadata(metadata),
    summary: {
      node: textField(spec, 'nodeName') ?? '',
      phase: textField(status, 'phase') ?? '',
      reason: textField(status, 'reason') ?? '',
      containers: containersOf(spec, status, 'containers', 'containerStatuses'),
      initContainers: containersOf(spec, status, 'initContainers', 'initContainerStatuses'),
      created: timeField(metadata, 'creationTimestamp'),
      deleting: timeField(metadata, 'deletionTimestamp'),
      origin:
        annotations['kubernetes.io/config.source'] ??
        (annotations['kubernetes.io/config.mirror'] === undefined ? 'api' : 'file'),
      owner: ownerOf(metadata),
    },
  });
}

export function slimNode(node: WatchedNode): Result<WatchedNode> {
  if (isRecord(node.summary)) return ok(node);
  const status = field(node, 'status');
  const info = field(status, 'nodeInfo');
  const ready = listField(status, 'conditions').find((c) => textField(c, 'type') === 'Ready');
  const isReady = textField(ready, 'status');
  return ok({
    metadata: slimMetadata(node.metadata),
    summary: {
      ready: isReady === 'True' || isReady === 'False' ? isReady : 'Unknown',
      message: isReady === 'True' ? '' : (textField(ready, 'message') ?? ''),
      readySince: timeField(ready, 'lastTransitionTime'),
      kubelet: textField(info, 'kubeletVersion') ?? '',
      runtime: textField(info, 'containerRuntimeVersion') ?? '',
      os: [textField(info, 'operatingSystem'), textField(info, 'architecture')]
        .filter((part) => part !== undefined && part !== '')
        .join('/'),
      unschedulable: field(field(node, 'spec'), 'unschedulable') === true,
    },
  });
}

function ownerOf(metadata: unknown): string {
  const owners = listField(metadata, 'ownerReferences');
  const owner = owners.find((each) => field(each, 'controller') === true) ?? owners[0];
  const [kind, name] = [textField(owner, 'kind'), textField(owner, 'name')];
  return kind === undefined || name === undefined ? '' : `${kind}/${name}`;
}

function slimMetadata(metadata: ObjectMeta | undefined): ObjectMeta {
  const { name, namespace, uid, resourceVersion } = metadata ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

function containersOf(
  spec: unknown,
  status: unknown,
  specField: string,
  statusField: string,
): readonly ContainerSummary[] {
  const statuses = listField(status, statusField);
  return listField(spec, specField).map((container) => {
    const name = textField(container, 'name') ?? '';
    const found = statuses.find((each) => textField(each, 'name') === name);
    const restarts = field(found, 'restartCount');
    return {
      name,
      id: (textField(found, 'containerID') ?? '').replace(/^[a-z0-9-]+:\/\//, ''),
      state: stateText(field(found, 'state')),
      ready: field(found, 'ready') === true,
      restarts: typeof restarts === 'number' ? restarts : 0,
    };
  });
}

function stateText(state: unknown): string {
  for (const kind of ['running', 'waiting', 'terminated']) {
    const detail = field(state, kind);
    if (!isRecord(detail)) continue;
    const reason = textField(detail, 'reason') ?? '';
    const exit = field(detail, 'exitCode');
    const code = typeof exit === 'number' ? ` (${exit})` : '';
    return reason === '' ? `${kind}${code}` : `${kind}: ${reason}${code}`;
  }
  return '';
}

export function listField(value: unknown, name: string): readonly unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

function timeField(value: unknown, name: string): Micros | undefined {
  const text = textField(value, name);
  return text === undefined ? undefined : parseRfc3339(text);
}
