// Devices, admission, resize and the node's shutdown.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, repeated } from '../verdict.ts';

function judgeStream({ hits }: Suspicion, ask: Questions): Verdict {
  const last = hits.at(-1)?.line;
  if (last === undefined) return undefined;
  if (hits.some(({ line }) => line.body.includes('ResourceExhausted'))) return fault;
  const back = ask.said('deviceRegistered').some((line) => line.at >= last.at);
  if (back) return aside;
  return ask.goesOn(last.at, 5 * MINUTE)
    ? { note: 'No plug-in registered for it in the five minutes after.' }
    : { trust: 0.6, overdue: 'a registration of the device plug-in' };
}

/** Of each pod that is killed for the shutdown, the end must come too. */
function judgeShutdown({ pod, hits }: Suspicion, ask: Questions): Verdict {
  if (hits.some(({ line }) => /killing (?:time ?out|did not complete)/.test(line.body)))
    return fault;
  const killing = hits.filter(({ sign }) => sign.role === undefined);
  const finished = hits.some(({ sign }) => sign.role === 'context');
  const first = killing[0];
  if (finished || first === undefined || pod === undefined) return undefined;
  const grace = Number(first.facts['grace'] ?? 30) * SECOND;
  const ended =
    ask.goesOn(first.line.at, grace + 1) ||
    ask.hitsOf('node-shutdown-incomplete').at(-1)?.line === first.line;
  return { trust: ended ? 1 : 0.8, overdue: 'the end of this pod’s kill' };
}

const admitted = check(
  'The refused pods',
  'kubectl get pods -A --field-selector status.phase=Failed,spec.nodeName={node|NODE}',
);
const removeFailed = remedy(
  'Delete the Failed pods; the controller of each, if it has one, makes a new one',
);

export const deviceRules: readonly Rule[] = [
  {
    id: 'device-admission-after-restart',
    title: 'Pods are refused: devices {resource|} cannot be given',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /no healthy devices present; cannot allocate unhealthy devices (?<resource>[\w./-]+)|number of devices unavailable for (?<resource_2>[\w./-]*\w)|UnexpectedAdmissionError/,
        heads: ['Pod admission denied', 'Failed to admit pod'],
      },
    ],
    branches: [
      {
        shown: { without: /device/ },
        told: {
          title: 'Pods are refused (UnexpectedAdmissionError)',
          remedy: [remedy('Correct what the message names'), removeFailed],
        },
      },
    ],
    explanation: ['A pod that was refused stays Failed.'],
    checks: [
      admitted,
      check(
        'Devices of the node',
        "kubectl get node {node|NODE} -o jsonpath='{.status.allocatable}'",
      ),
    ],
    remedy: [
      remedy('Look whether the plug-in’s pod runs and has registered its devices as healthy'),
      removeFailed,
      remedy('If it registers too late after a restart: give its pod a high priority'),
    ],
    references: [
      'kubernetes/kubernetes#125579',
      'kubernetes/kubernetes#133382',
      'kubernetes/kubernetes#109595',
    ],
  },
  {
    id: 'device-plugin-stream-lost',
    title: 'The stream of the device plug-in of {resource|} has ended',
    severity: 'medium',
    by: 'fact:resource',
    onceIsFault: true,
    signs: [
      {
        text: /[Ll]istAndWatch ended unexpectedly for device plugin (?<resource>[\w./-]+\/[\w.-]+)|[Ll]istAndWatch ended unexpectedly.*resource(?:Name)?="?(?<resource_2>[\w./-]+)|[Ll]istAndWatch ended unexpectedly/,
      },
    ],
    judge: judgeStream,
    explanation:
      'If a plug-in does not register again within five minutes, its devices are taken out of the node’s capacity.',
    checks: [
      check(
        'The plug-in’s pod',
        'kubectl get pods -A -o wide --field-selector spec.nodeName={node|NODE} | grep -i device',
      ),
      check('Its socket', 'ls -l /var/lib/kubelet/device-plugins'),
    ],
    remedy: [
      remedy('Look whether the plug-in’s pod runs, and what its log says'),
      remedy('If it does not register again: restart its pod', 'Pods that hold devices go on.'),
      remedy('Fewer virtual devices', undefined, { line: /ResourceExhausted|larger than max/ }),
    ],
    references: [
      'NVIDIA/k8s-device-plugin#368',
      'kubernetes/kubernetes#62773',
      'kubernetes/kubernetes#102829',
    ],
  },
  {
    id: 'device-unhealthy',
    title: 'A device plug-in takes device {device|} for unhealthy',
    severity: 'medium',
    by: 'fact:device',
    onceIsFault: true,
    reads: ['other', 'unknown'],
    // NVIDIA's plug-in (internal/rm/health.go, internal/plugin/server.go; nvidia.go and server.go before 0.12).
    signs: [
      { text: /XidCriticalError: Xid=(?<xid>\d+) on (?:Device|GPU)=(?<device>[\w-]+)/ },
      { text: /device marked unhealthy: (?<device>[\w-]+)/ },
    ],
    branches: [
      {
        shown: { line: /XidCriticalError/ },
        told: { title: 'GPU {device|} is taken for unhealthy: its driver reports Xid {xid|}' },
      },
    ],
    explanation: ['The kubelet gives a pod no device that its plug-in says is unhealthy.'],
    checks: [
      check('What the driver reported', 'journalctl -k | grep -i xid'),
      check('Its state', 'nvidia-smi -q | grep -iE "uuid|ecc|xid"'),
    ],
    remedy: [remedy('Look the Xid up, then reset the device or its node')],
    references: ['https://docs.nvidia.com/deploy/xid-errors/'],
  },
  {
    id: 'admission-nodeaffinity',
    title: 'Pods are refused over node affinity',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /Predicate (?:NodeAffinity|MatchNodeSelector) failed|reason="?NodeAffinity/,
        heads: ['Pod admission denied', 'Predicate failed on Pod', 'Failed to admit pod'],
      },
    ],
    explanation: ['The kubelet compares the labels of its node with what the pod asks for.'],
    checks: [check('The node’s labels', 'kubectl get node {node|NODE} --show-labels'), admitted],
    remedy: [remedy('Compare the node’s labels with the pod’s affinity'), removeFailed],
    references: [
      'kubernetes/kubernetes#100467',
      'kubernetes/kubernetes#129463',
      'kubernetes/kubernetes#123859',
    ],
  },
  {
    id: 'admission-outofresource',
    title: 'Pods are refused: the node has not enough {resource|resources}',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /reason="?OutOf(?<resource>cpu|memory|pods|ephemeral-storage|[\w./-]+)|Node didn't have enough (?:resource|capacity): (?<resource_2>[\w./-]+)|Predicate (?:PodFitsResources|InsufficientResource)/,
        heads: ['Pod admission denied', 'Predicate failed on Pod', 'Failed to admit pod'],
      },
    ],
    explanation: ['The kubelet counts pods that are still ending, too.'],
    checks: [
      check('What is taken?', 'kubectl describe node {node|NODE} | sed -n "/Allocated/,/Events/p"'),
      admitted,
    ],
    remedy: [remedy('Look what holds the resources'), removeFailed],
    references: ['kubernetes/kubernetes#105523', 'kubernetes/kubernetes#84757'],
  },
  {
    id: 'topology-affinity',
    title: 'Pods are refused: topology affinity',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /TopologyAffinityError|cannot be allocated with Topology locality/,
        heads: [
          'Pod admission denied',
          'Topology Affinity Error',
          'Failed to admit pod',
          '[topologymanager] Topology Affinity Error',
        ],
      },
    ],
    explanation:
      'The default scheduler does not know NUMA nodes, by which the topology manager’s policy judges.',
    checks: [
      check('The policy', 'grep -i topologyManager /var/lib/kubelet/config.yaml; numactl -H'),
      admitted,
    ],
    remedy: [
      remedy('A NUMA-aware scheduler, or policy best-effort', 'Less locality.'),
      removeFailed,
    ],
    references: ['kubernetes/kubernetes#84757', 'kubernetes/kubernetes#123971'],
  },
  {
    id: 'resize-stuck',
    title: 'An in-place resize is not done yet',
    severity: 'medium',
    by: 'pod',
    signs: [
      {
        text: /computePodActions got for pod.*(?:UpdatePodResources: ?true|ContainersToUpdate: ?map\[(?!\]))/,
        heads: ['computePodActions got for pod'],
      },
      {
        text: /Patch status for pod.*"?resize"?:"?InProgress/,
        heads: ['Patch status for pod'],
      },
      { text: /ResizePodInPlaceError/ },
    ],
    judge: repeated(3),
    explanation: [],
    checks: [
      check(
        'Wanted and given',
        "kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o jsonpath='{.status.resize}{.status.containerStatuses[*].allocatedResources}'",
      ),
    ],
    remedy: [
      remedy('Read the refusal, if one is told'),
      remedy('Upgrade to 1.33 or later', undefined, { minor: [27, 33] }),
    ],
    references: ['kubernetes/kubernetes#126388', 'kubernetes/kubernetes#125559'],
  },
  {
    id: 'node-shutdown-incomplete',
    title: 'The graceful shutdown of the node did not finish for this pod',
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [
      {
        text: /Shutdown manager killing pod .*gracePeriod(?:="?|: )(?<grace>\d+)/,
        heads: ['Shutdown manager killing pod'],
      },
      {
        text: /Shutdown manager pod killing (?:time ?out|did not complete)/i,
        heads: ['Shutdown manager pod killing'],
      },
      {
        text: /Shutdown manager (?:finished|failed) killing pod/,
        heads: ['Shutdown manager finished killing pod', 'Shutdown manager failed killing pod'],
        role: 'context',
      },
    ],
    judge: judgeShutdown,
    explanation: [
      {
        says: 'No line of this log shows the end of its kill.',
        shown: { without: /killing (?:time ?out|did not complete)/i },
      },
    ],
    checks: [
      check(
        'Delay and periods',
        'systemd-analyze cat-config systemd/logind.conf | grep InhibitDelayMaxSec; grep -i shutdownGracePeriod /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [remedy('Raise InhibitDelayMaxSec and shutdownGracePeriod', 'Shutdowns take longer.')],
    references: [
      'kubernetes/kubernetes#110755',
      'kubernetes/kubernetes#112443',
      'poseidon/typhoon#1222',
    ],
  },
  {
    id: 'shutdown-manager-not-started',
    title: 'Graceful node shutdown is off: its manager could not start',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /Failed to start node shutdown manager|unable to update logind InhibitDelayMaxSec|failed reading InhibitDelayMaxUSec/,
      },
    ],
    explanation: ['Without it a shutdown of the node does not wait for the ends of pods.'],
    checks: [
      check(
        'logind and its delay',
        'busctl get-property org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager InhibitDelayMaxUSec; ls /etc/systemd/logind.conf.d',
      ),
    ],
    remedy: [
      remedy(
        'Set InhibitDelayMaxSec in a drop-in that sorts after all others, restart logind and the kubelet',
        'Pods go on.',
        { line: /InhibitDelay/ },
      ),
      remedy('Correct what the root error names', undefined, { without: /InhibitDelay/ }),
    ],
    references: [
      'kubernetes/kubernetes#107043',
      'kubernetes/kubernetes#101553',
      'bottlerocket-os/bottlerocket-core-kit#608',
    ],
  },
];
