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
import type { ListerWatcher } from '../../../src/informer/listerWatcher.ts';
import type { KubeObject } from '../../../src/informer/object.ts';
import { restRetry } from '../../../src/informer/restRetry.ts';
import { SharedInformer } from '../../../src/informer/sharedInformer.ts';
import {
  answerOf,
  httpServers,
  lists,
  podsOf,
  servers,
  watches,
  whole,
  type HttpServer,
} from '../../support/hostileServers.ts';

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

/** What is said of a server on the loopback, once it is what was waited for. */
async function said(hostile: HttpServer): Promise<string> {
  const server = http.createServer(answerOf(hostile));
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
  const heard = new Set<string>();
  await expect
    .poll(
      () => {
        for (const { why } of view.silences) heard.add(why);
        return [...heard].join('\n');
      },
      { timeout: 20_000, interval: 5 },
    )
    .toMatch(hostile.sentence);
  return [...heard].join('\n');
}

it.each(httpServers)('a person is told of $name', async (hostile) => {
  expect(await said(hostile)).not.toMatch(
    /^Cannot read|is not a function|undefined is not|^TypeError/m,
  );
});
