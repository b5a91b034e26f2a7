// What fails in words that no other rule knows: still told, with the words, because whoever reads the log would see it too.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, healedAtOnce, longestBackoff, times } from '../verdict.ts';

const runtimeTrouble = ['container-runtime-down', 'runtime-list-deadline', 'pleg-runtime-hang'];

/** Once may be anything; what healed is only told aside. */
function judgeOnce(suspicion: Suspicion, ask: Questions): Verdict {
  if (healedAtOnce(suspicion, ask)) return aside;
  return times(suspicion.hits) < 2 ? { severity: 'low', trust: 0.7 } : fault;
}

function judgeVolume(suspicion: Suspicion, ask: Questions): Verdict {
  return longestBackoff(suspicion.hits) >= 4 * SECOND ? fault : judgeOnce(suspicion, ask);
}

const runtimeLog = check(
  'What does the runtime say about it?',
  'journalctl -u containerd -u crio --since "-1 h" | grep -i {anyId|error}',
);
const lookUp = remedy(
  'Look the innermost text up: the component that wrote it says what it lacks; the kubelet tries again by itself',
);

/** What the kubelet gives up by itself, as when it ends. */
const canceled = /code = Canceled/;

export const unknownRules: readonly Rule[] = [
  {
    id: 'sandbox-create-error',
    title: 'The pod’s sandbox cannot be created',
    severity: 'medium',
    by: 'pod',
    lastResort: true,
    signs: [
      {
        not: canceled,
        text: /CreatePodSandboxError|RunPodSandbox from runtime service failed|Failed to create sandbox for pod|CreatePodSandbox for pod .*failed/,
      },
    ],
    judge: judgeOnce,
    follows: runtimeTrouble,
    explanation:
      'RunPodSandbox fails with words that no rule knows. No container of the pod can start until it succeeds.',
    checks: [
      runtimeLog,
      check('What does the pod’s own history say?', 'crictl pods --name {podName|POD}'),
    ],
    remedy: [lookUp],
    references: ['https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/'],
  },
  {
    id: 'sandbox-stop-error',
    title: 'The pod’s sandbox cannot be stopped',
    severity: 'medium',
    by: 'sandbox',
    lastResort: true,
    signs: [
      {
        not: canceled,
        text: /KillPodSandboxError|StopPodSandbox\b.*from runtime service failed|Failed to stop sandbox\b|StopPodSandbox for \S+ failed/,
      },
    ],
    judge: judgeOnce,
    follows: runtimeTrouble,
    explanation:
      'StopPodSandbox fails with words that no rule knows. Until it succeeds the pod stays in Terminating, and its address, volumes and name stay taken.',
    checks: [
      runtimeLog,
      check('State of the sandbox', 'crictl inspectp {anyId|SANDBOX}'),
      check('Its shim', 'ps -eo pid,stat,etime,cmd | grep "[s]him.*{anyId|}"'),
    ],
    remedy: [lookUp, remedy('Restart the runtime', 'Containers go on.')],
    references: [
      'kata-containers/kata-containers#2151',
      'https://kubernetes.io/docs/tasks/debug/debug-cluster/crictl/',
    ],
  },
  {
    id: 'container-stop-error',
    title: 'Container {container|} cannot be stopped',
    severity: 'medium',
    by: 'pod',
    lastResort: true,
    signs: [
      {
        not: canceled,
        text: /KillContainerError|StopContainer\b.*from runtime service failed|Container termination failed with gracePeriod|StopContainer for \S+ failed/,
      },
    ],
    judge: judgeOnce,
    follows: runtimeTrouble,
    explanation:
      'StopContainer fails with words that no rule knows. The pod stays in Terminating while a container of it runs.',
    checks: [runtimeLog, check('State of the container', 'crictl inspect {anyId|CONTAINER}')],
    remedy: [lookUp, remedy('Restart the runtime', 'Containers go on.')],
    references: ['https://kubernetes.io/docs/tasks/debug/debug-cluster/crictl/'],
  },
  {
    id: 'volume-operation-error',
    title: 'An operation on volume {volume|} fails',
    severity: 'medium',
    by: 'volume',
    lastResort: true,
    signs: [{ text: /No retries permitted until/ }],
    judge: judgeVolume,
    explanation:
      'Mounting, unmounting, attaching or detaching fails with words that no rule knows. The kubelet waits longer after each try, up to 2 min 2 s.',
    checks: [
      check(
        'The volume’s driver on this node',
        'kubectl get pods -A -o wide --field-selector spec.nodeName=$(hostname) | grep -i csi',
      ),
      check('What is mounted?', 'findmnt -A | grep {uid|UID}'),
    ],
    remedy: [lookUp],
    references: ['https://kubernetes.io/docs/concepts/storage/volumes/'],
  },
  {
    id: 'kubelet-exit-error',
    title: 'The kubelet ends at start',
    severity: 'critical',
    by: 'node',
    lastResort: true,
    signs: [{ text: /failed to run Kubelet|^command failed\b|run\.go:\d+\] command failed/ }],
    explanation:
      'The kubelet ends itself with words that no rule knows; its service starts it again, over and over. Pods that run go on, nothing new is started.',
    checks: [
      check('The last words of each try', 'journalctl -u kubelet -p err --since "-10 min"'),
      check(
        'Its configuration',
        'cat /var/lib/kubelet/config.yaml /var/lib/kubelet/kubeadm-flags.env',
      ),
    ],
    remedy: [
      remedy('Correct what the innermost text names, then restart the kubelet', 'Pods go on.'),
    ],
    references: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/'],
  },
];
