import type { Handlers } from '../protocol/channel.ts';
import type { ClusterApi } from '../protocol/clusterApi.ts';
import type { Live } from './live.ts';
import { NodeComparer } from './nodeComparer.ts';
import { clusterPodRows, clusterRow } from './present/cluster.ts';
import type { Session } from './session.ts';

/** The engine's methods on the live cluster. */
export function clusterHandlers(live: Live, session: Session): Handlers<ClusterApi> {
  const comparer = new NodeComparer(live, session);
  return {
    contexts: (kubeconfig) => live.contexts(kubeconfig),
    connectCluster: async (request, { signal }) => clusterRow(await live.connect(request, signal)),
    disconnectCluster() {
      live.disconnect();
    },
    cluster: () => (live.connected === undefined ? undefined : clusterRow(live.connected)),
    compareNode: (node, { signal }) => comparer.compare(node, signal),
    setAttention(attention) {
      live.attention = attention;
    },
    verbosity: (node, { signal }) => live.verbosity(node, signal),
    setVerbosity: (node, level, { signal }) => live.setVerbosity(node, level, signal),
    nodeLog: (node, { signal }) => live.lookForLog(node, signal),
    clusterPods: (node) => clusterPodRows(live.needed, node),
  };
}
