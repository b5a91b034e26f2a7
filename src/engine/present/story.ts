import { formatDuration, formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { PodHistory, PodPhase, WorkerTracks } from '../../kubelet/rebuild/history.ts';
import { slowestPhase } from '../../kubelet/rebuild/pod/slowest.ts';
import type { Moment, Track } from '../../kubelet/rebuild/track.ts';
import { tracksOf } from '../../kubelet/rebuild/worker/workerTracks.ts';
import type { PodStory } from '../../protocol/rows.ts';
import { findingsOfPod } from './findingGroups.ts';
import { knownBy, type Incident } from './incident.ts';
import { networkRow } from './network.ts';
import type { UsualPhases } from './usualPhases.ts';
import { shortId, shown } from './values.ts';

/** Everything known of one pod by a moment; `usual`: what its phases are held against. */
export function podStory(
  incident: Incident,
  moment: Moment,
  pod: PodHistory,
  usual?: UsualPhases,
): PodStory {
  const end = moment.time;
  const phases = pod.by(moment)?.phases ?? [];
  return {
    key: pod.key,
    namespace: pod.namespace,
    name: pod.name,
    identities: identities(pod.by(moment) ?? pod),
    phases: phases
      .filter((phase) => phase.from <= end)
      .map((phase) => ({
        ...phase,
        text: `${phase.kind}, ${lengthText(phase, end)}`,
        usual: usual?.of(phase.kind, pod.key)?.median,
      })),
    slowest: slowest(pod.key, phases, end, usual),
    worker: workerFields(pod.worker).map(([name, track]) => {
      const change = track.changeAt(moment);
      return { name, value: shown(track.at(moment)), since: change?.at };
    }),
    events: pod.events
      .filter((event) => event.at <= end && knownBy(moment, event.position))
      .map(({ at, kind, text, severity, input }) => ({
        at,
        kind,
        text,
        severity: severity === 'info' ? ('none' as const) : severity,
        input,
      })),
    network: pod.network.map((operation, index) => networkRow(incident, moment, operation, index)),
    findings: findingsOfPod(incident, moment, pod.key).map(({ key }) => key),
  };
}

type ReadTrack = Pick<Track<unknown>, 'at' | 'changeAt'>;

function workerFields(worker: WorkerTracks): [string, ReadTrack][] {
  return Object.entries<ReadTrack>({ ...tracksOf(worker) });
}

function identities(pod: PodHistory): PodStory['identities'] {
  return [
    {
      kind: 'pod',
      id: pod.uid.value ?? 'unknown',
      text: shown(pod.uid).text,
      provedBy: pod.uid.provedBy,
    },
    ...pod.sandboxes.map((sandbox) => ({
      kind: 'sandbox',
      id: sandbox.sandboxId,
      text: `sandbox ${shortId(sandbox.sandboxId)}${sandbox.attempt.value === undefined ? '' : `, attempt ${sandbox.attempt.value}`}`,
      provedBy: sandbox.provedBy,
    })),
    ...pod.containers.map((container) => ({
      kind: 'container',
      id: container.containerId,
      text: `container ${container.name.value ?? ''} ${shortId(container.containerId)}`.replace(
        '  ',
        ' ',
      ),
      provedBy: container.provedBy,
    })),
  ];
}

function lengthText({ from, to, known }: PodPhase, end: Micros): string {
  if (known === 'unknown') return 'no line tells its end';
  return `${formatDuration((to ?? end) - from)}${to === undefined ? ' and goes on' : ''}`;
}

function slowest(
  podKey: string,
  phases: PodHistory['phases'],
  end: number,
  usual: UsualPhases | undefined,
): string | undefined {
  const found = slowestPhase(phases, end);
  if (found === undefined) return undefined;
  const { phase, length } = found;
  const of = usual?.of(phase.kind, podKey);
  const others =
    of === undefined
      ? ''
      : `; for ${of.pods === 1 ? '1 other pod' : `${of.pods} other pods`} ${formatDuration(of.median)}`;
  return `${phase.kind}, ${formatDuration(length)}${others}`;
}

/** The story as text, for a terminal or an issue. */
export function storyText(story: PodStory): string {
  const lines = [`${story.namespace}/${story.name}`];
  for (const identity of story.identities) lines.push(`  ${identity.text} (${identity.kind})`);
  if (story.phases.length > 0) {
    lines.push('phases:');
    for (const phase of story.phases)
      lines.push(
        `  ${formatTimeOfDay(phase.from)}  ${phase.text} (${phase.known}${phase.usual === undefined ? '' : `; usually ${formatDuration(phase.usual)}`})`,
      );
    if (story.slowest !== undefined) lines.push(`slowest: ${story.slowest}`);
  }
  lines.push('worker:');
  for (const { name, value, since } of story.worker) {
    lines.push(
      `  ${name}: ${value.text}${value.known === 'unknown' ? '' : ` (${value.known}${since === undefined ? '' : `, since ${formatTimeOfDay(since)}`})`}`,
    );
  }
  if (story.network.length > 0) {
    lines.push('network:');
    for (const row of story.network)
      lines.push(`  ${formatTimeOfDay(row.from)}  ${row.command} ${row.label}`);
  }
  lines.push('events:');
  for (const event of story.events)
    lines.push(`  ${formatTimeOfDay(event.at)}  ${event.kind}  ${event.text}`);
  return `${lines.join('\n')}\n`;
}
