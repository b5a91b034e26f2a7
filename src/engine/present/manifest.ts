// The pods of a manifest's objects: found by the owners that the API server names, and by name in the log.
import type { WatchedPod } from '../../cluster/clusterObjects.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { ManifestPodRow, ManifestRow } from '../../protocol/manifestApi.ts';
import { podSeverity, podState } from './cluster.ts';
import { isProblem } from './findings.ts';
import { findingsOfPod } from './findingGroups.ts';
import type { Incident } from './incident.ts';
import { isOwner, isPodOf, manifestObjects, type ManifestObject } from './manifestObjects.ts';
import { podRow } from './pods.ts';

export interface ManifestWitnesses {
  /** Of the connected cluster; empty without one. */
  readonly api: readonly WatchedPod[];
  readonly log: { readonly incident: Incident; readonly moment: Moment } | undefined;
}

/** Pods of one object beyond these are not told. */
const MOST = 1_000;

export function manifestRows(text: string, witnesses: ManifestWitnesses): readonly ManifestRow[] {
  return manifestObjects(text).map((object) => ({
    line: object.line,
    kind: object.kind,
    name: object.name,
    pods: podsOf(object, witnesses).slice(0, MOST),
  }));
}

interface Found {
  api?: WatchedPod;
  log?: PodHistory;
}

function podsOf(object: ManifestObject, { api, log }: ManifestWitnesses): ManifestPodRow[] {
  const found = new Map<string, Found>();
  for (const pod of api) if (isOfApi(object, pod)) found.set(pod.metadata?.uid ?? '', { api: pod });
  for (const pod of log?.incident.history.pods ?? []) {
    const { uid, namespace, name, configSource } = pod;
    const known = found.get(uid.value ?? pod.key);
    if (known !== undefined) known.log = pod;
    else if (
      isIn(object, namespace) &&
      isPodOf(object, name, configSource.value === 'file') &&
      isThere(pod, log?.moment)
    )
      found.set(pod.key, { log: pod });
  }
  return [...found.values()].map((each) => row(each, log));
}

function isOfApi(object: ManifestObject, { metadata, summary }: WatchedPod): boolean {
  const { name = '', namespace = '' } = metadata ?? {};
  if (!isIn(object, namespace)) return false;
  if (summary.owner !== '' && summary.origin === 'api') return isOwner(object, summary.owner);
  return object.kind === 'Pod' && isPodOf(object, name, summary.origin === 'file');
}

function isIn({ namespace }: ManifestObject, of: string): boolean {
  return namespace === undefined || namespace === of;
}

/** A log may have many former pods of a name: only those that are there at the cursor count. */
function isThere(pod: PodHistory, moment: Moment | undefined): boolean {
  if (moment === undefined || pod.firstSeen > moment.time) return false;
  return pod.worker.present.at(moment).value !== false;
}

function row({ api, log: pod }: Found, log: ManifestWitnesses['log']): ManifestPodRow {
  const told =
    pod === undefined || log === undefined ? undefined : podRow(log.incident, log.moment, pod);
  return {
    uid: api?.metadata?.uid ?? pod?.uid.value ?? '',
    namespace: api?.metadata?.namespace ?? pod?.namespace ?? '',
    name: api?.metadata?.name ?? pod?.name ?? '',
    node: api?.summary.node ?? (pod === undefined ? '' : nodeOf(pod, log)),
    api: api === undefined ? undefined : podState(api),
    log: told?.state.text,
    podKey: pod?.key,
    findings: pod === undefined || log === undefined ? 0 : findingsOf(pod, log),
    severity: told?.severity ?? (api === undefined ? 'none' : podSeverity(api)),
  };
}

/** Also those whose trouble is over: somebody who looks at a manifest wants to know that there was any. */
function findingsOf(
  { key }: PodHistory,
  { incident, moment }: { readonly incident: Incident; readonly moment: Moment },
): number {
  return findingsOfPod(incident, moment, key).filter(
    (finding) => isProblem(finding) && finding.began <= moment.time,
  ).length;
}

/** The node whose log it is in. */
function nodeOf({ key }: PodHistory, log: ManifestWitnesses['log']): string {
  const { history } = log?.incident ?? {};
  const own = history?.nodes?.find((node) => node.history.pod(key) !== undefined);
  return own?.name ?? history?.runs.at(-1)?.node.value ?? '';
}
