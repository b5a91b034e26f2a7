import type * as Store from '../../store/main.ts';
import type { GrowingBytes } from './memoryText.ts';

/** What a host without a way to log stores has not. */
export interface StoreHost {
  /** The store room, loaded when it is first needed. */
  room(): Promise<typeof Store>;
  /** Where the text of a node's log is kept. */
  bytes(): GrowingBytes;
}
