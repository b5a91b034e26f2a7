// When a sync that failed is tried again (completeWork of pkg/kubelet/pod_workers.go, up to 1.21 wrapUp).
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import {
  backOffOnTransientErrorPeriod,
  backOffPeriod,
  jitter,
  maxBackOffWait,
} from '../../podWorkersDraft.ts';
import { type KubeletVersion, kubeletVersion, newestMinor } from '../../version/index.ts';
import { type Fact, isOf } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { IdIndex } from '../identity/ids.ts';

/** The earliest and the latest, as `NextSync` has them. */
export interface Due {
  readonly from: Micros;
  readonly until: Micros;
  readonly why: string;
}

/** The sync loop asks the work queue each second. */
const TICK = SECOND;
/** A container has ended so long before PLEG says so at most: a relist a second, its length, and the status of the pod. */
const SEEN_DEAD = 3 * SECOND;
/** The oldest kubelet whose lines may not tell its minor. */
const UNTOLD = 21;

export interface RetrySources {
  /** In order of the tape. */
  readonly facts: readonly Fact[];
  readonly ids: IdIndex;
  readonly runs: readonly Run[];
}

/** `doBackOff`: a container waits so many µs from its last end on. */
export interface BackOff {
  readonly container: string;
  readonly length: number;
  /** When PLEG said that it had ended; where nothing tells which of the pod's it was, when it said so last. */
  readonly died: Micros | undefined;
  readonly isOwn: boolean;
}

/** When the pod is due again after a sync that failed. */
export function retryAfter(failed: Fact, sources: RetrySources): Due {
  const error = isOf('worker.error', failed) ? failed.event.error : '';
  const { at } = failed;
  const backOffs = backOffsOf(failed, sources);
  const dueBy = (version: KubeletVersion): Due => {
    if (version.networkNotReadyRetry && error.includes('network is not ready'))
      return dueAfter(at, backOffOnTransientErrorPeriod, 'retry: the network was not ready');
    if (version.requeueAtBackOffExpiry && backOffs.length > 0) {
      const [least, most] = restOf(backOffs, at);
      const why = 'retry: when the back-off of its container ends, after 90 s at most';
      return { ...dueAfter(at, most, why), from: micros(at + least) };
    }
    return dueAfter(at, backOffPeriod, 'retry after an error: 10 to 15 s');
  };
  const [oldest, newest] = versionsAt(failed, sources);
  const [first, other] = [dueBy(oldest), dueBy(newest)];
  if (first.why === other.why) return first;
  return {
    from: micros(Math.min(first.from, other.from)),
    until: micros(Math.max(first.until, other.until)),
    why: 'retry after an error: 10 to 15 s, from 1.35 on when the back-off of its container ends',
  };
}

/** How long after the end of a back-off its container is tried again at most, as the last failure tells it. */
export function lateAfter({ length, died }: BackOff, failed: Fact, sources: RetrySources): number {
  const rest = (died ?? failed.at) + length - failed.at;
  const late = versionsAt(failed, sources).map(({ requeueAtBackOffExpiry }) =>
    requeueAtBackOffExpiry ? jitter(clamped(rest), 1) - clamped(rest) : jitter(backOffPeriod, 1),
  );
  return Math.max(...late) + TICK;
}

/** Those that the error of a failed sync tells of. */
export function backOffsOf(failed: Fact, sources: RetrySources): readonly BackOff[] {
  const error = isOf('worker.error', failed) ? failed.event.error : '';
  const texts = /back-off (?:(\d+)m)?(\d+)s restarting failed container=(\S+)/g;
  const found = [...error.matchAll(texts)];
  if (found.length === 0) return [];
  const events = containerEvents(failed, sources);
  const ends = events.filter(({ type }) => type === 'ContainerDied');
  const last = ends.at(-1);
  return found.map(([, minutes, seconds, container = '']) => {
    // One that no line names may be it, too.
    const meant = ends.findLast(({ name }) => name === undefined || name === container);
    // Another's end would be followed by its start, or by its own back-off.
    const isOnly = found.length === 1 && meant === last && last === events.at(-1);
    return {
      container,
      length: Number(minutes ?? 0) * MINUTE + Number(seconds) * SECOND,
      died: (meant ?? last)?.at,
      isOwn: meant !== undefined && (meant.name === container || isOnly),
    };
  });
}

/** What PLEG said of a pod's containers before a failure. */
function containerEvents(failed: Fact, { facts, ids }: RetrySources) {
  return facts.flatMap((fact) => {
    if (!isOf('pleg.event', fact) || fact.position > failed.position) return [];
    const known = ids.get(fact.event.id);
    const { type } = fact.event;
    const isEnd = type === 'ContainerDied' || type === 'ContainerStarted';
    return !isEnd || known?.isSandbox === true ? [] : [{ at: fact.at, type, name: known?.name }];
  });
}

/** What is left of the back-off that ends first (MinBackoffExpiration), at least and at most. */
function restOf(backOffs: readonly BackOff[], at: Micros): readonly [least: number, most: number] {
  const rests = backOffs.map(({ length, died, isOwn }) => {
    const most = (died ?? at) + length - at;
    return { least: isOwn ? most - SEEN_DEAD : 0, most };
  });
  return [
    clamped(Math.min(...rests.map(({ least }) => least))),
    clamped(Math.min(...rests.map(({ most }) => most))),
  ];
}

function clamped(rest: number): number {
  return Math.min(Math.max(rest, 0), maxBackOffWait);
}

/** Of the kubelet that printed a line: where nothing tells its minor, the first and the last that it may be. */
function versionsAt(
  { position }: Fact,
  { runs }: RetrySources,
): readonly [oldest: KubeletVersion, newest: KubeletVersion] {
  const minor = runs.findLast(({ firstPosition }) => firstPosition <= position)?.minor;
  return [kubeletVersion(minor ?? UNTOLD), kubeletVersion(minor ?? newestMinor)];
}

/** Up to half of a period is added to it, and the queue is asked once a second. */
export function dueAfter(at: Micros, period: number, why: string): Due {
  return { from: micros(at + period), until: micros(at + jitter(period, 1) + TICK), why };
}
