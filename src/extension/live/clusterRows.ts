// The connected cluster in the Sources view: its nodes, and under each its pods by namespace, as the API server has them.
import { formatDuration, formatRfc3339 } from '../../base/time.ts';
import type { ClusterNodeRow, ClusterPodRow, ClusterRow } from '../../protocol/clusterApi.ts';
import { severityIcon, shortTime, textRow, type Icon, type TreeRow } from '../views/row.ts';

/** Rows of more silences than these say nothing more. */
const SHOWN_SILENCES = 5;

export function clusterTree(cluster: ClusterRow): TreeRow {
  const { context, server, version, state } = cluster;
  const silent = cluster.since === undefined ? '' : ` since ${shortTime(cluster.since)}`;
  const found = `${plural(cluster.nodes.length, 'node')} · ${plural(cluster.pods, 'pod')}`;
  const description = {
    listing: 'reading nodes and pods',
    live: found,
    stale: `stale${silent} · ${found}`,
  }[state];
  return {
    id: `cluster/${context}`,
    label: context,
    description,
    icon:
      state === 'stale'
        ? { id: 'debug-disconnect', color: 'problemsWarningIcon.foreground' }
        : { id: 'cloud', color: undefined },
    tooltip: [
      `The cluster of the context ${context}, at ${server}${version === '' ? '' : `, ${version}`}.`,
      state === 'stale'
        ? `It is not heard${silent}: ${cluster.problem ?? ''}. What is shown is what was last seen; it is tried again.`
        : 'Nodes and pods as the API server has them, followed by watches.',
    ],
    spoken: `Cluster ${context}, ${description}`,
    menu: ['cluster'],
    expanded: true,
    children: [...silenceRows(cluster), ...cluster.nodes.map(nodeRow), ...unboundRow(cluster)],
    copy: context,
  };
}

function silenceRows({ silences }: ClusterRow): readonly TreeRow[] {
  return silences.slice(-SHOWN_SILENCES).map(({ from, to, why }) => {
    const length = to === undefined ? 'it lasts' : formatDuration(to - from);
    return textRow(`silence/${from}`, 'Not heard', {
      description: `${shortTime(from)} · ${length}`,
      icon: { id: 'eye-closed', color: 'kubeletWorker.unknown' },
      tooltip: [`${why}.`, 'What came and went in that time nobody saw.'],
    });
  });
}

function nodeRow(node: ClusterNodeRow): TreeRow {
  const facts = [
    node.state,
    node.kubelet,
    plural(node.pods, 'pod'),
    node.troubled === 0 ? '' : `${node.troubled} in trouble`,
  ];
  return {
    id: `node/${node.name}`,
    label: node.name,
    description: facts.filter((fact) => fact !== '').join(' · '),
    icon: nodeIcon(node),
    tooltip: [
      `Node ${node.name}: ${node.state}${node.since === undefined ? '' : ` since ${formatRfc3339(node.since)}`}.`,
      node.message,
      [node.kubelet === '' ? '' : `kubelet ${node.kubelet}`, node.runtime, node.os]
        .filter((fact) => fact !== '')
        .join(', '),
    ],
    spoken: node.label,
    menu: ['node'],
    node: node.name,
    asks: node.pods > 0,
    copy: node.name,
  };
}

function nodeIcon({ severity }: ClusterNodeRow): Icon {
  return { id: 'server', color: severity === 'none' ? undefined : severityIcon(severity).color };
}

function unboundRow({ unbound }: ClusterRow): readonly TreeRow[] {
  if (unbound === 0) return [];
  return [
    {
      id: 'node/',
      label: 'Not bound to a node',
      description: plural(unbound, 'pod'),
      icon: { id: 'inbox', color: undefined },
      tooltip: ['Pods that no scheduler has given a node: no kubelet knows of them.'],
      node: '',
      asks: true,
    },
  ];
}

/** The pods of a node; by namespace where there are several. */
export function podTree(node: string, pods: readonly ClusterPodRow[]): readonly TreeRow[] {
  const namespaces = [...new Set(pods.map(({ namespace }) => namespace))];
  if (namespaces.length <= 1) return pods.map(podRow);
  return namespaces.map((namespace) => {
    const members = pods.filter((pod) => pod.namespace === namespace);
    return {
      id: `node/${node}/${namespace}`,
      label: namespace,
      description: plural(members.length, 'pod'),
      icon: { id: 'symbol-namespace', color: undefined },
      children: members.map(podRow),
    };
  });
}

function podRow(pod: ClusterPodRow): TreeRow {
  const { uid, namespace, name, state, ready, restarts, containers } = pod;
  const origin = pod.origin === 'api' ? '' : `from ${pod.origin}`;
  const facts = [state, ready, restarts === 0 ? '' : plural(restarts, 'restart'), origin];
  return {
    id: `pod/${uid}`,
    label: name,
    description: facts.filter((fact) => fact !== '').join(' · '),
    icon:
      pod.severity === 'none' ? { id: 'package', color: undefined } : severityIcon(pod.severity),
    tooltip: [
      `Pod ${namespace}/${name}, UID ${uid}.`,
      pod.created === undefined ? '' : `Created ${formatRfc3339(pod.created)}.`,
      pod.deleting === undefined ? '' : `To be gone by ${formatRfc3339(pod.deleting)}.`,
    ],
    spoken: pod.label,
    children: containers.map((container) => ({
      id: `pod/${uid}/${container.name}`,
      label: container.name,
      description: container.state,
      icon: { id: 'vm', color: undefined },
      tooltip: [`Container ${container.name}: ${container.state}.`, container.id],
      copy: container.id,
    })),
    copy: uid,
  };
}

function plural(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
