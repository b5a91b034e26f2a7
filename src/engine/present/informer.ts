// Informers as a page shows them. A journal's own steps and states go in, rows come out.
import { micros, type Micros } from '../../base/time.ts';
import type {
  InformerJournal,
  JournalState,
  JournalStep,
  QueuedDelta,
} from '../../informer/journal.ts';
import {
  MOST_KEYS,
  type IndexRow,
  type InformerPage,
  type InformerQuery,
  type InformerRow,
  type InformerStepRow,
  type QueuedKeyRow,
  type StoredKeyRow,
} from '../../protocol/informerApi.ts';

/** Steps shown before and after the one that is looked at. */
const before = 60;
const after = 40;
const mostValues = 50;

/** What the informers of a session were like at a time, or after one step of one of them. */
export function informerPage(
  journals: readonly InformerJournal[],
  at: Micros,
  query: Omit<InformerQuery, 'text'>,
  most = MOST_KEYS,
): InformerPage {
  const informer = Math.min(Math.max(0, query.informer ?? 0), Math.max(0, journals.length - 1));
  const journal = journals[informer];
  const informers = journals.map(({ name, about, queueType, watchList }) => ({
    name,
    about,
    watchList,
    ...(queueType === undefined ? {} : { queueType }),
  }));
  if (journal === undefined) {
    const none = { shown: undefined, steps: [], total: 0, firstKept: 0, atCursor: -1 };
    return { at, informers, informer: 0, ...none };
  }
  const { length: total, firstKept } = journal;
  const atCursor = journal.stepAt(at);
  const wanted = query.step ?? atCursor;
  const number = wanted < 0 ? -1 : Math.min(Math.max(wanted, firstKept), total - 1);
  const step = journal.step(number);
  return {
    at,
    informers,
    informer,
    shown:
      step === undefined
        ? undefined
        : { step: stepRow(step, number), row: informerRow(journal.stateAfter(number), step, most) },
    steps: stepsAround(journal, number),
    total,
    firstKept,
    atCursor,
  };
}

/** A page with those keys of queue and store alone. */
export async function keptKeys(
  page: InformerPage,
  keep: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<InformerPage> {
  const { shown } = page;
  if (shown === undefined) return page;
  const { queue, store } = shown.row;
  const queued = queue?.flatMap(({ key }) => key ?? []) ?? [];
  const kept = new Set(await keep([...queued, ...store.map(({ key }) => key)]));
  const row = {
    ...shown.row,
    queue: queue?.filter(({ key }) => key !== undefined && kept.has(key)).slice(0, MOST_KEYS),
    store: store.filter(({ key }) => kept.has(key)).slice(0, MOST_KEYS),
  };
  return { ...page, shown: { ...shown, row } };
}

function stepsAround(journal: InformerJournal, number: number): InformerStepRow[] {
  const from = Math.max(journal.firstKept, number - before);
  const rows: InformerStepRow[] = [];
  for (let each = from; each <= number + after; each++) {
    const step = journal.step(each);
    if (step !== undefined) rows.push(stepRow(step, each));
  }
  return rows;
}

function stepRow({ at, kind, text }: JournalStep, step: number): InformerStepRow {
  return { step, at, kind, text };
}

function informerRow(state: JournalState, { stored }: JournalStep, most: number): InformerRow {
  const { reflector, phaseSince, waits, counts, handlers } = state;
  const now = reflector?.now ?? { phase: 'idle' };
  const set = stored !== undefined && 'set' in stored ? stored.set.key : undefined;
  const removed = stored !== undefined && 'removed' in stored ? stored.removed : undefined;
  return {
    phase: now.phase,
    phaseSince,
    wait:
      now.phase === 'waiting'
        ? { until: addTo(phaseSince, now.delay), delay: now.delay }
        : undefined,
    waits,
    lastSyncResourceVersion: reflector?.lastSyncResourceVersion ?? '',
    lastVersionUnavailable: reflector?.lastVersionUnavailable ?? false,
    lastEventAt: state.lastEventAt,
    lastBookmarkAt: state.lastBookmarkAt,
    counts,
    queue: state.queue === undefined ? undefined : queueRows(state.queue, most),
    store: storeRows(state, set, most),
    stored: state.store.size,
    removed,
    indices: indexRows(state),
    handlers,
  };
}

function addTo(time: Micros, length: number): Micros {
  return micros(time + length);
}

/** By key, each where its first delta stands. */
export function queueRows(queue: readonly QueuedDelta[], most: number): QueuedKeyRow[] {
  const rows = new Map<string | undefined, { type: string; resourceVersion: string }[]>();
  for (const { key, type, resourceVersion } of queue) {
    const deltas = rows.get(key) ?? [];
    rows.set(key, deltas);
    deltas.push({ type, resourceVersion });
  }
  return [...rows].slice(0, most).map(([key, deltas]) => ({ key, deltas }));
}

function storeRows(
  { store }: JournalState,
  touched: string | undefined,
  most: number,
): StoredKeyRow[] {
  const keys = [...store.keys()].sort();
  const place = touched === undefined ? 0 : keys.indexOf(touched);
  const from = Math.max(0, Math.min(place - most / 2, keys.length - most));
  return keys.slice(from, from + most).map((key) => ({
    key,
    resourceVersion: store.get(key)?.resourceVersion ?? '',
    isNew: key === touched,
  }));
}

function indexRows({ store }: JournalState): IndexRow[] {
  const indices = new Map<string, Map<string, number>>();
  for (const { indexed } of store.values()) {
    for (const [name, values] of Object.entries(indexed)) {
      const counts = indices.get(name) ?? new Map<string, number>();
      indices.set(name, counts);
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...indices].map(([name, counts]) => ({
    name,
    values: [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, mostValues)
      .map(([value, keys]) => ({ value, keys })),
  }));
}
