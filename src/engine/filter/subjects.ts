// What each kind of row stands for, as the filter language sees it.
import { positionsOf } from '../present/podLines.ts';
import { podName, type Incident } from '../present/incident.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { severities, type Severity } from '../../log/record.ts';
import type { InputId } from '../../base/input.ts';
import type { ComparedPodRow } from '../../protocol/clusterApi.ts';
import type { StackRow } from '../../protocol/goroutineApi.ts';
import type { CulpritRow } from '../../protocol/pageApi.ts';
import type {
  GapRow,
  NetworkRow,
  PlegRow,
  RowSeverity,
  RunRow,
  SourceRow,
  TimelineLane,
} from '../../protocol/rows.ts';
import type { CacheWriteRow } from '../../protocol/workerQueueApi.ts';
import { podSeverity } from '../present/pods.ts';
import { nodeOfPod, nodeOfSource } from './options.ts';
import type { Subject } from './rowFilter.ts';

const always = { first: -Infinity, last: Infinity, lines: [], pods: [] } as const;

const level = (severity: Severity): number => severities.indexOf(severity);

const ofRow: Record<RowSeverity, number> = {
  none: level('info'),
  info: level('info'),
  warning: level('warning'),
  error: level('error'),
};

const ofFinding: Record<Finding['severity'], number> = {
  info: level('info'),
  low: level('info'),
  medium: level('warning'),
  high: level('error'),
  critical: level('fatal'),
};

function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}

function positions({ tape }: Incident, inputs: readonly (InputId | undefined)[]): number[] {
  return inputs.flatMap((input) => (input === undefined ? [] : tape.positionOfInput(input)));
}

/** From when the kubelet met it until it had forgotten it. */
export function podSubject(incident: Incident, moment: Moment, pod: PodHistory): Subject {
  const end = pod.worker.present.changes.at(-1);
  return {
    key: pod.key,
    text: words(podName(pod), pod.uid.value),
    pods: [pod.key],
    node: nodeOfPod(incident.history, pod.key),
    get severity() {
      return ofRow[podSeverity(incident, moment, pod)];
    },
    first: pod.firstSeen,
    last: end?.value.value === false ? end.at : Infinity,
    get lines() {
      return positionsOf(incident, pod);
    },
  };
}

export function findingSubject(incident: Incident, finding: Finding): Subject {
  const { id, title, pod, podKey, node, severity, explanation, evidence } = finding;
  const lines = positions(
    incident,
    evidence.map(({ input }) => input),
  );
  return {
    get text() {
      const texts = lines.map((position) => incident.tape.record(position)?.text.slice(0, 600));
      return words(id, title, pod, node, severity, explanation, ...texts);
    },
    pods: podKey === undefined ? [] : [podKey],
    node: node ?? nodeOfPod(incident.history, podKey),
    severity: ofFinding[severity],
    first: finding.began,
    last: finding.ended ?? Infinity,
    lines,
  };
}

export function networkSubject(incident: Incident, row: NetworkRow): Subject {
  return {
    text: words(row.pod, row.plugin, row.sandboxId, row.message),
    pods: [row.podKey ?? row.pod],
    ids: row.sandboxId === undefined ? [] : [row.sandboxId],
    node: nodeOfPod(incident.history, row.podKey),
    severity: ofRow[row.severity],
    first: row.from,
    last: row.until ?? Infinity,
    get lines() {
      return positions(
        incident,
        row.attempts.flatMap(({ provedBy }) => provedBy),
      );
    },
  };
}

export function plegSubject(incident: Incident, row: PlegRow): Subject {
  return {
    text: words(row.pod, row.text, ...row.events.map(({ text }) => text)),
    pods: [row.podKey ?? row.pod],
    ids: row.events.map(({ id }) => id),
    node: nodeOfPod(incident.history, row.podKey),
    severity: ofRow[row.severity],
    first: row.at,
    last: row.events.at(-1)?.at ?? row.at,
    get lines() {
      return positions(
        incident,
        row.events.map(({ input }) => input),
      );
    },
  };
}

/** What failed for a pod while PLEG stood is an error. */
export function culpritSubject(incident: Incident, row: CulpritRow): Subject {
  return {
    text: words(row.pod, row.text),
    pods: [row.podKey ?? row.pod],
    node: nodeOfPod(incident.history, row.podKey),
    severity: level('error'),
    first: row.first,
    last: row.last,
    lines: positions(incident, [row.input]),
  };
}

export function cacheWriteSubject(incident: Incident, row: CacheWriteRow): Subject {
  return {
    text: words(row.pod, row.error),
    pods: [row.podKey ?? row.pod],
    node: nodeOfPod(incident.history, row.podKey),
    severity: level(row.error === undefined ? 'info' : 'error'),
    first: row.at,
    last: row.at,
    lines: positions(incident, [row.input]),
  };
}

export function sourceSubject(incident: Incident, row: SourceRow): Subject {
  const formats = row.formats.map(({ format }) => format);
  const failed = row.state === 'failed';
  return {
    ...always,
    text: words(row.name, row.path, row.problem, ...formats),
    node: failed ? undefined : nodeOfSource(incident.history, row.source),
    severity: level(failed ? 'error' : row.problem === undefined ? 'info' : 'warning'),
    first: row.from ?? -Infinity,
    last: row.to ?? Infinity,
  };
}

export function runSubject(incident: Incident, row: RunRow): Subject {
  return {
    ...always,
    text: words('kubelet', row.version.text, row.node.text, row.runtime.text),
    node: row.node.text,
    severity: level('info'),
    first: row.from,
    last: row.to ?? Infinity,
    lines: positions(incident, [row.input]),
  };
}

export function gapSubject(incident: Incident, row: GapRow): Subject {
  return {
    ...always,
    text: words(row.kind, row.text),
    node: row.input === undefined ? undefined : nodeOfSource(incident.history, row.input.source),
    severity: level('warning'),
    first: row.from,
    last: row.to,
    lines: positions(incident, [row.input]),
  };
}

/** A lane of a pod. */
export function laneSubject(incident: Incident, lane: TimelineLane): Subject {
  const { podKey, group, name, node } = lane;
  const pod = podKey === undefined ? undefined : incident.history.pod(podKey);
  return {
    ...(podKey === undefined ? {} : { key: podKey }),
    text: words(`${group}/${name} ${node}`, pod?.uid.value),
    pods: podKey === undefined ? [] : [podKey],
    node: node === '' ? nodeOfPod(incident.history, podKey) : node,
    severity: ofRow[lane.severity],
    first: lane.first ?? -Infinity,
    last: lane.last ?? Infinity,
    get lines() {
      return pod === undefined ? [] : positionsOf(incident, pod);
    },
  };
}

/** A key of an informer's queue or store: of a pod its name, else of another object. */
export function keySubject(incident: Incident, key: string): Subject {
  const [namespace = '', name = ''] = key.split('/');
  const pods = incident.history.podsNamed(namespace, name);
  return {
    ...always,
    text: key,
    pods: [key, ...pods.map((pod) => pod.key)],
    node: nodeOfPod(incident.history, pods.at(-1)?.key),
    severity: level('info'),
    get lines() {
      return pods.flatMap((pod) => [...positionsOf(incident, pod)]);
    },
  };
}

/** Goroutines that stand at one place: a wait that stands out is a warning. */
export function stackSubject(node: string | undefined, group: string, row: StackRow): Subject {
  const { doing, top, state, pods, id, notable } = row;
  return {
    ...always,
    text: words(group, doing, top, state, String(id), ...pods.map(({ name }) => name)),
    pods: pods.flatMap(({ key, name }) => [key, name]),
    node,
    severity: level(notable ? 'warning' : 'info'),
  };
}

export function comparedPodSubject(
  node: string,
  incident: Incident | undefined,
  row: ComparedPodRow,
): Subject {
  const { namespace, name, uid, podKey, differences, api, kubelet, runtime, log } = row;
  const pod = podKey === undefined ? undefined : incident?.history.pod(podKey);
  const told = differences.map(({ text }) => text);
  return {
    ...always,
    text: words(`${namespace}/${name}`, uid, api, kubelet, runtime, log?.text, ...told),
    pods: [podKey ?? '', `${namespace}/${name}`, name, uid],
    node,
    severity: Math.max(ofRow.none, ...differences.map(({ severity }) => ofRow[severity])),
    get lines() {
      return pod === undefined || incident === undefined ? [] : positionsOf(incident, pod);
    },
  };
}
