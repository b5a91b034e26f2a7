import { expect, test } from 'vitest';
import {
  describeRequestError,
  isConnectionRefused,
  isExpired,
  isInternalError,
  isResourceExpired,
  isTooLargeResourceVersion,
  isTooManyRequests,
  type RequestError,
  type Status,
} from '../../../src/informer/requestError.ts';

const predicates = {
  expired: isExpired,
  resourceExpired: isResourceExpired,
  internal: isInternalError,
  tooMany: isTooManyRequests,
  tooLarge: isTooLargeResourceVersion,
  refused: isConnectionRefused,
};

function what(error: RequestError): string {
  return Object.entries(predicates)
    .filter(([, is]) => is(error))
    .map(([name]) => name)
    .join(' ');
}

const tooLarge = 'Too large resource version';

test.each<[Status, string]>([
  [{ reason: 'Expired' }, 'expired resourceExpired'],
  [{ reason: 'Gone' }, 'expired'],
  [{ code: 410 }, 'expired'],
  [{ code: 410, reason: 'SomethingNew' }, 'expired'],
  [{ code: 410, reason: 'NotFound' }, ''],
  [{ code: 500 }, 'internal'],
  [{ code: 500, reason: 'ServerTimeout' }, ''],
  [{ code: 429, reason: 'NotFound' }, 'tooMany'],
  [{ reason: 'TooManyRequests' }, 'tooMany'],
  [{ reason: 'Timeout', message: tooLarge }, ''],
  [{ reason: 'Timeout', message: `${tooLarge}: 2, current: 1`, details: {} }, 'tooLarge'],
  [{ code: 504, details: { causes: [{ message: tooLarge }] } }, 'tooLarge'],
  [{ code: 500, details: { causes: [{ message: tooLarge }] } }, 'internal'],
  [{ code: 400, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }, 'tooLarge'],
  [{ reason: 'Timeout', details: {} }, ''],
])('%o is %s', (status, expected) => {
  expect(what({ type: 'status', status })).toBe(expected);
});

test('what is no status is none of them, but a refused connection', () => {
  expect(what({ type: 'network', code: 'refused', message: 'no' })).toBe('refused');
  expect(what({ type: 'network', code: 'eof', message: 'EOF' })).toBe('');
  expect(what({ type: 'very-short-watch' })).toBe('');
});

test('each has a sentence', () => {
  const status = { code: 403, reason: 'Forbidden', message: 'not you' };
  expect(describeRequestError({ type: 'status', status })).toBe('the server answered 403: not you');
  expect(describeRequestError({ type: 'status', status: {} })).toBe('the server answered Unknown');
  const network = { type: 'network', code: 'reset', message: 'connection reset' } as const;
  expect(describeRequestError(network)).toBe('connection reset');
  expect(describeRequestError({ type: 'store', message: 'full' })).toBe('full');
  expect(describeRequestError({ type: 'unexpected-object' })).toMatch(/no Status/);
  expect(describeRequestError({ type: 'very-short-watch' })).toMatch(/within a second/);
});
