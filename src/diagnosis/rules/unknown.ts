// What fails in words that no other rule knows: still told, with the words, because whoever reads the log would see it too.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, healedSoon, longestBackoff, span, times } from '../verdict.ts';

const runtimeTrouble = ['container-runtime-down', 'runtime-list-deadline', 'pleg-runtime-hang'];

const goneAlready = /(?:Stop|Remove)PodSandbox.*code = NotFound/;

/** Once may be anything; what healed is only told aside. */
function judgeOnce(suspicion: Suspicion, ask: Questions): Verdict {
  if (healedSoon(suspicion, ask)) return aside;
  const once = times(suspicion.hits) < 2;
  // Whoever removes second finds nothing.
  if (once && suspicion.hits.every(({ line }) => goneAlready.test(line.body))) return aside;
  return once ? { severity: 'low', trust: 0.7 } : fault;
}

/** What the reconciler cannot even begin it tries again ten times a second: a race at the end of a pod makes two or three of these. */
function judgeVolume(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  if (hits.every(({ line }) => line.body.includes('operationExecutor.')))
    return times(hits) >= 10 || span(hits) >= 10 * SECOND ? fault : aside;
  if (healedSoon(suspicion, ask)) return aside;
  return longestBackoff(suspicion.hits) >= 4 * SECOND ? fault : judgeOnce(suspicion, ask);
}

/** Any pod may fail to sync for a while; this one does not get any further. */
function judgeSync(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const goesOn = times(hits) >= 3 && span(hits) >= 20 * SECOND && !healedAfter(suspicion, ask);
  return goesOn ? { trust: 0.8 } : undefined;
}

/** A container of it started later, or it went. */
function healedAfter({ hits, pod }: Suspicion, ask: Questions): boolean {
  const last = hits.at(-1)?.line.at ?? 0;
  return ['pleg.containerStarted', 'config.remove'].some((kind) =>
    ask.eventsOf(pod, kind).some(({ at }) => at >= last),
  );
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
        text: /CreatePodSandboxError|RunPodSandbox from runtime service failed|Failed to create sandbox for pod|[Cc]reatePodSandbox for pod .*failed/,
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
    signs: [
      { text: /No retries permitted until/ },
      { text: /operationExecutor\.\w+ failed \(controllerAttachDetachEnabled/ },
    ],
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
    id: 'pod-sync-error',
    title: 'The pod cannot be synced',
    severity: 'medium',
    by: 'pod',
    lastResort: true,
    signs: [{ text: /Error syncing pod/, not: /CreatePodSandbox|KillPodSandbox|KillContainer/ }],
    judge: judgeSync,
    yields: [
      { id: 'crashloop-backoff', why: 'a container of it is started again and again' },
      { id: 'container-config-error', why: 'a container of it cannot be created' },
    ],
    follows: runtimeTrouble,
    explanation:
      'Each sync of the pod ends with words that no rule knows. The kubelet tries again after 10 to 15 s or more; until one succeeds, nothing of the pod is started, stopped or told to the API server.',
    checks: [
      check(
        'What the pod waits for',
        'kubectl -n {namespace|NAMESPACE} describe pod {podName|POD}',
      ),
      runtimeLog,
    ],
    remedy: [lookUp],
    references: ['https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/'],
  },
  {
    id: 'pod-admission-denied',
    title: 'The kubelet refuses the pod ({reason|})',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    lastResort: true,
    signs: [
      {
        text: /Pod admission denied(?:.* reason="(?<reason>\w+))?|[Ff]ailed to admit pod|Predicate failed on Pod(?:.*Predicate (?<reason_2>\w+) failed)?/,
        heads: ['Pod admission denied', 'Failed to admit pod', 'Predicate failed on Pod'],
      },
    ],
    yields: [
      { id: 'eviction-disk', why: 'the node is short of disk and takes no pods' },
      { id: 'eviction-memory', why: 'the node is short of memory and takes no such pods' },
      { id: 'pid-exhaustion', why: 'the node is out of processes and takes no pods' },
    ],
    explanation:
      'The pod was bound to this node, and the kubelet does not take it: it is Failed for good. Its controller makes another, which may be refused again.',
    checks: [
      check(
        'The reason in its status',
        "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.status.reason}: {.status.message}'",
      ),
    ],
    remedy: [
      remedy('Change the pod or the kubelet’s configuration as the message says, then delete it'),
    ],
    references: ['https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/'],
  },
  {
    id: 'kubelet-exit-error',
    title: 'The kubelet ends at start',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    lastResort: true,
    signs: [
      { text: /[Ff]ailed to run [Kk]ubelet|^command failed\b|run\.go:\d+\] command failed/ },
      {
        text: /Failed to (?:start cAdvisor|initialize internal modules|construct kubelet dependencies)|Node not becoming ready in time after startup/,
      },
    ],
    explanation:
      'The kubelet ends itself with words that no rule knows; its service starts it again, over and over. Pods that run go on, nothing new is started.',
    checks: [
      check('The last words of each try', 'journalctl -p err -u kubelet --since "-10 min"'),
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
