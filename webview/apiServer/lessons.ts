// Short scripts, each for one thing that the API server does with lists and watches.
import type { ServerVersion } from '../../src/protocol/apiServerApi.ts';
import { t } from '../shared/l10n.ts';
import type { Lesson } from '../shared/labPage.ts';

const script = (...moves: readonly object[]): readonly string[] =>
  [{}, ...moves].map((move) => JSON.stringify(move));

const put = (name: string): object => ({ do: 'put', name });
const wait = (ms: number): object => ({ do: 'wait', ms });
const three = ['web', 'db', 'job'].map(put);

export const lessons: readonly Lesson<ServerVersion>[] = [
  {
    name: t('List and watch, and a streaming list beside'),
    about: t(
      'Client 1 lists at "0" and watches from the list’s version; client 2 has both in one watch, whose list ends with a bookmark.',
    ),
    version: '1.34',
    script: script(
      ...three,
      { do: 'list', rv: '0' },
      { do: 'watch', rv: '3' },
      { do: 'watch', client: 2, stream: true },
      put('web'),
    ),
  },
  {
    name: t('Why memory matters'),
    about: t(
      'A list stands in the server’s memory whole until it is sent; a streaming list is sent object by object.',
    ),
    version: '1.34',
    script: script(
      ...['a', 'b', 'c', 'd', 'e', 'f'].map(put),
      { do: 'list', rv: '0' },
      { do: 'watch', client: 2, stream: true },
    ),
  },
  {
    name: t('A list at "0" may be old'),
    about: t('It is whatever the cache has, which here runs 5 s behind etcd.'),
    version: '1.34',
    script: script(put('web'), { do: 'lag', ms: 5000 }, put('web'), { do: 'list', rv: '0' }),
  },
  {
    name: t('The newest, from the cache'),
    about: t('Since 1.31 the cache asks etcd how far it is, waits until it is there, and answers.'),
    version: '1.34',
    script: script(
      put('web'),
      ...[{ do: 'lag', ms: 2000 }, put('web'), { do: 'list' }, wait(2000), wait(1000)],
    ),
  },
  {
    name: t('The newest, from etcd'),
    about: t('Before 1.31 each such list was read from etcd: fresh, but expensive.'),
    version: '1.26',
    script: script(put('web'), { do: 'lag', ms: 2000 }, put('web'), { do: 'list' }),
  },
  {
    name: t('Too large resource version'),
    about: t(
      'A version that the cache does not reach in 3 s is refused; the client asks again 1 s later.',
    ),
    version: '1.34',
    script: script(
      put('web'),
      ...[{ do: 'list', rv: '4' }, wait(3000), put('web'), put('web'), put('web'), wait(1000)],
    ),
  },
  {
    name: t('A compacted version'),
    about: t(
      'After a compaction and a new list of the cache, an old version can be neither listed nor watched: 410.',
    ),
    version: '1.34',
    script: script(
      ...[...three, { do: 'compact' }, { do: 'relist' }],
      { do: 'list', rv: '1', match: 'Exact' },
      { do: 'watch', rv: '1' },
    ),
  },
  {
    name: t('Exact, and not older than'),
    about: t(
      'Exact reads one version, before 1.34 always from etcd; not older than takes the cache once it is so far.',
    ),
    version: '1.31',
    script: script(
      ...three,
      { do: 'list', rv: '2', match: 'Exact' },
      { do: 'list', rv: '2', match: 'NotOlderThan' },
    ),
  },
  {
    name: t('A slow client is cut off'),
    about: t(
      'Its input channel fills up; once it is full and the dispatcher’s budget is spent, the watch is ended. Until then the other client waits, too.',
    ),
    version: '1.34',
    script: script(
      put('web'),
      ...[1, 2].map((client) => ({ do: 'watch', client, rv: '1' })),
      { do: 'slow', client: 1 },
      ...['a', 'b', 'c', 'd', 'e', 'f'].map(put),
      wait(1000),
    ),
  },
  {
    name: t('Bookmarks'),
    about: t(
      'Where nothing happens to what is watched, a bookmark each minute tells how far the cache is, so that the client need not begin long ago.',
    ),
    version: '1.34',
    script: script(put('web'), { do: 'watch', rv: '1' }, put('db'), wait(60_000), wait(10_000)),
  },
  {
    name: t('Pages'),
    about: t(
      'All pages are of the version of the first: before 1.34 those after it are read from etcd.',
    ),
    version: '1.31',
    script: script(...three, { do: 'list', limit: 2 }, put('web'), {
      do: 'list',
      limit: 2,
      continue: true,
    }),
  },
  {
    name: t('The gate WatchList is off'),
    about: t('A streaming list is refused; client-go then lists and watches.'),
    version: '1.31',
    script: script(
      ...three,
      { do: 'watch', stream: true },
      { do: 'list', rv: '0' },
      { do: 'watch', rv: '3' },
      put('web'),
    ),
  },
];
