// A history of writes, and what is asked of an API server at places in it. Knows names alone: versions are those of the writes.

/** The parameters of a request as they stand in its query. `@w3`: the version of that write; `@future`: one that nobody has yet. */
export interface Question {
  readonly name: string;
  readonly watch?: boolean;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly limit?: number;
  /** `@NAME`: the token that the answer to an earlier question of that name had; else as it stands. */
  readonly continue?: string;
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
}

export interface Write {
  /** `touch`: an object of another kind. */
  readonly do: 'put' | 'delete' | 'touch';
  readonly name: string;
  /** What its version is called. */
  readonly version: string;
}

export type Step =
  | Write
  | { readonly do: 'compact' }
  /** The server is killed and started anew on what etcd has: its cache begins here. */
  | { readonly do: 'restart' }
  | { readonly do: 'ask'; readonly question: Question }
  /** All at once; the writes are made later, while those that watch are still there. */
  | {
      readonly do: 'ask-together';
      readonly questions: readonly Question[];
      readonly writes: readonly Write[];
    };

/** How long a watch lasts; two seconds before its end a bookmark is due. */
export const watchSeconds = 6;
/** Who asked for initial events has a bookmark within 2.25 s; the writes come after it, and before the last one. */
export const writesAfter = 2400;

const put = (name: string, version: string): Write => ({ do: 'put', name, version });
const remove = (name: string, version: string): Write => ({ do: 'delete', name, version });
const touch = (version: string): Write => ({ do: 'touch', name: version, version });
const list = (name: string, rest: Omit<Question, 'name'> = {}): Step => {
  return { do: 'ask', question: { name: `list ${name}`, ...rest } };
};
const slowList = (name: string, rest: Omit<Question, 'name'>): Question => {
  return { name: `list ${name}`, ...rest };
};
const watch = (name: string, rest: Omit<Question, 'name' | 'watch'> = {}): Question => {
  return { name: `watch ${name}`, watch: true, ...rest };
};
const notOlder = { resourceVersionMatch: 'NotOlderThan' };
const exact = { resourceVersionMatch: 'Exact' };
const streaming = { sendInitialEvents: true, ...notOlder };
const bookmarks = { allowWatchBookmarks: true };
const future = { resourceVersion: '@future' };

const history: readonly Step[] = [
  put('a', 'w0'),
  put('g', 'w00'),
  list('one before the restart', { limit: 1 }),
  touch('t0'),
  { do: 'restart' },
  put('a', 'w1'),
  put('b', 'w2'),
  put('c', 'w3'),
  put('d', 'w4'),
  put('e', 'w5'),
  put('b', 'w6'),
  remove('c', 'w7'),
  put('d', 'w8'),
  touch('t1'),
];

const lists: readonly Step[] = [
  list('"0" before anyone asked for the newest', { resourceVersion: '0' }),
  list('unset'),
  list('"0" afterwards', { resourceVersion: '0' }),
  list('of the last write', { resourceVersion: '@w8' }),
  list('of an old version', { resourceVersion: '@w3' }),
  list('not older than an old version', { resourceVersion: '@w3', ...notOlder }),
  list('not older than "0"', { resourceVersion: '0', ...notOlder }),
  list('exactly an old version', { resourceVersion: '@w3', ...exact }),
  list('exactly a version after a deletion', { resourceVersion: '@w7', ...exact }),
  list('exactly the last write', { resourceVersion: '@w8', ...exact }),
  list('two', { limit: 2 }),
  list('two, second page', { limit: 2, continue: '@list two' }),
  list('two, second page at "0"', { limit: 2, continue: '@list two', resourceVersion: '0' }),
  list('rest in one', { continue: '@list two' }),
  list('as many as there are', { limit: 4 }),
  list('one fewer than there are', { limit: 3 }),
  list('two at "0"', { limit: 2, resourceVersion: '0' }),
  list('two of an old version', { limit: 2, resourceVersion: '@w5' }),
  list('two of an old version, second page', {
    limit: 2,
    continue: '@list two of an old version',
  }),
  list('two exactly', { limit: 2, resourceVersion: '@w5', ...exact }),
  list('two not older', { limit: 2, resourceVersion: '@w5', ...notOlder }),
  list('two not older, second page', { limit: 2, continue: '@list two not older' }),
  list('exactly a version of before the cache began', { resourceVersion: '@w0', ...exact }),
  touch('t2'),
  list('unset after another kind changed'),
  touch('t3'),
  list('two after another kind changed', { limit: 2 }),
  list('with a token and a version', { continue: '@list two', resourceVersion: '@w8' }),
  list('with a token and a match', { continue: '@list two', resourceVersion: '0', ...notOlder }),
  list('with a token that is none', { continue: 'nonsense' }),
  list('of a version that is none', { resourceVersion: 'abc' }),
  list('with a match and no version', notOlder),
  list('with an unknown match', { resourceVersion: '@w3', resourceVersionMatch: 'Nearly' }),
  list('exactly "0"', { resourceVersion: '0', ...exact }),
];

const waiting: Step = {
  do: 'ask-together',
  questions: [
    slowList('of the future', future),
    slowList('not older than the future', { ...future, ...notOlder }),
    slowList('exactly the future', { ...future, ...exact }),
    slowList('two of the future', { ...future, limit: 2 }),
    watch('from the future', future),
    watch('streaming from the future', { ...streaming, ...bookmarks, ...future }),
  ],
  writes: [put('f', 'w9')],
};

const together: Step = {
  do: 'ask-together',
  questions: [
    watch('unset'),
    watch('unset with bookmarks', bookmarks),
    watch('"0"', { resourceVersion: '0' }),
    watch('"0" with bookmarks', { resourceVersion: '0', ...bookmarks }),
    watch('from the last write', { resourceVersion: '@w8' }),
    watch('from an old version', { resourceVersion: '@w3', ...bookmarks }),
    watch('from before the cache began', { resourceVersion: '@w0', ...bookmarks }),
    watch('from version 1', { resourceVersion: '1' }),
    watch('of a version that is none', { resourceVersion: 'abc' }),
    watch('with a match alone', { resourceVersion: '@w3', ...notOlder }),
    watch('with a token', { continue: '@list two' }),
    watch('streaming with bookmarks', { ...streaming, ...bookmarks }),
    watch('streaming without bookmarks', streaming),
    watch('streaming at "0"', { ...streaming, ...bookmarks, resourceVersion: '0' }),
    watch('streaming not older', { ...streaming, ...bookmarks, resourceVersion: '@w3' }),
    watch('streaming without a match', { sendInitialEvents: true, ...bookmarks }),
    watch('streaming exactly', { sendInitialEvents: true, resourceVersion: '@w3', ...exact }),
    watch('no initial events', { sendInitialEvents: false, ...notOlder, ...bookmarks }),
    watch('no initial events at "0"', {
      ...{ sendInitialEvents: false, ...notOlder, ...bookmarks },
      resourceVersion: '0',
    }),
    watch('no initial events from an old version', {
      ...{ sendInitialEvents: false, ...notOlder, ...bookmarks },
      resourceVersion: '@w3',
    }),
  ],
  writes: [put('f', 'w9b'), put('a', 'w10'), remove('b', 'w11')],
};

const compacted: readonly Step[] = [
  list('two before compaction', { limit: 2 }),
  put('a', 'w12'),
  put('d', 'w13'),
  { do: 'compact' },
  list('unset after compaction'),
  list('exactly a compacted version', { resourceVersion: '@w3', ...exact }),
  list('two of a compacted version', { resourceVersion: '@w3', limit: 2 }),
  list('not older than a compacted version', { resourceVersion: '@w3', ...notOlder }),
  list('of a compacted version', { resourceVersion: '@w3' }),
  list('with a token of before compaction', { continue: '@list two before compaction', limit: 2 }),
  list('with a token of before the restart', { continue: '@list one before the restart' }),
  list('with the token of that refusal', {
    continue: '@list with a token of before the restart',
    limit: 2,
  }),
  list('exactly a version older than the cache', { resourceVersion: '1', ...exact }),
  list('two of a version older than the cache', { resourceVersion: '1', limit: 2 }),
  {
    do: 'ask-together',
    questions: [
      watch('from a compacted version', { resourceVersion: '@w3', ...bookmarks }),
      watch('from version 1 after compaction', { resourceVersion: '1' }),
      watch('streaming after compaction', { ...streaming, ...bookmarks }),
    ],
    writes: [remove('a', 'w14')],
  },
];

export const requestScript: readonly Step[] = [
  ...history,
  ...lists,
  waiting,
  together,
  ...compacted,
];
