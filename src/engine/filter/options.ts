// What the filter language must know of an incident: what else stands for a pod, and whose lines a log has.
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { FilterOptions } from '../../log/filter.ts';
import { globOf } from '../../log/glob.ts';
import type { LogTable } from '../../log/record.ts';
import type { Tape } from '../../replay/tape.ts';
import { podName } from '../present/incident.ts';

export function filterOptions(tape: Tape, history: History): FilterOptions {
  return {
    aliases: (value) => aliasesOf(history, value),
    nodeOf: (table) => nodeOfTable(tape, history, table),
  };
}

function nodeOfTable(tape: Tape, history: History, table: LogTable): string | undefined {
  const told = tape.sources.find((source) => source.table === table)?.node;
  return told ?? nodeOfSource(history, table.source);
}

/** As the logs of several nodes tell it; of one node, as its kubelet does. */
export function nodeOfSource({ nodes, runs }: History, source: number): string | undefined {
  if (nodes === undefined) return runs.at(-1)?.node.value;
  return nodes.find(({ sources }) => sources.some((own) => own === source))?.name;
}

const podNodes = new WeakMap<History, ReadonlyMap<string, string>>();

export function nodeOfPod(history: History, podKey: string | undefined): string | undefined {
  const { nodes } = history;
  if (nodes === undefined) return history.runs.at(-1)?.node.value;
  let known = podNodes.get(history);
  if (known === undefined) {
    known = new Map(
      nodes.flatMap((node) => node.history.pods.map(({ key }) => [key, node.name] as const)),
    );
    podNodes.set(history, known);
  }
  return podKey === undefined ? undefined : known.get(podKey);
}

/**
 * All that stands for a pod, or for each that a pattern fits, in a log: its name, UIDs and the ids of its sandboxes and containers. `by`: those
 * that were known of it by then.
 */
export function aliasesOf(history: History, value: string, by?: Moment): readonly string[] {
  return podsMeant(history, value).flatMap((pod) => {
    const known = by === undefined ? pod : pod.by(by);
    const isOfId = pod.uid.value === value;
    if (known === undefined || (isOfId && known.uid.value !== value)) return [];
    return [podName(pod), ...namesOf(known)];
  });
}

function podsMeant(history: History, value: string): readonly PodHistory[] {
  const found = history.identify(value);
  if (found !== undefined) {
    const pod = found.podKey === undefined ? undefined : history.pod(found.podKey);
    return found.kind === 'pod' && pod !== undefined ? [pod] : [];
  }
  const [namespace = '', name] = value.split('/');
  if (name !== undefined && !/[*?]/.test(value)) return history.podsNamed(namespace, name);
  const glob = globOf(value, 'name');
  return history.pods.filter((pod) =>
    [podName(pod), pod.name, pod.uid.value ?? ''].some((each) => glob.isAll(each)),
  );
}

/** But for its name. */
export function namesOf(pod: PodHistory): readonly string[] {
  const uid = pod.uid.value;
  return [
    ...(uid === undefined ? [] : [uid]),
    ...pod.sandboxes.map((sandbox) => sandbox.sandboxId),
    ...pod.containers.map((container) => container.containerId),
  ];
}
