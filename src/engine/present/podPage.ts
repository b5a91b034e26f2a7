import type { InputId } from '../../base/input.ts';
import { plainLine } from '../../base/plainText.ts';
import type {
  ContainerHistory,
  NetworkOperation,
  PodHistory,
  PodPhase,
} from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { ChannelError } from '../../protocol/channel.ts';
import type {
  ContainerRow,
  FindingNote,
  LinePage,
  LineRange,
  PhaseRow,
  PodPage,
  VolumeRow,
} from '../../protocol/pageApi.ts';
import type { NetworkRow, PodRow, RowSeverity } from '../../protocol/rows.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { isOpen, type Incident } from './incident.ts';
import { inputRow } from './inputs.ts';
import { podRow } from './pods.ts';
import { podStory } from './story.ts';
import { shortId, shown } from './values.ts';
import type { UsualPhases } from './usualPhases.ts';

/** More of a kind is for the timeline, the trees and the log. */
const MOST = 60;
const MOST_ATTEMPTS = 12;
const LONGEST_TEXT = 600;

/** Everything that the page of one pod shows at a moment, but its lines. */
export function podPage(
  incident: Incident,
  moment: Moment,
  pod: PodHistory,
  usual: UsualPhases,
): PodPage | undefined {
  if (pod.firstSeen > moment.time) return undefined;
  const story = podStory(incident, moment, pod);
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
    containers: containerRows(pod, moment).slice(0, 2 * MOST),
    volumes: volumeRows(pod, moment).slice(0, MOST),
    network: story.network
      .filter((row) => row.from <= moment.time)
      .slice(-MOST)
      .map(shortened),
    findings: findingNotes(
      incident,
      incident.findings.filter((finding) => finding.podKey === pod.key),
      moment,
    ).slice(0, MOST),
  };
}

/** Log text that a page shows: on one line, of a readable length, and with nothing in it that turns or hides text. */
function plain(text: string): string {
  return plainLine(text, LONGEST_TEXT);
}

function maybe(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plain(text);
}

function tidied(row: PodRow): PodRow {
  const { lastEvent } = row;
  return {
    ...row,
    label: plain(row.label),
    waits: row.waits.slice(0, MOST).map((wait) => ({ ...wait, text: plain(wait.text) })),
    findings: row.findings.slice(0, MOST),
    lastEvent: lastEvent === undefined ? undefined : { ...lastEvent, text: plain(lastEvent.text) },
  };
}

/** A row without the tries that nobody would scroll through, and with texts of a readable length. */
export function shortened(row: NetworkRow): NetworkRow {
  return {
    ...row,
    message: maybe(row.message),
    label: plain(row.label),
    attempts: row.attempts
      .slice(-MOST_ATTEMPTS)
      .map((attempt) => ({ ...attempt, text: plain(attempt.text) })),
  };
}

const phaseNames: Record<PodPhase['kind'], string> = {
  queue: 'waits for its first sync',
  sandbox: 'sandbox is set up',
  network: 'network',
  pull: 'image is pulled',
  start: 'containers start',
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

/** Open ones first, then as they stand: the most severe first. */
export function findingNotes(
  incident: Incident,
  findings: readonly Finding[],
  moment: Moment,
): FindingNote[] {
  const titles = new Map(incident.findings.map(({ key, title }) => [key, title]));
  const note = (finding: Finding): FindingNote => ({
    key: finding.key,
    id: finding.id,
    title: plain(finding.title),
    severity: finding.severity,
    began: finding.began,
    ended: finding.ended,
    count: finding.count,
    explanation: plain(finding.explanation),
    causedBy: maybe(finding.causedBy === undefined ? undefined : titles.get(finding.causedBy)),
    overdue: maybe(finding.overdue),
    proof: proofOf(finding),
  });
  const open = findings.filter((finding) => isOpen(finding, moment));
  const rest = findings.filter((finding) => !isOpen(finding, moment));
  return [...open, ...rest].map(note);
}

function proofOf({ evidence }: Finding): InputId | undefined {
  return (evidence.find(({ role }) => role === 'cause') ?? evidence[0])?.input;
}

/** The lines of one pod by their position; made once for a pod, as the cursor moves through them. */
export class PodLines {
  private readonly incident: Incident;
  private readonly podKey: string;
  private readonly positions: Uint32Array;

  constructor(incident: Incident, pod: PodHistory) {
    this.incident = incident;
    this.podKey = pod.key;
    this.positions = positionsOf(incident, pod);
  }

  isOf(incident: Incident, podKey: string): boolean {
    return this.incident === incident && this.podKey === podKey;
  }

  page(moment: Moment, { start, count }: LineRange): LinePage {
    const { positions, incident } = this;
    const size = Math.max(1, count);
    const after = positions.findIndex((position) => position > moment.position);
    const current = (after < 0 ? positions.length : after) - 1;
    const first = Math.max(0, start ?? Math.floor(current / size) * size);
    const rows = [...positions.subarray(first, first + size)].flatMap((position) => {
      const record = incident.tape.record(position);
      if (record === undefined) return [];
      const row = inputRow(incident.tape, position, record);
      return [{ ...row, text: plain(row.text), loud: loudness(row.severity) }];
    });
    return { start: first, total: positions.length, rows };
  }
}

function loudness(severity: string): RowSeverity {
  if (severity === 'error' || severity === 'fatal') return 'error';
  return severity === 'warning' ? 'warning' : 'none';
}

/** A life ends for its namesake where the next one begins. */
function positionsOf({ tape, history }: Incident, pod: PodHistory): Uint32Array {
  const namesakes = history.podsNamed(pod.namespace, pod.name);
  const next = namesakes[namesakes.indexOf(pod) + 1];
  const from = namesakes[0] === pod ? -Infinity : pod.firstSeen;
  const to = next?.firstSeen ?? Infinity;
  const found = new Set(pod.events.map(({ position }) => position));
  const named = (name: string, isOwn: (time: number) => boolean): void => {
    tape.sources.forEach(({ table }, source) => {
      for (const row of table.rowsNaming(name) ?? []) {
        const position = tape.positionOfOrdinal(source, row);
        if (isOwn(tape.time[position] ?? NaN)) found.add(position);
      }
    });
  };
  named(`${pod.namespace}/${pod.name}`, (time) => !(time < from || time >= to));
  for (const id of idsOf(pod)) named(id, () => true);
  return Uint32Array.from(found).sort();
}

function idsOf(pod: PodHistory): readonly string[] {
  const own = [
    ...pod.sandboxes.map(({ sandboxId }) => sandboxId),
    ...pod.containers.map(({ containerId }) => containerId),
  ];
  return pod.uid.value === undefined ? own : [pod.uid.value, ...own];
}

/** The pod of a key, or a refusal that says so. */
export function podOf({ history }: Incident, podKey: string): PodHistory {
  const pod = history.pod(podKey);
  if (pod === undefined)
    throw new ChannelError(`No pod ${shortId(podKey)} is in this log.`, 'no-pod');
  return pod;
}
