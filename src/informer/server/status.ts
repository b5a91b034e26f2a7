// The Status bodies that a list or watch is refused with, worded as the API server does (apiserver v0.37).
import { SECOND } from '../../base/time.ts';
import type { Status } from '../requestError.ts';

export function invalid(message: string): Status {
  return {
    code: 422,
    reason: 'Invalid',
    message: `ListOptions.meta.k8s.io is invalid: ${message}`,
  };
}

export function badRequest(message: string): Status {
  return { code: 400, reason: 'BadRequest', message };
}

/** The version asked for is older than what is kept. */
export function expired(message: string): Status {
  return { code: 410, reason: 'Expired', message };
}

/** The cache did not reach the version asked for in time; to be tried again in a second. */
export function tooLargeResourceVersion(asked: number, current: number): Status {
  const cause = { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' };
  return {
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: { retryAfterSeconds: 1, causes: [cause] },
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
