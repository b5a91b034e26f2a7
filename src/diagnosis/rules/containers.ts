// Containers: crash loops, probes, kills for memory, containers that are never created.
import { MINUTE, SECOND } from '../../base/time.ts';
import type { PodMark } from '../../kubelet/rebuild/history.ts';
import { goDuration } from '../duration.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, breaksOff, fault, quietAfter, span, times, untold } from '../verdict.ts';

const controlPlane = /(?:kube-apiserver|etcd)-[a-z0-9]/;

function judgeSelfOutage({ hits }: Suspicion, ask: Questions): Verdict {
  const crashing = hits.filter(({ line }) => controlPlane.test(ask.podOf(line) ?? line.body));
  const refused = ask.hitsOf('api-unreachable').filter(({ line }) => line.body.includes('refused'));
  return crashing.length > 0 && refused.length > 0 ? fault : undefined;
}

/** One that waits for what starts beside it crashes once or twice, and then runs. */
function judgeCrashLoop(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  const isShort = hits.every(({ facts }) => {
    const wait = goDuration(facts['wait'] ?? '');
    return wait !== undefined && wait <= 20 * SECOND;
  });
  if (!isShort || span(hits) > MINUTE || !quietAfter(suspicion, ask, 2 * MINUTE)) return fault;
  const last = hits.at(-1)?.line.at ?? 0;
  const after = (kind: string): readonly PodMark[] =>
    ask.eventsOf(pod, kind).filter(({ at }) => at >= last);
  // What dies again waits again, at once; unless it was a job that is done.
  const death = after('pleg.containerDied').at(-1)?.at;
  const isDone = death === undefined || ask.goesOn(death, 2 * MINUTE);
  return after('pleg.containerStarted').length > 0 && isDone ? aside : fault;
}

function judgeLiveness({ hits }: Suspicion): Verdict {
  const killed = hits.some(({ sign }) => sign.role === undefined);
  if (killed) return fault;
  // A slow start fails its startup probe many times: that is what it is for.
  const alive = hits.filter(({ line }) => !/\bStartup\b/.test(line.body));
  return times(alive) >= 3 ? { trust: 0.8 } : undefined;
}

/** The kernel's messages since it booted are read again by each new kubelet. */
const beforeStart = /Created an OOM event.* m=-/;

/** Exit code 137 without a kill by the kubelet. */
function judgeOom({ hits, pod }: Suspicion, ask: Questions): Verdict {
  if (hits.every(({ line }) => beforeStart.test(line.body))) return aside;
  if (hits.some(({ line }) => !line.body.includes('exitCode'))) return fault;
  const last = hits.at(-1)?.line;
  if (last === undefined) return undefined;
  const moments = [
    ...['container.killing', 'config.delete'].flatMap((kind) => ask.eventsOf(pod, kind)),
    ...['evicting', 'liveness-kill', 'sandbox-changed-loop'].flatMap((what) =>
      ask.saidOf(what, pod),
    ),
  ];
  const byKubelet = moments.some(({ at }) => at <= last.at && last.at - at < 10 * MINUTE);
  const shutdown = ask.hitsOf('node-shutdown-incomplete').length > 0;
  return byKubelet || shutdown || pod === undefined
    ? undefined
    : {
        trust: 0.75,
        note: 'No line shows that the kubelet stopped it; the kernel’s log tells whether it did.',
      };
}

/** What has just started is not ready yet. */
function judgeReadiness(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  const last = hits.at(-1)?.line.at ?? 0;
  const isGoing = ask.eventsOf(pod, 'config.delete').some(({ at }) => at <= last);
  if (isGoing) return undefined;
  if (times(hits) >= 10 && span(hits) >= 5 * MINUTE && !quietAfter(suspicion, ask, 2 * MINUTE))
    return fault;
  const isNew = ask
    .eventsOf(pod, 'pleg.containerStarted')
    .some(({ at }) => at <= last && last - at < 5 * MINUTE);
  return !isNew && times(hits) >= 2 && breaksOff(suspicion, ask) ? untold : undefined;
}

/** A node that is busy for a moment is late with a probe or two of each pod. */
function judgeProbeTimeouts(suspicion: Suspicion, ask: Questions): Verdict {
  const often = times(suspicion.hits);
  const isLast = !quietAfter(suspicion, ask, 30 * SECOND);
  if (often >= 3 || (often === 2 && isLast)) return fault;
  return ask.isExcerpt && isLast ? untold : aside;
}

const containerLog = check(
  'The container’s own log and exit code',
  'kubectl -n {namespace|NAMESPACE} logs {podName|POD} -c {container|CONTAINER} --previous; kubectl -n {namespace|NAMESPACE} describe pod {podName|POD}',
);

export const containerRules: readonly Rule[] = [
  {
    id: 'crashloop-backoff',
    title: 'Container {container|} is in CrashLoopBackOff',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /CrashLoopBackOff(?:: "?back-off (?<wait>\S+))?|[Bb]ack-off (?:(?<wait_2>\S+) )?restarting failed container/,
      },
    ],
    judge: judgeCrashLoop,
    yields: [
      { id: 'sandbox-changed-loop', why: 'sandboxes are made anew again and again' },
      { id: 'control-plane-self-outage', why: 'it is a pod of the control plane' },
      { id: 'container-config-error', why: 'creating or starting a container fails' },
    ],
    follows: ['liveness-kill', 'container-oomkilled', 'evented-pleg-bug'],
    explanation: [
      'The kubelet starts a container that has ended anew after a back-off. It says so at each sync: the lines do not count restarts.',
    ],
    checks: [containerLog],
    remedy: [
      remedy('Read the container’s own log; correct its command, configuration or dependencies'),
    ],
    references: ['kubernetes/kubernetes#48520', 'kubernetes/kubernetes#111469'],
  },
  {
    id: 'control-plane-self-outage',
    title:
      'A control-plane pod of this node is in back-off, and the API server refuses connections',
    severity: 'critical',
    by: 'node',
    signs: [{ text: /(?:CrashLoopBackOff|restarting failed container).*(?:kube-apiserver|etcd)/ }],
    judge: judgeSelfOutage,
    explanation: [],
    checks: [
      check(
        'Log of the crashed pod',
        'crictl ps -a | grep -E "kube-apiserver|etcd"; crictl logs CONTAINER',
      ),
      check(
        'Disk, certificates, ports',
        'df -h /var/lib/etcd; kubeadm certs check-expiration; ss -ltnp | grep -E "6443|2379"',
      ),
    ],
    remedy: [
      remedy(
        'Repair what its log names, first etcd, then the API server',
        'Keep a copy of /var/lib/etcd before any change to it.',
      ),
    ],
    references: ['kubernetes/minikube#11105', 'rancher/rke2#5289', 'rancher/rke2#5923'],
  },
  {
    id: 'liveness-kill',
    title: 'Container {container|} fails its {probe|} probe, and is to be stopped for it',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /failed (?<probe>liveness|startup) probe, will be restarted/,
        heads: ['Message for Container of pod', 'Container ', 'Killing container'],
      },
      {
        // Of a startup probe it says no more than that it has not succeeded yet, and is printed at each begin.
        text: /SyncLoop \(probe\).*probe="?(?<probe>liveness)"? status="?(?:unhealthy|failure)|SyncLoop \(container unhealthy\)(?!: ignore)/,
        heads: ['SyncLoop (probe)', 'SyncLoop (container unhealthy)'],
      },
      {
        text: /Probe failed.*probeType="?(?<probe>Liveness|Startup)|(?<probe_2>Liveness|Startup) probe for .*failed/,
        heads: ['Probe failed', 'Liveness probe for', 'Startup probe for'],
        role: 'context',
      },
    ],
    judge: judgeLiveness,
    follows: ['exec-probe-timeouts'],
    branches: [
      {
        shown: { without: /will be restarted|container unhealthy|status="?unhealthy|Killing/ },
        told: {
          title: 'The {probe|} probe of container {container|} fails',
          explanation: ['None of these lines shows that the container is stopped for it.'],
        },
      },
    ],
    explanation: [
      'The kubelet stops a container whose probe failed as often as its threshold says.',
    ],
    checks: [
      containerLog,
      check('Was the node starved then?', 'cat /proc/pressure/cpu /proc/pressure/io'),
    ],
    remedy: [
      remedy('Find what the probe met: the line or the pod’s events have its output'),
      remedy('If it only starts slowly: a startupProbe'),
      remedy(
        'If it only answers slowly: a longer timeoutSeconds or a higher failureThreshold',
        'A container that is truly dead is replaced later.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#6532',
      'kubernetes/kubernetes#123176',
      'kubernetes/kubernetes#94115',
    ],
  },
  {
    id: 'readiness-probe-fails',
    title: 'The readiness probe of {container|a container} fails: {why|}',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        // Of an output of several lines the last that speaks of a failure says why.
        text: /Probe failed.*probeType="?Readiness(?:.*\boutput="(?<why>(?:[^"\\\n]|\\.){1,160}))?|Readiness probe (?:for .*)?failed(?: \([^)]{1,20}\))?: (?:[^]*\n(?<why_2>[^\n]{0,100}?\b(?:not |fail|error|refused|cannot|unable)[^\n]{1,160})|(?<why_3>[^\n]{1,160}))|Readiness probe (?:for .*)?failed/,
        not: /deadline exceeded|timed out/,
        heads: ['Probe failed', 'Readiness probe'],
      },
    ],
    judge: judgeReadiness,
    follows: ['crashloop-backoff', 'liveness-kill'],
    explanation: [],
    checks: [containerLog],
    remedy: [remedy('Find what the probe met: the line or the pod’s events have its output')],
    references: ['https://kubernetes.io/docs/concepts/workloads/pods/probes/'],
  },
  {
    id: 'exec-probe-timeouts',
    title: 'Probes of {container|a container} time out',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /ExecSync\b.*failed.*(?:DeadlineExceeded|deadline exceeded|operation timeout|timeout \S+ exceeded)/,
      },
      {
        text: /Probe errored.*(?:DeadlineExceeded|deadline exceeded|timed out)/,
        heads: ['Probe errored'],
      },
      {
        text: /[Pp]robe (?:for )?.*errored:.*(?:deadline exceeded|timed out)/,
        heads: ['Liveness probe', 'Readiness probe'],
      },
    ],
    judge: judgeProbeTimeouts,
    follows: ['runtime-list-deadline', 'pleg-runtime-hang', 'pid-exhaustion'],
    branches: [
      {
        shown: { line: /[Pp]robe.*(?:timeout \S+ exceeded|command .*timed out)/ },
        told: { title: 'Exec probes of {container|a container} time out' },
      },
      {
        shown: { line: /ExecSync/, without: /[Pp]robe/ },
        told: { title: 'Commands in {container|a container} (ExecSync) time out' },
      },
    ],
    explanation: [
      {
        says: 'The command does not end in time.',
        shown: { line: /ExecSync|timeout \S+ exceeded|command .*timed out/ },
      },
      {
        says: 'The answer to the probe’s request does not come in time.',
        shown: { line: /Client\.Timeout|awaiting headers|reading body/ },
      },
    ],
    checks: [
      check('Processes left in the container', 'crictl exec CONTAINER ps aux | head -40'),
      check('How long does the command take?', 'time crictl exec CONTAINER COMMAND'),
    ],
    remedy: [
      remedy('Give the command a time limit of its own (timeout 1 …)', undefined, {
        line: /ExecSync|command .*timed out/,
      }),
      remedy('Raise timeoutSeconds', 'A dead container is found later.'),
    ],
    references: [
      'kubernetes/kubernetes#110070',
      'kubernetes/kubernetes#81042',
      'containerd/containerd#3781',
    ],
  },
  {
    id: 'container-oomkilled',
    title: 'Container {container|} was killed for memory',
    severity: 'medium',
    by: 'container',
    onceIsFault: true,
    signs: [
      {
        text: /Created an OOM event in container|OOMKilled|container init was OOM-killed|Memory cgroup out of memory/,
        heads: ['Created an OOM event'],
      },
      {
        text: /Memory cgroup out of memory: Kill(?:ed)? process \d+ \((?<process>[^)]+)\)/,
        reads: ['kernel'],
      },
      {
        text: /oom-kill:constraint=CONSTRAINT_MEMCG.*task=(?<process>[^,]+),/,
        reads: ['kernel'],
      },
      // Which container it was, where the line of the kill does not say so.
      {
        text: /Memory cgroup stats for \S*(?:kubepods|docker|cri-containerd|crio)|Task in \S*?(?:(?:docker|cri-containerd|crio|libpod)-|\/pod[^/\s]*\/)(?<cgroup>[0-9a-f]{12})\S* killed as a result of limit of|Task in \S+ killed as a result of limit of/,
        reads: ['kernel'],
        role: 'context',
      },
      {
        text: /\.scope: A process of this unit has been killed by the OOM killer/,
        reads: ['systemd'],
        role: 'consequence',
      },
      {
        text: /TaskOOM event/,
        heads: ['TaskOOM event'],
        reads: ['containerd'],
        role: 'consequence',
      },
      // Talos kills by itself before the kernel does.
      { text: /Sending SIGKILL to cgroup.*OOMController/, heads: [] },
      {
        text: /container finished.*exitCode="?137/,
        heads: ['Generic (PLEG): container finished'],
      },
    ],
    judge: judgeOom,
    yields: [
      { id: 'system-oom', why: 'the kernel killed for the memory of the whole node' },
      { id: 'liveness-kill', why: 'the kubelet says that it stops it over its probe' },
    ],
    branches: [
      {
        shown: { without: /OOM|[Mm]emory cgroup|oom|killed as a result/ },
        told: {
          title: 'Container {container|} ended with exit code 137 (SIGKILL)',
          explanation: [
            'The kernel ends a container so at its memory limit, and a runtime at the end of its grace period.',
          ],
          remedy: [remedy('Look into the kernel’s log of that second before any limit is raised')],
        },
      },
      {
        shown: { line: /OOMController/ },
        told: {
          title: 'The OOM controller of Talos killed a cgroup',
          explanation: [],
        },
      },
      {
        shown: { line: /Kill(?:ed)? process|CONSTRAINT_MEMCG/ },
        told: {
          title: 'The kernel killed {process|a process}: its cgroup reached the memory limit',
          explanation: [],
        },
      },
      {
        shown: { line: /killed as a result of limit of/ },
        told: {
          title: 'The kernel killed a task of container {cgroup|}: a memory limit is reached',
          explanation: [],
        },
      },
    ],
    explanation: [],
    checks: [
      check('The kernel’s word', 'journalctl -k | grep -iE "oom-kill|killed process"'),
      containerLog,
    ],
    remedy: [
      remedy('Look how much memory the container needs, and whether that grows'),
      remedy('Raise the memory limit', 'Less is left for other pods.'),
    ],
    references: [
      'kubernetes/community#7955',
      'kubernetes/kubernetes#53669',
      'kubernetes/kubernetes#100483',
    ],
  },
];
