// The Status bodies that a list or watch is refused with, worded as the API server does (apiserver v0.37).
import { SECOND } from '../../base/time.ts';
import type { Status } from '../requestError.ts';
import { encodeContinue } from './continueToken.ts';

/** What is wrong with one parameter. */
export interface FieldError {
  readonly field: string;
  readonly reason: 'FieldValueForbidden' | 'FieldValueNotSupported';
  readonly message: string;
}

export function invalid(errors: readonly FieldError[]): Status {
  const each = errors.map(({ field, message }) => `${field}: ${message}`).join(', ');
  const all = errors.length > 1 ? `[${each}]` : each;
  return {
    code: 422,
    reason: 'Invalid',
    message: `ListOptions.meta.k8s.io "" is invalid: ${all}`,
    details: { causes: errors },
  };
}

export function badRequest(message: string): Status {
  return { code: 400, reason: 'BadRequest', message };
}

/** The words for a version that is no number; undefined for one that is. */
export function badVersion(version: string): string | undefined {
  if (/^\d*$/.test(version)) return undefined;
  const cause = `strconv.ParseUint: parsing "${version}": invalid syntax`;
  return `resourceVersion: Invalid value: "${version}": ${cause}`;
}

/** The version asked for is older than what is kept. */
export function expired(message: string): Status {
  return { code: 410, reason: 'Expired', message };
}

/** The version of the pages is compacted; the token leads to the rest at the newest. @param after the last key that was sent */
export function continueExpired(after: string): Status {
  const message =
    'The provided continue parameter is too old to display a consistent list result. ' +
    'You can start a new list without the continue parameter, ' +
    'or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - ' +
    'objects that were created, modified, or deleted between the time the first chunk was returned ' +
    'and now may show up in the list.';
  return {
    ...expired(message),
    metadata: { continue: encodeContinue({ version: undefined, after }) },
  };
}

/** Nobody has the version asked for. @param retryAfterSeconds the cache may yet reach it; etcd itself says no time */
export function tooLargeResourceVersion(
  asked: number,
  current: number,
  retryAfterSeconds?: number,
): Status {
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  return {
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: { ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), causes: [cause] },
  };
}

/** The cache is not there yet; the longer that lasts, the longer a client shall wait. @param downtime in microseconds */
export function notReady(downtime: number): Status {
  const seconds = Math.floor(Math.min(30, Math.max(1, Math.exp((0.06 * downtime) / SECOND))));
  return {
    code: 429,
    reason: 'TooManyRequests',
    message: 'storage is (re)initializing',
    details: { retryAfterSeconds: seconds },
  };
}
