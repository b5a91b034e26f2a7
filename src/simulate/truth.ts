// What the pod workers of a simulated kubelet really held, as JSON lines, one for each change: the same form in which a rebuilt
// state is written, so that the two can be laid side by side.
import { mapEntries } from '../base/persistentMap.ts';
import { formatRfc3339, type Micros } from '../base/time.ts';
import { podFullName } from '../kubelet/pod.ts';
import {
  isStarted,
  isTerminated,
  isTerminationRequested,
  workTypeOf,
  type PodSyncStatus,
  type PodWorker,
  type PodWorkers,
} from '../kubelet/podWorkers.ts';

function row(uid: string, status: PodSyncStatus, pending: boolean): Record<string, unknown> {
  return {
    uid,
    pod: status.fullname,
    state: workTypeOf(status),
    working: status.working,
    pending,
    active: status.activeUpdate !== undefined,
    started: isStarted(status),
    terminationRequested: isTerminationRequested(status),
    startedTerminating: status.startedTerminating,
    terminated: isTerminated(status),
    deleted: status.deleted,
    evicted: status.evicted,
    finished: status.finished,
    restartRequested: status.restartRequested,
    gracePeriod: status.gracePeriod,
  };
}

/**
 * What the workers of 1.21 and before hold: no states, only who has a channel, what its goroutine does and what waits. A worker that was
 * forgotten is left out unless its last sync goes on.
 */
function classicRow(
  uid: string,
  worker: PodWorker,
  names: Map<string, string>,
): Record<string, unknown> | undefined {
  const { channel, goroutine, isWorking, work, queued, lastUndelivered } = worker;
  if (!channel && (goroutine === 'none' || goroutine === 'idle')) return undefined;
  const pod = (work ?? queued ?? lastUndelivered)?.options.pod;
  if (pod !== undefined) names.set(uid, podFullName(pod));
  return {
    uid,
    pod: names.get(uid) ?? '',
    channel,
    goroutine,
    working: isWorking,
    pending: queued !== undefined || lastUndelivered !== undefined,
    active: work !== undefined,
    ...(work === undefined ? {} : { updateType: work.options.updateType }),
    ...(queued === undefined ? {} : { queued: queued.options.updateType }),
    ...(lastUndelivered === undefined
      ? {}
      : { lastUndeliveredWorkUpdate: lastUndelivered.options.updateType }),
  };
}

export class Truth {
  private last = '';
  /** Of classic workers by UID: one that is idle has no pod at hand. */
  private readonly names = new Map<string, string>();
  private readonly emit: (line: string) => void;

  constructor(emit: (line: string) => void) {
    this.emit = emit;
  }

  write({ workers }: PodWorkers, wall: Micros): void {
    const rows: Record<string, unknown>[] = [];
    for (const [uid, worker] of mapEntries(workers)) {
      const { status, lastUndelivered } = worker;
      if (status === undefined) {
        const classic = classicRow(uid, worker, this.names);
        if (classic !== undefined) rows.push(classic);
        continue;
      }
      const pending = status.pendingUpdate !== undefined || lastUndelivered !== undefined;
      rows.push(row(uid, status, pending));
    }
    const text = JSON.stringify(rows);
    if (text === this.last) return;
    this.last = text;
    this.emit(`{"t":"${formatRfc3339(wall)}","workers":${text}}`);
  }
}
