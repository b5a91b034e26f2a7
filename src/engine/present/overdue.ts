import { formatDuration, formatTimeOfDay } from '../../base/time.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { OverdueRow } from '../../protocol/stateApi.ts';
import { isThere } from './diff.ts';
import { podName, type Incident } from './incident.ts';

/** What the model expects and no line has shown, the latest first. */
export function overdueRows({ history }: Incident, moment: Moment): readonly OverdueRow[] {
  return history
    .podsBy(moment)
    .filter((pod) => isThere(pod, moment))
    .flatMap((pod) =>
      pod.awaits(moment).flatMap(({ what, since, due, provedBy }) => {
        if (due === undefined || due >= moment.time) return [];
        const late = moment.time - due;
        const name = podName(pod);
        const text = `${name} waits for ${what} since ${formatTimeOfDay(since)}: ${formatDuration(late)} overdue`;
        return [{ podKey: pod.key, name, what, since, due, late, text, provedBy }];
      }),
    )
    .sort((a, b) => b.late - a.late);
}
