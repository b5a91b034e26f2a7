// Mirrors k8s.io/apimachinery/pkg/api/errors (v0.37), as far as a reflector asks, and what the network can do.

/** The body of a failed request, and the object of an ERROR event. */
export interface Status {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  /** `continue`: a token with which a list that has expired goes on at the newest version. */
  readonly metadata?: { readonly continue?: string };
  readonly details?: {
    readonly retryAfterSeconds?: number;
    /** `reason` is the cause's type in Go. */
    readonly causes?: readonly { readonly reason?: string; readonly message?: string }[];
  };
}

/** Why a request, or a stream, failed. */
export type RequestError =
  | {
      readonly type: 'status';
      readonly status: Status;
      /** Seconds, from the header Retry-After of the response. */
      readonly retryAfter?: number;
    }
  | {
      readonly type: 'network';
      readonly code: 'refused' | 'reset' | 'timeout' | 'eof' | 'unexpected-eof' | 'other';
      readonly message: string;
    }
  /** An ERROR event without a Status in it. */
  | { readonly type: 'unexpected-object' }
  /** The stream ended within a second and had brought nothing. */
  | { readonly type: 'very-short-watch' }
  /** The reflector's own store failed. */
  | { readonly type: 'store'; readonly message: string };

/** Reasons that make the HTTP code irrelevant. */
const knownReasons = new Set([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StorageReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
]);

/** By the reason; by the code only if the reason says nothing. */
function is(error: RequestError, reason: string, code: number): boolean {
  if (error.type !== 'status') return false;
  const { status } = error;
  if (status.reason === reason) return true;
  return !knownReasons.has(status.reason ?? '') && status.code === code;
}

/** The version asked for is gone: compacted, or older than the server's history. */
export function isExpired(error: RequestError): boolean {
  const expired = error.type === 'status' && error.status.reason === 'Expired';
  return expired || is(error, 'Gone', 410);
}

/** What a pager may recover from: this reason alone, not the older Gone. */
export function isResourceExpired(error: RequestError): boolean {
  return error.type === 'status' && error.status.reason === 'Expired';
}

export function isInternalError(error: RequestError): boolean {
  return is(error, 'InternalError', 500);
}

/** The one case where the code alone is enough, whatever the reason says. */
export function isTooManyRequests(error: RequestError): boolean {
  if (error.type !== 'status') return false;
  return error.status.reason === 'TooManyRequests' || error.status.code === 429;
}

export function isConnectionRefused(error: RequestError): boolean {
  return error.type === 'network' && error.code === 'refused';
}

const tooLarge = 'Too large resource version';

/**
 * The version asked for is newer than the server's cache. Said in three ways: a cause's type (since 1.18.6), a
 * cause's message (1.17), or the message itself (before); the latter two only under the reason Timeout.
 */
export function isTooLargeResourceVersion(error: RequestError): boolean {
  if (error.type !== 'status') return false;
  const { details, message = '' } = error.status;
  const causes = details?.causes ?? [];
  if (causes.some(({ reason }) => reason === 'ResourceVersionTooLarge')) return true;
  if (!is(error, 'Timeout', 504) || details === undefined) return false;
  return causes.some((cause) => cause.message === tooLarge) || message.includes(tooLarge);
}

/** One sentence for a person. */
export function describeRequestError(error: RequestError): string {
  switch (error.type) {
    case 'status': {
      const { code, reason = 'Unknown', message = '' } = error.status;
      return `the server answered ${code ?? reason}${message === '' ? '' : `: ${message}`}`;
    }
    case 'network':
      return error.message;
    case 'unexpected-object':
      return 'the stream brought an error that is no Status';
    case 'very-short-watch':
      return 'the watch ended within a second and had brought nothing';
    case 'store':
      return error.message;
  }
}
