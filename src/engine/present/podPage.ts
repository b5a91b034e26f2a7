import { unknown } from '../../base/input.ts';
import type {
  ContainerHistory,
  NetworkOperation,
  PodHistory,
  PodPhase,
} from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type {
  ContainerRow,
  PhaseRow,
  PodPage,
  ProbeRow,
  VolumeRow,
} from '../../protocol/pageApi.ts';
import type { ShownValue } from '../../protocol/rows.ts';
import { knownBy, type Incident } from './incident.ts';
import { findingNotes, MOST, plain, shortened, tidied } from './pageRows.ts';
import { podRow } from './pods.ts';
import { podStory } from './story.ts';
import type { UsualPhases } from './usualPhases.ts';
import { shown } from './values.ts';

/** Everything that the page of one pod shows at a moment, but its lines. */
export function podPage(
  incident: Incident,
  moment: Moment,
  pod: PodHistory,
  usual: UsualPhases,
): PodPage | undefined {
  if (pod.firstSeen > moment.time) return undefined;
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
    phases: pod.phases
      .filter((phase) => phase.from <= moment.time)
      .slice(-2 * MOST)
      .map((phase) => phaseRow(pod, phase, moment, usual)),
    worker: story.worker,
    containers: containerRows(incident, pod, moment).slice(0, 2 * MOST),
    volumes: volumeRows(pod, moment).slice(0, MOST),
    probes: probeRows(pod, moment).slice(0, MOST),
    network: story.network
      .filter((row) => row.from <= moment.time)
      .slice(-MOST)
      .map(shortened),
    findings: findingNotes(
      incident,
      incident.findings.filter((finding) => finding.podKey === pod.key),
      moment,
    )
      .slice(0, MOST)
      // Whose they are is the page's name.
      .map((note) => ({ ...note, pod: undefined })),
  };
}

const phaseNames: Record<PodPhase['kind'], string> = {
  queue: 'waits for its first sync',
  sandbox: 'sandbox is set up',
  network: 'network',
  pull: 'image is pulled',
  start: 'containers start',
  ready: 'containers get ready',
  running: 'runs',
  terminating: 'terminates, all in all',
  kill: 'containers stop',
  teardown: 'sandbox and network are torn down',
  unmount: 'volumes are unmounted',
  cleanup: 'is cleaned up',
  backoff: 'backs off',
  finished: 'waits to be forgotten',
};

function phaseRow(pod: PodHistory, phase: PodPhase, moment: Moment, usual: UsualPhases): PhaseRow {
  const to = phase.to === undefined || phase.to > moment.time ? undefined : phase.to;
  return {
    kind: phase.kind,
    name: phase.kind === 'network' ? networkName(pod.network, phase) : phaseNames[phase.kind],
    from: phase.from,
    to,
    length: (to ?? moment.time) - phase.from,
    known: phase.known,
    provedBy: phase.provedBy.slice(0, 3),
    usual: usual.of(phase.kind, pod.key),
    isWait: phase.kind !== 'running' && phase.kind !== 'finished',
  };
}

function networkName(network: readonly NetworkOperation[], phase: PodPhase): string {
  const operation = network.find(({ from }) => from === phase.from);
  return operation === undefined ? 'CNI fails' : `CNI ${operation.command} fails`;
}

function containerRows(incident: Incident, pod: PodHistory, moment: Moment): ContainerRow[] {
  const counts = new Map<string, number>();
  const rows = pod.containers.map((container) => {
    const name = container.name.value ?? '';
    const before = counts.get(name) ?? 0;
    if (name !== '') counts.set(name, before + 1);
    return { container, restarts: before };
  });
  return rows
    .filter(({ container }) => (container.state.changes[0]?.at ?? 0) <= moment.time)
    .map(({ container, restarts }) => ({
      ...containerRow(container, restarts, moment),
      image: imageAt(incident, container, moment),
    }))
    .reverse();
}

/** A line after the cursor may be the first to name it. */
function imageAt({ tape }: Incident, { image }: ContainerHistory, moment: Moment): ShownValue {
  const told = image.provedBy.every((input) => knownBy(moment, tape.positionOfInput(input)));
  return told ? shown(image) : shown(unknown('no line up to here names it'));
}

function containerRow(
  container: ContainerHistory,
  restarts: number,
  moment: Moment,
): Omit<ContainerRow, 'image'> {
  const state = container.state.at(moment);
  const ended = state.value === 'exited' || state.value === 'removed';
  return {
    name: shown(container.name),
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
