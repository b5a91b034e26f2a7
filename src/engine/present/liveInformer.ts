// The informers of the connected cluster as a page shows them.
import { micros, type Micros } from '../../base/time.ts';
import type { WatchedStore } from '../../cluster/clusterView.ts';
import type { ReflectorLog } from '../../cluster/reflectorJournal.ts';
import type { Inside } from '../../informer/journal.ts';
import { MOST_KEYS, type InformerRow, type StoredKeyRow } from '../../protocol/informerApi.ts';
import type { LiveInformerPage, LiveInformerQuery } from '../../protocol/liveInformerApi.ts';
import type { Connected } from '../live.ts';
import { queueRows } from './informer.ts';

/** `keep`: what a filter leaves of keys. */
export async function liveInformerPage(
  { connection, view }: Connected,
  at: Micros,
  query: Omit<LiveInformerQuery, 'text'>,
  keep: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<LiveInformerPage | undefined> {
  const stores = view.stores();
  const store = stores.find(({ resource }) => resource === (query.resource ?? 'pods'));
  if (store === undefined) return undefined;
  const { resource } = store;
  const log = store.log();
  const inside = store.inside();
  const byNode = [...store.byNode()].sort((a, b) => (a.node < b.node ? -1 : 1));
  const node = resource === 'pods' ? query.node : undefined;
  const ofNode = byNode.find((each) => each.node === node)?.keys ?? [];
  const kept = await keep(node === undefined ? store.keys() : [...ofNode].sort());
  const { bookmarks, bytes, relists, relisted, steps, total } = log;
  return {
    at,
    context: connection.context,
    server: connection.server,
    informers: stores.map((each) => ({
      resource: each.resource,
      phase: reflectorOf(each.inside(), each.log()).phase,
      items: each.items,
    })),
    resource,
    node,
    nodes: byNode.map((each) => ({ node: each.node, keys: each.keys.length })),
    row: informerRow(store, inside, log, kept),
    queued: store.queued,
    bookmarks,
    bytes,
    relists: relists.toReversed(),
    relisted,
    steps,
    total,
  };
}

/** A request that is held back below the reflector waits as one does that the reflector has not made. */
function reflectorOf(
  { reflector }: Inside,
  { held, phaseSince }: ReflectorLog,
): Pick<InformerRow, 'phase' | 'phaseSince' | 'wait'> {
  const now = reflector?.now ?? { phase: 'idle' };
  if (now.phase === 'waiting') {
    const { since, delay } = now;
    return { phase: 'waiting', phaseSince: since, wait: { until: later(since, delay), delay } };
  }
  if (held === undefined) return { phase: now.phase, phaseSince, wait: undefined };
  return { phase: 'waiting', phaseSince: later(held.until, -held.delay), wait: held };
}

function informerRow(
  { get, items }: WatchedStore,
  inside: Inside,
  log: ReflectorLog,
  kept: readonly string[],
): InformerRow {
  const { reflector, queue = [], handlers } = inside;
  const { waits, lastEventAt, lastBookmarkAt, counts } = log;
  return {
    ...reflectorOf(inside, log),
    waits,
    lastSyncResourceVersion: reflector?.lastSyncResourceVersion ?? '',
    lastVersionUnavailable: reflector?.lastVersionUnavailable ?? false,
    lastEventAt,
    lastBookmarkAt,
    counts,
    queue: queueRows(queue, MOST_KEYS),
    store: kept.slice(0, MOST_KEYS).map((key): StoredKeyRow => {
      const resourceVersion = get(key)?.metadata?.resourceVersion ?? '';
      return { key, resourceVersion, isNew: false };
    }),
    stored: items,
    removed: undefined,
    indices: [],
    handlers,
  };
}

function later(time: Micros, length: number): Micros {
  return micros(time + length);
}
