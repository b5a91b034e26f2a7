// PLEG of a real kubelet: its relists, and its pod records whenever they were not as before.
import { eventsOf } from '../../../../kubelet/plegEvents.ts';
import type { RunningPod } from '../../../../kubelet/pod.ts';
import type { PlegPart } from '../../../../protocol/machineApi.ts';
import type { TruthPod, TruthRecord } from '../../../truth/truthLine.ts';
import { ofPod } from '../asked.ts';
import { listed } from '../cacheParts.ts';
import type { AskedTruth } from './askedTruth.ts';

type Records = ReadonlyMap<string, TruthRecord>;

export function truthPleg(asked: AskedTruth): PlegPart {
  const { eye, step, count } = asked;
  const { truth } = eye;
  const begun = truth.last('begin', step);
  const ended = truth.last('end', step);
  const goesOn = (begun?.step ?? -1) > (ended?.step ?? -1);
  const since = goesOn ? begun?.at : ended?.at;
  let records: Records | undefined;
  for (const end of truth.back('end', step)) if ((records = end.event.records) !== undefined) break;
  const rows = ofPod(asked, [...(records ?? [])]);
  const differs = ({ old, current }: TruthRecord): number => (same(old, current) ? 0 : 1);
  return {
    ...eye.head(asked, 'pleg'),
    state: goesOn ? 'relists' : 'sleeps',
    since: eye.shown(since),
    relistTime: eye.shown(ended?.event.relistTime),
    nextRelist: undefined,
    todo: [],
    records: rows
      .toSorted(([, a], [, b]) => differs(b) - differs(a))
      .slice(0, count)
      .map(([uid, { old, current }]) => ({
        pod: eye.pod(uid),
        old: listed(old),
        current: listed(current),
        reinspect: ended?.event.reinspect.has(uid) === true,
      })),
    total: rows.length,
    events: lastEvents(asked),
    untold: ['nextRelist', 'todo'],
  };
}

function same(a: TruthPod | undefined, b: TruthPod | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The events of the last relist that made some. A pod with events is written into its old list (`podRecords.update`), so that its
 * new one is empty again; its events are what differs from the old list of before.
 */
function lastEvents(asked: AskedTruth): PlegPart['events'] {
  const { eye, step, uid, count } = asked;
  let later: { readonly at: number; readonly records: Records } | undefined;
  for (const { at, event } of eye.truth.back('end', step)) {
    const { records } = event;
    if (records === undefined) continue;
    const events = later === undefined ? [] : eventsBetween(records, later.records);
    const own = events.filter(({ id }) => uid === undefined || id === uid);
    if (later !== undefined && own.length > 0) {
      const shown = eye.shown(later.at as typeof at);
      return own
        .slice(0, count)
        .map(({ id, type, data }) => ({ pod: eye.pod(id), type, data, at: shown }));
    }
    later = { at, records };
  }
  return [];
}

function eventsBetween(before: Records, after: Records): ReturnType<typeof eventsOf> {
  const uids = new Set([...before.keys(), ...after.keys()]);
  return [...uids].flatMap((uid) => {
    const old = before.get(uid)?.old;
    const record = after.get(uid);
    if (record?.current !== undefined || same(old, record?.old)) return [];
    const made = eventsOf(uid, { old: running(uid, old), current: running(uid, record?.old) });
    return made.filter(({ type }) => type !== 'ContainerChanged');
  });
}

function running(uid: string, pod: TruthPod | undefined): RunningPod | undefined {
  if (pod === undefined) return undefined;
  const { name, ...lists } = pod;
  return { id: uid, namespace: '', name, ...lists };
}
