// What the model of the API server does in its laboratory: the answers to lists and watches, and who is asked for them.
import { expect, test } from 'vitest';
import { serverPage } from '../../../../src/engine/serverLab/serverPage.ts';
import type { ServerPage, ServerVersion } from '../../../../src/protocol/apiServerApi.ts';

function page(version: ServerVersion, ...moves: readonly object[]): ServerPage {
  const script = [{}, ...moves].map((line) => JSON.stringify(line)).join('\n');
  return serverPage({ version, script });
}

/** What went to a client, and why. */
const heard = ({ messages }: ServerPage, client = 'client1'): string[] =>
  messages.filter(({ to }) => to === client).map(({ text, reason }) => `${reason}: ${text}`);

const put = (name: string): object => ({ do: 'put', name });
const list = (rv: string, more: object = {}): object => ({ do: 'list', rv, ...more });
const wait = (ms: number): object => ({ do: 'wait', ms });
const lag = (ms: number): object => ({ do: 'lag', ms });
const watch = (rv: string, more: object = {}): object => ({ do: 'watch', rv, ...more });

test('etcd writes before the cache hears of it', () => {
  const { messages } = page('1.34', put('web'), { do: 'delete', name: 'web' });
  expect(messages.map(({ from, to, text }) => `${from} ${to}: ${text}`)).toEqual([
    'etcd etcd: put default/web@1',
    'etcd cache: ADDED default/web@1',
    'etcd etcd: delete default/web: 2',
    expect.stringMatching(/^etcd cache: DELETED default\/web/),
  ]);
});

test('a list at "0" is as old as the cache; one without a version is the newest, or comes from etcd', () => {
  const late = [put('web'), lag(2000), put('db')];
  expect(heard(page('1.34', ...late, list('0')))).toEqual([
    'from-cache: 200 resourceVersion=1, 1: default/web@1',
  ]);
  expect(heard(page('1.34', ...late, list('')))).toEqual([]);
  const fresh = page('1.34', ...late, list(''), wait(2500));
  expect(heard(fresh)).toEqual([
    'from-cache: 200 resourceVersion=2, 2: default/db@2 default/web@1',
  ]);
  expect(fresh.messages.map(({ reason }) => reason)).toContain('asks-revision');
  const old = page('1.26', ...late, list(''));
  expect(heard(old)).toEqual(['from-etcd: 200 resourceVersion=2, 2: default/db@2 default/web@1']);
});

test('a version that the cache does not reach in 3 s is too large, and asked for again 1 s later', () => {
  const moves = [put('web'), list('5'), wait(3000)];
  expect(heard(page('1.34', ...moves))).toEqual([
    'too-large: 504 Timeout: Timeout: Too large resource version: 5, current: 1 Retry-After: 1',
  ]);
  const again = page('1.34', ...moves, wait(1000), put('a'), put('b'), put('c'), put('d'));
  expect(again.messages.map(({ reason }) => reason)).toContain('retried');
  expect(heard(again).at(-1)).toMatch(/^from-cache: 200 resourceVersion=5, 5/);
  expect(again.waitingLists).toBe(0);
});

test('a compacted version is gone, to a list and to a watch', () => {
  const moves = [put('web'), put('web'), put('web'), { do: 'compact' }, { do: 'relist' }];
  const exact = page('1.34', ...moves, list('1', { match: 'Exact' }));
  expect(heard(exact)).toEqual([
    'expired: 410 Expired: The resourceVersion for the provided list is too old.',
  ]);
  expect(heard(page('1.34', ...moves, watch('1')))[0]).toBe(
    'expired: ERROR 410 Expired: too old resource version: 1 (3)',
  );
});

test('a streaming list: what there is, a bookmark that ends it, then what happens', () => {
  const streamed = page('1.34', put('web'), put('db'), watch('', { stream: true }), put('web'));
  expect(heard(streamed)).toEqual([
    'initial-event: ADDED default/db@2',
    'initial-event: ADDED default/web@1',
    'initial-events-end: BOOKMARK 2 k8s.io/initial-events-end',
    'event: MODIFIED default/web@3',
  ]);
  expect(heard(page('1.31', put('web'), watch('', { stream: true })))[0]).toMatch(
    /^refused: 422 Invalid: .*WatchList feature gate/,
  );
});

test('who takes nothing is cut off once its channel is full, and others hear of all', () => {
  const events = ['a', 'b', 'c', 'd', 'e', 'f'].map(put);
  const moves = [put('web'), watch('1'), watch('1', { client: 2 }), { do: 'slow', client: 1 }];
  const full = page('1.34', ...moves, ...events.slice(0, 4));
  expect(full.watches.map(({ waiting, room }) => [waiting.length, room])).toEqual([
    [3, 3],
    [0, 3],
  ]);
  const cut = page('1.34', ...moves, ...events, wait(1000));
  expect(heard(cut).at(-1)).toBe('cut-slow: EOF');
  expect(heard(cut, 'client2').length).toBe(6);
  expect(cut.watches.map(({ client }) => client)).toEqual(['client2']);
});

test('bookmarks each minute tell how far the cache is, though nothing happened to the watcher', () => {
  const quiet = page('1.34', put('web'), watch('1'), { do: 'touch' }, put('db'), wait(62_000));
  expect(heard(quiet).filter((text) => text.startsWith('bookmark'))).toEqual([
    'bookmark: BOOKMARK 3',
  ]);
});

test('a list in pages is one of the version it began at', () => {
  const first = [put('a'), put('b'), put('c'), list('', { limit: 2 }), put('d')];
  const rest = list('', { limit: 2, continue: true });
  const begin = '200 resourceVersion=3, 2: default/a@1 default/b@2, continue=3:default/b';
  const end = '200 resourceVersion=3, 1: default/c@3';
  expect(heard(page('1.34', ...first, rest))).toEqual([
    `from-cache: ${begin}`,
    `from-cache: ${end}`,
  ]);
  expect(heard(page('1.31', ...first, rest))[1]).toBe(`from-etcd: ${end}`);
  const late = [...first, { do: 'compact' }, wait(15_000), rest];
  expect(heard(page('1.34', ...late))[1]).toMatch(/^expired: 410 .*inconsistent list/);
  expect(heard(page('1.34', ...late, rest))[2]).toBe(
    'from-cache: 200 resourceVersion=4, 2: default/c@3 default/d@4',
  );
});

test('a watch without a version is a streaming list, but where the server has none', () => {
  const moves = [put('web'), { do: 'touch' }, watch(''), wait(200)];
  const streamed = page('1.34', ...moves);
  expect(streamed.messages.map(({ reason }) => reason)).toContain('asks-revision');
  expect(heard(streamed)).toEqual([
    'initial-event: ADDED default/web@1',
    'initial-events-end: BOOKMARK 2 k8s.io/initial-events-end',
  ]);
  expect(heard(page('1.31', ...moves))).toEqual(['initial-event: ADDED default/web@1']);
});

test('a lag that ends does not change the order of what is under way', () => {
  const { cache } = page('1.34', lag(5000), put('a'), lag(0), put('a'), put('b'), wait(6000));
  expect(cache).toMatchObject({ revision: 3, objects: ['default/a@2', 'default/b@3'] });
});

test.each([
  ['nothing', ''],
  ['an unknown move', '{}\n{"do":"explode"}'],
  ['a name that is none', '{}\n{"do":"put","name":"<img>"}'],
])('%s is refused with a sentence', (_, script) => {
  expect(() => serverPage({ version: '1.34', script })).toThrow(/cannot be replayed/);
});
