// What the pod workers of a simulated kubelet really held, as JSON lines, one for each change: the same form in which a rebuilt
// state is written, so that the two can be laid side by side.
import { mapEntries } from '../base/persistentMap.ts';
import { formatRfc3339, type Micros } from '../base/time.ts';
import {
  isStarted,
  isTerminated,
  isTerminationRequested,
  workTypeOf,
  type PodSyncStatus,
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

export class Truth {
  private last = '';
  private readonly emit: (line: string) => void;

  constructor(emit: (line: string) => void) {
    this.emit = emit;
  }

  write({ workers }: PodWorkers, wall: Micros): void {
    const rows: Record<string, unknown>[] = [];
    for (const [uid, { status, lastUndelivered }] of mapEntries(workers)) {
      if (status === undefined) continue;
      const pending = status.pendingUpdate !== undefined || lastUndelivered !== undefined;
      rows.push(row(uid, status, pending));
    }
    const text = JSON.stringify(rows);
    if (text === this.last) return;
    this.last = text;
    this.emit(`{"t":"${formatRfc3339(wall)}","workers":${text}}`);
  }
}
