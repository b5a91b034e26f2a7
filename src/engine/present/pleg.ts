import { unknown } from '../../base/input.ts';
import { ordered } from '../../base/ordered.ts';
import { formatDuration, formatTimeOfDay, micros, SECOND } from '../../base/time.ts';
import type { PlegEvent } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Ordered, Range } from '../../protocol/engineApi.ts';
import type { PlegOrder } from '../../protocol/pageApi.ts';
import type { PlegRow, PlegView, ShownValue } from '../../protocol/rows.ts';
import { knownBy, podName, type Incident } from './incident.ts';
import { plural, shortId, shown } from './values.ts';

/** One row for each pod and second of PLEG events, made of its events when asked for. */
export type PlegGroup = readonly PlegEvent[];

/** `groups`: those that are to be shown, of `plegGroups`. */
export function plegView(
  incident: Incident,
  moment: Moment,
  groups: readonly PlegGroup[],
  range: Range,
): PlegView {
  return {
    health: health(incident, moment),
    relist: relist(incident, moment),
    rows: groups
      .slice(range.start, range.start + range.count)
      .map((events) => plegRow(incident, events)),
    total: groups.length,
  };
}

/** In the order of a column of their rows. */
export function plegGroupsBy(
  incident: Incident,
  groups: readonly PlegGroup[],
  { by, order = 'up' }: Ordered<PlegOrder>,
): readonly PlegGroup[] {
  if (by === undefined) return groups;
  const { history } = incident;
  return ordered(
    groups,
    (events) => {
      const [first] = events;
      if (by === 'at') return first?.at;
      if (by === 'events') return events.length;
      if (by === 'severity') return hasFailed(events) ? 1 : 0;
      const pod = first?.podKey === undefined ? undefined : history.pod(first.podKey);
      return pod && podName(pod);
    },
    order,
  );
}

function hasFailed(events: PlegGroup): boolean {
  return events.some(
    ({ type, exitCode }) => type === 'ContainerDied' && (exitCode.value ?? 0) !== 0,
  );
}

/** PLEG events up to the moment, newest first. */
export function plegGroups(incident: Incident, moment: Moment): readonly PlegGroup[] {
  const groups = new Map<string, PlegEvent[]>();
  for (const event of incident.history.pleg.events) {
    if (event.at > moment.time || !knownBy(moment, event.position)) continue;
    const key = `${Math.floor(event.at / SECOND)} ${event.podKey ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()].reverse();
}

export function plegRow(incident: Incident, events: PlegGroup): PlegRow {
  const first = events[0];
  const podKey = first?.podKey;
  const pod = podKey === undefined ? undefined : incident.history.pod(podKey);
  const name = pod === undefined ? 'unknown pod' : podName(pod);
  const at = micros(first?.at ?? 0);
  const shownEvents = events.map((event) => {
    const of = containerName(incident, event);
    const code = event.exitCode.value === undefined ? '' : `, exit code ${event.exitCode.value}`;
    return {
      at: event.at,
      type: event.type,
      id: event.id,
      of,
      text: `${event.type} ${of} ${shortId(event.id)}${code}`,
      input: event.input,
    };
  });
  const text = summary(events);
  return {
    at,
    podKey,
    pod: name,
    events: shownEvents,
    text,
    severity: hasFailed(events) ? 'warning' : 'none',
    label: `${formatTimeOfDay(at).slice(0, 8)} ${name}: ${text}`,
  };
}

function containerName(incident: Incident, event: PlegEvent): string {
  if (event.isSandbox === true) return 'sandbox';
  const pod = event.podKey === undefined ? undefined : incident.history.pod(event.podKey);
  const container = pod?.containers.find((candidate) => candidate.containerId === event.id);
  if (container?.name.value !== undefined) return `container ${container.name.value}`;
  return event.isSandbox === false ? 'container' : 'container or sandbox';
}

/** `2 started, 1 died`. */
function summary(events: readonly PlegEvent[]): string {
  const words = {
    ContainerStarted: 'started',
    ContainerDied: 'died',
    ContainerRemoved: 'removed',
    ContainerChanged: 'changed',
    PodSync: 'pod sync',
  };
  const counts = new Map<string, number>();
  for (const event of events)
    counts.set(words[event.type], (counts.get(words[event.type]) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

function health(incident: Incident, moment: Moment): ShownValue {
  return shown(incident.history.pleg.healthy.at(moment), (healthy) =>
    healthy ? 'healthy' : 'not healthy',
  );
}

/** A relist prints `GenericPLEG: Relisting` at v=5; from 1.27 on GetPods (kuberuntime_manager.go) says at v=4 that it has listed. */
const LISTING_TOLD = 27;

/** Why no relist is known by a moment. */
export function whyNoRelist({ history }: Incident, moment: Moment): string {
  const run = history.runs.findLast(({ from }) => from <= moment.time);
  const verbosity = run?.verbosity.value;
  const minor = /^v1\.(\d+)/.exec(run?.version.value ?? '')?.[1];
  if (minor === undefined && (verbosity ?? 0) < 5)
    return 'a relist leaves no line below --v=5, from 1.27 on below --v=4';
  const least = minor !== undefined && Number(minor) >= LISTING_TOLD ? 4 : 5;
  return (verbosity ?? 0) >= least
    ? 'no line up to here tells of one'
    : `a relist leaves no line below --v=${least}`;
}

function relist(incident: Incident, moment: Moment): ShownValue {
  const { tape, history } = incident;
  // Another process of the kubelet begins to count anew.
  const since = history.runs.findLast(({ from }) => from <= moment.time)?.from ?? -Infinity;
  const relists = history.pleg.relists.filter(
    ({ at, input }) =>
      at >= since && at <= moment.time && knownBy(moment, tape.positionOfInput(input)),
  );
  const last = relists.at(-1);
  if (last === undefined) return shown(unknown(whyNoRelist(incident, moment)));
  const duration =
    last.duration.value === undefined ? '' : `, took ${formatDuration(last.duration.value)}`;
  const ago = `the last ${formatDuration(moment.time - last.at)} ago${duration}`;
  const isLists = relists.some(({ isList }) => isList);
  return {
    text: isLists
      ? `${plural(relists.length, 'list')} of all pods seen, by relists or the image collector, ${ago}`
      : `${plural(relists.length, 'relist')} seen, ${ago}`,
    known: 'seen',
    provedBy: [last.input],
  };
}
