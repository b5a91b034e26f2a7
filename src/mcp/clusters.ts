// Nodes of clusters that the person allowed. A cluster is connected, the kubelet's log read as far as it goes, and the cluster left again: nothing is
// asked of it afterwards. What a server says of itself or of its user reaches nobody.
import { shownLine } from '../base/shownText.ts';
import { untilSteady } from '../base/steady.ts';
import type { NodeLogRow } from '../protocol/clusterApi.ts';
import { parseClusterNode, type ClusterNode } from '../protocol/uris.ts';
import type { Engine } from './engine.ts';
import { Refused } from './refused.ts';

const obstacles: Readonly<Record<Extract<NodeLogRow, { kind: 'obstacle' }>['what'], string>> = {
  rbac: 'the user of that context may not get nodes/proxy',
  'kubelet-flag': 'the configuration of its kubelet switches that off',
  'feature-gate': 'its kubelet answers no log queries, and its log is no file of /var/log',
  os: 'it has neither a journal of the unit kubelet nor a file /var/log/kubelet.log',
  unreachable: 'its kubelet cannot be reached through the API server',
  'no-node': 'the API server has no such node',
};

/** The node that an address names; undefined where it is of another kind. `allowed`: `CONTEXT` or `CONTEXT/NODE`, each. */
export function allowedNode(allowed: readonly string[], address: string): ClusterNode | undefined {
  if (!address.startsWith('cluster://')) return undefined;
  const asked = parseClusterNode(address);
  if (asked === undefined)
    throw new Refused(`${shownLine(address, 300)} is not of the form cluster://CONTEXT/NODE.`);
  const { context, node } = asked;
  if (allowed.includes(context) || allowed.includes(`${context}/${node}`)) return asked;
  throw new Refused(
    `${shownLine(address, 300)} is no node that may be read. Whoever starts the server names clusters with --allow-cluster.`,
  );
}

/** Does `open` while the cluster of these nodes is connected, and waits for what their logs hold now. */
export async function withNodes(
  engine: Engine,
  nodes: readonly ClusterNode[],
  signal: AbortSignal,
  open: () => Promise<unknown>,
): Promise<void> {
  const [context = '', ...others] = new Set(nodes.map((each) => each.context));
  if (others.length > 0) throw new Refused('Nodes of one cluster can be opened at a time.');
  // The person chose the context, and with it the programs that its kubeconfig names to sign in.
  const request = { context, runsPrograms: true };
  await engine.ask('connectCluster', [request], signal).catch(() => {
    signal.throwIfAborted();
    throw new Refused(
      `The cluster of the context ${shownLine(context, 300)} cannot be reached, or the kubeconfig has no such context.`,
    );
  });
  try {
    for (const { node } of nodes) await needLog(engine, node, signal);
    await open();
    await untilSteady(async () => {
      const { sources } = await engine.ask('session', [], signal);
      return sources.reduce((sum, { lines }) => sum + lines, 0);
    }, signal);
  } finally {
    const { signal: free } = new AbortController();
    await engine.ask('stopFollowing', [], free).catch(() => undefined);
    await engine.ask('disconnectCluster', [], free);
  }
}

async function needLog(engine: Engine, node: string, signal: AbortSignal): Promise<void> {
  const found = await engine.ask('nodeLog', [node], signal);
  if (found.kind === 'obstacle')
    throw new Refused(
      `The log of ${shownLine(node, 300)} cannot be read: ${obstacles[found.what]}.`,
    );
}
