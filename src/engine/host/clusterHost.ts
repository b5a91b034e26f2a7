import type * as Cluster from '../../cluster/main.ts';

/** The cluster room, loaded when it is first needed. A host without a way to clusters has none. */
export type ClusterHost = () => Promise<typeof Cluster>;
