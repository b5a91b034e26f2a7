// Pods' lives as short text for a person to review: what the worker held from when on, the phases, and the story's lines.
import { formatDuration, formatTimeOfDay, type Micros } from '../../src/base/time.ts';
import type { History, NetworkOperation, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import type { Change, Track } from '../../src/kubelet/rebuild/track.ts';

export interface StoryOptions {
  /** Every event of every pod, for logs of a few lines; without it phases and states alone. */
  readonly events: boolean;
}

export function storyText(history: History, options: StoryOptions): string {
  const runs = history.runs.map(
    ({ version, runtime, node, from }) =>
      `kubelet ${version.value ?? 'of unknown version'} on ${node.value ?? 'an unknown node'} with ${runtime.value ?? 'an unknown runtime'}, from ${clock(from)}`,
  );
  const pods = history.pods.map((pod) => podText(pod, options));
  const others = history.network.filter((one) => one.podKey === undefined);
  const network = others.map((one) => networkText(one));
  return [...runs, '', ...pods, ...network].join('\n').trimEnd() + '\n';
}

/** A line for each pod: what its worker held from when on, how long its phases took, and how its network calls ended. */
export function briefText(history: History): string {
  const lines = history.pods.map((pod) => {
    const uid = pod.uid.value ?? 'UID unknown';
    const phases = pod.phases.map(({ kind, from, to, known }) =>
      known === 'unknown'
        ? `${kind} ?`
        : to === undefined
          ? `${kind} goes on`
          : `${kind} ${formatDuration(to - from)}`,
    );
    const calls = pod.network.map(
      ({ command, outcome }) => `CNI ${command} ${outcome.value ?? 'unknown'}`,
    );
    const parts = [trackText(pod.worker.state, (state) => state), phases.join(', '), ...calls];
    return `${pod.namespace}/${pod.name} (${uid.slice(0, 8)}): ${parts.filter((part) => part !== '').join('; ')}\n`;
  });
  return lines.join('');
}

function podText(pod: PodHistory, options: StoryOptions): string {
  const uid = pod.uid.known === 'unknown' ? 'UID unknown' : pod.uid.value;
  const lines = [
    `${pod.namespace}/${pod.name} (${uid}, source ${pod.configSource.value ?? 'unknown'})`,
    `  worker: ${trackText(pod.worker.present, (there) => (there ? 'there' : 'gone'))}`,
    `  state: ${trackText(pod.worker.state, (state) => state)}`,
    `  finished: ${trackText(pod.worker.finished, String)}`,
    ...pod.phases.map((phase) => `  ${phaseText(phase)}`),
    ...pod.network.map((one) => `  ${networkText(one)}`),
    ...pod.containers.map(
      (one) =>
        `  container ${one.name.value ?? one.containerId.slice(0, 12)}: ${trackText(one.state, (state) => state)}${one.exitCode.known === 'unknown' ? '' : `, exit code ${one.exitCode.value}`}`,
    ),
  ];
  if (options.events)
    for (const { at, kind, text } of pod.events)
      lines.push(`  ${clock(at)} ${kind}: ${text.slice(0, 150)}`);
  return `${lines.join('\n')}\n`;
}

function phaseText({ kind, from, to, known }: PodHistory['phases'][number]): string {
  if (known === 'unknown') return `${kind} ? from ${clock(from)}`;
  return to === undefined
    ? `${kind} since ${clock(from)}`
    : `${kind} ${formatDuration(to - from)} from ${clock(from)}`;
}

function networkText({ command, sandboxId, plugin, attempts, ...rest }: NetworkOperation): string {
  const { outcome, from, until } = rest;
  const end = until.value === undefined ? 'the end' : clock(until.value);
  const id = sandboxId?.slice(0, 12) ?? 'unknown';
  return `CNI ${command} of sandbox ${id}, plug-in ${plugin ?? 'unknown'}: ${outcome.value ?? 'unknown'}, ${attempts.length} tries from ${clock(from)} to ${end}`;
}

function trackText<T>(track: Track<T>, say: (value: T) => string): string {
  return track.changes.map((change) => changeText(change, say)).join(', ');
}

function changeText<T>({ at, value }: Change<T>, say: (value: T) => string): string {
  const mark = value.known === 'seen' ? '' : '~';
  return `${value.known === 'unknown' ? 'unknown' : say(value.value)} ${mark}${clock(at)}`;
}

function clock(time: Micros): string {
  return formatTimeOfDay(time).slice(0, 12);
}
