// What a queue did at a move, and why, in words.
import type { QueueReason, QueueSaid } from '../../src/protocol/queueApi.ts';
import { t } from '../shared/l10n.ts';

type Values = QueueSaid['values'];

const words: Record<QueueReason, (...values: Values) => string> = {
  none: () => t('This queue has no such method: nothing happens to it.'),
  'no-key': () => t('KeyError: what has no metadata has no key.'),
  'transform-failed': () => t('The transformer refused the object: it is not queued.'),
  'add-new': (key = '') => t('{0} is not in items: its key goes to the end of the line.', key),
  'add-waits': (key = '') =>
    t(
      '{0} waits already: its newest value takes the place of the older one, its key stays where it stands.',
      key,
    ),
  'add-twice': (key = '') =>
    t(
      'The key of {0} still stands in line since it was deleted: it stands there twice now, and the first place wins.',
      key,
    ),
  'delete-item': (key = '') =>
    t('{0} leaves items. Its key stays in line, and Pop will skip it.', key),
  'delete-absent': (key = '') => t('{0} is not in items: only populated is set.', key),
  'replace-items': (count = 0) =>
    t(
      'Items and line are made anew, with {0} in line; what waited before and is not in the list is forgotten. Go queues them in the order of a map, which is any; here it is that of the list.',
      count,
    ),
  'resync-items': () =>
    t('Would put into line what is in items and not in line: there never is any.'),
  'delta-new': (key = '') =>
    t('Nothing is queued for {0}: its key goes to the end of the queue.', key),
  'delta-behind': (key = '', count = 0) =>
    t('{0} stands in line already: the delta goes behind those that wait, {1} now.', key, count),
  'delta-dedup': (key = '') =>
    t(
      'Two deletions of {0} in a row are one: the older stays, unless it is a DeletedFinalStateUnknown.',
      key,
    ),
  'delta-sync-dropped': () =>
    t('A Sync behind a Deleted is dropped in this version, as it would create the object anew.'),
  'delete-unknown': (key = '') =>
    t('{0} is neither queued nor in knownObjects: there is nothing to delete.', key),
  'replace-deltas': (count = 0, type = '', gone = 0) =>
    t(
      'Each listed object ({0}) gets a delta {1}; each that is known or queued and not listed ({2}) gets a Deleted with a DeletedFinalStateUnknown, for nobody saw its deletion.',
      count,
      type,
      gone,
    ),
  'replace-known': (count = 0, type = '', gone = 0) =>
    t(
      'Each listed object ({0}) gets a delta {1}; each in knownObjects that is not listed ({2}) gets a Deleted with a DeletedFinalStateUnknown. What is queued alone is not looked at in this version.',
      count,
      type,
      gone,
    ),
  'replace-queued': (count = 0, type = '', gone = 0) =>
    t(
      'Each listed object ({0}) gets a delta {1}; each that is queued and not listed ({2}) gets a Deleted with a DeletedFinalStateUnknown. There are no knownObjects.',
      count,
      type,
      gone,
    ),
  'delta-deletions-merged': (count = 0) =>
    t('Of these, {0} met a Deleted that waits: two deletions in a row are one.', count),
  'resync-known': (count = 0, left = 0) =>
    t(
      'Known objects that get a Sync: {0}; left alone, since something newer waits for them: {1}.',
      count,
      left,
    ),
  'resync-nothing-known': () => t('Without knownObjects there is nothing to resync.'),
  'real-append': (key = '') =>
    t(
      'The delta of {0} goes to the end, whatever waits already: nothing is gathered by key, nothing merged.',
      key,
    ),
  'replace-all': () =>
    t(
      'The whole list is one delta: the consumer itself compares it with its store, and finds what was deleted.',
    ),
  'replace-reconciled': (count = 0) =>
    t(
      'Deltas that go to the end: {0}. First a Deleted for each that is known or queued and not listed, then the listed ones.',
      count,
    ),
  'resync-all': () => t('One delta SyncAll for all objects: the consumer goes through its store.'),
  'resync-each': (count = 0) => t('A delta Sync for each known object: {0}.', count),
  bookmark: () =>
    t('The bookmark stands in line as all else, so that the store knows how far it is.'),
  'bookmark-ignored': () => t('Bookmarks are not queued with these options.'),
  'pop-item': (key = '') =>
    t('{0} leaves the line and items; the consumer gets its newest value.', key),
  'pop-deltas': (key = '', count = 0) =>
    t(
      '{0} leaves the line; the consumer gets all its deltas at once, oldest first: {1}.',
      key,
      count,
    ),
  'pop-delta': () => t('The first delta leaves the line; the consumer gets it alone.'),
  'pop-batch': (_key = '', count = 0) =>
    t('Deltas of different objects that leave the line together: {0}.', count),
  'pop-skipped': (count = 0) => t('Keys without an object that were skipped: {0}.', count),
  'pop-failed': () =>
    t('The consumer failed: what it was given is lost to the queue all the same.'),
  'pop-requeued': () =>
    t('The consumer returned ErrRequeue: what it was given is put back at the end.'),
  'pop-not-requeued': () =>
    t('The consumer failed, and nothing is put back: ErrRequeue left client-go in 1.33.'),
  'pop-blocked': () =>
    t('Nothing is queued: Pop waits here until something is, or the queue is closed.'),
  'pop-closed': () => t('Empty and closed: Pop returns the error of a closed queue.'),
  'put-back': () => t('Nothing newer of it is queued: it is put back at the end.'),
  'not-put-back': () => t('Something newer of it is queued: it is not put back.'),
  closed: () =>
    t('Closed: what waits can still be popped; only empty and closed together end a consumer.'),
  'known-deleted': (key = '') => t('{0} leaves knownObjects behind the queue’s back.', key),
};

export function reasonWords({ reason, values }: QueueSaid): string {
  return words[reason](...values);
}
