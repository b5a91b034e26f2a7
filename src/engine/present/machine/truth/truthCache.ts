// The pod cache of a real kubelet: each Set, UpdateTime and Delete, and each call of GetNewerThan with its answer.
import type { Micros } from '../../../../base/time.ts';
import {
  MOST_MACHINE_ROWS,
  type CacheEntryRow,
  type CacheWaitRow,
  type CacheWaits,
  type CacheWaitsQuery,
  type PodCachePart,
  type SubscriberRow,
} from '../../../../protocol/machineApi.ts';
import { ofPod } from '../asked.ts';
import { channelOf, listed, waitBy } from '../cacheParts.ts';
import type { AskedTruth, ShownTruth } from './askedTruth.ts';

/** Since when the worker of a pod waits for a status, and for which. */
export function waitOf(
  eye: ShownTruth,
  step: number,
  uid: string,
): { readonly since: Micros | undefined; readonly row: Omit<SubscriberRow, 'pod'> | undefined } {
  const called = eye.truth.last('wait', step, uid);
  const got = eye.truth.last('got', step, uid)?.step ?? -1;
  if (called === undefined || got > called.step) return { since: undefined, row: undefined };
  const since = eye.shown(called.at);
  return { since, row: { since, minTime: eye.shown(called.event.time), step: called.step } };
}

export function truthCache(asked: AskedTruth): PodCachePart {
  const { eye, step, uid, count } = asked;
  const { truth } = eye;
  const readers = ofPod(
    asked,
    Array.from(truth.uidsOf('wait'), (pod) => [pod, waitOf(eye, step, pod).row] as const),
  ).flatMap(([pod, row]): SubscriberRow[] =>
    row === undefined ? [] : [{ pod: eye.pod(pod), ...row }],
  );
  readers.sort((a, b) => a.since - b.since);
  const sets = Array.from(
    truth.uidsOf('set'),
    (pod) => [pod, truth.last('set', step, pod)] as const,
  );
  const entries = ofPod(asked, sets).flatMap(([pod, set]): CacheEntryRow[] => {
    const deleted = truth.last('delete', step, pod)?.step ?? -1;
    if (set === undefined || deleted > set.step) return [];
    const { modified, err, pod: status } = set.event.entry;
    return [
      {
        pod: eye.pod(pod),
        modified: eye.shown(modified),
        err,
        status: status === undefined ? 'nothing in the runtime' : (listed(status) ?? ''),
        containers: status?.containers ?? [],
        readers: readers.filter((reader) => reader.pod.uid === pod),
      },
    ];
  });
  entries.sort((a, b) => b.readers.length - a.readers.length || (a.pod.name < b.pod.name ? -1 : 1));
  return {
    ...eye.head(asked, 'podCache'),
    timestamp: eye.shown(truth.last('updateTime', step)?.event.time),
    entries: entries.slice(0, count),
    total: entries.length,
    readers: uid === undefined ? readers.slice(0, count) : readers,
  };
}

/** Calls of GetNewerThan, the oldest first. */
export function truthWaits(
  eye: ShownTruth,
  { from, to, atOnce = false, count }: CacheWaitsQuery,
  uid: string | undefined,
): CacheWaits {
  const all: CacheWaitRow[] = [];
  for (const [step, { event, run }] of eye.truth.steps.entries()) {
    if (event.kind !== 'wait' || (uid !== undefined && event.uid !== uid)) continue;
    const row = waitRow(eye, step, event.uid, run);
    if (!atOnce && row.releasedBy === 'at once') continue;
    if (from !== undefined && row.to !== undefined && row.to < from) continue;
    if (to !== undefined && row.from > to) break;
    all.push(waitBy({ ...row, minTime: eye.shown(event.time) }, to));
  }
  const most = Math.min(MOST_MACHINE_ROWS, Math.max(0, count));
  return { rows: all.slice(0, most), total: all.length, why: undefined };
}

/** Looks for what came between a call and its answer. */
function waitRow(eye: ShownTruth, step: number, uid: string, run: number): CacheWaitRow {
  const { steps } = eye.truth;
  const call = steps[step];
  const minTime = call?.event.kind === 'wait' ? call.event.time : undefined;
  let by: CacheWaitRow['releasedBy'] = 'at once';
  let byTime: Micros | undefined;
  const base = { pod: eye.pod(uid), minTime, from: eye.timeOf(step), step };
  const open = {
    to: undefined,
    releasedBy: undefined,
    got: undefined,
    atTheVeryTime: false,
    channel: channelOf(undefined),
  };
  const untold = { gotModified: undefined, releasedStep: undefined };
  for (let next = step + 1; next < steps.length; next++) {
    const { event, run: own } = steps[next] ?? {};
    if (event === undefined || own !== run) continue;
    const isOwn = 'uid' in event && event.uid === uid;
    if (event.kind === 'updateTime') [by, byTime] = ['UpdateTime', event.time];
    else if (event.kind === 'set' && isOwn) [by, byTime] = ['Set', event.entry.modified];
    else if (event.kind === 'observed' && isOwn) [by, byTime] = ['SetObservedTime', event.time];
    else if (event.kind === 'got' && isOwn) {
      const isOlder = minTime !== undefined && (event.time ?? Infinity) < minTime;
      return {
        ...base,
        to: eye.timeOf(next),
        releasedBy: by,
        channel: channelOf(by),
        got: event.time === undefined ? 'empty status' : isOlder ? 'older entry' : 'entry',
        atTheVeryTime: byTime !== undefined && byTime === minTime,
        gotModified: eye.shown(event.time),
        releasedStep: next,
      };
    }
  }
  return { ...base, ...open, ...untold };
}
