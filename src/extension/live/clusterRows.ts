// The connected cluster in the Sources view: its nodes, and under each its pods by namespace, as the API server has them.
import { l10n } from 'vscode';
import { formatDuration, formatRfc3339 } from '../../base/time.ts';
import type { ClusterNodeRow, ClusterPodRow, ClusterRow } from '../../protocol/clusterApi.ts';
import { severityIcon, shortTime, textRow, type Icon, type TreeRow } from '../views/row.ts';

/** Rows of more silences than these say nothing more. */
const SHOWN_SILENCES = 5;

export function clusterTree(cluster: ClusterRow): TreeRow {
  const { context, server, version, state } = cluster;
  const silent = cluster.since === undefined ? '' : shortTime(cluster.since);
  const found = `${nodesText(cluster.nodes.length)} · ${podsText(cluster.pods)}`;
  const description = {
    listing: l10n.t('reading nodes and pods'),
    live: found,
    stale: `${silent === '' ? l10n.t('stale') : l10n.t('stale since {0}', silent)} · ${found}`,
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
      l10n.t(
        'The cluster of the context {0}, at {1}.',
        context,
        version === '' ? server : `${server}, ${version}`,
      ),
      state === 'stale'
        ? l10n.t(
            'Disconnected: {0}. Showing what was last seen; trying again.',
            cluster.problem ?? '',
          )
        : l10n.t('Nodes and pods as the API server has them, followed by watches.'),
    ],
    spoken: l10n.t('Cluster {0}, {1}', context, description),
    menu: ['cluster'],
    expanded: true,
    children: [...silenceRows(cluster), ...cluster.nodes.map(nodeRow), ...unboundRow(cluster)],
    copy: context,
  };
}

function silenceRows({ silences }: ClusterRow): readonly TreeRow[] {
  return silences.slice(-SHOWN_SILENCES).map(({ from, to, why }) => {
    const length = to === undefined ? l10n.t('it lasts') : formatDuration(to - from);
    return textRow(`silence/${from}`, l10n.t('Disconnected'), {
      description: `${shortTime(from)} · ${length}`,
      icon: { id: 'eye-closed', color: 'kubeletWorker.unknown' },
      tooltip: [`${why}.`, l10n.t('Nobody saw what came and went in that time.')],
    });
  });
}

function nodeRow(node: ClusterNodeRow): TreeRow {
  const facts = [
    node.state,
    node.kubelet,
    podsText(node.pods),
    node.troubled === 0 ? '' : l10n.t('{0} in trouble', node.troubled),
  ];
  return {
    id: `node/${node.name}`,
    label: node.name,
    description: facts.filter((fact) => fact !== '').join(' · '),
    icon: nodeIcon(node),
    tooltip: [
      node.since === undefined
        ? l10n.t('Node {0}: {1}.', node.name, node.state)
        : l10n.t('Node {0}: {1} since {2}.', node.name, node.state, formatRfc3339(node.since)),
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
      label: l10n.t('Not bound to a node'),
      description: podsText(unbound),
      icon: { id: 'inbox', color: undefined },
      tooltip: [l10n.t('Pods that are not scheduled yet: no kubelet knows them.')],
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
      description: podsText(members.length),
      icon: { id: 'symbol-namespace', color: undefined },
      children: members.map(podRow),
    };
  });
}

function podRow(pod: ClusterPodRow): TreeRow {
  const { uid, namespace, name, state, ready, restarts, containers } = pod;
  const origin = pod.origin === 'api' ? '' : l10n.t('from {0}', pod.origin);
  const facts = [
    state,
    ready,
    restarts === 0
      ? ''
      : restarts === 1
        ? l10n.t('{0} restart', '1')
        : l10n.t('{0} restarts', countText(restarts)),
    origin,
  ];
  return {
    id: `pod/${uid}`,
    label: name,
    description: facts.filter((fact) => fact !== '').join(' · '),
    icon:
      pod.severity === 'none' ? { id: 'package', color: undefined } : severityIcon(pod.severity),
    tooltip: [
      l10n.t('Pod {0}, UID {1}.', `${namespace}/${name}`, uid),
      pod.created === undefined ? '' : l10n.t('Created {0}.', formatRfc3339(pod.created)),
      pod.deleting === undefined
        ? ''
        : l10n.t('Expected to be gone by {0}.', formatRfc3339(pod.deleting)),
    ],
    spoken: pod.label,
    children: containers.map((container) => ({
      id: `pod/${uid}/${container.name}`,
      label: container.name,
      description: container.state,
      icon: { id: 'vm', color: undefined },
      tooltip: [l10n.t('Container {0}: {1}.', container.name, container.state), container.id],
      copy: container.id,
    })),
    menu: ['clusterPod'],
    copy: uid,
  };
}

function podsText(count: number): string {
  return count === 1 ? l10n.t('{0} pod', '1') : l10n.t('{0} pods', countText(count));
}

function nodesText(count: number): string {
  return count === 1 ? l10n.t('{0} node', '1') : l10n.t('{0} nodes', countText(count));
}

function countText(count: number): string {
  return count.toLocaleString('en');
}
