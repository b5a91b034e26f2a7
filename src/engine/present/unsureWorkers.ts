// Pod workers of which no line tells whether they are still there: whoever counts workers says that there may be more.
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';

/** Those that were there, and may have ended. */
export function unsureWorkers(history: History, moment: Moment): readonly PodHistory[] {
  return history
    .podsBy(moment)
    .filter(
      ({ firstSeen, worker }) =>
        firstSeen <= moment.time && worker.present.changeAt(moment)?.value.known === 'unknown',
    );
}

/** Of a process whose start is not in the log some may not have been named. */
export function isWholeWorkers(history: History, moment: Moment): boolean {
  const isStarted = (history.nodes ?? [{ history }]).every(({ history: { runs } }) => {
    const run = runs.findLast(({ from }) => from <= moment.time);
    return run !== undefined && run.startProvedBy.length > 0;
  });
  return isStarted && unsureWorkers(history, moment).length === 0;
}
