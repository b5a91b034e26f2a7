// What an editor writes behind the line at the cursor.
import { formatDuration, type Micros } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { DebugContext } from './debugNode.ts';
import { podName } from './incident.ts';
import { stateText } from './pods.ts';

/** Longer values are cut: they stand behind a line that is long itself. */
const MAX_VALUE = 60;
const MAX_FIELDS = 6;

export function inlineTexts({ index, moment }: DebugContext): {
  readonly state: readonly string[];
  readonly fields: readonly string[];
} {
  const record = index.record(moment.position);
  if (record === undefined) return { state: [], fields: [] };
  const pod = index.podOf(moment.position);
  const { loopSkips, pleg } = index.incident.history;
  const skips = loopSkips.at(moment).value ?? '';
  const unhealthy = pleg.healthy.at(moment).value === false;
  return {
    state: [
      ...(pod === undefined ? [] : ofPod(pod, moment)),
      ...(skips === '' ? [] : [`the loop skips: ${cut(skips)}`]),
      ...(unhealthy ? ['PLEG is not healthy'] : []),
    ],
    fields: record.fields.slice(0, MAX_FIELDS).map(({ key, raw }) => `${key}=${cut(raw)}`),
  };
}

function ofPod(pod: PodHistory, moment: Moment): readonly string[] {
  const state = stateText(pod, moment);
  const queued = pod.worker.pending.at(moment).value === true;
  return [
    `${podName(pod)}: ${state.text}${state.known === 'inferred' ? ' (inferred)' : ''}`,
    ...(queued ? ['an update waits'] : []),
    ...pod.awaits(moment).map(({ what, due }) => `waits for ${what}${lateText(due, moment.time)}`),
  ];
}

function lateText(due: Micros | undefined, now: Micros): string {
  return due === undefined || due >= now ? '' : `, ${formatDuration(now - due)} overdue`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
