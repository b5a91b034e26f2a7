// Servers that are broken or hostile: each is asked seldom when nothing comes of it, keeps to a bounded memory, and is told of in a sentence.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { toDisposable } from '../../../src/base/disposable.ts';
import { err, ok } from '../../../src/base/result.ts';
import { MINUTE, SECOND } from '../../../src/base/time.ts';
import { watchCluster } from '../../../src/cluster/clusterView.ts';
import type { AccessSource } from '../../../src/cluster/exchange.ts';
import { paced, retryAfterIn, waitAfter } from '../../../src/cluster/remotePolicy.ts';
import type {
  ListerWatcher,
  ListOptions,
  ObjectList,
  WatchObserver,
} from '../../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import type { RequestError } from '../../../src/informer/requestError.ts';
import { restRetry } from '../../../src/informer/restRetry.ts';
import { SharedInformer } from '../../../src/informer/sharedInformer.ts';

const status = (code: number, reason = '', retryAfter?: number): RequestError => ({
  type: 'status',
  status: { code, reason },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const lost = (code: 'refused' | 'reset' | 'timeout' | 'eof' | 'other'): RequestError => ({
  type: 'network',
  code,
  message: code,
});
const pod = (n: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `p${n}`, namespace: 'd', uid: String(n), resourceVersion: String(n) },
});
const podsOf = (count: number): KubeObject[] => Array.from({ length: count }, (_, n) => pod(n));
const whole: ObjectList<KubeObject> = { resourceVersion: '7', items: podsOf(2) };

type List = (options: ListOptions, n: number) => ObjectList<KubeObject> | RequestError;
type Watch = (observer: WatchObserver<KubeObject>, n: number) => void;
const lists: Readonly<Record<string, List>> = {
  whole: () => whole,
  'always 410': () => status(410, 'Gone'),
  'always Expired': () => status(410, 'Expired'),
  'an old version': () => status(504, 'Timeout'),
  'continue without end, with nothing': (_, n) => ({
    resourceVersion: '1',
    continue: `t${n}`,
    items: [],
  }),
  'continue without end, one by one': (_, n) => ({
    resourceVersion: '1',
    continue: `t${n}`,
    items: [pod(n)],
  }),
  'continue in a circle': () => ({ resourceVersion: '1', continue: 'again', items: [pod(1)] }),
  'continue, then Expired': ({ continue: token }) =>
    token === ''
      ? { resourceVersion: '1', continue: 'a', items: [pod(1)] }
      : status(410, 'Expired'),
  '429 with no time to wait': () => status(429, 'TooManyRequests', 0),
  '503 with no time to wait': () => status(503, 'ServiceUnavailable', 0),
  '500': () => status(500, 'InternalError'),
  '401': () => status(401, 'Unauthorized'),
  '403': () => status(403, 'Forbidden'),
  '404': () => status(404, 'NotFound'),
  refused: () => lost('refused'),
  reset: () => lost('reset'),
  'cut off': () => lost('eof'),
  'no list': () => lost('other'),
};
const watches: Readonly<Record<string, Watch>> = {
  'closes at once': (observer) => {
    observer.opened();
    observer.closed();
  },
  'closes after one event': (observer, n) => {
    observer.opened();
    observer.event({ type: 'MODIFIED', object: pod(n) });
    observer.closed();
  },
  'closes after a bookmark': (observer, n) => {
    observer.opened();
    observer.event({ type: 'BOOKMARK', object: pod(n) });
    observer.closed();
  },
  'an unknown event': (observer, n) => {
    observer.opened();
    observer.event({ type: 'X', object: pod(n) });
    observer.closed();
  },
  'is 410': (observer) => {
    observer.failed(status(410, 'Gone'));
  },
  'is 410 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(410, 'Expired'));
  },
  'is 429': (observer) => {
    observer.failed(status(429, 'TooManyRequests', 0));
  },
  'is 429 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(429, 'TooManyRequests'));
  },
  'is 500 in the stream': (observer) => {
    observer.opened();
    observer.failed(status(500, 'InternalError'));
  },
  'is refused': (observer) => {
    observer.failed(lost('refused'));
  },
  'is reset': (observer) => {
    observer.failed(lost('reset'));
  },
  'is too large a version': (observer) => {
    observer.failed({
      type: 'status',
      status: {
        code: 504,
        reason: 'Timeout',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
      },
    });
  },
};

const servers = [
  ...Object.keys(lists).map((list) => [list, 'closes at once', true] as const),
  ...Object.keys(watches).map((watch) => ['whole', watch, true] as const),
  ...Object.keys(watches).map((watch) => ['whole', watch, false] as const),
];

describe('a server without use', () => {
  it.each(servers)('list: %s; watch: %s; streaming lists: %s', (list, watch, streams) => {
    for (const random of [0, 0.5, 0.999]) {
      const clock = new VirtualClock();
      let requests = 0;
      const ended = toDisposable(() => undefined);
      const inner: ListerWatcher<KubeObject> = {
        supportsWatchList: streams,
        list(options, answer) {
          const result = lists[list]?.(options, requests++) ?? whole;
          clock.after(1, () => {
            answer('type' in result ? err(result) : ok(result));
          });
          return ended;
        },
        watch(_options, observer) {
          const n = requests++;
          clock.after(1, () => watches[watch]?.(observer, n));
          return ended;
        },
      };
      const informer = new SharedInformer<KubeObject>({
        listerWatcher: restRetry(
          paced(inner, clock, () => random),
          clock,
        ),
        clock,
        random: () => random,
      });
      informer.run();
      for (let minute = 0; minute < 10; minute++) {
        requests = 0;
        clock.advance(MINUTE);
        expect(requests, `minute ${minute} by ${random}`).toBeLessThanOrEqual(15);
      }
      // It is not given up.
      expect(requests).toBeGreaterThan(0);
      informer.stop();
    }
  });

  it('whose whole pages have no end is given up at a bound, and then asked seldom', () => {
    const clock = new VirtualClock();
    let requests = 0;
    let said = '';
    const listing = paced<KubeObject>(
      {
        list({ limit }, answer) {
          requests++;
          const page = { resourceVersion: '1', continue: `t${requests}`, items: podsOf(limit) };
          clock.after(1, () => {
            answer(ok(page));
          });
          return toDisposable(() => undefined);
        },
        watch: () => toDisposable(() => undefined),
      },
      clock,
    );
    const next = (token: string): void => {
      listing.list({ resourceVersion: '0', limit: 500, continue: token }, (result) => {
        if (!result.ok) said = 'message' in result.error ? result.error.message : '';
        next(result.ok ? (result.value.continue ?? '') : '');
      });
    };
    next('');
    clock.advance(SECOND);
    expect(said).toBe('the list is given up: it has more than 400,000 objects');
    clock.advance(MINUTE);
    requests = 0;
    clock.advance(10 * MINUTE);
    expect(requests).toBeLessThanOrEqual(150);
  });
});

it('an honest list of many pages, and the watch after it, are not held up', () => {
  const clock = new VirtualClock();
  let pages = 0;
  let watching = false;
  const inner: ListerWatcher<KubeObject> = {
    supportsWatchList: false,
    list({ limit }, answer) {
      pages++;
      const more = pages < 300 ? { continue: `t${pages}` } : {};
      const page = { resourceVersion: '7', ...more, items: podsOf(pages < 300 ? limit : 3) };
      clock.after(1, () => {
        answer(ok(page));
      });
      return toDisposable(() => undefined);
    },
    watch(_options, observer) {
      watching = true;
      observer.opened();
      return toDisposable(() => undefined);
    },
  };
  const informer = new SharedInformer<KubeObject>({
    listerWatcher: paced(inner, clock),
    clock,
    random: () => 0.5,
  });
  informer.run();
  clock.advance(SECOND);
  expect([pages, watching]).toEqual([300, true]);
  informer.stop();
});

it.each([
  ['7', 7],
  ['0', 0],
  ['999999999', 60],
  ['9'.repeat(400), 60],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['Sat, 21 Nov 2026 09:00:05 GMT', 5],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 60],
  ['Mon, 99 Nov 2026 09:00:00 GMT', undefined],
])('Retry-After: %s', (header, seconds) => {
  expect(retryAfterIn(header, Date.UTC(2026, 10, 21, 9))).toBe(seconds);
});

it('a wait has a bound on either side, whatever chance says', () => {
  for (const random of [0, 0.25, 0.999999])
    for (const n of [0, 1, 2, 3, 10, 1e6, Infinity]) {
      const wait = waitAfter(n, () => random);
      expect(wait).toBeLessThanOrEqual(10);
      expect(wait).toBeGreaterThanOrEqual(n < 2 ? 0 : 2);
    }
});

const toEnd: (() => void)[] = [];
afterEach(() => {
  for (const end of toEnd.splice(0)) end();
});

/** What is said of a server on the loopback that answers so; lists are good where only the watch is asked about. */
async function said(answer: (response: http.ServerResponse) => void, of: 'list' | 'watch') {
  const server = http.createServer(({ url = '' }, response) => {
    response.on('error', () => undefined);
    const isWatch = url.includes('watch=true');
    if (isWatch && url.includes('sendInitialEvents')) response.writeHead(422).end();
    else if (isWatch === (of === 'watch')) answer(response);
    else if (isWatch) response.flushHeaders();
    else
      response.end(
        '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}',
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent();
  const source: AccessSource = {
    access: () =>
      Promise.resolve({ server: new URL(`http://127.0.0.1:${port}`), agent, headers: {} }),
    renew: () => false,
    dispose: () => undefined,
  };
  const view = watchCluster(source);
  toEnd.push(() => {
    view.dispose();
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const whys = (): string[] =>
    view.silences.map(({ why }) => why).filter((why) => !why.includes('422'));
  await expect.poll(() => whys().length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  return whys().join('\n');
}

const line = (text: string) => (response: http.ServerResponse) => {
  response.write(`${text}\n`);
};
const body = (text: string) => (response: http.ServerResponse) => {
  response.end(text);
};
const flood = (text: string) => (response: http.ServerResponse) => {
  const chunk = Buffer.from(text.repeat(Math.ceil((1 << 20) / text.length)));
  const go = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', go);
  go();
};

it.each([
  ['watch', 'null', line('null'), 'it is no event'],
  ['watch', 'a number', line('5'), 'it is no event'],
  ['watch', 'a list', line('[]'), 'it is no event'],
  ['watch', 'a null object', line('{"type":"ADDED","object":null}'), 'it is no event'],
  ['watch', 'a text for an object', line('{"type":"ADDED","object":"x"}'), 'it is no event'],
  ['watch', 'a list for an object', line('{"type":"ADDED","object":[]}'), 'it is no event'],
  ['watch', 'no type', line('{"object":{}}'), 'it is no event'],
  ['watch', 'a null error', line('{"type":"ERROR","object":null}'), 'it is no event'],
  [
    'watch',
    'an error without a Status',
    line('{"type":"ERROR","object":{}}'),
    'an error that is no Status',
  ],
  ['watch', 'HTML', line('<html><title>Sign in</title>'), 'it is no JSON'],
  ['watch', 'a line without end', flood('x'), 'it is larger than 16 MiB'],
  [
    'watch',
    'an object without end',
    flood('{"type":"ADDED","object":{"a":"'),
    'it is larger than 16 MiB',
  ],
  ['list', 'nothing', body(''), 'no list of Kubernetes objects'],
  ['list', 'HTML', body('<html>'), 'no list of Kubernetes objects'],
  ['list', 'null', body('null'), 'no list of Kubernetes objects'],
  ['list', 'items that are null', body('{"metadata":{},"items":[null,{}]}'), 'has no metadata'],
  [
    'list',
    'items that are none',
    body('{"metadata":{},"items":{}}'),
    'no list of Kubernetes objects',
  ],
  ['list', 'items without metadata', body('{"metadata":{},"items":[{}]}'), 'has no metadata'],
  [
    'list',
    'items with a null metadata',
    body('{"metadata":{},"items":[{"metadata":null}]}'),
    'has no metadata',
  ],
  [
    'list',
    'a list without end',
    flood('{"metadata":{},"items":[{"a":"'),
    'one object in it is larger than 16 MiB',
  ],
  ['list', 'spaces without end', flood(' '), 'larger than 16 MiB'],
] as const)('%s: %s', async (of, _name, answer, sentence) => {
  const text = await said(answer, of);
  expect(text).toMatch(new RegExp(sentence));
  expect(text).not.toMatch(/^Cannot read|is not a function|undefined is not|^TypeError/m);
});
