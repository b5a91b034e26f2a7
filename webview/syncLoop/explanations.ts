// What each part does, for those who learn the kubelet, and where its code is.
import type { MachinePart } from '../../src/protocol/pageApi.ts';
import { t } from '../shared/l10n.ts';

export interface Explanation {
  readonly text: string;
  readonly file: string;
}

export const explanations: Readonly<Record<MachinePart, Explanation>> = {
  api: {
    text: t(
      'Pods that the scheduler has bound to this node. The kubelet watches them through one reflector; what it sends back are statuses.',
    ),
    file: 'pkg/kubelet/config/apiserver.go',
  },
  file: {
    text: t(
      'Static pods from a folder of manifests, re-read when a file changes. The API server only gets a mirror of them.',
    ),
    file: 'pkg/kubelet/config/file.go',
  },
  http: {
    text: t('Static pods from a URL, fetched periodically. Few clusters use it.'),
    file: 'pkg/kubelet/config/http.go',
  },
  podConfig: {
    text: t(
      'Merges what the sources send and passes on only the differences: ADD, UPDATE, DELETE, REMOVE or RECONCILE.',
    ),
    file: 'pkg/kubelet/config/config.go',
  },
  configCh: {
    text: t(
      'Updates on their way to the loop (capacity 50). DELETE only requests deletion with a grace period; REMOVE means the source has dropped the pod.',
    ),
    file: 'pkg/kubelet/kubelet.go',
  },
  plegCh: {
    text: t(
      'Started, died or removed containers, as relists found them. When the channel is full, a relist throws its events away.',
    ),
    file: 'pkg/kubelet/pleg/generic.go',
  },
  syncCh: {
    text: t(
      'Every second the loop checks which pods are due for another sync: after a failure, a back-off, or simply a minute.',
    ),
    file: 'pkg/kubelet/kubelet.go',
  },
  probeCh: {
    text: t(
      'Changed results of liveness, readiness and startup probes. A failed liveness probe wakes the worker, which then kills the container.',
    ),
    file: 'pkg/kubelet/prober/results/results_manager.go',
  },
  housekeepingCh: {
    text: t(
      'Every two seconds the loop cleans up: it forgets pods that are gone everywhere and kills whatever runs without a pod.',
    ),
    file: 'pkg/kubelet/kubelet_pods.go',
  },
  syncLoop: {
    text: t(
      'One goroutine takes one item at a time from its channels and hands it to a worker. While the runtime or PLEG has an error, it takes nothing.',
    ),
    file: 'pkg/kubelet/kubelet.go',
  },
  workers: {
    text: t(
      'One goroutine per pod, with room for one pending update: a newer one replaces it. A pod goes from sync to terminating to terminated, never back.',
    ),
    file: 'pkg/kubelet/pod_workers.go',
  },
  workQueue: {
    text: t(
      'After each sync the worker puts its pod here: due in 60 to 90 s when all went well, in 10 to 15 s after an error, from 1.35 on at the end of its back-off. The sync tick takes out what is due, and the loop begins anew.',
    ),
    file: 'pkg/kubelet/util/queue/work_queue.go',
  },
  runtime: {
    text: t(
      'containerd, CRI-O or dockershim: makes sandboxes, pulls images, starts and stops containers when a worker asks for it.',
    ),
    file: 'pkg/kubelet/kuberuntime/kuberuntime_manager.go',
  },
  cni: {
    text: t(
      'The runtime calls ADD for a new sandbox and DEL for one that stops. While DEL fails, so does the runtime’s StopPodSandbox, which the kubelet calls again.',
    ),
    file: 'pkg/kubelet/kuberuntime/kuberuntime_sandbox.go',
  },
  pleg: {
    text: t(
      'Lists the runtime’s pods every second, compares them with the last list, and turns the differences into events. One hung call blocks everything.',
    ),
    file: 'pkg/kubelet/pleg/generic.go',
  },
  cache: {
    text: t(
      'The newest status of each pod. A worker waits here for a status newer than its last sync, and so for a relist.',
    ),
    file: 'pkg/kubelet/container/cache.go',
  },
  volumes: {
    text: t(
      'Mounts a pod’s volumes before its containers start and unmounts them after they end. Workers wait for it, at most two minutes and three seconds.',
    ),
    file: 'pkg/kubelet/volumemanager/volume_manager.go',
  },
  status: {
    text: t(
      'Sends each pod’s status to the API server, and deletes the pod there once nothing of it is left on the node.',
    ),
    file: 'pkg/kubelet/status/status_manager.go',
  },
};
