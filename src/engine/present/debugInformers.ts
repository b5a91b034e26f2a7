// Informers as values: those that a scenario simulated, as they were at the moment; those of the connected cluster, as they are now.
import { formatDuration, formatTimeOfDay } from '../../base/time.ts';
import type { WatchedStore } from '../../cluster/clusterView.ts';
import type { InformerJournal, Inside, JournalState } from '../../informer/journal.ts';
import { podState } from './cluster.ts';
import { group, lazily, listed, plain, type DebugContext, type DebugNode } from './debugNode.ts';
import { plural } from './values.ts';

/** Undefined: there are none. */
export function informersNode(context: DebugContext): DebugNode | undefined {
  const { journals, stores } = context.beside;
  const makers = [
    ...journals.map((journal) => [journal.name, () => simulatedNode(context, journal)] as const),
    ...stores.map((store) => [store.resource, () => watchedNode(store)] as const),
  ];
  if (makers.length === 0) return undefined;
  const when = stores.length === 0 ? '' : ', as they are now';
  return group(
    'informers',
    'informers',
    `${plural(makers.length, 'informer')}${when}`,
    lazily(makers),
  );
}

interface Shown {
  readonly name: string;
  readonly inside: Inside;
  readonly keys: readonly string[];
  /** What is said of an item. */
  readonly item: (key: string) => string;
  readonly more: readonly (readonly [name: string, text: string])[];
}

function simulatedNode({ moment }: DebugContext, journal: InformerJournal): DebugNode {
  const state: JournalState = journal.stateAfter(journal.stepAt(moment.time));
  const { events, requests, problems } = state.counts;
  return informerNode({
    name: journal.name,
    inside: state,
    keys: [...state.store.keys()].sort(),
    item: (key) => `${key} at version ${state.store.get(key)?.resourceVersion ?? ''}`,
    more: [
      [
        'lastEvent',
        state.lastEventAt === undefined ? 'none yet' : formatTimeOfDay(state.lastEventAt),
      ],
      ['since', formatTimeOfDay(state.phaseSince)],
      [
        'counts',
        `${plural(requests, 'request')}, ${plural(events, 'event')}, ${plural(problems, 'problem')}`,
      ],
    ],
  });
}

function watchedNode({ resource, inside, keys, get }: WatchedStore): DebugNode {
  const said = (key: string): string => {
    const found = get(key);
    if (found === undefined) return 'gone meanwhile';
    const { summary, metadata } = found;
    const state = 'phase' in summary ? podState({ ...found, summary }) : `ready: ${summary.ready}`;
    const on = 'node' in summary && summary.node !== '' ? ` on ${summary.node}` : '';
    return `${key}: ${state}${on}, at version ${metadata?.resourceVersion ?? ''}`;
  };
  return informerNode({ name: resource, inside: inside(), keys: keys(), item: said, more: [] });
}

function informerNode({ name, inside, keys, item, more }: Shown): DebugNode {
  const { reflector, queue = [], handlers } = inside;
  const expression = `informers[${JSON.stringify(name)}]`;
  const version = reflector?.lastSyncResourceVersion ?? '';
  const phase = phaseText(inside);
  const value = (child: string, text: string): DebugNode =>
    seen(child, `${expression}.${child}`, text);
  const waiting = listed(
    queue,
    `${expression}.queue`,
    ({ type, key, resourceVersion }, own, path) =>
      seen(
        own,
        path,
        [type, key ?? '', resourceVersion === '' ? '' : `at version ${resourceVersion}`]
          .filter((part) => part !== '')
          .join(' '),
      ),
  );
  const items = listed(keys, `${expression}.items`, (key, own, path) => seen(own, path, item(key)));
  const told = listed(handlers, `${expression}.handlers`, (handler, own, path) =>
    seen(
      own,
      path,
      `${handler.name}: ${handler.hasSynced ? 'has heard of the whole list' : 'has not heard of the whole list'}, ${plural(handler.backlog, 'notification')} waiting${handler.resyncPeriod === 0 ? '' : `, a resync each ${formatDuration(handler.resyncPeriod)}`}`,
    ),
  );
  return group(
    name,
    expression,
    `${phase}, ${plural(keys.length, 'item')}${version === '' ? '' : `, version ${version}`}`,
    [
      value('phase', phase),
      value('lastSyncResourceVersion', version === '' ? 'none yet' : version),
      ...more.map(([child, text]) => value(child, text)),
      group('queue', `${expression}.queue`, plural(queue.length, 'delta'), waiting),
      group('items', `${expression}.items`, plural(keys.length, 'item'), items),
      group('handlers', `${expression}.handlers`, plural(handlers.length, 'handler'), told),
    ],
  );
}

function phaseText({ reflector }: Inside): string {
  const now = reflector?.now;
  if (now === undefined) return 'not begun';
  return now.phase === 'waiting'
    ? `waiting for ${formatDuration(now.delay)} (${now.reason})`
    : now.phase;
}

/** An informer says itself what it holds. */
function seen(name: string, expression: string, text: string): DebugNode {
  return { ...plain(name, expression, text), known: 'seen' };
}
