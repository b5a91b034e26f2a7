/** What went wrong in the machinery: codes a caller may branch on. */
export type FailureCode =
  /** An object without metadata has no key. */
  | 'key'
  /** The transformer refused an object. */
  | 'transform'
  /** An index function refused an object, or there is no such index. */
  | 'index'
  /** The consumer of a queue could not process what it was given. */
  | 'process'
  /** Some operations of a transaction failed. */
  | 'transaction'
  /** The queue is empty and closed. */
  | 'closed'
  /** Too late: the informer runs, or has run, already. */
  | 'lifecycle'
  /** The server, or the way to it. */
  | 'request';

/**
 * An error as a value, as Go returns it. Methods return `Failure | undefined`, `undefined` being success: a store or
 * queue that fails goes on, and the caller decides who hears of it.
 */
export class Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** Up to client-go 1.32: Pop puts the item back (`ErrRequeue`). */
  readonly requeue: boolean;

  constructor(code: FailureCode, message: string, requeue = false) {
    this.code = code;
    this.message = message;
    this.requeue = requeue;
  }
}

/** The failure that asks Pop to queue the item again, where the version knows that. */
export function errRequeue(cause: Failure): Failure {
  return new Failure(cause.code, cause.message, true);
}

export const noMeta = 'object has no meta: object does not implement the Object interfaces';

export function noKey(): Failure {
  return new Failure('key', `couldn't create key for object: ${noMeta}`);
}
