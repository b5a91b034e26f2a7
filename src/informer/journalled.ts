// Where a journal listens: at the way to the server, at a reflector, at a store, and inside a shared informer.
import { unreachable } from '../base/assert.ts';
import { formatDuration } from '../base/time.ts';
import { newest, type Behaviour } from './behaviour.ts';
import type { Delta } from './delta.ts';
import type { InformerJournal, Inside, QueuedDelta, StepNotes, StoredKey } from './journal.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { lastKnown, keyOfDeleted, metaNamespaceKey, type KubeObject } from './object.ts';
import { describeRequestError } from './requestError.ts';
import type { Notification } from './processorListener.ts';
import type { ReflectorEvent } from './routine.ts';
import { SharedInformer, type SharedInformerOptions } from './sharedInformer.ts';
import type { ReflectorStore } from './store.ts';

/** Of a long queue only its front is written down. */
const mostQueued = 100;
/** Of what waits for a handler. */
const mostNext = 3;

/** Notes what a stream brings, each before it is acted upon. */
export function journalledTransport<T extends KubeObject>(
  inner: ListerWatcher<T>,
  journal: StepNotes,
): ListerWatcher<T> {
  return {
    ...inner,
    list: (options, answer) =>
      inner.list(options, (result) => {
        if (!result.ok) journal.note('problem', describeRequestError(result.error));
        answer(result);
        journal.look();
      }),
    watch: (options, observer) =>
      inner.watch(options, {
        opened: () => {
          journal.note('answer', 'the server has accepted the watch');
          observer.opened();
          journal.look();
        },
        event: (event) => {
          if (event.type === 'BOOKMARK') journal.note('bookmark', `BOOKMARK${named(event.object)}`);
          else journal.note('event', `${event.type} ${named(event.object)}`);
          observer.event(event);
          journal.look();
        },
        failed: (error) => {
          journal.note('problem', describeRequestError(error));
          observer.failed(error);
          journal.look();
        },
        closed: () => {
          journal.note('answer', 'the stream has ended');
          observer.closed();
          journal.look();
        },
      }),
  };
}

/** For a reflector's `observe`. */
export function noteReflector(
  journal: StepNotes,
  event: ReflectorEvent,
  { queuesWholeLists }: Behaviour = newest,
): void {
  switch (event.type) {
    case 'list': {
      const { resourceVersion, limit } = event.options;
      const pages = limit === 0 ? '' : `, up to ${limit} objects a page`;
      journal.note('request', `list at version ${quoted(resourceVersion)}${pages}`);
      return;
    }
    case 'watch': {
      const { resourceVersion, sendInitialEvents } = event.options;
      const what = sendInitialEvents ? 'streaming list' : 'watch';
      journal.note('request', `${what} from version ${quoted(resourceVersion)}`);
      return;
    }
    case 'listed': {
      const how = event.streamed ? 'streamed' : 'listed';
      journal.note(
        'answer',
        `${how} ${many(event.count, 'object')} at version ${event.resourceVersion}`,
      );
      return;
    }
    case 'wait': {
      const { delay, reason } = event;
      const why = reason === 'relist' ? 'before it lists again' : 'before it asks again';
      journal.note('wait', `waits ${formatDuration(delay)} ${why}`, { waited: { delay, reason } });
      return;
    }
    case 'resync':
      // DeltaFIFO.syncKeyLocked and RealFIFO.Resync leave alone what has deltas; RealFIFO.addResyncToItemsLocked does not look.
      journal.note(
        'queue',
        queuesWholeLists
          ? 'resync: all that is in the store is queued again'
          : 'resync: what is in the store and does not wait is queued again',
      );
      return;
    case 'warning':
      journal.note('problem', event.text);
      return;
    // What ended a stream, and what is returned, was noted where it came from.
    case 'stream-ended':
    case 'returned':
      return;
    default:
      unreachable(event);
  }
}

/** A store that notes what is done to it; it indexes nothing. */
export function journalledStore<T extends KubeObject>(
  inner: ReflectorStore<T>,
  journal: InformerJournal,
): ReflectorStore<T> {
  const set = (object: T): void => {
    const entry = storedKey(object);
    journal.note('store', `stored ${named(object)}`, { stored: { set: entry } });
  };
  return {
    add: (object) => {
      set(object);
      return inner.add(object);
    },
    update: (object) => {
      set(object);
      return inner.update(object);
    },
    delete: (object) => {
      const removed = keyOfDeleted<T>(object, metaNamespaceKey) ?? '';
      journal.note('store', `removed ${removed}`, { stored: { removed } });
      return inner.delete(object);
    },
    replace: (objects, resourceVersion) => {
      const replaced = objects.map((object) => storedKey(object));
      const text = `replaced everything by ${many(objects.length, 'object')}, as listed`;
      journal.note('store', text, { stored: { replaced } });
      return inner.replace(objects, resourceVersion);
    },
    resync: () => inner.resync(),
  };
}

/** A shared informer with a journal of all its parts. */
export function journalledInformer<T extends KubeObject>(
  options: SharedInformerOptions<T>,
  journal: InformerJournal,
): SharedInformer<T> {
  const informer: SharedInformer<T> = new SharedInformer<T>({
    ...options,
    listerWatcher: journalledTransport(options.listerWatcher, journal),
    observe: (event) => {
      options.observe?.(event);
      noteReflector(journal, event, options.behaviour);
    },
    inside: {
      queued: () => {
        const waiting = informer.state.queue.pending.length;
        journal.note('queue', `queued; ${many(waiting, 'delta')} in the queue`);
      },
      taken: (deltas) => {
        journal.note('queue', `${many(deltas, 'delta')} taken out of the queue`);
      },
      stored: (object) => {
        const key = metaNamespaceKey(object) ?? '';
        const entry = storedKey(object, informer.indexer.indexedValues(key));
        journal.note('store', `stored ${named(object)}`, { stored: { set: entry } });
      },
      removed: (key) => {
        journal.note('store', `removed ${key}`, { stored: { removed: key } });
      },
      worked: () => {
        journal.look();
      },
      told: (handler, notification) => {
        journal.note('handler', `${handler} received ${toldOf(notification)}`);
      },
    },
  });
  journal.begin('the informer begins', () => insideOf(informer));
  return informer;
}

/** An informer as it is now, without its store. */
export function insideOf<T extends KubeObject>(informer: SharedInformer<T>): Inside {
  const { reflector, queue, handlers } = informer.state;
  return {
    reflector,
    queue: queue.pending.slice(0, mostQueued).map((delta) => queuedDelta(delta)),
    handlers: handlers.map((handler) => {
      const { name, backlog, room, hasSynced, resyncs: resyncPeriod } = handler;
      const next = handler.next(mostNext).map((each) => toldOf(each));
      return { name, backlog, room, next, hasSynced, resyncPeriod };
    }),
  };
}

function toldOf<T extends KubeObject>(notification: Notification<T>): string {
  const { type } = notification;
  const object = type === 'update' ? notification.after : notification.object;
  return `${type.toUpperCase()} ${keyOfDeleted<T>(object, metaNamespaceKey) ?? ''}`;
}

function queuedDelta<T extends KubeObject>(delta: Delta<T>): QueuedDelta {
  const { type } = delta;
  if (!('object' in delta)) {
    const version = 'resourceVersion' in delta ? delta.resourceVersion : '';
    return { type, key: undefined, resourceVersion: version };
  }
  const { object } = delta;
  const last: KubeObject | undefined = lastKnown<T>(object);
  return {
    type,
    key: keyOfDeleted<T>(object, metaNamespaceKey),
    resourceVersion: last?.metadata?.resourceVersion ?? '',
  };
}

function storedKey(object: KubeObject, indexed: StoredKey['indexed'] = {}): StoredKey {
  const resourceVersion = object.metadata?.resourceVersion ?? '';
  return { key: metaNamespaceKey(object) ?? '', resourceVersion, indexed };
}

function many(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

/** `default/web at version 43`; a bookmark has no name. */
function named(object: KubeObject): string {
  const key = metaNamespaceKey(object) ?? '';
  return `${key} at version ${object.metadata?.resourceVersion ?? '?'}`;
}

function quoted(version: string): string {
  return version === '' ? '"" (the newest)' : version === '0' ? '"0" (any)' : version;
}
