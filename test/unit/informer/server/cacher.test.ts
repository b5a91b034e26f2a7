import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../../src/base/time.ts';
import { VirtualClock } from '../../../../src/base/virtualClock.ts';
import type { KubeObject } from '../../../../src/informer/object.ts';
import { Cacher, everything, type CacherOptions } from '../../../../src/informer/server/cacher.ts';
import { Etcd } from '../../../../src/informer/server/etcd.ts';
import type {
  ListParameters,
  WatchParameters,
} from '../../../../src/informer/server/validation.ts';

let clock: VirtualClock;
let etcd: Etcd<KubeObject>;

beforeEach(() => {
  clock = new VirtualClock();
  etcd = new Etcd<KubeObject>(0);
});

function cacher(options: Partial<CacherOptions> = {}): Cacher<KubeObject> {
  return new Cacher<KubeObject>(etcd, { clock, random: () => 0.5, ...options });
}

function put(name: string, labels: Record<string, string> = {}): void {
  etcd.put({ metadata: { namespace: 'a', name, labels } });
}

function shown({ metadata }: KubeObject): string {
  const end = metadata?.annotations?.['k8s.io/initial-events-end'] === undefined ? '' : ' end';
  return `${metadata?.name ?? ''}@${metadata?.resourceVersion ?? ''}${end}`;
}

/** What a list answers, or nothing yet. */
function list(
  server: Cacher<KubeObject>,
  parameters: Partial<ListParameters>,
  matches: (object: KubeObject) => boolean = everything,
): { answer?: string; token?: string | undefined } {
  const box: { answer?: string; token?: string | undefined } = {};
  const defaults = { resourceVersion: '', resourceVersionMatch: '', limit: 0, continue: '' };
  server.list({ ...defaults, ...parameters }, matches, (result) => {
    if (!result.ok) {
      const { code = 0, message = '', details } = result.error;
      const again = code === 429 ? ` after ${details?.retryAfterSeconds ?? 0} s` : '';
      box.answer = `${code} ${message}${again}`;
      box.token = result.error.metadata?.continue;
    } else {
      const { items, resourceVersion, continue: token } = result.value;
      box.answer = `${resourceVersion}: ${items.map(shown).join(' ')}${token === undefined ? '' : ` … ${token}`}`;
    }
  });
  return box;
}

interface Heard {
  readonly lines: string[];
  readonly stop: () => void;
  readonly resume: () => void;
  full: boolean;
}

function watch(
  server: Cacher<KubeObject>,
  parameters: Partial<WatchParameters>,
  matches: (object: KubeObject) => boolean = everything,
): Heard {
  const lines: string[] = [];
  const heard: Heard = { lines, stop: () => undefined, resume: () => undefined, full: false };
  const defaults = {
    resourceVersion: '',
    resourceVersionMatch: '',
    continue: '',
    sendInitialEvents: undefined,
    allowWatchBookmarks: false,
    timeoutSeconds: undefined,
  };
  const result = server.watch({ ...defaults, ...parameters }, matches, {
    send: ({ type, object }) => {
      lines.push(`${type} ${shown(object)}`);
      return !heard.full;
    },
    fail: (status) => lines.push(`ERROR ${status.code ?? 0} ${status.message ?? ''}`),
    close: () => lines.push('closed'),
  });
  if (!result.ok) {
    lines.push(`refused ${result.error.code ?? 0} ${result.error.message ?? ''}`);
    return heard;
  }
  const { value } = result;
  const control = {
    stop: () => {
      value.dispose();
    },
    resume: () => {
      value.resume();
    },
  };
  return Object.assign(heard, control);
}

/** No state, and bookmarks. */
const fromNow = {
  resourceVersion: '0',
  sendInitialEvents: false,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
};

describe('list', () => {
  test('unset waits until the cache has what etcd has', () => {
    const server = cacher({ lag: SECOND });
    clock.advance(SECOND);
    put('x');
    const box = list(server, {});
    expect(box.answer).toBeUndefined();
    clock.advance(SECOND);
    expect(box.answer).toBe('1: x@1');
  });

  test('unset also waits for what changed elsewhere, by asking etcd for its progress', () => {
    const server = cacher();
    put('x');
    etcd.touch();
    const box = list(server, {});
    expect(box.answer).toBeUndefined();
    clock.advance(SECOND);
    expect(box.answer).toBe('2: x@1');
  });

  test('etcd is asked for its progress while somebody waits, and then no more', () => {
    const server = cacher();
    put('x');
    etcd.touch();
    const boxes = [list(server, {}), list(server, {})];
    clock.advance(SECOND);
    expect(boxes.map(({ answer }) => answer)).toEqual(['2: x@1', '2: x@1']);
    expect(clock.nextDue).toBeUndefined();
  });

  test('unset comes from etcd if the cache cannot keep up', () => {
    const server = cacher({ lag: 10 * SECOND });
    clock.advance(10 * SECOND);
    put('x');
    const box = list(server, { limit: 500 });
    clock.advance(3 * SECOND);
    expect(box.answer).toBe('1: x@1');
  });

  test('"0" is whatever the cache has, and no limit counts', () => {
    const server = cacher({ lag: SECOND });
    put('x');
    put('y');
    clock.advance(SECOND);
    put('z');
    expect(list(server, { resourceVersion: '0', limit: 1 }).answer).toBe('2: x@1 y@2');
  });

  test('a version is waited for, three seconds', () => {
    const server = cacher();
    put('x');
    const box = list(server, { resourceVersion: '5' });
    clock.advance(2.9 * SECOND);
    expect(box.answer).toBeUndefined();
    clock.advance(SECOND);
    expect(box.answer).toBe('504 Timeout: Too large resource version: 5, current: 1');
  });

  test('a version with a limit, and Exact, are that very version', () => {
    const server = cacher();
    put('x');
    put('y');
    put('x');
    expect(list(server, { resourceVersion: '2', limit: 500 }).answer).toBe('2: x@1 y@2');
    expect(list(server, { resourceVersion: '1', resourceVersionMatch: 'Exact' }).answer).toBe(
      '1: x@1',
    );
  });

  test('such a version of the future is waited for, but where only etcd has old states', () => {
    const parameters = { resourceVersion: '9', limit: 500 };
    const box = list(cacher(), parameters);
    expect(box.answer).toBeUndefined();
    clock.advance(3 * SECOND);
    expect(box.answer).toBe('504 Timeout: Too large resource version: 9, current: 0');
    expect(list(cacher({ listFromCacheSnapshot: false }), parameters).answer).toMatch(/^504 /);
    expect(list(cacher({ consistentListFromCache: false }), parameters).answer).toMatch(/^504 /);
  });

  test('an old state is the cache’s until it has seen, each 15 s, that etcd was compacted', () => {
    put('w');
    const server = cacher();
    for (const name of ['x', 'y', 'w']) put(name);
    etcd.delete('a/x');
    etcd.compact();
    const exactly = (resourceVersion: string): string | undefined =>
      list(server, { resourceVersion, resourceVersionMatch: 'Exact' }).answer;
    expect(exactly('1')).toBe('1: w@1');
    expect(exactly('3')).toBe('3: w@1 x@2 y@3');
    expect(exactly('4')).toBe('4: w@4 x@2 y@3');
    clock.advance(15 * SECOND);
    expect(exactly('4')).toMatch(/^410 .*too old/);
    expect(exactly('5')).toBe('5: w@4 y@3');
  });

  test('without such states, and older than its history, it asks etcd', () => {
    put('w');
    etcd.compact();
    const few = cacher({ ring: { lower: 2, upper: 2 } });
    const none = cacher({ listFromCacheSnapshot: false });
    for (const name of ['x', 'y', 'z']) put(name);
    const old = { resourceVersion: '2', limit: 500 };
    expect(list(few, old).answer).toBe('2: w@1 x@2');
    etcd.compact();
    for (const server of [few, none]) expect(list(server, old).answer).toMatch(/^410 .*too old/);
    expect(list(few, { resourceVersion: '3', limit: 500 }).answer).toBe('3: w@1 x@2 y@3');
  });

  test('pages are of one version, until it is compacted', () => {
    const server = cacher();
    for (const name of ['x', 'y', 'z']) put(name);
    const first = list(server, { limit: 2 }).answer ?? '';
    expect(first).toBe('3: x@1 y@2 … 3:a/y');
    put('w');
    expect(list(server, { limit: 2, continue: '3:a/y' }).answer).toBe('3: z@3');
    const all = { limit: 1, continue: '3:a/x', resourceVersion: '0' };
    expect(list(server, all).answer).toBe('3: y@2 z@3');
    etcd.compact();
    clock.advance(15 * SECOND);
    const late = list(server, { limit: 2, continue: '3:a/y' });
    expect(late.answer).toMatch(/^410 .*continue/);
    expect(late.token).toBe('-1:a/y');
    put('zz');
    expect(list(server, { limit: 2, continue: '-1:a/y' }).answer).toBe('5: z@3 zz@5');
    const strict = cacher({ consistentListFromCache: false });
    expect(list(strict, { limit: 1, continue: '-1:a/y' }).answer).toBe('5: z@3 … 5:a/z');
    expect(list(server, { continue: 'junk' }).answer).toMatch(/^400 /);
  });

  test.each([
    [{ resourceVersionMatch: 'Exact' }, 422],
    [{ resourceVersion: '0', resourceVersionMatch: 'Exact' }, 422],
    [{ resourceVersion: '1', resourceVersionMatch: 'Newest' }, 422],
    [{ resourceVersion: '0', resourceVersionMatch: 'NotOlderThan', continue: '1:a' }, 422],
    [{ resourceVersion: '1', continue: '1:a' }, 400],
    [{ resourceVersion: 'x' }, 400],
    [{ resourceVersion: '1', resourceVersionMatch: 'Exact', continue: '1:a' }, 422],
  ])('%o is refused with %i', (parameters, code) => {
    expect(list(cacher(), parameters).answer).toMatch(new RegExp(`^${code} `));
  });

  test('a cache that is not there yet says so, and to wait the longer the longer that lasts', () => {
    const server = cacher({ lag: MINUTE });
    expect(list(server, { resourceVersion: '0' }).answer).toMatch(/^429 .* after 1 s$/);
    expect(watch(server, {}).lines[0]).toMatch(/^refused 429 /);
    clock.advance(20 * SECOND);
    expect(list(server, { resourceVersion: '0' }).answer).toMatch(/^429 .* after 3 s$/);
    clock.advance(39 * SECOND);
    expect(list(server, {}).answer).toMatch(/^429 .* after 30 s$/);
    clock.advance(SECOND);
    expect(list(server, {}).answer).toBe('0: ');
    server.reinitialise();
    expect(list(server, {}).answer).toMatch(/^429 .* after 1 s$/);
  });

  test('until then a page without selectors comes from etcd', () => {
    const server = cacher({ lag: SECOND });
    put('x');
    put('y');
    expect(list(server, { resourceVersion: '0', limit: 1 }).answer).toBe('2: x@1 … 2:a/x');
    const named = ({ metadata }: KubeObject) => metadata?.name === 'x';
    expect(list(server, { resourceVersion: '0', limit: 1 }, named).answer).toMatch(/^429 /);
    const newer = { resourceVersion: '9', resourceVersionMatch: 'NotOlderThan', limit: 1 };
    expect(list(server, newer).answer).toMatch(/^504 /);
  });
});

describe('watch', () => {
  test.each(['', '0'])('from "%s" begins with the state, sorted by key', (resourceVersion) => {
    const server = cacher();
    put('y');
    put('x');
    const { lines } = watch(server, { resourceVersion, allowWatchBookmarks: true });
    const old = watch(cacher({ watchList: false }), { resourceVersion, allowWatchBookmarks: true });
    put('z');
    expect(lines).toEqual(['ADDED x@2', 'ADDED y@1', 'BOOKMARK @2 end', 'ADDED z@3']);
    expect(old.lines).toEqual(['ADDED x@2', 'ADDED y@1', 'ADDED z@3']);
  });

  test('from a version brings what came after it, and then goes on', () => {
    const server = cacher();
    put('x');
    put('x');
    put('y');
    const { lines } = watch(server, { resourceVersion: '1' });
    etcd.delete('a/x');
    expect(lines).toEqual(['MODIFIED x@2', 'ADDED y@3', 'DELETED x@4']);
  });

  test('from the future waits for what comes after it', () => {
    const server = cacher();
    const { lines } = watch(server, { resourceVersion: '2' });
    for (const name of ['x', 'y', 'z']) put(name);
    expect(lines).toEqual(['ADDED z@3']);
  });

  test('from before the history is an ERROR event, not an HTTP error', () => {
    const server = cacher({ ring: { lower: 2, upper: 2 } });
    for (const name of ['w', 'x', 'y', 'z']) put(name);
    expect(watch(server, { resourceVersion: '1' }).lines).toEqual([
      'ERROR 410 too old resource version: 1 (2)',
      'closed',
    ]);
    expect(watch(server, { resourceVersion: '2' }).lines).toEqual(['ADDED y@3', 'ADDED z@4']);
  });

  test('a history that has lost nothing reaches back to its list', () => {
    for (const name of ['w', 'x', 'y']) put(name);
    const server = cacher();
    put('z');
    expect(watch(server, { resourceVersion: '3' }).lines).toEqual(['ADDED z@4']);
    expect(watch(server, { resourceVersion: '2' }).lines[0]).toBe(
      'ERROR 410 too old resource version: 2 (3)',
    );
  });

  test('with initial events ends them with a bookmark', () => {
    const server = cacher();
    put('x');
    const parameters = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
    const { lines } = watch(server, { ...parameters, allowWatchBookmarks: true });
    put('x');
    expect(lines).toEqual(['ADDED x@1', 'BOOKMARK @1 end', 'MODIFIED x@2']);
    const without = watch(server, parameters);
    expect(without.lines).toEqual(['ADDED x@2']);
  });

  test('with initial events has its first bookmark within two seconds, however long it lasts', () => {
    const server = cacher();
    const { lines } = watch(server, { allowWatchBookmarks: true, timeoutSeconds: 300 });
    const plain = watch(server, { ...fromNow, timeoutSeconds: 300 });
    put('x');
    clock.advance(2 * SECOND);
    expect(lines).toEqual(['BOOKMARK @0 end', 'ADDED x@1', 'BOOKMARK @1']);
    expect(plain.lines).toEqual(['ADDED x@1']);
  });

  test('bookmarks are due by whole seconds, so that one due in the middle of one may come twice', () => {
    const server = cacher({ random: () => 0.2 });
    clock.advance(0.9 * SECOND);
    const { lines } = watch(server, { ...fromNow, timeoutSeconds: 6 });
    put('x');
    clock.advance(7 * SECOND);
    expect(lines).toEqual(['ADDED x@1', 'BOOKMARK @1', 'BOOKMARK @1', 'closed']);
  });

  test('with initial events of a version that does not come is an ERROR event', () => {
    const server = cacher();
    const { lines } = watch(server, {
      resourceVersion: '7',
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
    });
    clock.advance(4 * SECOND);
    expect(lines).toEqual([
      'ERROR 504 Timeout: Too large resource version: 7, current: 0',
      'closed',
    ]);
  });

  test('without initial events begins at the version that it waited for', () => {
    const server = cacher({ lag: SECOND });
    clock.advance(SECOND);
    put('x');
    const parameters = { sendInitialEvents: false, resourceVersionMatch: 'NotOlderThan' };
    const newest = watch(server, parameters);
    const any = watch(server, { ...parameters, resourceVersion: '0' });
    put('y');
    clock.advance(2 * SECOND);
    expect(newest.lines).toEqual(['ADDED y@2']);
    expect(any.lines).toEqual(['ADDED x@1', 'ADDED y@2']);
  });

  test('ends by itself after half an hour to an hour, if the client says nothing else', () => {
    const { lines } = watch(cacher({ random: () => 0.5 }), { allowWatchBookmarks: false });
    clock.advance(2699 * SECOND);
    expect(lines).toEqual([]);
    clock.advance(2 * SECOND);
    expect(lines).toEqual(['closed']);
  });

  test.each([
    [100, 10],
    [1500, 20],
    [102_400, 100],
  ])('with %i events of history has room for %i', (lower, room) => {
    const server = cacher({ ring: { lower, upper: lower } });
    const heard = watch(server, { resourceVersion: '0' });
    heard.full = true;
    put('x');
    for (let n = 0; n < room; n++) put(`x-${n}`);
    clock.advance(SECOND);
    expect(heard.lines).toEqual(['ADDED x@1']);
    put('one-more');
    clock.advance(SECOND);
    expect(heard.lines).toEqual(['ADDED x@1', 'closed']);
  });

  test.each([
    [{ sendInitialEvents: true }, /^refused 422 .*requires setting/],
    [{ sendInitialEvents: false }, /^refused 422 .*requires setting/],
    [
      { sendInitialEvents: true, resourceVersionMatch: 'Exact' },
      /^refused 422 .* \[resourceVersionMatch: Forbidden: .*, resourceVersionMatch: Unsupported/,
    ],
    [{ resourceVersion: '1', resourceVersionMatch: 'NotOlderThan' }, /^refused 422 /],
    [{ continue: '1:a/x' }, /^refused 422 .*when continue is provided/],
    [{ resourceVersion: '1x' }, /^refused 500 .*strconv.ParseUint: parsing "1x": invalid syntax/],
  ])('%o is refused', (parameters, words) => {
    expect(watch(cacher(), parameters).lines[0]).toMatch(words);
  });

  test('initial events are refused by a server that has them off', () => {
    const parameters = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
    expect(watch(cacher({ watchList: false }), parameters).lines[0]).toMatch(/gate is enabled$/);
  });

  test('a selector makes objects come and go', () => {
    const server = cacher();
    const seen = watch(server, {}, (object) => object.metadata?.labels?.['app'] === 'web');
    put('x');
    put('x', { app: 'web' });
    put('x', { app: 'web' });
    put('x');
    expect(seen.lines).toEqual(['ADDED x@2', 'MODIFIED x@3', 'DELETED x@4']);
  });

  test('bookmarks come each minute, and shortly before the end', () => {
    const server = cacher();
    const { lines } = watch(server, { ...fromNow, timeoutSeconds: 90 });
    put('x');
    clock.advance(59 * SECOND);
    expect(lines).toEqual(['ADDED x@1']);
    clock.advance(3 * SECOND);
    expect(lines).toEqual(['ADDED x@1', 'BOOKMARK @1']);
    clock.advance(MINUTE);
    expect(lines).toEqual(['ADDED x@1', 'BOOKMARK @1', 'BOOKMARK @1', 'closed']);
    expect(server.watches).toBe(0);
  });

  test('no bookmark says what the client knows already', () => {
    put('x');
    const { lines } = watch(cacher(), { timeoutSeconds: 300, allowWatchBookmarks: true });
    clock.advance(4 * MINUTE);
    expect(lines).toEqual(['ADDED x@1', 'BOOKMARK @1 end']);
  });

  test('a bookmark for which there is no room is left out', () => {
    const server = cacher({ watcherCapacity: 1 });
    const heard = watch(server, { ...fromNow, timeoutSeconds: 600 });
    put('x');
    heard.full = true;
    put('x');
    put('x');
    clock.advance(2 * MINUTE);
    heard.full = false;
    heard.resume();
    expect(heard.lines).toEqual(['ADDED x@1', 'MODIFIED x@2', 'MODIFIED x@3']);
  });

  test('a cache that is filled anew closes all streams without an error', () => {
    const server = cacher();
    put('x');
    const { lines } = watch(server, { resourceVersion: '1' });
    server.reinitialise();
    expect(lines).toEqual(['closed']);
  });

  test('a slow client is cut off, and holds up the others no longer than the budget', () => {
    const server = cacher({ watcherCapacity: 2 });
    const slow = watch(server, { resourceVersion: '0' });
    const quick = watch(server, { resourceVersion: '0' });
    slow.full = true;
    for (let n = 0; n < 6; n++) put('x');
    expect(slow.lines).toEqual(['ADDED x@1']);
    expect(quick.lines).toHaveLength(4);
    clock.advance(SECOND);
    expect(slow.lines).toEqual(['ADDED x@1', 'closed']);
    expect(quick.lines).toHaveLength(6);
  });

  test('a client that catches up in time misses nothing', () => {
    const server = cacher({ watcherCapacity: 2 });
    const slow = watch(server, { resourceVersion: '0' });
    slow.full = true;
    for (let n = 0; n < 5; n++) put('x');
    slow.full = false;
    slow.resume();
    expect(slow.lines).toHaveLength(5);
    clock.advance(SECOND);
    expect(slow.lines).not.toContain('closed');
  });

  test('a client too slow for the history is closed without a word', () => {
    const server = cacher({ ring: { lower: 3, upper: 3 }, watcherCapacity: 100 });
    for (const name of ['a', 'b', 'c']) put(name);
    const slow = watch(server, { resourceVersion: '0' });
    expect(slow.lines).toHaveLength(3);
    const reader = watch(server, { resourceVersion: '1' });
    expect(reader.lines).toEqual(['ADDED b@2', 'ADDED c@3']);
  });

  test('a client that stops is forgotten', () => {
    const server = cacher();
    const seen = watch(server, { resourceVersion: '0' });
    seen.stop();
    put('x');
    expect(seen.lines).toEqual(['closed']);
    expect(server.watches).toBe(0);
  });
});
