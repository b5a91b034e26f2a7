import type { ClusterHost } from '../clusterHost.ts';

/** A file of its own beside the bundle: heavy, and seldom needed. */
export const nodeClusters: ClusterHost = () => import('../../../cluster/main.ts');
