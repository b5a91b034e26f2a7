// Lines of one pod, default/web, as process 7 of a kubelet prints them, and what is rebuilt of them.
import { expect } from 'vitest';
import type { Gap } from '../../src/base/input.ts';
import { micros, parseRfc3339, type Micros } from '../../src/base/time.ts';
import type { History, PodHistory } from '../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import type { Moment } from '../../src/kubelet/rebuild/track.ts';
import { tapeOf } from './captures.ts';

export const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
export const container = 'bc22a4e349b70936417df836e11ebf190f8134c79ffd4b7287638a17eaa820ca';
export const sandbox = '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d';

export function at(clock: string): Micros {
  return parseRfc3339(`2026-11-21T${clock}Z`) ?? micros(NaN);
}

export function now(clock: string): Moment {
  return { time: at(clock), position: Infinity, hindsight: 'now' };
}

/** Lines as `clock file:line text`, of process 7. */
export function historyOf(lines: readonly string[], gaps: readonly Gap[] = []): History {
  const text = lines.map((line) => {
    const [clock = '', file = '', ...rest] = line.split(' ');
    return `I1121 ${clock}       7 ${file}] ${rest.join(' ')}`;
  });
  return rebuild(tapeOf(new TextEncoder().encode(`${text.join('\n')}\n`)), { gaps });
}

export function config(clock: string, op: string, source = 'api'): string {
  return `${clock} kubelet.go:2515 "SyncLoop ${op}" source="${source}" pods=["default/web"]`;
}

export function pleg(clock: string, type: string, id: string, pod = uid): string {
  return `${clock} kubelet.go:2546 "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${pod}","Type":"${type}","Data":"${id}"}`;
}

export function print(clock: string, what = 'No ready sandbox'): string {
  return `${clock} util.go:52 "${what} for pod can be found. Need to start a new one" pod="default/web"`;
}

export function kill(clock: string): string {
  return `${clock} kuberuntime_container.go:866 "Killing container with a grace period" pod="default/web" podUID="${uid}" containerName="app" containerID="containerd://${container}" gracePeriod=30`;
}

export function failed(clock: string, error: string): string {
  return `${clock} pod_workers.go:1324 "Error syncing pod, skipping" err="${error}" pod="default/web" podUID="${uid}"`;
}

export function cleaned(clock: string): string {
  return `${clock} kubelet_volumes.go:163 "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`;
}

export function finished(clock: string, id: string): string {
  return `${clock} generic.go:297 "Generic (PLEG): container finished" podID="${uid}" containerID="${id}" exitCode=0`;
}

export const start = [
  '10:00:00.000000 server.go:529 "Kubelet version" kubeletVersion="v1.34.2"',
  '10:00:00.500000 kubelet.go:2428 "Starting kubelet main sync loop"',
];
/** The runtime of that kubelet. */
export function runtimeIs(name: 'containerd' | 'docker'): string {
  return `10:00:00.600000 kuberuntime_manager.go:249 "Container runtime initialized" containerRuntime="${name}" version="1.7.24" apiVersion="v1"`;
}

export const running = [
  ...start,
  config('10:00:10.000000', 'ADD'),
  print('10:00:10.003000', 'No sandbox'),
  pleg('10:00:11.000000', 'ContainerStarted', container),
  pleg('10:00:11.000100', 'ContainerStarted', sandbox),
];

/** Nothing new, long after: until then the log goes on. */
export const end = '10:02:20.000000 kubelet.go:2515 "SyncLoop ADD" source="file" pods=[]';

/** As a kubelet of 1.23 prints them. */
export function in123(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace('v1.34.2', 'v1.23.17'));
}

export function only(history: { readonly pods: readonly PodHistory[] }): PodHistory {
  expect(history.pods).toHaveLength(1);
  const [pod] = history.pods;
  if (pod === undefined) throw new Error('no pod');
  return pod;
}
