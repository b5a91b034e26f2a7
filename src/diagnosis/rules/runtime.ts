// The container runtime: down, slow, never ready, or of another version.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { besideNotReady } from '../notReady.ts';
import {
  bursts,
  aside,
  fault,
  groupBy,
  harmless,
  inStartWindow,
  quietAfter,
  span,
  startWindow,
  times,
} from '../verdict.ts';

const listCall =
  /(?<rpc>List(?:PodSandbox|Containers|Images|PodSandboxStats|ContainerStats)|ImageFsInfo|Status|Version)(?: with filter)?\b.*from (?:runtime|image) service failed/;

/** Gone for some seconds, as when its package is upgraded, and back: the sync loop itself did not notice. */
function isRestart(suspicion: Suspicion, ask: Questions): boolean {
  const { hits } = suspicion;
  const wasNoticed = hits.some(({ line }) => /runtime is down|RuntimeReady=false/.test(line.body));
  return !wasNoticed && span(hits) <= 10 * SECOND && quietAfter(suspicion, ask, MINUTE);
}

/** At boot the kubelet may be up before its runtime. */
function judgeDown(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const early = inStartWindow(suspicion, ask, startWindow);
  const dead = hits.filter(({ line }) => /Unavailable|sock|daemon/.test(line.body));
  const late = hits.filter(({ line }) => (ask.sinceStart(line) ?? Infinity) > startWindow);
  if (early && dead.length > 0 && quietAfter(suspicion, ask, startWindow)) return aside;
  // “The runtime is down” is also said of one that hangs: its calls time out then.
  if (dead.length === 0 && ask.hitsOf('runtime-list-deadline').length > 0) return undefined;
  if (isRestart(suspicion, ask)) return aside;
  const kinds = groupBy(dead, (hit) => hit.line.statement).size;
  if (kinds >= 2 || times(dead) >= 2) return fault;
  if (late.length >= 3 || (late.length > 0 && dead.length > 0)) return fault;
  return dead.length > 0 ? { trust: 0.7 } : harmless('startup-not-ready-transient');
}

export const runtimeRules: readonly Rule[] = [
  {
    id: 'runtime-list-deadline',
    title: 'Calls to the container runtime time out ({rpc|list and status calls})',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: new RegExp(`${listCall.source}.*(?:DeadlineExceeded|deadline exceeded)`),
        not: /PodSandboxStatus|ContainerStatus/,
      },
      { text: /GenericPLEG: Unable to retrieve pods.*(?:DeadlineExceeded|deadline exceeded)/ },
      { text: /Container runtime sanity check failed.*(?:DeadlineExceeded|deadline exceeded)/ },
      {
        text: /Error listing containers.*(?:DeadlineExceeded|deadline exceeded)/,
        role: 'consequence',
      },
      {
        text: /Failed to rotate container logs.*(?:DeadlineExceeded|deadline exceeded)/,
        role: 'consequence',
      },
    ],
    judge: besideNotReady(({ hits }) =>
      hits.length >= 2 || span(hits) > 0 ? fault : { trust: 0.7 },
    ),
    unlike: [
      { id: 'pleg-grpc-too-large', why: 'the code is DeadlineExceeded, not ResourceExhausted' },
      { id: 'container-runtime-down', why: 'the socket is there, the daemon does not answer' },
    ],
    explanation:
      'The runtime takes the connection but does not answer within two minutes. With relists failing for three minutes the node goes NotReady.',
    checks: [
      check('Does it answer now?', 'time crictl ps -a'),
      check('Disk latency and I/O wait', 'iostat -x 2 5'),
      check(
        'The runtime log of these minutes',
        'journalctl -u containerd -u crio -u docker --since "-1 h"',
      ),
    ],
    remedy: [
      remedy('Restart the runtime', 'Containers go on with containerd and CRI-O.'),
      remedy('Free or speed up the disk that the runtime writes to'),
    ],
    references: ['k3s-io/k3s#2370', 'containerd/cri#1014', 'rancher/rke2#5289'],
  },
  {
    id: 'container-runtime-down',
    title: 'The container runtime is down: its socket refuses connections',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /code = Unavailable.*(?:connection refused|no such file or directory|connection reset by peer|transport is closing|broken pipe|error reading from server: (?:EOF|read)|connection error)/,
        not: /[Ll]istAndWatch|device plugin|csi|plugins_registry|plugin type=|\/var\/lib\/kubelet\/plugins/,
      },
      {
        text: /container runtime is down(?!.*2562047h)/,
        heads: [
          'skipping pod synchronization',
          'Skipping pod synchronization',
          'Node became not ready',
        ],
      },
      { text: /Cannot connect to the Docker daemon|cannot connect to Docker endpoint/ },
      { text: /Container runtime not ready.*RuntimeReady=false/ },
      {
        text: /(?:dial unix \S*(?:containerd|crio|docker|cri-dockerd)\S*\.sock): connect: (?:connection refused|no such file)/,
      },
    ],
    judge: besideNotReady(judgeDown),
    unlike: [
      { id: 'runtime-list-deadline', why: 'connections are refused or cut, calls do not time out' },
    ],
    explanation:
      'Nothing listens on the runtime socket: all kinds of calls fail in the same instant. The runtime crashed, was killed or is restarting, or the kubelet has a wrong socket path.',
    checks: [
      check('State of the runtime', 'systemctl status containerd crio docker'),
      check('Was it killed for memory?', 'journalctl -k | grep -iE "out of memory|oom"'),
      check(
        'The socket that the kubelet uses',
        'ps -o args= -C kubelet | tr " " "\\n" | grep endpoint',
      ),
    ],
    remedy: [
      remedy(
        'Start or repair the runtime',
        'Stops and starts that were under way are tried again.',
      ),
      remedy('Make its unit restart on failure'),
    ],
    references: [
      'bottlerocket-os/bottlerocket#2512',
      'kubernetes/kubernetes#82346',
      'kubernetes/kubernetes#61500',
    ],
  },
  {
    id: 'runtime-status-never-ready',
    title: 'The runtime status check never completes after the kubelet started',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /container runtime status check may not have completed yet|PLEG is not healthy: pleg (?:has yet to be successful|was last seen active 2562047h)/,
        heads: ['skipping pod synchronization', 'Skipping pod synchronization'],
      },
    ],
    judge: ({ hits }) =>
      bursts(hits, 15 * SECOND).some((one) => span(one) >= 30 * SECOND && times(one) >= 6)
        ? fault
        : harmless('startup-not-ready-transient'),
    follows: ['container-runtime-down', 'runtime-list-deadline'],
    unlike: [{ id: 'startup-not-ready-transient', why: 'it goes on for more than half a minute' }],
    explanation:
      'The first status check of the runtime has not come back since the start; no pod is worked on. The same words are normal for the first seconds.',
    checks: [
      check('Does the runtime tell its status?', 'time crictl info'),
      check('Does the image file system answer?', 'time crictl imagefsinfo'),
    ],
    remedy: [remedy('Restart the runtime, then the kubelet', 'Containers go on.')],
    references: [
      'kubernetes/kubernetes#61117',
      'kubernetes/kubernetes#69613',
      'canonical/microk8s#2001',
    ],
  },
  {
    id: 'runtime-api-mismatch',
    title: 'The runtime does not speak the CRI version that the kubelet asks for ({service|})',
    severity: 'critical',
    by: 'node',
    signs: [{ text: /unknown service (?<service>runtime\.v1\w*\.\w+)/ }],
    unlike: [{ id: 'start-no-runtime-endpoint', why: 'the endpoint answers, with Unimplemented' }],
    explanation:
      'Something answers on the runtime socket but without this CRI service: containerd with its cri plug-in disabled, docker’s private containerd, or a runtime too old for this kubelet. The kubelet exits and is started again.',
    checks: [
      check('Is the cri plug-in disabled?', 'grep -n disabled_plugins /etc/containerd/config.toml'),
      check('Version of the runtime', 'containerd --version; crio --version'),
    ],
    remedy: [
      remedy('Take "cri" out of disabled_plugins and restart containerd'),
      remedy(
        'Upgrade to containerd 1.6 or later for kubelet 1.26 or later',
        'Drain the node first.',
      ),
    ],
    references: ['kubernetes/kubernetes#73189', 'kubernetes/kubernetes#131164'],
  },
];
