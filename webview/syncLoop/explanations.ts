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
      'Static pods from a folder of manifests, read again when a file changes. The API server only gets a mirror of them.',
    ),
    file: 'pkg/kubelet/config/file.go',
  },
  http: {
    text: t('Static pods from a URL, fetched again and again. Few clusters use it.'),
    file: 'pkg/kubelet/config/http.go',
  },
  podConfig: {
    text: t(
      'Puts together what the sources say, and passes on only what differs from before: ADD, UPDATE, DELETE, REMOVE or RECONCILE.',
    ),
    file: 'pkg/kubelet/config/config.go',
  },
  configCh: {
    text: t(
      'Updates on their way to the loop; 50 have room. A DELETE is only a wish with a grace period; REMOVE says that the source has dropped the pod.',
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
      'Each second the loop looks which pods are due again: after a failure, a back-off, or simply a minute.',
    ),
    file: 'pkg/kubelet/kubelet.go',
  },
  probeCh: {
    text: t(
      'Results of liveness, readiness and startup probes that changed. A failed liveness probe wakes the worker, which then kills the container.',
    ),
    file: 'pkg/kubelet/prober/results/results_manager.go',
  },
  housekeepingCh: {
    text: t(
      'Each two seconds the loop cleans up: it forgets pods that are gone everywhere, and kills what runs without a pod.',
    ),
    file: 'pkg/kubelet/kubelet_pods.go',
  },
  syncLoop: {
    text: t(
      'One goroutine takes one thing at a time from its channels and hands it to a worker. While the runtime or PLEG is in error it takes nothing at all.',
    ),
    file: 'pkg/kubelet/kubelet.go',
  },
  workers: {
    text: t(
      'A goroutine for each pod, with room for one waiting update: a newer one replaces it. A pod goes from sync to terminating to terminated, never back.',
    ),
    file: 'pkg/kubelet/pod_workers.go',
  },
  workQueue: {
    text: t(
      'After each sync the worker puts its pod here: due in 60 to 90 s when all went well, in 10 to 15 s after an error. The sync tick takes out what is due, and the loop begins anew.',
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
      'The runtime calls ADD for a new sandbox and DEL for one that stops. While DEL fails the sandbox is not stopped, and its pod stays in Terminating.',
    ),
    file: 'pkg/kubelet/kuberuntime/kuberuntime_sandbox.go',
  },
  pleg: {
    text: t(
      'Lists all pods of the runtime each second, compares them with the last list, and makes events of what differs. One call that hangs holds up all of it.',
    ),
    file: 'pkg/kubelet/pleg/generic.go',
  },
  cache: {
    text: t(
      'The newest status of each pod. A worker waits here until there is one newer than its last sync, and so for a relist.',
    ),
    file: 'pkg/kubelet/container/cache.go',
  },
  volumes: {
    text: t(
      'Mounts what a pod needs before its containers start, and unmounts it after they ended. Workers wait for it, two minutes and three seconds at most.',
    ),
    file: 'pkg/kubelet/volumemanager/volume_manager.go',
  },
  status: {
    text: t(
      'Sends the status of each pod to the API server, and deletes the pod there when nothing of it is left on the node.',
    ),
    file: 'pkg/kubelet/status/status_manager.go',
  },
};
