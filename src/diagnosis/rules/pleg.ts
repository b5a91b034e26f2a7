// PLEG, the runtime's health and the sync loop: faults of the whole node.
import { formatDuration, micros, MINUTE, SECOND } from '../../base/time.ts';
import { goDuration } from '../duration.ts';
import { besideNotReady } from '../notReady.ts';
import {
  check,
  remedy,
  type Hit,
  type Questions,
  type Rule,
  type Suspicion,
  type Verdict,
} from '../rule.ts';
import { aside, distinct, fault, span, times } from '../verdict.ts';
import { runtimeRestarts } from './risks.ts';

/** Relists stood still for 3 min before this is said: the trouble began so much earlier. 2562047h is the zero time. */
const unhealthy =
  /PLEG is not healthy: pleg was last seen active (?!2562047h)(?<age>[0-9hmsµ.]+) ago; threshold is \w+/;
function ages(hits: readonly Hit[]): number[] {
  return hits.map(({ facts }) => goDuration(facts['age'] ?? '') ?? 0).filter((age) => age > 0);
}

function judgeHang({ hits }: Suspicion, ask: Questions): Verdict {
  const list = ages(hits);
  const resets = list.filter((age, index) => age < (list[index - 1] ?? 0)).length;
  const first = hits[0];
  const age = list[0];
  if (first === undefined || age === undefined) return fault;
  const { at } = first.line;
  const wasSet = ask.history.gaps.some(
    ({ kind, from, to }) => kind === 'clock' && from <= at && to >= at - age,
  );
  // A clock that was set forth makes a relist of a moment ago old, until the next one.
  if (wasSet && hits.every(({ line }) => line.at - at < MINUTE)) return aside;
  if (wasSet)
    return {
      trust: 0.75,
      note: 'The clock was set in the time that these lines count: how long no relist ended is not known.',
    };
  return {
    began: micros(first.line.at - age),
    trust: resets > 0 ? 0.75 : 1,
    note: `The last relist ended ${formatDuration(age)} before the first of these lines.`,
  };
}

/** One container stalls each relist: nearly all deadline errors of the window name one pod. */
function judgeOneContainer(suspicion: Suspicion, ask: Questions): Verdict {
  if (ask.hitsOf('pleg-runtime-hang').length === 0 || suspicion.key === '') return undefined;
  const all = ask.hitsOf('pleg-one-container-hang');
  const share = suspicion.hits.length / all.length;
  if (times(suspicion.hits) < 2 || share < 0.6) return undefined;
  return {
    note: `${suspicion.hits.length} of ${all.length} time-outs of pods in this log name it.`,
  };
}

function judgeOverload({ hits }: Suspicion, ask: Questions): Verdict {
  if (ask.hitsOf('pleg-runtime-hang').length === 0) return undefined;
  const sandboxes = distinct(hits, (hit) => hit.line.objects.ids[0]);
  return sandboxes < 5
    ? undefined
    : {
        note: `Stopping timed out for ${sandboxes} different sandboxes.`,
      };
}

function judgeHousekeeping({ hits }: Suspicion, ask: Questions): Verdict {
  const settled = hits.filter(({ line }) => (ask.sinceStart(line) ?? Infinity) > 10 * SECOND);
  const slowest = Math.max(
    0,
    ...settled.map(({ facts }) => goDuration(facts['actual'] ?? `${facts['seconds'] ?? 0}s`) ?? 0),
  );
  if (slowest >= 15 * SECOND || settled.length >= 4) return fault;
  return settled.length > 0 && slowest >= 5 * SECOND ? fault : aside;
}

export const plegRules: readonly Rule[] = [
  {
    id: 'pleg-runtime-hang',
    title: 'PLEG is not healthy: the last relist of the containers is too old',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: unhealthy,
        heads: [
          'skipping pod synchronization',
          'Skipping pod synchronization',
          'Node became not ready',
          'Recording NodeNotReady',
        ],
      },
    ],
    judge: besideNotReady(judgeHang),
    yields: [
      {
        id: 'pleg-grpc-too-large',
        why: 'an answer is too large for a gRPC message',
      },
      { id: 'pleg-one-container-hang', why: 'the time-outs name one pod' },
      { id: 'pleg-churn-overload', why: 'stopping many sandboxes times out' },
      { id: 'container-runtime-down', why: 'the runtime is not reached' },
    ],
    follows: ['runtime-list-deadline', 'pid-exhaustion', 'system-oom'],
    explanation: ['While PLEG is not healthy the kubelet syncs no pod; running containers go on.'],
    checks: [
      check(
        'Does the runtime answer at all?',
        'time crictl --timeout 10s ps -a && time crictl pods',
      ),
      check(
        'What does the runtime log say three minutes before the first line?',
        'journalctl -u containerd -u crio -u docker --since "-30 min"',
      ),
      check('Processes in uninterruptible sleep', "ps -eo pid,stat,wchan:32,cmd | awk '$2 ~ /D/'"),
      check('Disk latency', 'iostat -x 2 5'),
    ],
    remedy: [
      remedy(
        'Look what holds the runtime: its log from the last relist on, disk, a container that hangs',
      ),
      remedy('If it does not come back: restart the container runtime', runtimeRestarts),
    ],
    references: [
      'kubernetes/kubernetes#61117',
      'kubernetes/kubernetes#77728',
      'containerd/containerd#5274',
    ],
  },
  {
    id: 'pleg-one-container-hang',
    title: 'PLEG is not healthy, and status calls of one pod time out',
    severity: 'critical',
    by: 'pod',
    onceIsFault: true,
    signs: [
      { text: /Error syncing pod.*skipping: rpc error: code = DeadlineExceeded/ },
      {
        text: /Error syncing pod, skipping err="(?:error determining status: )?rpc error: code = DeadlineExceeded/,
      },
      { text: /error determining status: rpc error: code = DeadlineExceeded/ },
      { text: /reconcileState: failed to add container.*DeadlineExceeded/ },
      {
        text: /(?:PLEG: Ignoring events for pod|(?:Container|PodSandbox)Status\b.*from runtime service failed|PodSandboxStatus of sandbox.*for pod).*DeadlineExceeded/,
      },
    ],
    judge: besideNotReady(judgeOneContainer),
    explanation: [
      'A relist asks for the status of each pod that changed, and waits for the answer.',
    ],
    checks: [
      check(
        'Find the container that blocks',
        'for c in $(crictl ps -aq); do timeout 10 crictl inspect $c >/dev/null || echo "hangs: $c"; done',
      ),
      check(
        'Its shim and processes',
        'ps -eo pid,stat,etime,wchan:32,cmd | grep -E "shim|runc" | grep -v grep',
      ),
    ],
    remedy: [
      remedy('Look at its containers’ processes, shim and mounts'),
      remedy('If one of them hangs: end or repair it', 'Its container may die.'),
    ],
    references: [
      'kubernetes/kubernetes#94829',
      'kubernetes/kubernetes#45419',
      'opencontainers/runc#2314',
      'moby/moby#40817',
    ],
  },
  {
    id: 'pleg-churn-overload',
    title: 'PLEG is not healthy, and stopping many sandboxes times out',
    severity: 'high',
    by: 'node',
    signs: [
      { text: /Failed to stop sandbox .*before removing.*(?:DeadlineExceeded|deadline exceeded)/ },
      {
        text: /StopPodSandbox\b.*from runtime service failed.*(?:DeadlineExceeded|deadline exceeded)/,
      },
      { text: /KillPodSandboxError.*(?:DeadlineExceeded|deadline exceeded)/ },
    ],
    judge: besideNotReady(judgeOverload),
    explanation: [],
    checks: [
      check(
        'How many sandboxes are there, and how many of them dead?',
        'crictl pods -q | wc -l; crictl pods --state NotReady -q | wc -l',
      ),
      check('Which jobs create so many pods?', 'kubectl get cronjobs -A'),
    ],
    remedy: [
      remedy('Look what slows the runtime: the number of sandboxes, disk, a CNI plug-in'),
      remedy(
        'If many pods come and go: fewer per node, fewer finished Jobs kept (ttlSecondsAfterFinished)',
      ),
    ],
    references: [
      'kubernetes/kubernetes#51919',
      'kubernetes/kubernetes#45419',
      'kubernetes/kubernetes#93925',
    ],
  },
  {
    id: 'pleg-grpc-too-large',
    title: 'An answer is larger than a gRPC message may be ({size|} of {max|} bytes)',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /message larger than max \((?<size>\d+) vs\. (?<max>\d+)\)/,
        not: /[Ll]istAndWatch|device plugin|UpdateStatus|csi/,
      },
    ],
    branches: [
      {
        shown: { line: /PLEG|ListPodSandbox|ListContainers|[Uu]nable to retrieve pods/ },
        told: {
          title:
            'The list of containers or sandboxes is larger than a gRPC message may be ({size|} of {max|} bytes)',
        },
      },
    ],
    explanation: [],
    checks: [
      check('How many are there?', 'crictl pods -q | wc -l; crictl ps -aq | wc -l'),
      check(
        'Which pods leave them behind?',
        "crictl pods --state NotReady | awk '{print $6}' | sort | uniq -c | sort -rn | head",
      ),
    ],
    remedy: [
      remedy(
        'If dead sandboxes make it large: crictl rmp for those in state NotReady',
        'Check that none of them belongs to a pod that is still being stopped.',
      ),
      remedy('Look why so many are kept: garbage collection, finished Jobs'),
    ],
    references: [
      'kubernetes/kubernetes#63858',
      'siderolabs/talos#10801',
      'kubernetes/kubernetes#108049',
    ],
  },
  {
    id: 'evented-pleg-bug',
    title: 'Evented PLEG fails',
    severity: 'high',
    by: 'pod',
    onceIsFault: true,
    signs: [
      { text: /Evented PLEG: (?:Get cache|[Ff]ailed to get (?:cache|status))/ },
      {
        text: /panic.*updateRunningPodMetric|pleg\/evented\.go:\d.*nil pointer|updateRunningPodMetric/,
      },
    ],
    explanation: ['Such lines come only with the feature gate EventedPLEG.'],
    checks: [check('Is the gate on?', 'journalctl -u kubelet | grep -m1 "EventedPLEG"')],
    remedy: [
      remedy('Look for later versions of kubelet and runtime'),
      remedy('If it goes on: turn the gate EventedPLEG off and restart the kubelet', 'Pods go on.'),
    ],
    references: [
      'kubernetes/kubernetes#121003',
      'kubernetes/kubernetes#123087',
      'kubernetes/kubernetes#120942',
    ],
  },
  {
    id: 'housekeeping-slow',
    title: 'Housekeeping takes too long ({actual|})',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /[Hh]ousekeeping took (?:longer than.*(?:actual="?(?<actual>[0-9hmsµ.]+)|seconds="?(?<seconds>[\d.]+)|: (?<actual_2>[0-9hmsµ.]+))|(?<actual_3>[0-9][0-9hmsµ.]+))/,
      },
    ],
    judge: judgeHousekeeping,
    follows: ['pleg-runtime-hang', 'runtime-list-deadline', 'pleg-churn-overload'],
    explanation:
      'Housekeeping runs in the sync loop itself; while it lasts no pod is added, updated or removed.',
    checks: [
      check('Is the runtime slow?', 'time crictl ps -a'),
      check('Is the disk slow?', 'iostat -x 2 5'),
    ],
    remedy: [
      remedy('Look whether the runtime or the disk is slow'),
      remedy('If it is the number of pods: fewer on this node'),
    ],
    references: ['kubernetes/kubernetes#98607'],
  },
  {
    id: 'dead-nfs-blocks-syncloop',
    title: 'The sync loop stands still',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /\[-\]syncloop failed/, heads: ['healthz check failed', '[-]syncloop', 'healthz'] },
      {
        text: /goroutine \d+ \[syscall, (?<minutes>\d+) minutes\][^]*(?:HandlePodCleanups|IsLikelyNotMountPoint|cleanupOrphanedPodDirs)/,
      },
    ],
    judge: ({ hits }) =>
      hits.some(({ facts }) => facts['minutes'] !== undefined) ||
      span(hits) >= MINUTE ||
      hits.length > 1
        ? fault
        : { trust: 0.6 },
    yields: [
      { id: 'pleg-runtime-hang', why: 'PLEG is not healthy, which stops the loop too' },
      { id: 'start-hang-dead-mount', why: 'the start is not at its end' },
    ],
    branches: [
      {
        shown: { line: /goroutine \d+ \[syscall, \d+ minutes\]/ },
        told: { title: 'The sync loop waits in a system call ({minutes|} minutes)' },
      },
    ],
    explanation: ['A mount of a server that does not answer is one thing that holds it.'],
    checks: [
      check(
        'Which mounts do not answer?',
        'awk \'$3 ~ /nfs|cifs|fuse/ {print $2}\' /proc/mounts | while read m; do timeout 5 stat -t "$m" >/dev/null || echo "dead: $m"; done',
      ),
      check(
        'Where does the kubelet wait?',
        'cat /proc/$(pidof kubelet)/task/*/stack | grep -B2 -A6 nfs',
      ),
    ],
    remedy: [
      remedy('If a mount does not answer: bring its server back'),
      remedy(
        'If its server is gone for good: umount -f -l the mount, then restart the kubelet',
        'Writes that were not yet sent are lost.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#101622',
      'kubernetes/kubernetes#100178',
      'kubernetes/kubernetes#31272',
    ],
  },
];
