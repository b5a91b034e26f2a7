// The live cluster as rows: what the API server says of nodes and pods, in the words that kubectl has for it.
import type { ContainerSummary, WatchedNode, WatchedPod } from '../../cluster/clusterObjects.ts';
import type { ClusterNodeRow, ClusterPodRow, ClusterRow } from '../../protocol/clusterApi.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import type { Connected } from '../live.ts';
import { plural } from './values.ts';

export function clusterRow({ connection, view, version }: Connected): ClusterRow {
  const silence = view.silences.at(-1);
  const lasting = silence?.to === undefined ? silence : undefined;
  const nodes = view.nodes().map((node) => nodeRow(node, view.podsOn(node.metadata?.name ?? '')));
  return {
    context: connection.context,
    server: connection.server,
    version,
    state: lasting !== undefined ? 'stale' : view.synced ? 'live' : 'listing',
    since: lasting?.from,
    problem: lasting?.why,
    silences: view.silences,
    nodes: nodes.sort((a, b) => byName(a.name, b.name)),
    pods: view.pods().length,
    unbound: view.podsOn('').length,
  };
}

function nodeRow(node: WatchedNode, pods: readonly WatchedPod[]): ClusterNodeRow {
  const { ready, message, readySince, kubelet, runtime, os, unschedulable } = node.summary;
  const name = node.metadata?.name ?? '';
  const word = { True: 'Ready', False: 'NotReady', Unknown: 'Unknown' }[ready];
  const state = unschedulable ? `${word}, cordoned` : word;
  const troubled = pods.filter((pod) => podSeverity(pod) !== 'none').length;
  return {
    name,
    state,
    message,
    since: readySince,
    kubelet,
    runtime,
    os,
    pods: pods.length,
    troubled,
    severity: ready === 'True' ? 'none' : ready === 'False' ? 'error' : 'warning',
    label: `Node ${name}, ${state}, ${plural(pods.length, 'pod')}${troubled === 0 ? '' : `, ${troubled} in trouble`}`,
  };
}

export function clusterPodRows({ view }: Connected, node: string): readonly ClusterPodRow[] {
  return view
    .podsOn(node)
    .map(podRow)
    .sort((a, b) => byName(a.namespace, b.namespace) || byName(a.name, b.name));
}

function podRow(pod: WatchedPod): ClusterPodRow {
  const { summary, metadata } = pod;
  const { containers, initContainers } = summary;
  const state = podState(pod);
  const ready = containers.filter((container) => container.ready).length;
  return {
    uid: metadata?.uid ?? '',
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    node: summary.node,
    state,
    ready: `${ready}/${containers.length}`,
    restarts: containers.reduce((sum, container) => sum + container.restarts, 0),
    created: summary.created,
    deleting: summary.deleting,
    origin: summary.origin,
    containers: [...initContainers, ...containers].map((each) => ({
      name: each.name,
      id: each.id,
      state: each.state === '' ? 'not reported' : each.state,
    })),
    severity: podSeverity(pod),
    label: `Pod ${metadata?.namespace ?? ''}/${metadata?.name ?? ''}, ${state}, ${ready} of ${containers.length} containers ready`,
  };
}

/** As kubectl's printer words a pod's status, most telling first. */
export function podState({ summary }: WatchedPod): string {
  const { phase, reason, deleting, containers, initContainers } = summary;
  if (deleting !== undefined) return reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  if (reason !== '') return reason;
  const init = initContainers.findIndex(
    (each) => !/^terminated.*\(0\)$/.test(each.state) && !each.ready,
  );
  const held = initContainers[init];
  if (held !== undefined && phase === 'Pending')
    return `Init:${reasonOf(held) ?? `${init}/${initContainers.length}`}`;
  for (const container of containers.toReversed()) {
    const why = reasonOf(container);
    if (why !== undefined) return why;
  }
  return phase === '' ? 'Unknown' : phase;
}

function reasonOf({ state }: ContainerSummary): string | undefined {
  const found = /^(?:waiting|terminated): ([A-Za-z]+)/.exec(state)?.[1];
  return found === 'PodInitializing' ? undefined : found;
}

const fine = new Set(['Running', 'Completed', 'Succeeded', 'Pending', 'ContainerCreating']);

export function podSeverity(pod: WatchedPod): RowSeverity {
  const state = podState(pod);
  if (/^(CrashLoopBackOff|Error|Failed|OOMKilled|.*Err.*|.*BackOff|Evicted)$/.test(state))
    return 'error';
  return fine.has(state) || state.startsWith('Init:') ? 'none' : 'warning';
}

function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
