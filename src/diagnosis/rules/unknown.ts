// What fails in words that no other rule knows: still told, with the words, because whoever reads the log would see it too.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  breaksOff,
  fault,
  healedSoon,
  longestBackoff,
  span,
  times,
  untold,
} from '../verdict.ts';
import { exits } from './exits.ts';
import { runtimeRestarts } from './risks.ts';

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

const waitsForAttach =
  /not been added to the list of VolumesInUse|[Vv]olume (?:is )?not attached according to node status|has not yet been attached/;

/** What the reconciler cannot even begin it tries again ten times a second: a race at the end of a pod makes two or three of these. */
function judgeVolume(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  if (hits.every(({ line }) => line.body.includes('operationExecutor.')))
    return times(hits) >= 10 || span(hits) >= 10 * SECOND ? fault : aside;
  if (healedSoon(suspicion, ask)) return aside;
  // An attachment takes its time.
  if (
    hits.every(({ line }) => waitsForAttach.test(line.body)) &&
    longestBackoff(hits) < 16 * SECOND
  )
    return aside;
  return longestBackoff(suspicion.hits) >= 4 * SECOND ? fault : judgeOnce(suspicion, ask);
}

/** Any pod may fail to sync for a while; this one does not get any further. */
function judgeSync(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const goesOn = times(hits) >= 3 && span(hits) >= 20 * SECOND && !healedAfter(suspicion, ask);
  if (goesOn) return { trust: 0.8 };
  return breaksOff(suspicion, ask) ? untold : undefined;
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
  'Look the root error up: the component that wrote it says what it lacks; the kubelet tries again by itself',
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
        text: /^Failed (?:to )?create pod sandbox: |CreatePodSandboxError|RunPodSandbox (?:from runtime service|for .*) failed|Failed to create sandbox for pod|[Cc]reatePodSandbox for pod .*failed/,
      },
      {
        text: /Failed to create pod sandbox|Failed to mount container/,
        heads: ['Failed to create pod sandbox', 'Failed to mount container'],
        reads: ['crio'],
      },
      {
        not: canceled,
        text: /no runtime for \\*"(?<handler>[^"\\]+)|runtime handler (?<handler_2>[\w.-]+) from|[Uu]nknown runtime specified (?<handler_3>[\w.-]+)/,
      },
    ],
    judge: judgeOnce,
    follows: runtimeTrouble,
    branches: [
      {
        shown: {
          line: /no (?:runtime|handler) for \\*"|runtime handler .{0,60}not|unknown (?:OCI )?runtime|failed to find runtime handler|no runtime .{0,80}is configured/i,
        },
        told: {
          title:
            'The pod’s sandbox cannot be created: the runtime knows no handler {handler|of that name}',
          explanation: [
            'A pod’s RuntimeClass names a handler, which the runtime’s configuration must have.',
          ],
          checks: [
            check('Handlers of the runtime', 'crictl info | grep -A3 -iE "runtimes|handler"'),
            check(
              'Which class has the pod?',
              "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.spec.runtimeClassName}'; kubectl get runtimeclass",
            ),
          ],
          remedy: [
            remedy(
              'Configure the handler in the runtime, and restart the runtime',
              runtimeRestarts,
            ),
            remedy('Run the pod on nodes that have it'),
          ],
        },
      },
      {
        shown: {
          line: /(?:fork\/)?exec:? .{0,120}(?:runc|crun|runtime|shim|kata|runsc)\S*.{0,40}(?:no such file|executable file not found|permission denied|exec format error)|(?:runtime|shim) .{0,80}(?:not installed|no such file)/i,
        },
        told: {
          title: 'The pod’s sandbox cannot be created: a binary of the runtime cannot be run',
          explanation: [],
          checks: [check('Is it there?', 'which runc crun containerd-shim-runc-v2')],
          remedy: [
            remedy('Install the binary, or correct its path in the runtime’s configuration'),
          ],
        },
      },
      {
        shown: { line: /no space left on device/ },
        told: {
          title: 'The pod’s sandbox cannot be created: no space left',
          explanation: [
            'Under /sys/fs/cgroup “no space” means a number of cgroups or ids, not the disk.',
          ],
          checks: [check('Bytes, inodes, cgroups', 'df -h; df -i; cat /proc/cgroups')],
          remedy: [remedy('Free what the root error names')],
        },
      },
    ],
    explanation: ['A container starts only in a sandbox.'],
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
      // The runtime's own wait was cut: its shim does not end.
      { text: /StopPodSandbox for \S+ failed.*wait sandbox container/, reads: ['containerd'] },
    ],
    judge: judgeOnce,
    follows: runtimeTrouble,
    explanation: ['A pod is torn down only when its sandboxes have stopped.'],
    checks: [
      runtimeLog,
      check('State of the sandbox', 'crictl inspectp {anyId|SANDBOX}'),
      check('Its shim', 'ps -eo pid,stat,etime,cmd | grep "[s]him.*{anyId|}"'),
    ],
    remedy: [lookUp, remedy('If it goes on: restart the runtime', runtimeRestarts)],
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
    explanation: ['A pod has ended only when its containers have.'],
    checks: [runtimeLog, check('State of the container', 'crictl inspect {anyId|CONTAINER}')],
    remedy: [lookUp, remedy('If it goes on: restart the runtime', runtimeRestarts)],
    references: ['https://kubernetes.io/docs/tasks/debug/debug-cluster/crictl/'],
  },
  {
    id: 'volume-operation-error',
    title: '{operation|An operation} of volume {volume|} fails',
    severity: 'medium',
    by: 'volume',
    lastResort: true,
    signs: [
      {
        text: /No retries permitted until(?:.*?Error: "?(?<operation>[A-Z]\w+(?:\.\w+)?) failed for volume)?/,
        not: /RegisterPlugin|pluginregistration/,
      },
      { text: /operationExecutor\.\w+ failed \(controllerAttachDetachEnabled/ },
    ],
    judge: judgeVolume,
    branches: [
      {
        shown: { line: /non-bound phase|unbound|not bound|waiting for .{0,40}to be bound/ },
        told: {
          title: 'Volume {volume|}: its claim is not bound',
          explanation: [],
          checks: [
            check('State of the claim', 'kubectl -n {namespace|NAMESPACE} get pvc; kubectl get pv'),
          ],
          remedy: [remedy('Find why no volume is bound: kubectl describe pvc tells it')],
        },
      },
      {
        shown: { line: /hostPath type check failed/ },
        told: {
          title: 'Volume {volume|} is not mounted: the host’s path is not what the pod asks for',
          explanation: [
            'The type of a hostPath volume (File, Directory, Socket …) is checked before the mount.',
          ],
          checks: [check('The path', 'ls -ld PATH')],
          remedy: [remedy('Create the path on the host, or correct path and type in the pod')],
        },
      },
      {
        shown: {
          line: /is still being used|is locked by other nodes|image .{0,80}in use|watchers/,
        },
        told: {
          title: 'Volume {volume|}: its image is still in use',
          explanation: [],
          checks: [check('Who uses it?', 'kubectl get volumeattachments; rbd status POOL/IMAGE')],
          remedy: [
            remedy('If another node uses it: wait until it lets it go'),
            remedy(
              'Look whether the node that holds it is alive, before anything is taken from it',
              'Two writers damage the file system.',
            ),
          ],
        },
      },
      {
        shown: {
          line: /could not resolve|Name or service not known|no such host|Unable to find suitable address|Temporary failure in name resolution/,
        },
        told: {
          title: 'Volume {volume|}: a name does not resolve',
          explanation: [],
          checks: [check('The name', 'getent hosts SERVER')],
          remedy: [remedy('Correct the name in the volume, or the node’s DNS')],
        },
      },
      {
        shown: {
          line: /Volume has not been added to the list of VolumesInUse|has not yet been attached|waiting for .{0,40}attach/i,
        },
        told: {
          title: 'Volume {volume|} waits for its attachment',
          explanation: [
            'The kubelet waits until the node’s status lists the volume as in use and attached.',
          ],
          checks: [
            check(
              'The attachment',
              'kubectl get volumeattachments; kubectl get node {node|NODE} -o yaml | grep -A5 -i volumes',
            ),
          ],
          remedy: [
            remedy('If it stays so: look at the attach controller or the CSI driver’s controller'),
          ],
        },
      },
      {
        shown: {
          line: /(?<![Uu]n)[Mm]ount(?:ing)? (?:command )?failed|Mounting (?:command|arguments)/,
          layer: /(?<![Uu]n)[Mm]ount failed|Mounting (?:command|arguments)/,
        },
        told: {
          title: 'Volume {volume|}: a mount command fails',
          explanation: [],
          remedy: [remedy('Look for the command’s own output; the kubelet tries again by itself')],
        },
      },
    ],
    explanation: [
      {
        says: 'The kubelet waits longer after each try, up to 2 min 2 s.',
        shown: { line: /No retries permitted/ },
      },
    ],
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
      { id: 'crashloop-backoff', why: 'a container of it is in CrashLoopBackOff' },
      { id: 'container-config-error', why: 'a container of it cannot be created or run' },
    ],
    follows: runtimeTrouble,
    branches: [
      {
        shown: {
          line: /no image specified|image name is empty|name is empty|empty name|couldn't parse image name|InvalidImageName/,
        },
        told: { title: 'The pod cannot be synced: a name in it is empty or not valid' },
      },
    ],
    explanation: [],
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
      { id: 'pid-exhaustion', why: 'the node is short of process ids and takes no pods' },
    ],
    explanation: ['A pod that was refused stays Failed.'],
    checks: [
      check(
        'The reason in its status',
        "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.status.reason}: {.status.message}'",
      ),
    ],
    remedy: [
      remedy('Change the pod or the node as the message says; its controller makes a new one'),
    ],
    references: ['https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/'],
  },
  {
    id: 'kubelet-exit-error',
    title: 'The kubelet ends with an error',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    lastResort: true,
    signs: [
      { text: /Kubelet exited: exit status [1-9]/, reads: ['host'] },
      { text: /[Ff]ailed to run [Kk]ubelet|^command failed\b|run\.go:\d+\] command failed/ },
      {
        text: /Failed to (?:start cAdvisor|initialize internal modules|construct kubelet dependencies)/,
      },
    ],
    branches: [
      {
        shown: { line: /reserved.*greater than zero|static policy.*invalid/ },
        told: {
          title:
            'The kubelet ends: the static CPU manager policy is not valid with what is reserved',
        },
      },
      {
        shown: { line: /cloud provider|could not init cloud|cloudprovider/i },
        told: { title: 'The kubelet ends: its cloud provider fails' },
      },
    ],
    explanation: [...exits],
    checks: [
      check('The last words of each try', 'journalctl -p err -u kubelet --since "-10 min"'),
      check(
        'Its configuration',
        'cat /var/lib/kubelet/config.yaml /var/lib/kubelet/kubeadm-flags.env',
      ),
    ],
    remedy: [remedy('Correct what the root error names, then restart the kubelet', 'Pods go on.')],
    references: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/'],
  },
];
