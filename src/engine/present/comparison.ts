// What the API server wants, the kubelet holds, the runtime runs and the log says of the pods of a node, side by side, and where they differ.
import type { WatchedPod } from '../../cluster/clusterObjects.ts';
import type { PodFacts } from '../../cluster/podFacts.ts';
import { shownLine } from '../../base/shownText.ts';
import type { Micros } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { ComparedPodRow } from '../../protocol/clusterApi.ts';
import type { RowSeverity } from '../../protocol/rows.ts';
import { podState } from './cluster.ts';
import type { Incident } from './incident.ts';
import { stateText } from './pods.ts';

export interface Witnesses {
  readonly now: Micros;
  readonly api: readonly WatchedPod[];
  /** Undefined: it told nothing. */
  readonly kubelet: readonly PodFacts[] | undefined;
  readonly runtime: readonly PodFacts[] | undefined;
  readonly log: { readonly incident: Incident; readonly moment: Moment } | undefined;
}

/** One pod as each witness has it. */
interface Compared {
  readonly key: string;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  api?: WatchedPod;
  kubelet?: PodFacts;
  runtime?: PodFacts;
  log?: PodHistory;
}

interface Difference {
  readonly text: string;
  readonly severity: RowSeverity;
  /** Where it is known without having been watched. */
  readonly since?: Micros;
}

/**
 * @param firstSeen of a difference, by pod and text: notes those that are new at `now`, forgets those that are gone
 */
export function comparePods(
  witnesses: Witnesses,
  firstSeen: Map<string, Micros>,
): readonly ComparedPodRow[] {
  const seen = new Set<string>();
  const rows = gather(witnesses).map((pod): ComparedPodRow => {
    const differences = differencesOf(pod, witnesses).map(({ text, severity, since }) => {
      const key = `${pod.key}\n${text}`;
      seen.add(key);
      if (!firstSeen.has(key)) firstSeen.set(key, witnesses.now);
      return { text, severity, since: since ?? firstSeen.get(key) ?? witnesses.now };
    });
    return row(pod, witnesses, differences);
  });
  for (const key of firstSeen.keys()) if (!seen.has(key)) firstSeen.delete(key);
  return rows.sort(
    (a, b) =>
      b.differences.length - a.differences.length ||
      a.namespace.localeCompare(b.namespace) ||
      a.name.localeCompare(b.name),
  );
}

/** By UID; a mirror pod has another UID than the static pod that it shows, and is known by its name. */
function gather({ api, kubelet, runtime, log }: Witnesses): readonly Compared[] {
  const pods = new Map<string, Compared>();
  const at = (uid: string, namespace: string, name: string): Compared => {
    const known = pods.get(uid);
    if (known !== undefined) return known;
    const made: Compared = { key: uid, uid, namespace, name };
    pods.set(uid, made);
    return made;
  };
  for (const pod of kubelet ?? []) at(pod.uid, pod.namespace, pod.name).kubelet = pod;
  for (const pod of runtime ?? []) at(pod.uid, pod.namespace, pod.name).runtime = pod;
  for (const pod of api) {
    const { uid = '', namespace = '', name = '' } = pod.metadata ?? {};
    const isMirror = pod.summary.origin !== 'api';
    const shown = isMirror
      ? [...pods.values()].find((each) => each.namespace === namespace && each.name === name)
      : undefined;
    (shown ?? at(uid, namespace, name)).api = pod;
  }
  for (const pod of log?.incident.history.pods ?? []) {
    const uid = pod.uid.value;
    const there = log !== undefined && pod.worker.present.at(log.moment).value === true;
    const known = uid === undefined ? undefined : pods.get(uid);
    if (known !== undefined) known.log = pod;
    else if (there && uid !== undefined) at(uid, pod.namespace, pod.name).log = pod;
  }
  return [...pods.values()];
}

function row(
  pod: Compared,
  { log, kubelet, runtime }: Witnesses,
  differences: ComparedPodRow['differences'],
): ComparedPodRow {
  const { key, uid, namespace, name } = pod;
  return {
    key,
    uid: shownLine(uid, 100),
    namespace: shownLine(namespace, 100),
    name: shownLine(name, 300),
    podKey: pod.log?.key,
    api: pod.api === undefined ? undefined : shownLine(podState(pod.api), 100),
    kubelet: kubelet === undefined ? undefined : kubeletText(pod.kubelet),
    runtime: runtime === undefined ? undefined : runtimeText(pod.runtime),
    log: pod.log === undefined || log === undefined ? undefined : stateText(pod.log, log.moment),
    differences,
  };
}

function kubeletText(pod: PodFacts | undefined): string | undefined {
  if (pod === undefined) return undefined;
  const phase = pod.phase === '' ? 'present' : pod.phase;
  const origin = pod.origin === '' || pod.origin === 'api' ? '' : `, from ${pod.origin}`;
  return shownLine(`${phase}${pod.deleting ? ', to be deleted' : ''}${origin}`, 100);
}

function runtimeText(pod: PodFacts | undefined): string | undefined {
  if (pod === undefined) return undefined;
  const names = pod.containers.map(({ name }) => name).join(', ');
  return names === '' ? 'a sandbox' : shownLine(`runs ${names}`, 300);
}

function differencesOf(pod: Compared, witnesses: Witnesses): readonly Difference[] {
  return [
    ...apiAgainstKubelet(pod, witnesses),
    ...runtimeAgainstOthers(pod, witnesses),
    ...logAgainstOthers(pod, witnesses),
  ];
}

function apiAgainstKubelet({ api, kubelet }: Compared, witnesses: Witnesses): Difference[] {
  if (witnesses.kubelet === undefined) return [];
  if (api !== undefined && kubelet === undefined && !isOver(api))
    return [
      {
        text: 'Bound to this node by the API server, but the kubelet doesn’t have it.',
        severity: 'warning',
      },
    ];
  if (api === undefined && kubelet !== undefined)
    return [
      {
        text: 'The kubelet has it; the API server doesn’t (any more).',
        severity: kubelet.origin === 'api' || kubelet.origin === '' ? 'warning' : 'info',
      },
    ];
  return [];
}

function runtimeAgainstOthers(
  { api, kubelet, runtime }: Compared,
  witnesses: Witnesses,
): Difference[] {
  if (witnesses.runtime === undefined) return [];
  const found: Difference[] = [];
  if (runtime !== undefined && kubelet === undefined && witnesses.kubelet !== undefined)
    found.push({
      text: 'The runtime still runs it, but the kubelet no longer lists it.',
      severity: 'warning',
    });
  const deleting = api?.summary.deleting;
  if (runtime !== undefined && deleting !== undefined && deleting < witnesses.now)
    found.push({
      text: 'It should be gone (its grace period is over), but it still runs.',
      severity: 'error',
      since: deleting,
    });
  if (runtime === undefined && api !== undefined && isRunning(api))
    found.push({
      text: 'The API server shows running containers; the runtime has none.',
      severity: 'error',
    });
  return found;
}

function logAgainstOthers({ api, kubelet, log }: Compared, witnesses: Witnesses): Difference[] {
  if (witnesses.log === undefined || log === undefined) return [];
  const { moment } = witnesses.log;
  const state = log.worker.present.at(moment).value === true ? log.worker.state : undefined;
  const worker = state?.at(moment).value;
  const since = state?.changeAt(moment)?.at;
  const found: Difference[] = [];
  if (
    worker === 'terminating' &&
    api !== undefined &&
    api.summary.deleting === undefined &&
    !isOver(api)
  )
    found.push({
      text: 'The log shows its worker tearing it down, but the API server has no deletion for it.',
      severity: 'warning',
      ...(since === undefined ? {} : { since }),
    });
  if (worker !== undefined && kubelet === undefined && witnesses.kubelet !== undefined)
    found.push({
      text: `The log shows a worker (${worker}), but the kubelet doesn’t list the pod.`,
      severity: 'warning',
      ...(since === undefined ? {} : { since }),
    });
  if (worker === 'sync' && api === undefined && kubelet?.origin === 'api')
    found.push({
      text: 'The log shows its worker keeping it running, but the API server doesn’t have it.',
      severity: 'warning',
    });
  return found;
}

function isOver({ summary }: WatchedPod): boolean {
  return summary.phase === 'Succeeded' || summary.phase === 'Failed';
}

function isRunning({ summary }: WatchedPod): boolean {
  return summary.containers.some(({ state }) => state.startsWith('running'));
}
