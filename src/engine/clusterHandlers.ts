import type { Handlers } from '../protocol/channel.ts';
import type { ClusterApi } from '../protocol/clusterApi.ts';
import type { Live } from './live.ts';
import { incidentOf } from './filter/handlers.ts';
import type { RowFilters } from './filter/rowFilter.ts';
import { comparedPodSubject } from './filter/subjects.ts';
import type { ManifestApi } from '../protocol/manifestApi.ts';
import { NodeComparer } from './nodeComparer.ts';
import { clusterPodRows, clusterRow } from './present/cluster.ts';
import { manifestRows } from './present/manifest.ts';
import type { Session } from './session.ts';

/** The engine's methods on the live cluster, and on what may be of it or of the log. */
export function clusterHandlers(
  live: Live,
  session: Session,
  filters: RowFilters,
): Handlers<ClusterApi & ManifestApi> {
  const comparer = new NodeComparer(live, session);
  return {
    contexts: (kubeconfig) => live.contexts(kubeconfig),
    connectCluster: async (request, { signal }) => clusterRow(await live.connect(request, signal)),
    disconnectCluster() {
      live.disconnect();
    },
    cluster: () => (live.connected === undefined ? undefined : clusterRow(live.connected)),
    async compareNode(wanted, filter, { signal }) {
      const compared = await comparer.compare(wanted, signal);
      const incident = session.isOpen ? session.incident : undefined;
      const pods = await filters.keep(
        incidentOf(session),
        filter,
        compared.pods,
        (row) => comparedPodSubject(compared.node, incident, row),
        signal,
      );
      return { ...compared, pods };
    },
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
