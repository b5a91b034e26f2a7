// Containers: crash loops, probes, kills for memory, containers that are never created.
import { MINUTE, SECOND } from '../../base/time.ts';
import type { PodMark } from '../../kubelet/rebuild/history.ts';
import { goDuration } from '../duration.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, fault, healedSoon, quietAfter, span, times } from '../verdict.ts';

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
        note: 'Exit code 137 without a kill by the kubelet before it: the kernel’s log tells for sure.',
      };
}

/** A node that is busy for a moment is late with a probe or two of each pod. */
function judgeProbeTimeouts(suspicion: Suspicion, ask: Questions): Verdict {
  const often = times(suspicion.hits);
  return often >= 3 || (often === 2 && !quietAfter(suspicion, ask, 30 * SECOND)) ? fault : aside;
}

/** The directory of a deleted pod goes while a sync of it may still be under way. */
function judgeConfig(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits, pod } = suspicion;
  if (healedSoon(suspicion, ask)) return aside;
  const gone = ask.eventsOf(pod, 'config.remove');
  const isLate = ({ line }: Hit): boolean =>
    gone.some(({ at }) => at < line.at && line.at - at < MINUTE);
  return hits.every(isLate) ? aside : fault;
}

const containerLog = check(
  'The container’s own log and exit code',
  'kubectl -n {namespace|NAMESPACE} logs {podName|POD} -c {container|CONTAINER} --previous; kubectl -n {namespace|NAMESPACE} describe pod {podName|POD}',
);

export const containerRules: readonly Rule[] = [
  {
    id: 'crashloop-backoff',
    title: 'Container {container|} crashes again and again',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /CrashLoopBackOff(?:: "?back-off (?<wait>\S+))?|[Bb]ack-off (?<wait_2>\S+) restarting failed container/,
      },
    ],
    judge: judgeCrashLoop,
    yields: [
      { id: 'sandbox-changed-loop', why: 'whole sandboxes die, of several pods in step' },
      { id: 'control-plane-self-outage', why: 'it is the control plane of this node' },
      { id: 'container-config-error', why: 'it is never created, or its start fails' },
    ],
    follows: ['liveness-kill', 'container-oomkilled', 'evented-pleg-bug'],
    explanation:
      'The container starts, ends soon, and is started again after a back-off that doubles from 10 s to 5 min. The line repeats at each sync while it waits: it does not count restarts.',
    checks: [containerLog],
    remedy: [
      remedy('Read the container’s own log; correct its command, configuration or dependencies'),
    ],
    references: ['kubernetes/kubernetes#48520', 'kubernetes/kubernetes#111469'],
  },
  {
    id: 'control-plane-self-outage',
    title: 'A control-plane pod of this node crashes, and the node loses its own API server',
    severity: 'critical',
    by: 'node',
    signs: [{ text: /(?:CrashLoopBackOff|restarting failed container).*(?:kube-apiserver|etcd)/ }],
    judge: judgeSelfOutage,
    explanation:
      'The API server or etcd is a static pod of this very node and keeps crashing; refused connections of the kubelet are its result, not a network fault.',
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
    title: 'Container {container|} is killed by its {probe|liveness} probe',
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
        text: /Probe failed.*probeType="?(?:Liveness|Startup)|(?:Liveness|Startup) probe for .*failed/,
        heads: ['Probe failed', 'Liveness probe for', 'Startup probe for'],
        role: 'context',
      },
    ],
    judge: judgeLiveness,
    follows: ['exec-probe-timeouts'],
    unlike: [
      { id: 'container-oomkilled', why: 'exit code 137 after a kill by the kubelet is its own' },
      { id: 'exec-probe-timeouts', why: 'the probe gave a result, failure' },
    ],
    explanation:
      'The probe failed as often as its threshold says, so the kubelet stopped the container and starts it again. An empty output means that the probe timed out, often under load.',
    checks: [
      containerLog,
      check('Was the node starved then?', 'cat /proc/pressure/cpu /proc/pressure/io'),
    ],
    remedy: [
      remedy('Give a slow starter a startupProbe'),
      remedy(
        'A longer timeoutSeconds or a higher failureThreshold',
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
    id: 'exec-probe-timeouts',
    title: 'Exec probes of {container|a container} time out',
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
    unlike: [
      {
        id: 'liveness-kill',
        why: 'an errored probe has no result and is not counted as a failure',
      },
    ],
    explanation:
      'The command of the probe does not end within timeoutSeconds. Its processes may stay behind and pile up, and make the runtime slow.',
    checks: [
      check('Processes left in the container', 'crictl exec CONTAINER ps aux | head -40'),
      check('How long does the command take?', 'time crictl exec CONTAINER COMMAND'),
    ],
    remedy: [
      remedy('Give the command a time limit of its own (timeout 1 …)'),
      remedy('Use an http or grpc probe'),
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
        text: /container finished.*exitCode="?137/,
        heads: ['Generic (PLEG): container finished'],
      },
    ],
    judge: judgeOom,
    yields: [
      { id: 'system-oom', why: 'the whole node was out of memory' },
      { id: 'liveness-kill', why: 'the kubelet killed it over its probe' },
    ],
    unlike: [{ id: 'liveness-kill', why: 'no kill by the kubelet comes before the death' }],
    explanation: 'The container went over its memory limit and the kernel killed it.',
    checks: [
      check('The kernel’s word', 'journalctl -k | grep -iE "oom-kill|killed process"'),
      containerLog,
    ],
    remedy: [
      remedy('Raise the memory limit', 'Less is left for other pods.'),
      remedy('Find the leak'),
    ],
    references: [
      'kubernetes/community#7955',
      'kubernetes/kubernetes#53669',
      'kubernetes/kubernetes#100483',
    ],
  },
  {
    id: 'container-config-error',
    title: 'Container {container|} cannot be created or run',
    severity: 'medium',
    by: 'container',
    signs: [
      {
        text: /CreateContainerConfigError|CreateContainerError|RunContainerError|PostStartHookError/,
        // Its memory limit is too low even to begin.
        not: /container init was OOM-killed/,
      },
      {
        text: /failed to prepare subPath for volumeMount|(?:OCI runtime|container process|exec: ).*executable file not found in \$PATH/,
        not: /apparmor_parser/,
      },
    ],
    judge: judgeConfig,
    yields: [
      { id: 'security-profile-fail', why: 'a security profile is missing' },
      { id: 'container-name-reserved', why: 'its name is still taken by an earlier attempt' },
      { id: 'container-runtime-down', why: 'the runtime is down' },
      { id: 'pid-exhaustion', why: 'the node is out of processes' },
    ],
    unlike: [
      {
        id: 'volume-object-missing',
        why: 'the object is used in the container’s environment, not in a volume',
      },
      { id: 'crashloop-backoff', why: 'it never ran' },
    ],
    explanation:
      'What the container needs is missing or wrong (a ConfigMap, Secret or key of its environment, a subPath, its command), its postStart hook fails, or the runtime itself does.',
    checks: [
      check('Do the objects exist?', 'kubectl get configmap,secret -n {namespace|NAMESPACE}'),
    ],
    remedy: [
      remedy('Create the missing object or correct the reference'),
      remedy('Correct the command or pull the image again'),
    ],
    references: [
      'kubernetes/kubernetes#56339',
      'kubernetes/kubernetes#61456',
      'opencontainers/runc#4713',
    ],
  },
];
