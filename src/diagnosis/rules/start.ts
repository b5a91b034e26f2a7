// Faults that keep the kubelet from starting. Each ends the process; what starts it again makes a loop of them.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { fault, harmless } from '../verdict.ts';

/** Before a node joins, kubeadm has not written the file yet: a growing restart counter and nothing else. */
function judgeConfig({ hits }: Suspicion, ask: Questions): Verdict {
  const missing = hits.every(({ line }) => line.body.includes('no such file'));
  const last = hits.at(-1)?.line.at ?? 0;
  const moments = [
    ...ask.history.pods.map(({ firstSeen }) => firstSeen),
    ...['registered', 'nodeReady'].flatMap((what) => ask.said(what).map(({ at }) => at)),
  ];
  const wasMember = moments.some((at) => at <= last);
  const joined = moments.length > 0;
  if (!missing || wasMember || (!joined && ask.said('restartCounter').length === 0)) return fault;
  return harmless('config-missing-before-join');
}

/** The log ends in the early lines of a start; that alone may be a cut, so it needs a sign that time went by. */
function judgeHang({ hits }: Suspicion, ask: Questions): Verdict {
  const last = ask.lastOfKubelet();
  const mine = hits.at(-1)?.line;
  if (last === undefined || mine === undefined || last.at - mine.at > 5 * SECOND) return undefined;
  if (ask.said('running').some((line) => line.at >= (hits[0]?.line.at ?? 0))) return undefined;
  const waited = ask.goesOn(last.at, MINUTE);
  if (!waited && last.file !== 'sysinfo.go') return undefined;
  return {
    trust: waited ? 0.8 : 0.5,
    overdue: '“Started kubelet”',
    note: waited ? 'Other programs’ lines go on for more than a minute.' : 'The log ends here.',
  };
}

const exits = 'The kubelet exits at once and is started again, over and over.';
const kubeletLog = check(
  'The last lines before each exit',
  'journalctl -u kubelet -n 60 --no-pager; systemctl status kubelet',
);

const startFaults = [
  'start-swap',
  'start-cgroup-driver',
  'start-bad-flag',
  'start-cpu-manager-state',
  'start-memory-manager-state',
  'start-allocation-checkpoint',
  'start-container-manager-fail',
  'inotify-exhaustion',
  'pid-exhaustion',
  'evented-pleg-bug',
  'runtime-api-mismatch',
];

export const startRules: readonly Rule[] = [
  {
    id: 'start-swap',
    title: 'The kubelet refuses to start: swap is on',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [{ text: /running with swap on is not supported, please disable swap/i, heads: [] }],
    explanation: `Swap is on and failSwapOn is not off. ${exits}`,
    checks: [check('Swap', 'swapon --show; grep swap /etc/fstab')],
    remedy: [
      remedy('swapoff -a, and take it out of /etc/fstab', 'Swapped memory must fit in RAM.'),
      remedy('failSwapOn: false and a memorySwap behaviour in the configuration'),
    ],
    references: ['openshift/origin#17307', 'kubernetes/kubernetes#53333'],
  },
  {
    id: 'start-cgroup-driver',
    title: 'The kubelet refuses to start: its cgroup driver is not docker’s',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [{ text: /kubelet cgroup driver: .* is different from docker cgroup driver/ }],
    unlike: [
      {
        id: 'cgroup-driver-mismatch-sandbox',
        why: 'the kubelet itself refuses; no sandbox is tried',
      },
    ],
    explanation: `Both names stand in the text. ${exits}`,
    checks: [
      check(
        'Both drivers',
        'docker info 2>/dev/null | grep -i "cgroup driver"; grep cgroupDriver /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [
      remedy(
        'Set the same driver on both, systemd where systemd runs',
        'Containers are restarted with docker.',
      ),
    ],
    references: ['kubernetes/kubernetes#43805', 'kubernetes/minikube#6544'],
  },
  {
    id: 'start-bad-flag',
    title: 'The kubelet refuses to start: unknown flag or argument ({flag|})',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /unknown (?:shorthand )?flag: ["']?(?<flag>[^\s"']+)|unknown command:? "?(?<flag_2>[^\s"]+)|failed to parse kubelet flag|invalid argument "[^"]*" for "(?<flag_3>--[\w-]+)/,
      },
      {
        text: /[Ff]ailed to validate kubelet (?:flags|configuration)/,
        not: /endpoint address was not specified|cgroup v1/,
      },
      {
        text: /failed to set feature gates.*?(?:unrecognized feature gate: |cannot set feature gate )"?(?<flag>\w+)/,
      },
    ],
    yields: [
      {
        id: 'start-no-runtime-endpoint',
        why: 'the flag that is missing is the runtime’s endpoint',
      },
    ],
    unlike: [{ id: 'deprecated-flags', why: 'the flag is unknown, not deprecated' }],
    explanation: `A flag was removed in this version, or is misspelt; about 200 lines of help may follow. ${exits}`,
    checks: [
      kubeletLog,
      check(
        'Where does it come from?',
        'systemctl cat kubelet; cat /var/lib/kubelet/kubeadm-flags.env',
      ),
    ],
    remedy: [remedy('Take the flag out of the unit or of kubeadm-flags.env')],
    references: ['kubernetes/kubernetes#70300', 'rootsongjc/kubernetes-handbook#80'],
  },
  {
    id: 'start-config-missing',
    title: 'The kubelet’s configuration file is missing or cannot be read ({path|})',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /failed to load [Kk]ubelet config file,? ?"?(?<path>\/[^\s",]+)?|failed to (?:read|decode) kubelet config file "?(?<path_2>\/[^\s",]+)?|failed to load kubelet config file/,
      },
      { text: /unable to load client CA file (?<path>\/[^\s:"]+)/ },
    ],
    judge: judgeConfig,
    unlike: [{ id: 'start-bad-flag', why: 'flags were read; the file is what fails' }],
    explanation: `The file is missing, or holds an unknown field or bad YAML. ${exits} Before kubeadm init or join this is normal.`,
    checks: [
      check(
        'The file',
        'ls -l {path|/var/lib/kubelet/config.yaml}; head -40 {path|/var/lib/kubelet/config.yaml}',
      ),
    ],
    remedy: [
      remedy('kubeadm init or join writes it'),
      remedy('Restore the file, or correct what the error names'),
    ],
    references: ['kubernetes/minikube#6055', 'kubernetes/kubernetes#115824'],
  },
  {
    id: 'start-no-runtime-endpoint',
    title: 'The kubelet refuses to start: no container runtime endpoint',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /container runtime endpoint address was not specified or empty|dial unix:? missing address/,
      },
    ],
    unlike: [{ id: 'runtime-api-mismatch', why: 'no endpoint is set at all' }],
    explanation: `dockershim is gone since 1.24 and no CRI endpoint is set. ${exits}`,
    checks: [
      check(
        'Is one set?',
        'grep -i containerRuntimeEndpoint /var/lib/kubelet/config.yaml; cat /var/lib/kubelet/kubeadm-flags.env',
      ),
    ],
    remedy: [remedy('Set containerRuntimeEndpoint: unix:///run/containerd/containerd.sock')],
    references: ['kubernetes/kubernetes#115824', 'kubernetes/minikube#15808'],
  },
  {
    id: 'start-cgroup-v1-refused',
    title: 'The kubelet refuses to start on cgroup v1',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [{ text: /configured to not run on a host using cgroup v1/ }],
    unlike: [{ id: 'cgroup-mount-missing', why: 'the mounts are there; the version is refused' }],
    explanation: `From 1.35 on failCgroupV1 is true by default. ${exits}`,
    checks: [check('Version', 'stat -fc %T /sys/fs/cgroup')],
    remedy: [
      remedy('Boot the host with cgroup v2', 'Runtime and programs must support it.'),
      remedy('failCgroupV1: false', 'Support for v1 will be removed.'),
    ],
    references: ['kubernetes/minikube#22315', 'k0sproject/k0s#7398'],
  },
  {
    id: 'start-port-in-use',
    title: 'The kubelet’s port {port|} is in use: a second kubelet?',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [{ text: /listen tcp4?6? ?\S*:(?<port>\d+): bind: address already in use/ }],
    unlike: [
      { id: 'image-gc-first-fail', why: 'that line belongs to each start' },
      { id: 'container-runtime-down', why: 'the runtime is not concerned' },
    ],
    explanation:
      'Another process listens on the port, mostly an older kubelet that never ended or one of another distribution. With port 10250 taken the kubelet exits; with 10248 alone it goes on.',
    checks: [check('Who listens?', 'ss -ltnp | grep -E ":1025[05]|:10248"; pgrep -a kubelet')],
    remedy: [
      remedy(
        'Stop the other process',
        'If it is a kubelet with pods of its own, they stay behind.',
      ),
    ],
    references: ['kubernetes/kubernetes#112364', 'k0sproject/k0s#960'],
  },
  {
    id: 'start-cpu-manager-state',
    title: 'The kubelet refuses to start: the CPU manager’s state does not fit',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /delete the CPU manager checkpoint file|cpu_manager_state|start cpu manager error|could not restore state from checkpoint: configured policy "\w+" differs/,
        not: /memory_manager_state|\[memorymanager\]|memory manager/,
      },
    ],
    unlike: [
      { id: 'start-memory-manager-state', why: 'the file is cpu_manager_state' },
      { id: 'kubelet-panic', why: 'the kubelet refuses on purpose' },
    ],
    explanation: `Policy or CPUs changed since the state was written, or the file is damaged. ${exits}`,
    checks: [
      check(
        'State and policy',
        'cat /var/lib/kubelet/cpu_manager_state; grep cpuManagerPolicy /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [
      remedy(
        'Drain the node, delete /var/lib/kubelet/cpu_manager_state, start the kubelet',
        'Without the drain, running pods lose their exclusive CPUs.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#79603',
      'kubernetes/kubernetes#95041',
      'kubernetes/kubernetes#86676',
    ],
  },
  {
    id: 'start-container-manager-fail',
    title: 'The kubelet’s container manager cannot start',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /Failed to start ContainerManager/,
        not: /cpu manager|cpu_manager|memory manager|memory_manager|memorymanager/,
      },
      { text: /failed to initialize top level QOS containers/ },
    ],
    yields: [
      { id: 'cgroup-mount-missing', why: 'cgroup mounts are missing' },
      { id: 'start-cpu-manager-state', why: 'the CPU manager’s state does not fit' },
      { id: 'start-memory-manager-state', why: 'the memory manager’s state does not fit' },
      { id: 'inotify-exhaustion', why: 'inotify is used up' },
    ],
    unlike: [{ id: 'stats-cache', why: 'in this sentence the missing statistics end the process' }],
    explanation: `The kubelet cannot set up its cgroups or learn its file system: a controller is missing, or the kernel is odd. ${exits}`,
    checks: [
      check(
        'Controllers',
        'cat /proc/cgroups /sys/fs/cgroup/cgroup.controllers; findmnt -t cgroup,cgroup2',
      ),
      kubeletLog,
    ],
    remedy: [remedy('Turn on the missing controller; correct the cgroup driver')],
    references: [
      'kubernetes/kubernetes#113322',
      'kubernetes/minikube#11280',
      'kubernetes/kubernetes#92855',
    ],
  },
  {
    id: 'kubelet-panic',
    title: 'The kubelet panics',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      { text: /Observed a panic/ },
      { text: /(?:^|\n|: )panic: |runtime error: invalid memory address/ },
      // What the Go runtime ends a process with; nothing recovers from it.
      {
        text: /(?:^|\n)fatal error: (?:concurrent map|all goroutines are asleep|stack overflow|runtime: out of memory|unexpected signal|sync: unlock)/,
      },
    ],
    yields: startFaults.map((id) => ({ id, why: 'the dump only follows from it' })),
    explanation:
      'A bug of this version. With the same pid afterwards it was recovered and repeats with its trigger; with a new pid the process died.',
    checks: [
      check(
        'The first frame under pkg/kubelet tells the part',
        'journalctl -u kubelet | grep -A30 -m1 -E "panic:|Observed a panic"',
      ),
    ],
    remedy: [remedy('Upgrade; until then remove what triggers it')],
    references: [
      'kubernetes/kubernetes#77174',
      'kubernetes/kubernetes#103625',
      'kubernetes/kubernetes#123088',
    ],
  },
  {
    id: 'start-hang-dead-mount',
    title: 'The kubelet’s start hangs',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /feature gates: |Loading cert\/key pair|hugePagesInfo|[Hh]uge ?pages|Node topology is not available|Couldn't collect info from any of the files/,
        heads: [
          'feature gates: ',
          'Loading cert/key pair',
          'hugePagesInfo',
          'Unable to read hugepages',
          'Node topology is not available',
        ],
      },
    ],
    judge: judgeHang,
    unlike: [{ id: 'dead-nfs-blocks-syncloop', why: 'the sync loop never began' }],
    explanation:
      'The early lines of a start are there, “Started kubelet” never comes, and the process does not exit: it waits, mostly in its look at all mounted file systems, for a network mount whose server is gone. The last line is the clue.',
    checks: [
      check(
        'Which mounts do not answer?',
        'awk \'$3 ~ /nfs|cifs|fuse/ {print $2}\' /proc/mounts | while read m; do timeout 5 stat -t "$m" >/dev/null || echo "dead: $m"; done',
      ),
    ],
    remedy: [
      remedy(
        'umount -l the dead mount, then restart the kubelet',
        'Writes that were not yet sent are lost.',
      ),
      remedy('Bring its server back'),
    ],
    references: ['kubernetes/kubernetes#122318', 'kubernetes/kubernetes#122491'],
  },
  {
    id: 'start-memory-manager-state',
    title: 'The kubelet refuses to start: the memory manager’s state does not fit the machine',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /memory_manager_state|memory manager checkpoint file|start memory manager error|\[memorymanager\] .*(?:different from the real one|could not|failed)/,
      },
    ],
    unlike: [{ id: 'start-cpu-manager-state', why: 'the file is memory_manager_state' }],
    explanation: `Memory per NUMA node, the reservation or the policy differs from what was written; totals may drift by a few MiB from boot to boot. ${exits}`,
    checks: [check('State and memory', 'cat /var/lib/kubelet/memory_manager_state; numactl -H')],
    remedy: [
      remedy(
        'Drain the node, delete /var/lib/kubelet/memory_manager_state, start the kubelet',
        'Without the drain, running pods lose their reserved memory.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#109996',
      'kubernetes/kubernetes#113035',
      'kubernetes/kubernetes#140473',
    ],
  },
  {
    id: 'start-allocation-checkpoint',
    title: 'The kubelet cannot read its checkpoint of pod allocations',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /pod_status_manager_state|allocated_pods_state|actuated_pods_state|pod allocation checkpoint/,
      },
    ],
    unlike: [
      { id: 'kubelet-panic', why: 'the panic only repeats this error' },
      { id: 'start-cpu-manager-state', why: 'the file is that of pod allocations' },
    ],
    explanation: `The file was half written, mostly by a hard power-off. ${exits}`,
    checks: [
      check(
        'The file',
        'ls -l /var/lib/kubelet/*_state; head -c 300 /var/lib/kubelet/pod_status_manager_state',
      ),
    ],
    remedy: [
      remedy(
        'Drain the node, delete the file that the text names, start the kubelet',
        'Resizes in progress are forgotten.',
      ),
    ],
    references: ['kubernetes/kubernetes#135711'],
  },
];
