import type { Handlers } from '../protocol/channel.ts';
import type { ClusterApi } from '../protocol/clusterApi.ts';
import type { Live } from './live.ts';
import type { ManifestApi } from '../protocol/manifestApi.ts';
import { NodeComparer } from './nodeComparer.ts';
import { clusterPodRows, clusterRow } from './present/cluster.ts';
import { manifestRows } from './present/manifest.ts';
import type { Session } from './session.ts';

/** The engine's methods on the live cluster, and on what may be of it or of the log. */
export function clusterHandlers(live: Live, session: Session): Handlers<ClusterApi & ManifestApi> {
  const comparer = new NodeComparer(live, session);
  return {
    contexts: (kubeconfig) => live.contexts(kubeconfig),
    connectCluster: async (request, { signal }) => clusterRow(await live.connect(request, signal)),
    disconnectCluster() {
      live.disconnect();
    },
    cluster: () => (live.connected === undefined ? undefined : clusterRow(live.connected)),
    compareNode: (node, { signal }) => comparer.compare(node, signal),
    manifest: (text) =>
      manifestRows(text, {
        api: live.connected?.view.pods() ?? [],
        log: session.isOpen ? { incident: session.incident, moment: session.moment } : undefined,
      }),
    setAttention(attention) {
      live.attention = attention;
    },
    verbosity: (node, { signal }) => live.verbosity(node, signal),
    setVerbosity: (node, level, { signal }) => live.setVerbosity(node, level, signal),
    nodeLog: (node, { signal }) => live.lookForLog(node, signal),
    clusterPods: (node) => clusterPodRows(live.needed, node),
  };
}
