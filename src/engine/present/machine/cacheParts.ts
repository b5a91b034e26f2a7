// The pod cache with who waits in it, and PLEG, which fills it.
import { mapEntries, mapGet } from '../../../base/persistentMap.ts';
import { micros, type Micros } from '../../../base/time.ts';
import { relistPeriod } from '../../../kubelet/pleg.ts';
import { eventsOf, eventsOfRecord } from '../../../kubelet/plegEvents.ts';
import type { RunningPod } from '../../../kubelet/pod.ts';
import type {
  CacheChannel,
  CacheEntryRow,
  CacheWaitRow,
  CacheWaits,
  CacheWaitsQuery,
  PlegPart,
  PodCachePart,
  SubscriberRow,
} from '../../../protocol/machineApi.ts';
import { MOST_MACHINE_ROWS } from '../../../protocol/machineApi.ts';
import type { CacheWait } from '../../../simulate/journal/kubeletJournal.ts';
import { countedStates, ofPod, partHead, type Asked } from './asked.ts';
import type { InsideKubelet } from './inside.ts';

export function podCachePart(asked: Asked): PodCachePart {
  const { inside, step, uid, count } = asked;
  const { podCache } = inside.journal.parts;
  const cache = podCache.stateBy(step);
  const readers: SubscriberRow[] = [];
  const byPod = new Map<string, SubscriberRow[]>();
  for (const [pod, records] of ofPod(asked, mapEntries(cache.subscribers))) {
    const rows = records.map(({ subscriber, time }) => {
      const called: number =
        inside.journal.backFrom(subscriber, step, 'podCache').next().value ?? -1;
      return {
        pod: inside.pod(pod),
        minTime: inside.shown(time),
        ...waitBegan(asked, pod, called),
      };
    });
    byPod.set(pod, rows);
    readers.push(...rows);
  }
  readers.sort((a, b) => a.since - b.since);
  const entries = ofPod(asked, mapEntries(cache.pods));
  const rows = entries.slice(0, count).map(([pod, { status, err, modified }]): CacheEntryRow => {
    const containers = status?.containerStatuses ?? [];
    return {
      pod: inside.pod(pod),
      modified: inside.shown(modified),
      err,
      status: countedStates(status?.sandboxStatuses, containers) ?? 'nothing in the runtime',
      containers: containers.map(({ name, id, state }) => ({ name, id, state })),
      readers: byPod.get(pod) ?? [],
    };
  });
  rows.sort((a, b) => b.readers.length - a.readers.length || (a.pod.name < b.pod.name ? -1 : 1));
  return {
    ...partHead(asked, 'podCache'),
    timestamp: inside.shown(cache.timestamp),
    entries: rows,
    total: entries.length,
    readers: uid === undefined ? readers.slice(0, count) : readers,
  };
}

/** The call of a reader that waits still: its last one. */
function waitBegan(
  { inside, step }: Asked,
  uid: string,
  last: number,
): Pick<SubscriberRow, 'since' | 'step'> {
  const { journal } = inside;
  const { podCache } = journal.parts;
  let called = last;
  for (const each of journal.backFrom(uid, step, 'podCache')) {
    called = each;
    if (podCache.kindOf(podCache.countTo(each) - 1) === 'getNewerThan') break;
  }
  return { since: inside.timeOf(called), step: called };
}

export function cacheWaits(
  inside: InsideKubelet,
  { from, to, atOnce = false, count }: CacheWaitsQuery,
  uid: string | undefined,
): CacheWaits {
  const { journal } = inside;
  const most = Math.min(MOST_MACHINE_ROWS, Math.max(0, count));
  const rows: CacheWaitRow[] = [];
  let total = 0;
  for (let row = 0; row < journal.waits; row++) {
    if (!atOnce && journal.wasAnsweredAtOnce(row)) continue;
    const end = journal.waitEndOf(row);
    if (from !== undefined && end >= 0 && inside.timeOf(end) < from) continue;
    const wait = journal.waitAt(row);
    if (wait === undefined) continue;
    const began = inside.timeOf(wait.step);
    if (to !== undefined && began > to) break;
    if (uid !== undefined && wait.uid !== uid) continue;
    total += 1;
    if (rows.length >= most) continue;
    const { releasedStep } = wait;
    const whole = {
      got: gotOf(wait),
      atTheVeryTime: isVeryTime(inside, wait),
      pod: inside.pod(wait.uid),
      minTime: inside.shown(wait.minTime),
      from: began,
      to: releasedStep === undefined ? undefined : endOf(inside, releasedStep),
      releasedBy: wait.releasedBy,
      gotModified: inside.shown(wait.gotModified),
      channel: channelOf(wait.releasedBy),
      step: wait.step,
      releasedStep,
    };
    rows.push(waitBy(whole, to));
  }
  return { rows, total, why: undefined };
}

/** A wait as it stands at a moment: its end may come later. */
export function waitBy(row: CacheWaitRow, at: Micros | undefined): CacheWaitRow {
  if (at === undefined || row.to === undefined || row.to <= at) return row;
  return {
    ...row,
    to: undefined,
    releasedBy: undefined,
    got: undefined,
    atTheVeryTime: false,
    gotModified: undefined,
    channel: channelOf(undefined),
    releasedStep: undefined,
  };
}

function gotOf({ releasedBy, gotModified, minTime }: CacheWait): CacheWaitRow['got'] {
  if (releasedBy === undefined || releasedBy === 'process ended') return undefined;
  if (gotModified === undefined) return 'empty status';
  return minTime !== undefined && gotModified < minTime ? 'older entry' : 'entry';
}

/** `subscribe` and `notify` of pkg/kubelet/container/cache.go, which are the same from 1.9 to 1.36. */
export function channelOf(releasedBy: CacheWaitRow['releasedBy']): CacheChannel {
  if (releasedBy === undefined) return 'empty';
  if (releasedBy === 'process ended') return 'gone';
  return releasedBy === 'at once' ? 'open' : 'closed';
}

/** `notify` asks whether its time is before the wanted one, so that the same time wakes a reader. */
function isVeryTime({ journal }: InsideKubelet, wait: CacheWait): boolean {
  const { releasedStep, releasedBy, minTime } = wait;
  if (releasedStep === undefined || releasedBy === 'process ended') return false;
  const { podCache } = journal.parts;
  const event = podCache.at(podCache.countTo(releasedStep) - 1)?.event;
  const isNotice = event !== undefined && 'time' in event;
  return isNotice && event.time === minTime;
}

/** A wait that the end of the process ended has no step after it until the next process does something. */
function endOf(inside: InsideKubelet, step: number): Micros {
  const { journal } = inside;
  return step < journal.length ? inside.timeOf(step) : inside.timeOf(journal.length - 1);
}

export function plegPart(asked: Asked): PlegPart {
  const { inside, step, count } = asked;
  const journal = inside.journal.parts.pleg;
  const place = journal.lastBy(step);
  const { pleg } = journal.stateBy(step);
  const { relist } = pleg;
  const records = ofPod(asked, mapEntries(pleg.podRecords));
  const differs = ({ old, current }: { old?: unknown; current?: unknown }): number =>
    old === current ? 0 : 1;
  const rows = records
    .map(([uid, record]) => ({ uid, pod: inside.pod(uid), ...record }))
    .sort((a, b) => differs(b) - differs(a) || (a.pod.name < b.pod.name ? -1 : 1))
    .slice(0, count)
    .map(({ uid, pod, old, current }) => ({
      pod,
      old: listed(old),
      current: listed(current),
      reinspect: mapGet(pleg.podsToReinspect, uid) !== undefined,
    }));
  const last = journal.at(place);
  const slept = journal.at(wholeRelistEnd(asked, place));
  const since = last === undefined ? undefined : inside.timeOf(last.step);
  const going = typeof relist === 'object' ? relist : undefined;
  const state =
    relist === 'listing'
      ? 'lists'
      : going === undefined
        ? 'sleeps'
        : going.blocked.length > 0
          ? 'waits for room'
          : 'inspects';
  return {
    ...partHead(asked, 'pleg'),
    state,
    since,
    relistTime: inside.shown(pleg.relistTime),
    nextRelist:
      state === 'sleeps' && slept !== undefined && !inside.journal.options.eventedPleg
        ? micros(inside.timeOf(slept.step) + relistPeriod)
        : undefined,
    todo: going?.todo.slice(0, count).map(({ uid }) => inside.pod(uid)) ?? [],
    records: rows,
    total: records.length,
    events: lastEvents(asked),
    untold: [],
  };
}

/** The last step of the last whole relist: from 1.36 on relists of one pod come after it, which put nothing off. */
function wholeRelistEnd({ inside }: Asked, last: number): number {
  const { pleg: journal } = inside.journal.parts;
  let place = last;
  for (let each = last; each >= 0; each--) {
    const kind = journal.kindOf(each);
    if (kind === 'podsListed') break;
    if (kind === 'requestRelist' || kind === 'podListed') place = each - 1;
  }
  return place;
}

/** What `countedStates` says; undefined: the list has no such pod. */
export function listed(
  pod: Pick<RunningPod, 'containers' | 'sandboxes'> | undefined,
): string | undefined {
  return pod && (countedStates(pod.sandboxes, pod.containers) ?? 'nothing');
}

/** The events of the last relist that made some: those of its list, pod by pod. */
function lastEvents({ inside, step, uid, count }: Asked): PlegPart['events'] {
  const { pleg: journal } = inside.journal.parts;
  const isList = (each: number): boolean => journal.kindOf(each)?.endsWith('Listed') === true;
  let place = journal.lastBy(step, (each) => journal.outcomeOf(each) > 0);
  while (place >= 0 && !isList(place)) place -= 1;
  const list = journal.at(place);
  if (list === undefined) return [];
  const { event } = list;
  const { pleg } = journal.stateBefore(place);
  const only = event.kind === 'podListed' ? event.uid : undefined;
  const own = event.kind === 'podListed' && event.pod !== undefined ? [event.pod] : [];
  const pods = only === undefined ? journal.stateAfter(place).listed : own;
  const now = new Map(pods.map((pod) => [pod.id, pod]));
  const held = new Map(mapEntries(pleg.podRecords));
  const uids = only === undefined ? new Set([...held.keys(), ...now.keys()]) : [only];
  return [...uids]
    .filter((one) => uid === undefined || one === uid)
    .flatMap((one) => {
      const before = held.get(one);
      const record = { old: before?.old ?? before?.current, current: now.get(one) };
      const again = mapGet(pleg.podsToReinspect, one) !== undefined;
      return again
        ? eventsOfRecord(one, record, inside.journal.options.version)
        : eventsOf(one, record);
    })
    .filter(({ type }) => type !== 'ContainerChanged')
    .slice(0, count)
    .map(({ id, type, data }) => ({
      pod: inside.pod(id),
      type,
      data,
      at: inside.timeOf(list.step),
    }));
}
