import type {
  ContainerHistory,
  NetworkOperation,
  PodHistory,
} from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { CALM } from '../../kubelet/rebuild/pod/slowest.ts';
import type {
  ContainerRow,
  PhaseRow,
  PodPage,
  ProbeRow,
  VolumeRow,
} from '../../protocol/pageApi.ts';
import { findingsOfPod } from './findingGroups.ts';
import { failuresBy, type Incident } from './incident.ts';
import { findingNotes, MOST, plain, shortened, tidied } from './pageRows.ts';
import { phaseNames } from './phaseNames.ts';
import { podRow } from './pods.ts';
import { podStory } from './story.ts';
import { isSlow, type TimedPhase, type UsualPhases } from './usualPhases.ts';
import { shown } from './values.ts';

/** Everything that the page of one pod shows at a moment, but its lines. */
export function podPage(
  incident: Incident,
  moment: Moment,
  pod: PodHistory,
  usual: UsualPhases,
): PodPage | undefined {
  if (pod.firstSeen > moment.time) return undefined;
  const told = pod.by(moment);
  if (told === undefined) return undefined;
  const story = podStory(incident, moment, pod, usual);
  const namesakes = incident.history.podsNamed(pod.namespace, pod.name);
  return {
    at: moment.time,
    pod: tidied(podRow(incident, moment, pod)),
    configSource: shown(pod.configSource),
    firstSeen: pod.firstSeen,
    otherLives: namesakes
      .filter((other) => other !== pod)
      .slice(-MOST)
      .map((other) => ({ key: other.key, text: other.uid.value ?? other.key })),
    identities: story.identities.slice(0, 2 * MOST),
    phases: told.phases
      .filter((phase) => phase.from <= moment.time)
      .slice(-2 * MOST)
      .map((phase) => phaseRow(told, phase, moment, usual.of(phase.kind, pod.key))),
    worker: story.worker,
    containers: containerRows(told, moment).slice(0, 2 * MOST),
    volumes: volumeRows(told, moment).slice(0, MOST),
    probes: probeRows(told, moment).slice(0, MOST),
    network: story.network
      .filter((row) => row.from <= moment.time)
      .slice(-MOST)
      .map(shortened),
    findings: findingNotes(incident, findingsOfPod(incident, moment, pod.key), moment)
      .slice(0, MOST)
      // Whose they are is the page's name.
      .map((note) => ({ ...note, pod: undefined })),
  };
}

export function phaseRow(
  { network }: PodHistory,
  phase: TimedPhase,
  moment: Moment,
  usual: PhaseRow['usual'],
): PhaseRow {
  const to = phase.to === undefined || phase.to > moment.time ? undefined : phase.to;
  const length = phase.known === 'unknown' ? undefined : (to ?? moment.time) - phase.from;
  const isWait = !CALM.has(phase.kind);
  return {
    kind: phase.kind,
    name: phase.kind === 'network' ? networkName(network, phase, moment) : phaseNames[phase.kind],
    from: phase.from,
    to,
    length,
    known: phase.known,
    provedBy: phase.provedBy.slice(0, 3),
    usual,
    isWait,
    isSlow: isWait && length !== undefined && usual !== undefined && isSlow(length, usual.median),
  };
}

function networkName(
  network: readonly NetworkOperation[],
  phase: TimedPhase,
  moment: Moment,
): string {
  const operation = network.find(({ from }) => from === phase.from);
  if (operation === undefined) return 'CNI fails';
  const call = `CNI ${operation.command}`;
  return failuresBy(operation, moment) > 0 ? `${call} fails` : call;
}

function containerRows(pod: PodHistory, moment: Moment): ContainerRow[] {
  const counts = new Map<string, number>();
  const rows = pod.containers.map((container) => {
    const name = container.name.value ?? '';
    const before = counts.get(name) ?? 0;
    if (name !== '') counts.set(name, before + 1);
    return { container, restarts: before };
  });
  return rows
    .filter(({ container }) => (container.state.changes[0]?.at ?? 0) <= moment.time)
    .map(({ container, restarts }) => containerRow(container, restarts, moment))
    .reverse();
}

function containerRow(container: ContainerHistory, restarts: number, moment: Moment): ContainerRow {
  const state = container.state.at(moment);
  const ended = state.value === 'exited' || state.value === 'removed';
  return {
    name: shown(container.name),
    image: shown(container.image),
    containerId: container.containerId,
    state: shown(state),
    since: container.state.changeAt(moment)?.at,
    exitCode: ended
      ? shown(container.exitCode)
      : { text: 'unknown: it has not ended', known: 'unknown', provedBy: [] },
    restarts,
  };
}

const volumeWords = {
  attached: 'wanted',
  mountStarted: 'being mounted',
  mounted: 'mounted',
  unmountStarted: 'being unmounted',
  unmounted: 'unmounted',
  detached: 'detached',
  failed: 'failed',
} as const;

function volumeRows(pod: PodHistory, moment: Moment): VolumeRow[] {
  return pod.volumes
    .filter(({ state }) => (state.changes[0]?.at ?? 0) <= moment.time)
    .map(({ name, state, error }) => {
      const value = state.at(moment);
      return {
        name,
        state: shown(value, (step) => volumeWords[step]),
        since: state.changeAt(moment)?.at,
        error: value.value === 'failed' && error !== undefined ? plain(error) : undefined,
      };
    });
}

function probeRows(pod: PodHistory, moment: Moment): ProbeRow[] {
  return pod.probes.flatMap(({ container, probe, counts }) => {
    const change = counts.changeAt(moment);
    if (change === undefined) return [];
    const text = shown(change.value, ({ successful, failed, unknown }) =>
      [
        `${successful} succeeded`,
        `${failed} failed`,
        ...(unknown === 0 ? [] : [`${unknown} told nothing`]),
      ].join(', '),
    );
    const failing = (change.value.value?.failures ?? 0) > 0;
    return [{ container, probe, counts: text, at: change.at, failing }];
  });
}
