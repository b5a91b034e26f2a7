import type { ClusterHost } from '../clusterHost.ts';
import { BlockBytes } from './byteStore.ts';

export const nodeClusters: ClusterHost = {
  // A file of its own beside the bundle: heavy, and seldom needed.
  room: () => import('../../../cluster/main.ts'),
  bytes: () => new BlockBytes(),
};
