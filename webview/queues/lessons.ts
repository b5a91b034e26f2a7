// Short scripts in the form of the differential oracle, each for one thing that queues do. A test runs them against what client-go did.
import type { QueueVersion } from '../../src/protocol/queueApi.ts';
import { t } from '../shared/l10n.ts';
import type { Lesson } from '../shared/labPage.ts';

const add = (key: string, version: number): string => change('Add', key, version);
const update = (key: string, version: number): string => change('Update', key, version);
const remove = (key: string, version: number): string => change('Delete', key, version);

function change(op: string, key: string, version: number): string {
  return JSON.stringify({ op, args: [`default/${key}@${version}`] });
}

function list(version: number, ...objects: readonly string[]): string {
  const args = [objects.map((object) => `default/${object}`), String(version)];
  return JSON.stringify({ op: 'Replace', args });
}

const pop = '{"op":"Pop"}';
const resync = '{"op":"Resync"}';
const deltaFifo = '{"kind":"deltafifo","known":true,"replaced":true}';
const oldDeltaFifo = '{"kind":"deltafifo","known":true}';

export const lessons: readonly Lesson<QueueVersion>[] = [
  {
    name: t('Only the newest value'),
    about: t(
      'A FIFO gives a changed object once, as it is by then; a DeltaFIFO gives each change.',
    ),
    version: '1.32',
    script: ['{"kind":"fifo"}', add('web', 1), update('web', 2), update('web', 3), pop],
  },
  {
    name: t('A deleted key stays queued'),
    about: t('Added again it stands in a FIFO twice, and Pop skips what has no object.'),
    version: '1.32',
    script: [
      '{"kind":"fifo"}',
      ...[add('web', 1), add('db', 2), remove('web', 3), add('web', 4), pop, pop],
    ],
  },
  {
    name: t('Deltas pile up'),
    about: t('While the consumer is slow, changes of one object gather; two deletions become one.'),
    version: '1.32',
    script: [
      deltaFifo,
      ...[add('web', 1), pop, update('web', 2), add('db', 3), update('web', 4)],
      ...[remove('web', 5), remove('web', 6), pop, pop],
    ],
  },
  {
    name: t('A missed deletion'),
    about: t(
      'A list without an object that the consumer knows makes a DeletedFinalStateUnknown of it.',
    ),
    version: '1.32',
    script: [deltaFifo, list(2, 'web@1', 'db@2'), pop, pop, list(5, 'db@4'), pop, pop],
  },
  {
    name: t('When HasSynced turns true'),
    about: t(
      'The first list sets initialPopulationCount; each object that is popped takes one off it.',
    ),
    version: '1.37',
    script: [
      deltaFifo,
      ...[list(3, 'web@1', 'db@2', 'job@3'), remove('db', 4), pop, pop, pop, pop],
    ],
  },
  {
    name: t('An Add before the list'),
    about: t('Whatever comes first other than a list makes the queue count as synced at once.'),
    version: '1.37',
    script: [deltaFifo, add('web', 1), list(3, 'web@2', 'db@3'), pop, pop],
  },
  {
    name: t('Resync leaves alone what waits'),
    about: t(
      'A Sync behind a change that waits would bring the past back, so none is queued there.',
    ),
    version: '1.32',
    script: [
      deltaFifo,
      ...[add('web', 1), add('db', 2), pop, pop, update('web', 3), resync, pop, pop],
    ],
  },
  {
    name: t('ErrRequeue'),
    about: t('Up to 1.32 what fails so comes back into line; since 1.33 it is lost.'),
    version: '1.32',
    script: [deltaFifo, add('web', 1), add('db', 2), '{"op":"Pop","mode":"requeue"}', pop, pop],
  },
  {
    name: t('A Sync behind a Deleted in 1.9'),
    about: t('It is dropped there, even if a list has the object again: the object stays deleted.'),
    version: '1.9',
    script: [oldDeltaFifo, add('web', 1), pop, remove('web', 2), list(3, 'web@3'), pop],
  },
  {
    name: t('RealFIFO keeps the order'),
    about: t('Nothing is gathered by key: each change is popped in its own place.'),
    version: '1.37',
    script: [
      '{"kind":"realfifo","atomic":true,"unlock":true,"bookmark":true}',
      ...[add('web', 1), add('db', 2), update('web', 3), list(5, 'db@4'), pop, pop, pop, pop],
    ],
  },
];
