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
  repeated,
} from '../verdict.ts';
import { exits } from './exits.ts';
import { runtimeRestarts } from './risks.ts';

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
  const dead = hits.filter(({ line }) =>
    /Unavailable|sock|daemon|cannot connect to \w+ endpoint/.test(line.body),
  );
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
    // What containerd says when it waits for a shim (internal/cri/server: events.go, container_stop.go, sandbox_stop.go; core/runtime/v2/shim.go).
    id: 'shim-silent',
    title: 'A shim of containerd does not answer in time ({anyId|})',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    reads: ['containerd'],
    signs: [
      { text: /get state for [0-9a-f]{12,64}.*context deadline exceeded/ },
      {
        text: /(?:TaskExit event|[Ff]ailed to (?:stop|kill|delete|remove) (?:container|task|sandbox|shim)).*(?:delete|kill|stop) (?:task|shim|container)?.*context deadline exceeded/,
      },
    ],
    judge: ({ hits }) => (times(hits) < 2 ? { severity: 'low' } : fault),
    explanation: [
      {
        says: 'The end of a task takes longer than containerd waits.',
        shown: { line: /TaskExit|delete task|kill task/ },
      },
    ],
    checks: [
      check(
        'The shim and what is below it',
        'ps -eo pid,ppid,stat,etime,wchan:32,cmd | grep -A3 "[s]him.*{anyId|}"',
      ),
      check('Disk and load', 'iostat -x 2 5; uptime'),
    ],
    remedy: [remedy('Find what is slow: disk, load, a process that does not end')],
    references: ['containerd/containerd#9947'],
  },
  {
    // internal/oci/runtime_oci.go of CRI-O.
    id: 'container-not-killed',
    title: 'A container does not end in time though CRI-O signals it ({anyId|})',
    severity: 'medium',
    by: 'sandbox',
    onceIsFault: true,
    reads: ['crio'],
    signs: [{ text: /Stopping container [0-9a-f]{12,64} with stop signal timed out/ }],
    judge: repeated(3),
    branches: [
      {
        shown: { times: 3 },
        told: {
          title: 'A container does not end though CRI-O signals it again and again ({anyId|})',
        },
      },
    ],
    explanation: [
      {
        says: 'It logs each try; tries without a pause fill the log.',
        shown: { line: /after 0 seconds/ },
      },
    ],
    checks: [
      check('Its processes and what they wait in', 'ps -eo pid,stat,wchan:32,cmd | grep " D"'),
      check('State of the container', 'crictl inspect {anyId|CONTAINER}'),
    ],
    remedy: [
      remedy('Find what its process waits for: one in an uninterruptible wait ends with no signal'),
    ],
    references: ['https://github.com/cri-o/cri-o'],
  },
  {
    id: 'runtime-list-deadline',
    title: 'Calls to the container runtime time out ({rpc|})',
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
    explanation: ['The runtime does not answer within the kubelet’s time-out.'],
    checks: [
      check('Does it answer now?', 'time crictl ps -a'),
      check('Disk latency and I/O wait', 'iostat -x 2 5'),
      check(
        'The runtime log of these minutes',
        'journalctl -u containerd -u crio -u docker --since "-1 h"',
      ),
    ],
    remedy: [
      remedy('Look what holds it: disk, a container that hangs, its own log of these minutes'),
      remedy('If it does not come back: restart the runtime', runtimeRestarts),
    ],
    references: ['k3s-io/k3s#2370', 'containerd/cri#1014', 'rancher/rke2#5289'],
  },
  {
    id: 'container-runtime-down',
    title: 'The container runtime cannot be reached',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /code = Unavailable.*(?:connection refused|no such file or directory|connection reset by peer|transport is closing|broken pipe|error reading from server: (?:EOF|read)|connection error)/,
        not: /[Ll]istAndWatch|device plugin|csi|plugins_registry|plugin type=|\/var\/lib\/kubelet\/plugins|\bfor volume \\*"/,
      },
      {
        text: /container runtime is down(?!.*2562047h)/,
        heads: [
          'skipping pod synchronization',
          'Skipping pod synchronization',
          'Node became not ready',
        ],
      },
      {
        text: /Cannot connect to the Docker daemon|cannot connect to Docker endpoint/,
        not: /container factory/i,
      },
      { text: /Container runtime not ready.*RuntimeReady=false/ },
      {
        text: /(?:dial unix \S*(?:containerd|crio|docker|cri-dockerd)\S*\.sock): connect: (?:connection refused|no such file|permission denied)/,
        // cAdvisor asks at its start for each runtime that there is.
        not: /to connect to (?:Rkt|CRI-O|crio|docker|containerd) (?:api )?service|container factory/i,
      },
    ],
    judge: besideNotReady(judgeDown),
    branches: [
      {
        shown: {
          without:
            /connection refused|permission denied|no such file|Cannot connect|cannot connect|reset|closing|broken pipe|EOF|error reading|connection error/,
        },
        told: { title: 'The container runtime is held for down' },
      },
    ],
    explanation: [
      {
        says: 'Its socket refuses connections.',
        shown: {
          line: /connection refused/,
        },
      },
      { says: 'Its socket is not there.', shown: { line: /connect: no such file or directory/ } },
      {
        says: 'The kubelet may not open its socket.',
        shown: { line: /connect: permission denied/ },
      },
      {
        says: 'Connections to it break.',
        shown: {
          line: /connection reset|transport is closing|broken pipe|EOF|error reading from server/,
        },
      },
      {
        says: 'The kubelet itself says that the runtime is down.',
        shown: { line: /container runtime is down/ },
      },
      {
        says: 'The node says that its runtime is not ready.',
        shown: { line: /RuntimeReady=false/ },
      },
    ],
    checks: [
      check('State of the runtime', 'systemctl status containerd crio docker'),
      check('Was it killed for memory?', 'journalctl -k | grep -iE "out of memory|oom"'),
      check(
        'The socket that the kubelet uses',
        'ps -o args= -C kubelet | tr " " "\\n" | grep endpoint',
      ),
    ],
    remedy: [
      remedy('Look at the runtime’s unit and log; if it does not run, start it'),
      remedy('Compare the socket’s path with the one that the kubelet uses', undefined, {
        line: /no such file/,
      }),
    ],
    references: [
      'bottlerocket-os/bottlerocket#2512',
      'kubernetes/kubernetes#82346',
      'kubernetes/kubernetes#61500',
    ],
  },
  {
    id: 'runtime-status-never-ready',
    title: 'The kubelet waits on and on for the runtime’s first status or relist',
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
    explanation: [
      'Until the first status and the first relist are there, the kubelet syncs no pod.',
    ],
    checks: [
      check('Does the runtime tell its status?', 'time crictl info'),
      check('Does the image file system answer?', 'time crictl imagefsinfo'),
    ],
    remedy: [
      remedy('Look whether the runtime answers, and what its log says'),
      remedy('If it hangs: restart the runtime, then the kubelet', runtimeRestarts),
    ],
    references: [
      'kubernetes/kubernetes#61117',
      'kubernetes/kubernetes#69613',
      'canonical/microk8s#2001',
    ],
  },
  {
    id: 'cri-plugin-not-loaded',
    title: 'containerd cannot load its CRI plug-in',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    reads: ['containerd', 'host'],
    signs: [
      {
        text: /failed to load plugin.{0,20}io\.containerd\.(?:grpc\.v1\.cri|cri\.v1\.\w+)\b/,
        heads: ['failed to load plugin'],
      },
    ],
    explanation: [
      'This plug-in answers the kubelet; containerd goes on without it.',
      {
        says: 'The plug-in’s configuration is not valid.',
        shown: { line: /invalid (?:plugin )?config|only works for/ },
      },
    ],
    checks: [
      check('Which plug-ins failed?', 'ctr plugins ls | grep -v " ok"'),
      check('The configuration as containerd reads it', 'containerd config dump | head -80'),
    ],
    remedy: [remedy('Correct what the error names, then restart containerd', 'Containers go on.')],
    references: ['https://github.com/containerd/containerd/blob/main/docs/cri/config.md'],
  },
  {
    id: 'runtime-api-mismatch',
    title: 'The runtime’s endpoint does not serve {service|the CRI service asked for}',
    severity: 'critical',
    by: 'node',
    signs: [{ text: /unknown service (?<service>runtime\.v1\w*\.\w+)/ }],
    explanation: [
      'So answers a runtime whose CRI plug-in is disabled or failed, or whose version is another.',
      ...exits,
    ],
    checks: [
      check('Is the cri plug-in disabled?', 'grep -n disabled_plugins /etc/containerd/config.toml'),
      check('Version of the runtime', 'containerd --version; crio --version'),
    ],
    remedy: [
      remedy('If disabled_plugins holds "cri": take it out and restart containerd'),
      remedy('If it does not: use a runtime of a version that serves the service in the text'),
    ],
    references: ['kubernetes/kubernetes#73189', 'kubernetes/kubernetes#131164'],
  },
];
