// Mirrors pkg/kubelet/lifecycle/predicate.go (v1.34) and the fit of the scheduler's plug-ins noderesources and nodeports that it uses: whether
// a node still has room and free host ports for a pod. Other handlers (affinity, eviction, topology, sysctls) refuse for reasons that no scenario has.
import type { Pod, PodUid } from './pod.ts';

/** What a node gives to pods; what is undefined is no limit. */
export interface NodeCapacity {
  readonly pods?: number | undefined;
  /** Thousandths of a core. */
  readonly cpu?: number | undefined;
}

export type Refusal = readonly [reason: string, message: string];

/**
 * Those of `arrivals` that are refused, in the order in which the kubelet adds them: each that is admitted takes room from those behind it.
 * `active` are the pods that were admitted before and are not over.
 */
export function refusals(
  arrivals: readonly Pod[],
  active: readonly Pod[],
  capacity: NodeCapacity,
  minor: number,
): ReadonlyMap<PodUid, Refusal> {
  const refused = new Map<PodUid, Refusal>();
  let pods = active.length;
  let cpu = active.reduce((sum, pod) => sum + cpuRequest(pod), 0);
  const ports = new Set(active.flatMap(hostPorts));
  for (const pod of arrivals) {
    const wants = cpuRequest(pod);
    const refusal =
      insufficient('pods', 1, pods, capacity.pods) ??
      (wants === 0 ? undefined : insufficient('cpu', wants, cpu, capacity.cpu)) ??
      (hostPorts(pod).some((port) => ports.has(port)) ? portTaken(minor) : undefined);
    if (refusal !== undefined) refused.set(pod.metadata.uid, refusal);
    else {
      pods += 1;
      cpu += wants;
      for (const port of hostPorts(pod)) ports.add(port);
    }
  }
  return refused;
}

/** InsufficientResourceError: the kubelet's reason is `OutOf` and the resource's name. */
function insufficient(
  resource: string,
  requested: number,
  used: number,
  capacity = Infinity,
): Refusal | undefined {
  if (used + requested <= capacity) return undefined;
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return [`OutOf${resource}`, `Node didn't have enough resource: ${resource}, ${amounts}`];
}

/** `8080/TCP` of each. */
function hostPorts({ spec }: Pod): readonly string[] {
  return spec.containers.flatMap(({ ports = [] }) =>
    ports.map(({ hostPort, protocol }) => `${hostPort}/${protocol}`),
  );
}

/** PredicateFailureError: its reason is the predicate's name (to 1.17 by scheduler/algorithm/predicates/error.go); from 1.31 on it says why. */
function portTaken(minor: number): Refusal {
  const predicate = minor < 18 ? 'PodFitsHostPorts' : 'NodePorts';
  const why = "node(s) didn't have free ports for the requested pod ports";
  return [predicate, `Predicate ${predicate} failed${minor < 31 ? '' : `: ${why}`}`];
}

/** Thousandths of a core: the sum of its containers' requests, or the largest of its init containers' if that is more. */
export function cpuRequest({ spec }: Pod): number {
  const requests = spec.containers.map((container) => container.cpuRequest ?? 0);
  const initial = (spec.initContainers ?? []).map((container) => container.cpuRequest ?? 0);
  return Math.max(
    requests.reduce((sum, one) => sum + one, 0),
    ...initial,
  );
}
