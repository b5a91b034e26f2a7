// What reads the bytes of an answer, whichever way they are encoded.
import type { Result } from '../base/result.ts';
import type { ObjectList, WatchEvent } from '../informer/listerWatcher.ts';

export interface ListReader<T> {
  /** Takes bytes; false when it is of no use to go on. */
  push(chunk: Buffer): boolean;
  /** The list, or what is wrong with it. */
  end(): Result<ObjectList<T>>;
}

export interface EventReader {
  /** Takes bytes; false when one event is larger than any object can be. */
  push(chunk: Buffer): boolean;
  /** The next event that is there as a whole, or why what is there is none. */
  next(): Result<WatchEvent<unknown>> | undefined;
}

/** Said of a list or stream that is given up. */
export const tooMany = 'what is to be kept of its objects is larger than 64 MiB';
