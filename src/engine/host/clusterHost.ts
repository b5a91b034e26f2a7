import type * as Cluster from '../../cluster/main.ts';
import type { GrowingBytes } from './memoryText.ts';

/** What a host without a way to clusters has not. */
export interface ClusterHost {
  /** The cluster room, loaded when it is first needed. */
  room(): Promise<typeof Cluster>;
  /** Where the text of a log is kept that comes from a cluster. */
  bytes(): GrowingBytes;
}
