// Harmless lines about pods, containers, images and volumes. Each says when it would be a fault after all.
import { MINUTE } from '../../base/time.ts';
import { check, remedy, trap, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, longestBackoff, times } from '../verdict.ts';

/** Where the kubelet expects sockets that register drivers (pluginmanager/pluginwatcher): one that is tried again for so long registers nothing. */
function judgeSocket({ hits }: Suspicion): Verdict {
  const isHere = hits.some(({ facts }) => /\/plugins_registry\//.test(facts['path'] ?? ''));
  if (!isHere || longestBackoff(hits) < 2 * MINUTE) return aside;
  return {
    severity: 'low',
    told: {
      title: 'The kubelet tries socket {path|} again and again: it offers no registration',
      explanation: [
        'It lies where sockets that register drivers are expected. Whether its driver is registered through another one these lines do not say.',
      ],
      checks: [check('Which sockets are there?', 'find /var/lib/kubelet/plugins_registry -type s')],
      remedy: [remedy('Put a driver’s own socket elsewhere: under /var/lib/kubelet/plugins')],
    },
  };
}

export const trapsOfContainers: readonly Rule[] = [
  trap({
    id: 'pod-gone-at-add',
    title: 'Harmless: a sandbox was to be made for a pod that the API server no longer has',
    by: 'pod',
    overBy: 'stop',
    signs: [
      {
        text: /(?:RunPodSandbox|[Cc]reate(?:PodSandbox)?|[Ss]et ?up|[Aa]dd).*\bpods? "[^"]+" not found/,
      },
    ],
    judge: ({ hits }) => (times(hits) < 3 ? aside : undefined),
    explanation:
      'Usual where a pod is deleted while its sandbox is made. Where the pod still exists, or the same goes on, it is a fault.',
    references: ['k8snetworkplumbingwg/multus-cni#1131'],
  }),
  trap({
    id: 'cpuset-of-ended',
    title: 'Harmless: the CPU manager sets the CPUs of a container that has ended',
    signs: [
      {
        // cm/cpumanager/cpu_manager.go, with the answers of CRI-O and of runc.
        text: /reconcileState: failed to (?:add|update) container .*(?:is not running or created state: (?:stopped|exited)|not running|not found|no such container)/is,
      },
    ],
    explanation: 'It needs no CPUs any more.',
    references: ['kubernetes/kubernetes#91498'],
  }),
  trap({
    id: 'missing-pull-secret',
    title: 'Harmless: a pull secret is missing',
    signs: [
      { text: /Unable to retrieve (?:some image )?pull secrets?/, heads: ['Unable to retrieve'] },
    ],
    explanation:
      'The kubelet goes on without it; the image may be public. It matters only beside an ErrImagePull of the same pod.',
    references: ['kubernetes/kubernetes#12736', 'pulp/pulp-operator#407'],
  }),
  trap({
    id: 'notfound-after-remove',
    title: 'Harmless: the runtime does not have a container that is asked for',
    signs: [
      {
        text: /DeleteContainer returned error|Failed to (?:delete|remove) container.*(?:not ?found|No such container)/i,
        // cAdvisor takes the mount of an overlay for a container.
        not: /overlay|\.mount/,
        heads: ['DeleteContainer returned error'],
      },
    ],
    explanation:
      'Usual around the removal of a container. It is a fault when the same id comes again for minutes.',
    references: ['containerd/containerd#8303', 'kubernetes/kubernetes#28748'],
  }),
  trap({
    id: 'socket-not-for-registration',
    title: 'Harmless: a socket without the registration service was tried',
    signs: [
      {
        text: /(?:at socket (?<path>\/\S{1,200}?),.*)?unknown service pluginregistration\.Registration/,
      },
    ],
    judge: judgeSocket,
    explanation:
      'The kubelet tries each socket in its directories of plug-ins; not each of them is there to register a driver. It is a fault when a volume’s driver is “not found in the list of registered CSI drivers”.',
    references: ['kubernetes-sigs/aws-ebs-csi-driver#1527'],
  }),
  trap({
    id: 'container-not-in-pod',
    title: 'Harmless: an event of a container that its pod’s status does not list',
    signs: [
      {
        text: /[Cc]ontainer .*not found in pod's containers/,
        heads: ["Container not found in pod's containers"],
      },
    ],
    explanation: 'The kubelet looks it up only to clean up after it.',
    references: ['kubernetes/kubernetes#75536', 'kubernetes/kubelet#18'],
  }),
  trap({
    id: 'orphan-cgroup-once',
    title: 'Harmless: the cgroup of a pod that has gone is removed',
    signs: [],
    explanation: 'Normal clean-up. It is a fault when the same UID comes each second.',
    references: ['kubernetes/kubernetes#84595'],
  }),
  trap({
    id: 'not-registered-after-completion',
    title: 'Harmless: an object of a volume is not registered',
    signs: [],
    explanation:
      'Usual at the start of a kubelet and at a pod’s end. It is a fault when its back-off reaches minutes and the pod stays.',
    references: ['kubernetes/kubernetes#105204', 'kubernetes-sigs/kind#2723'],
  }),
  trap({
    id: 'prestop-not-running',
    title: 'Harmless: the container ended before its preStop hook',
    signs: [
      {
        text: /[Pp]re[Ss]top hook.*failed.*(?:container (?:is )?not running|not found)/,
        heads: ['PreStop hook failed'],
      },
    ],
    explanation:
      'A hook runs in its container; where that is not running there is nothing to hold up.',
    references: ['kubernetes/kubernetes#39170'],
  }),
  trap({
    id: 'no-relation-at-start',
    title: 'Harmless: the node authorizer does not know the pod yet',
    signs: [],
    explanation:
      'The authorizer’s graph fills some time after a pod is bound, or a server starts. It is a fault when it lasts for more than 30 s.',
    references: ['kubernetes/minikube#14264', 'kubernetes/minikube#7503'],
  }),
  trap({
    id: 'multi-attach-race',
    title: 'Harmless: the volume is still attached to another node',
    signs: [],
    explanation: 'Usual when a pod moves; it is a fault after more than six minutes.',
    references: ['kubernetes/kubernetes#138836', 'kubernetes/kubernetes#96143'],
  }),
  trap({
    id: 'status-not-found',
    title: 'Harmless: the status of a pod that the API server does not have',
    signs: [
      {
        text: /[Ff]ailed to (?:update|get|patch) status for pod.*not found/,
        heads: ['Failed to update status for pod', 'Failed to get status for pod'],
      },
    ],
    explanation: 'Usual after the deletion of a pod.',
    references: ['kubernetes/kubernetes#95214'],
  }),
  trap({
    id: 'fsgroup-warning',
    title: 'Harmless: ownership of a volume’s files is set',
    signs: [],
    explanation:
      'Printed for each mount with a fsGroup. It matters when the same pod’s volumes then time out.',
    references: ['minio/charts#88'],
  }),
  trap({
    id: 'qps-burst',
    title: 'Harmless: a burst of pulls',
    signs: [],
    explanation:
      'The kubelet’s own limiter holds them back. It is a fault when it lasts for minutes.',
    references: ['cortexlabs/cortex#1989'],
  }),
  trap({
    id: 'dead-containers-kill-unwanted',
    title: 'Harmless: a pod that is not wanted on the node is killed',
    signs: [{ text: /Killing unwanted (?:pod|container)/, heads: ['Killing unwanted'] }],
    explanation: 'Clean-up. It is a fault when two kubelets share a name, or the name changed.',
    references: ['kubernetes/kubernetes#13860'],
  }),
  trap({
    id: 'sandbox-after-reboot',
    title: 'Harmless: the kubelet finds no sandbox that is ready',
    signs: [],
    explanation:
      'Usual once a pod: after a restart of node or runtime, or when its containers have ended. It is a fault when the same pod loses it again, or many pods do each minute.',
    references: ['k3s-io/k3s#6704', 'kubernetes/kubernetes#49505'],
  }),
];
