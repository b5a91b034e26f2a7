// Disk, memory, processes, watches: eviction, garbage collection and their limits.
import { SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { aside, fault, harmless, times } from '../verdict.ts';
import { exits } from './exits.ts';

const evictionHeads = [
  'Eviction manager:',
  'eviction manager:',
  'Failed to admit pod',
  'Pod admission denied',
];

/** A pod that the node does not take in a condition: as text, structured since 1.19, and by the reason since 1.34. */
function refusedFor(condition: string): RegExp {
  return new RegExp(
    `(?:node has conditions: |nodeCondition="?|node had condition: )\\[[^\\]]*${condition}`,
  );
}

const disk = '(?:ephemeral-storage|nodefs|imagefs|inodes|containerfs|storage)';

/** What the eviction manager holds to be left, where that is less than nothing. */
function lessThanNothing(resource: string): RegExp {
  return new RegExp(
    `[Ee]viction manager: observations:? signal="?(?<resource>${resource})\\b.{0,120}available(?:: |=")-\\d`,
  );
}

const isLess = /observations:? signal/;

const reclaims = /attempting to reclaim|must evict pod/;

function judgeGc({ hits }: Suspicion): Verdict {
  const short = hits.some(({ facts }) => {
    const wanted = Number(facts['wanted'] ?? 1);
    return wanted < 2 ** 62 && Number(facts['freed'] ?? 0) < wanted;
  });
  return short ? fault : harmless('gc-freed-more');
}

function judgeDeletion({ hits }: Suspicion): Verdict {
  const enough = hits.every(
    ({ facts }) =>
      Number(facts['wanted'] ?? 1) > 2 ** 62 ||
      Number(facts['freed'] ?? 0) >= Number(facts['wanted'] ?? 1),
  );
  return enough ? aside : fault;
}

/** OOMs of before are told again when the kubelet starts. */
function judgeSystemOom({ hits }: Suspicion, ask: Questions): Verdict {
  const fresh = hits.filter(({ line }) => (ask.sinceStart(line) ?? Infinity) > 10 * SECOND);
  return fresh.length > 0 ? fault : aside;
}

/** Of a pod: `admitted` is another word. */
const refused = /Pod admission denied|[Ff]ailed to admit/;

/** What is printed of a command that ran in a container: the limit may be the container's. */
const ofProbe = /[Pp]robe|ExecSync|output[:=]/;

function judgeProcesses({ hits }: Suspicion): Verdict {
  return hits.every(({ line }) => ofProbe.test(line.body)) ? { severity: 'medium' } : fault;
}

/** An eviction for the node's sake says before which resource it must reclaim; one for a pod's own limit says so at v=3 alone. */
function judgeEviction({ hits }: Suspicion, ask: Questions): Verdict {
  if (hits.some(({ sign }) => sign.role === undefined)) return fault;
  const memory = ask.hitsOf('eviction-memory').some(({ sign }) => sign.role === undefined);
  const pids = ask.hitsOf('pid-exhaustion').some(({ line }) => reclaims.test(line.body));
  if (memory || pids) return undefined;
  const isEvicted = hits.some(({ line }) => line.body.includes('is evicted successfully'));
  return { id: 'pod-evicted', trust: isEvicted ? 0.8 : 0.6 };
}

export const resourceRules: readonly Rule[] = [
  {
    id: 'eviction-disk',
    overBy: 'DiskPressure',
    title: 'The node is short of disk ({resource|disk})',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: new RegExp(
          `[Ee]viction manager: (?:attempting to reclaim|must evict pod).*?(?<resource>${disk})`,
        ),
        heads: evictionHeads,
      },
      { text: new RegExp(`low on resource: (?<resource>${disk})`), heads: evictionHeads },
      {
        text: new RegExp(
          `[Ee]viction manager: unexpected error when attempting to reduce.*(?<resource>${disk})`,
        ),
        heads: evictionHeads,
      },
      { text: refusedFor('DiskPressure'), heads: evictionHeads },
      {
        text: lessThanNothing('\\w*(?:[Nn]ode|[Ii]mage|[Cc]ontainer)[Ff]s\\.\\w+'),
        heads: evictionHeads,
      },
      {
        text: /[Ee]viction manager:.*(?:no pods are active to evict|unable to evict any pods)/,
        heads: evictionHeads,
        role: 'consequence',
      },
      {
        text: /[Ee]viction manager: cannot evict a critical/,
        heads: evictionHeads,
        role: 'consequence',
      },
      { text: /is evicted successfully/, heads: evictionHeads, role: 'consequence' },
      {
        text: /[Ee]viction manager: able to reduce resource pressure/,
        heads: evictionHeads,
        role: 'consequence',
      },
    ],
    judge: judgeEviction,
    branches: [
      {
        shown: { line: isLess, without: /must evict|is evicted|low on resource|attempting to/ },
        told: {
          title: 'By the eviction manager’s figures less than nothing is left of {resource|disk}',
        },
      },
      {
        shown: { line: /is evicted successfully/ },
        told: { title: 'Pods are evicted: the node is short of disk ({resource|disk})' },
      },
      {
        shown: { line: /must evict pod/ },
        told: { title: 'Pods must be evicted: the node is short of disk ({resource|disk})' },
      },
      {
        shown: { line: /no pods are active to evict|unable to evict any/ },
        told: { title: 'The node is short of disk ({resource|disk}), and no pod can be evicted' },
      },
      {
        shown: { line: refused, without: /reclaim|must evict/ },
        told: { title: 'Pods are refused: the node is short of disk' },
      },
    ],
    explanation: [
      {
        says: 'The kubelet first deletes dead containers and unused images.',
        shown: { line: /reclaim|must evict|low on resource/ },
      },
      {
        says: 'That was enough.',
        shown: { line: /able to reduce .*pressure without evicting/ },
      },
      { says: 'A critical pod was left.', shown: { line: /cannot evict a critical/ } },
      { says: 'Pods are refused in this condition.', shown: { line: refused } },
    ],
    checks: [
      check(
        'Bytes and inodes',
        'df -h / /var/lib/kubelet /var/lib/containerd; df -i /var/lib/kubelet',
      ),
      check('What fills it?', 'du -xhd2 /var/lib /var/log 2>/dev/null | sort -h | tail -20'),
    ],
    remedy: [
      remedy('Look what fills it: logs, images, core dumps'),
      remedy('If it is unused images: crictl rmi --prune', 'They have to be pulled again.'),
      remedy('Set requests and limits for ephemeral-storage'),
      remedy('A larger disk, or images on a disk of their own'),
    ],
    references: ['kubernetes/kubernetes#101167', 'kubernetes/kubernetes#129616', 'k3s-io/k3s#888'],
  },
  {
    id: 'pod-evicted',
    title: 'A pod is evicted; for which resource, these lines do not tell',
    branches: [
      {
        shown: { without: /is evicted successfully/ },
        told: {
          title: 'Pods have to be evicted; for which resource, these lines do not tell',
        },
      },
    ],
    severity: 'medium',
    by: 'pod',
    onceIsFault: true,
    signs: [],
    explanation: [
      {
        says: 'Pods are ranked for an eviction for the node’s sake.',
        shown: { said: 'evictionRanked' },
      },
      {
        says: 'Before an eviction for the node’s sake the kubelet says what it must reclaim; one for a pod’s own disk limit comes without.',
        shown: { unsaid: 'evictionRanked' },
      },
    ],
    checks: [
      check(
        'Which resource or limit was it?',
        "kubectl get pod {podName|POD} -n {namespace|NAMESPACE} -o jsonpath='{.status.message}'",
      ),
    ],
    remedy: [
      remedy('Read the pod’s status message: it names the resource or the limit'),
      remedy(
        'Have the program use less of it, or raise the limit that it names',
        'The node has less left for others.',
      ),
    ],
    references: ['https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/'],
  },
  {
    id: 'image-gc-insufficient',
    title: 'Image garbage collection cannot free enough',
    severity: 'medium',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /[Ww]anted to free (?<wanted>\d+)(?: bytes)?, but freed (?<freed>\d+)/ },
      { text: /[Aa]ttempted to free (?<wanted>\d+) bytes, but only found (?<freed>\d+) bytes/ },
      { text: /Image garbage collection failed multiple times in a row/ },
      {
        text: /Disk usage on image filesystem is over the high threshold/,
        heads: ['Disk usage on image filesystem'],
        role: 'context',
      },
    ],
    judge: (suspicion) =>
      suspicion.hits.every(({ sign }) => sign.role === 'context') ? aside : judgeGc(suspicion),
    yields: [
      { id: 'container-runtime-down', why: 'the runtime is not reached' },
      { id: 'image-gc-delete-conflict', why: 'deletions of images meet errors' },
    ],
    branches: [
      {
        shown: { without: /freed|only found|multiple times in a row/ },
        told: { title: 'The image file system is over the high threshold' },
      },
      {
        shown: { without: /freed|only found/ },
        told: { title: 'Image garbage collection fails again and again' },
      },
    ],
    explanation: [
      {
        says: 'The image file system is over its high threshold.',
        shown: { line: /over the high threshold/ },
      },
    ],
    checks: [
      check(
        'What fills the file system?',
        'df -h /var/lib/containerd /var/lib/docker; du -xhd2 /var/lib 2>/dev/null | sort -h | tail',
      ),
      check('Which images are in use?', 'crictl images; crictl ps -a'),
    ],
    remedy: [
      remedy('Look what else fills it: logs, volumes, other programs’ files'),
      remedy('A larger disk'),
    ],
    references: ['kubernetes/kubernetes#71869', 'kubernetes/kubernetes#112631', 'k3s-io/k3s#796'],
  },
  {
    id: 'image-gc-delete-conflict',
    title: 'Image garbage collection meets errors',
    severity: 'low',
    by: 'node',
    signs: [
      {
        text: /(?:wanted to free (?<wanted>\d+)(?: bytes)?, but freed (?<freed>\d+)(?:\D.*)?)?(?:errors in image deletion|unable to delete \S+ \(cannot be forced\)|image is being used by)/,
      },
    ],
    judge: judgeDeletion,
    branches: [
      {
        shown: { line: /cannot be forced|used by/ },
        told: {
          title: 'Image garbage collection meets images that are in use',
          remedy: [
            remedy('Look which containers use them'),
            remedy('If only dead ones do: remove those first'),
          ],
        },
      },
    ],
    explanation: [],
    checks: [check('Dead containers', 'crictl ps -a --state Exited')],
    remedy: [remedy('Correct what the root error names')],
    references: ['openshift/release#40', 'kubernetes/kubernetes#101167'],
  },
  {
    id: 'eviction-memory',
    overBy: 'MemoryPressure',
    title: 'The node is short of memory',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /[Ee]viction manager: (?:attempting to reclaim|must evict pod).*memory/,
        heads: evictionHeads,
      },
      { text: /low on resource: memory/, heads: evictionHeads },
      { text: refusedFor('MemoryPressure'), heads: evictionHeads },
      { text: lessThanNothing('\\w*[Mm]emory\\.\\w+'), heads: evictionHeads },
      { text: /is evicted successfully/, heads: evictionHeads, role: 'consequence' },
    ],
    judge: ({ hits }) => (hits.some(({ sign }) => sign.role === undefined) ? fault : undefined),
    yields: [{ id: 'eviction-bogus-observation', why: 'the measured value is impossible' }],
    branches: [
      {
        shown: { line: /is evicted successfully/ },
        told: { title: 'Pods are evicted: the node is short of memory' },
      },
      {
        shown: { line: /must evict pod/ },
        told: { title: 'Pods must be evicted: the node is short of memory' },
      },
      {
        shown: { line: refused, without: /reclaim|must evict/ },
        told: { title: 'Pods are refused: the node is short of memory' },
      },
    ],
    explanation: [
      {
        says: 'The eviction threshold of memory is met.',
        shown: { line: /reclaim|must evict|low on resource/ },
      },
      { says: 'Pods are refused in this condition.', shown: { line: refused } },
    ],
    checks: [
      check('Memory by pod', 'crictl stats -o table'),
      check('Thresholds', 'grep -A6 -i eviction /var/lib/kubelet/config.yaml'),
    ],
    remedy: [remedy('Set requests and limits'), remedy('More memory, or fewer pods')],
    references: ['kubernetes/kubernetes#58541', 'kubernetes/kubernetes#56152'],
  },
  {
    id: 'eviction-bogus-observation',
    title: 'The eviction manager is told an impossible amount ({observed|})',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /observed (?<observed>-\d\w*)/,
        heads: ['thresholds - reclaim not satisfied', 'Eviction manager: threshold'],
      },
    ],
    explanation: ['No machine has a negative amount.'],
    checks: [check('What the kernel says', 'cat /sys/fs/cgroup/memory.stat /proc/meminfo')],
    remedy: [
      remedy('Compare the measurement with the kernel’s'),
      remedy('Look for a later version of what reads it wrongly'),
    ],
    references: ['kubernetes/kubernetes#52386', 'kubernetes/kubernetes#88969'],
  },
  {
    id: 'pid-exhaustion',
    overBy: 'PIDPressure',
    title: 'Processes or threads cannot be started',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /[Ee]viction manager: (?:attempting to reclaim|must evict pod).*\bpids?\b/,
        heads: evictionHeads,
      },
      { text: refusedFor('PIDPressure'), heads: evictionHeads },
      {
        text: /fork\/exec \S+: resource temporarily unavailable|pthread_create failed: Resource temporarily unavailable|failed to create new OS thread|[Cc]annot fork/,
      },
    ],
    follows: ['exec-probe-timeouts'],
    judge: judgeProcesses,
    branches: [
      {
        shown: { line: /reclaim|must evict|PIDPressure/ },
        told: { title: 'The node is short of process ids' },
      },
      {
        shown: { line: ofProbe },
        told: { title: 'A command in a container cannot start processes or threads' },
      },
    ],
    explanation: [
      {
        says: 'The kernel answers so at a limit of processes: that of a user, a cgroup or the node.',
        shown: { line: /fork|pthread_create|OS thread/ },
      },
      { says: 'Pods are refused in this condition.', shown: { line: /PIDPressure/ } },
    ],
    checks: [
      check(
        'Processes by cgroup',
        'systemd-cgtop -b -n1 --order=tasks | head; cat /sys/fs/cgroup/system.slice/kubelet.service/pids.{current,max}',
      ),
      check('The host’s limit', 'cat /proc/sys/kernel/pid_max /proc/loadavg'),
    ],
    remedy: [
      remedy('Look who makes so many'),
      remedy('Set podPidsLimit; raise TasksMax of the service'),
    ],
    references: [
      'kubernetes/kubernetes#79466',
      'kubernetes/kubernetes#54313',
      'awslabs/amazon-eks-ami#1548',
    ],
  },
  {
    id: 'inotify-exhaustion',
    title: 'inotify instances, watches or open files are used up',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /[Pp]lugin [Ww]atcher.*(?:no space left on device|too many open files)|inotify_init: too many open files|inotify_add_watch \S+ ?no space left on device|inotify_add_watch.*no space left|(?:fsnotify|inotify).*too many open files/,
      },
    ],
    explanation: [
      {
        says: 'Of inotify “no space” means the number of watches, not the disk.',
        shown: { line: /no space left/ },
      },
      {
        says: 'Of inotify “too many open files” means its instances, or the files of the process.',
        shown: { line: /too many open files/ },
      },
      ...exits,
    ],
    checks: [
      check('Limits', 'sysctl fs.inotify.max_user_instances fs.inotify.max_user_watches'),
      check(
        'Who has the most?',
        'find /proc/[0-9]*/fd -lname anon_inode:inotify 2>/dev/null | cut -d/ -f3 | sort | uniq -c | sort -rn | head',
      ),
    ],
    remedy: [
      remedy('Raise fs.inotify.max_user_instances and max_user_watches', 'Some kernel memory.'),
    ],
    references: [
      'kubernetes/kubernetes#58081',
      'kubernetes/kubernetes#10421',
      'google/cadvisor#1581',
    ],
  },
  {
    id: 'log-rotation-fail',
    title: 'Container logs cannot be rotated',
    severity: 'medium',
    by: 'node',
    signs: [
      {
        text: /Failed to rotate (?:log|container logs)|failed to (?:compress|rotate) log|failed to reopen (?:container )?log/,
      },
    ],
    // A container that was just removed has no log to open anew.
    judge: ({ hits }) =>
      times(hits) === 1 && hits.every(({ line }) => line.body.includes('code = NotFound'))
        ? aside
        : fault,
    yields: [
      { id: 'runtime-list-deadline', why: 'calls to the runtime time out' },
      { id: 'container-runtime-down', why: 'the runtime is not reached' },
      { id: 'pleg-grpc-too-large', why: 'an answer is too large for a gRPC message' },
    ],
    follows: ['eviction-disk'],
    explanation: [],
    checks: [check('Room and sizes', 'df -h /var/log; du -sh /var/log/pods/* | sort -h | tail')],
    remedy: [
      remedy('Correct what the root error names'),
      remedy('Free the disk', 'Logs of the past are lost.', { line: /no space left/ }),
    ],
    references: [
      'kubernetes/kubernetes#134324',
      'kubernetes/kubernetes#110630',
      'kubernetes/kubernetes#91765',
    ],
  },
  {
    id: 'system-oom',
    title: 'The node ran out of memory and the kernel killed {process|a process}',
    severity: 'high',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /[Gg]ot sys oom event(?:.*ProcessName:(?<process>[\w.-]+))?|System OOM encountered(?:, victim process: (?<process_2>[\w.-]+))?/,
        heads: ['Got sys oom event'],
      },
      {
        text: /(?<!cgroup )[Oo]ut of memory: Kill(?:ed)? process \d+ \((?<process>[^)]+)\)/,
        reads: ['kernel'],
      },
      {
        text: /oom-kill:constraint=CONSTRAINT_NONE.*task=(?<process>[^,]+),/,
        reads: ['kernel'],
      },
    ],
    judge: judgeSystemOom,
    explanation: [
      {
        says: 'A kubelet that starts tells earlier events again: compare the time.',
        shown: { line: /sys oom|System OOM/i },
      },
    ],
    checks: [check('The kernel’s word', 'journalctl -k | grep -iE "oom-kill|out of memory"')],
    remedy: [remedy('Reserve memory for system and kubelet; set limits')],
    references: [
      'kubernetes/kubernetes#78174',
      'kubernetes/kubernetes#74706',
      'siderolabs/talos#4378',
    ],
  },
];
