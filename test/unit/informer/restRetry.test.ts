import { beforeEach, describe, expect, test } from 'vitest';
import { toDisposable } from '../../../src/base/disposable.ts';
import { err, ok } from '../../../src/base/result.ts';
import { MINUTE, SECOND } from '../../../src/base/time.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { ListerWatcher } from '../../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import { restRetry } from '../../../src/informer/restRetry.ts';

let clock: VirtualClock;
let failures: RequestError[];
let requests: number[];
let heard: string[];

beforeEach(() => {
  clock = new VirtualClock();
  failures = [];
  requests = [];
  heard = [];
});

const listOptions = { resourceVersion: '', limit: 0, continue: '' };
const watchOptions = {
  resourceVersion: '',
  allowWatchBookmarks: true,
  timeoutSeconds: 300,
  sendInitialEvents: false,
};

function transport(): ListerWatcher<KubeObject> {
  const inner: ListerWatcher<KubeObject> = {
    list: (_, answer) => {
      requests.push(clock.now() / SECOND);
      const failure = failures.shift();
      answer(failure === undefined ? ok({ resourceVersion: '1', items: [] }) : err(failure));
      return toDisposable(() => undefined);
    },
    watch: (_, observer) => {
      requests.push(clock.now() / SECOND);
      const failure = failures.shift();
      if (failure === undefined) observer.opened();
      else observer.failed(failure);
      return toDisposable(() => heard.push('stopped'));
    },
  };
  return restRetry(inner, clock);
}

function list() {
  return transport().list(listOptions, (result) => {
    heard.push(result.ok ? 'listed' : result.error.type);
  });
}

function watch() {
  return transport().watch(watchOptions, {
    opened: () => heard.push('opened'),
    event: () => heard.push('event'),
    failed: (error) => heard.push(`failed ${error.type}`),
    closed: () => heard.push('closed'),
  });
}

function status(code: number, retryAfter?: number): RequestError {
  const after = retryAfter === undefined ? {} : { retryAfter };
  return { type: 'status', status: { code }, ...after };
}

function network(code: 'reset' | 'eof' | 'timeout' | 'refused'): RequestError {
  return { type: 'network', code, message: code };
}

test('a server that says when is asked again then', () => {
  failures = [status(429, 2), status(504, 1)];
  list();
  clock.advance(MINUTE);
  expect(requests).toEqual([0, 2, 3]);
  expect(heard).toEqual(['listed']);
});

test.each([
  ['a 500 without Retry-After', status(500)],
  ['a 403 with it', status(403, 1)],
  ['a refused connection', network('refused')],
  ['a list that timed out', network('timeout')],
])('%s is told at once', (_, error) => {
  failures = [error];
  list();
  expect(heard).toEqual([error.type]);
  clock.advance(MINUTE);
  expect(requests).toEqual([0]);
});

test('after ten times more it is told', () => {
  failures = Array.from({ length: 11 }, () => status(429, 1));
  list();
  clock.advance(MINUTE);
  expect(requests).toHaveLength(11);
  expect(heard).toEqual(['status']);
});

test('a failure that is told twice is seen to once', () => {
  const twice: ListerWatcher<KubeObject> = {
    ...transport(),
    list: (_, answer) => {
      requests.push(clock.now() / SECOND);
      const result =
        requests.length === 1 ? err(status(429, 1)) : ok({ resourceVersion: '1', items: [] });
      answer(result);
      if (!result.ok) answer(result);
      return toDisposable(() => undefined);
    },
  };
  restRetry(twice, clock).list(listOptions, (result) => {
    heard.push(result.ok ? 'listed' : result.error.type);
  });
  clock.advance(MINUTE);
  expect(requests).toEqual([0, 1]);
  expect(heard).toEqual(['listed']);
});

test('a list whose connection is lost is made again', () => {
  failures = [network('reset'), network('eof')];
  list();
  clock.advance(MINUTE);
  expect(requests).toEqual([0, 1, 2]);
  expect(heard).toEqual(['listed']);
});

describe('a watch', () => {
  test('that times out is made again, and at last is one without events', () => {
    failures = Array.from({ length: 11 }, () => network('timeout'));
    watch();
    clock.advance(MINUTE);
    expect(requests).toHaveLength(11);
    expect(heard).toEqual(['opened', 'closed']);
  });

  test('that is refused is told so', () => {
    failures = [status(410)];
    watch();
    expect(heard).toEqual(['failed status']);
  });

  test('that is stopped while it waits is not made again', () => {
    failures = [status(429, 5)];
    const stream = watch();
    stream.dispose();
    clock.advance(MINUTE);
    expect(requests).toEqual([0]);
  });

  test('that is open is stopped', () => {
    failures = [status(429, 5)];
    const stream = watch();
    clock.advance(MINUTE);
    stream.dispose();
    expect(heard).toEqual(['opened', 'stopped']);
  });
});
