import type { StoreHost } from '../storeHost.ts';
import { BlockBytes } from './byteStore.ts';

export const nodeStores: StoreHost = {
  // A file of its own beside the bundle: seldom needed.
  room: () => import('../../../store/main.ts'),
  bytes: () => new BlockBytes(),
};
