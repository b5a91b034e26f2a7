// Faults that keep the kubelet from starting. Each ends the process; what starts it again makes a loop of them.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import { fault, harmless } from '../verdict.ts';
import { exits } from './exits.ts';

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
  const restarts = ask
    .said('restartCounter')
    .map(({ body }) => Number(/(\d+)\.?$/.exec(body)?.[1] ?? 0));
  // kubeadm's unit waits 10 s before each start: a node that joins has its configuration within two minutes.
  const waitsOn = Math.max(0, ...restarts) >= 12;
  if (!missing || wasMember || (!joined && restarts.length === 0)) return fault;
  if (waitsOn && !joined) return fault;
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

const kubeletLog = check(
  'The last lines before each exit',
  'journalctl -u kubelet -n 60 --no-pager; systemctl status kubelet',
);

export const startRules: readonly Rule[] = [
  {
    id: 'start-swap',
    title: 'The kubelet refuses to start: swap is on',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [{ text: /running with swap on is not supported, please disable swap/i, heads: [] }],
    explanation: [
      'The kubelet finds swap on and is not allowed to run beside it (failSwapOn).',
      ...exits,
    ],
    checks: [check('Swap', 'swapon --show; grep swap /etc/fstab')],
    remedy: [
      remedy('failSwapOn: false and a memorySwap behaviour in the configuration'),
      remedy('Or swapoff -a, and take it out of /etc/fstab', 'Swapped memory must fit in RAM.'),
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
    explanation: exits,
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
    title: 'The kubelet refuses to start: a flag or setting is not accepted ({flag|})',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /unknown (?:shorthand )?flag: ["']?(?<flag>[^\s"']+)|unknown command:? "?(?<flag_2>[^\s"]+)|failed to parse kubelet flag|invalid argument "[^"]*" for "(?<flag_3>--[\w-]+)/,
        // What a probe's program prints.
        not: /[Pp]robe|output[:=]/,
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
    explanation: [
      {
        says: 'This kubelet does not know the flag.',
        shown: { line: /unknown (?:shorthand )?flag|unknown command/ },
      },
      {
        says: 'The kubelet does not accept a feature gate as it is set.',
        shown: { line: /feature gate/ },
      },
      ...exits,
    ],
    checks: [
      kubeletLog,
      check(
        'Where does it come from?',
        'systemctl cat kubelet; cat /var/lib/kubelet/kubeadm-flags.env',
      ),
    ],
    remedy: [
      remedy('Take the flag out of where it is set', undefined, {
        line: /unknown (?:shorthand )?flag/,
      }),
      remedy('Correct the setting that the text names'),
    ],
    references: ['kubernetes/kubernetes#70300', 'rootsongjc/kubernetes-handbook#80'],
  },
  {
    id: 'start-config-missing',
    title: 'The kubelet cannot load its configuration ({path|})',
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
    branches: [
      {
        shown: { line: /unable to load client CA file/ },
        told: {
          title: 'The kubelet cannot load its client CA file ({path|})',
          remedy: [remedy('Restore the file, or correct its path in the configuration')],
        },
      },
    ],
    explanation: [
      { says: 'The file does not exist.', shown: { line: /no such file/ } },
      {
        says: 'The file is there, and what is in it is not accepted.',
        shown: {
          line: /strict decoding|unknown field|(?<!\.)yaml: |unmarshal|no kind|couldn't parse|decode/i,
        },
      },
      { says: 'The kubelet may not read it.', shown: { line: /permission denied/ } },
      ...exits,
    ],
    checks: [
      check(
        'The file',
        'ls -l {path|/var/lib/kubelet/config.yaml}; head -40 {path|/var/lib/kubelet/config.yaml}',
      ),
    ],
    remedy: [
      remedy('kubeadm init or join writes it, on a node that kubeadm manages', undefined, {
        line: /no such file/,
      }),
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
    explanation: [
      'The kubelet is given no address of a container runtime.',
      { says: 'dockershim, which needed none, is gone since 1.24.', shown: { minor: [24, 1000] } },
      ...exits,
    ],
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
    explanation: [
      'The host has cgroup v1 and the kubelet is configured to refuse that; from 1.35 on failCgroupV1 is true by default.',
      ...exits,
    ],
    checks: [check('Version', 'stat -fc %T /sys/fs/cgroup')],
    remedy: [
      remedy('Boot the host with cgroup v2', 'Runtime and programs must support it.'),
      remedy('failCgroupV1: false', 'Support for v1 will be removed.'),
    ],
    references: ['kubernetes/minikube#22315', 'k0sproject/k0s#7398'],
  },
  {
    id: 'start-port-in-use',
    title: 'Port {port|} is already in use',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /listen (?:tcp|udp)[46]? ?\S*:(?<port>\d+): bind: (?:address already in use|Only one usage of each socket address)/,
      },
    ],
    explanation: [
      'The text does not tell who holds it.',
      { says: '10250 is the port of the kubelet’s own server.', shown: { line: /:10250\b/ } },
      { says: '10248 is the port of its health checks.', shown: { line: /:10248\b/ } },
      ...exits,
    ],
    checks: [check('Who listens?', 'ss -ltnp | grep -E ":{port|10250}\\b"; pgrep -a kubelet')],
    remedy: [
      remedy('Look who listens there'),
      remedy(
        'Stop it if it is not needed, else give one of the two another port',
        'If it is a kubelet with pods of its own, they stay behind.',
      ),
    ],
    references: ['kubernetes/kubernetes#112364', 'k0sproject/k0s#960'],
  },
  {
    id: 'start-cpu-manager-state',
    title: 'The kubelet refuses to start: its CPU manager fails',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /delete the CPU manager checkpoint file|cpu_manager_state|start cpu manager error|could not restore state from checkpoint: configured policy "\w+" differs/,
        not: /memory_manager_state|\[memorymanager\]|memory manager/,
      },
    ],
    branches: [
      {
        shown: { line: /checkpoint|restore state|cpu_manager_state|configured policy/ },
        told: {
          title: 'The kubelet refuses to start: the CPU manager’s state does not fit',
          remedy: [
            remedy('If the policy was changed by mistake: set it back'),
            remedy(
              'Else drain the node, delete /var/lib/kubelet/cpu_manager_state, start the kubelet',
              'Without the drain, running pods lose their exclusive CPUs.',
            ),
          ],
        },
      },
    ],
    explanation: [
      {
        says: 'The checkpoint was written under another policy than the configured one.',
        shown: { line: /configured policy/ },
      },
      ...exits,
    ],
    checks: [
      check(
        'State and policy',
        'cat /var/lib/kubelet/cpu_manager_state; grep cpuManagerPolicy /var/lib/kubelet/config.yaml',
      ),
    ],
    remedy: [remedy('Correct what the root error names')],
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
        text: /Failed to start ContainerManager(?:.*(?:Resource \\*"(?<resource>[\w.-]+)|for dir \\*"(?<dir>[^"\\]+)))?/,
        not: /cpu manager|cpu_manager|memory manager|memory_manager|memorymanager/,
      },
      {
        // Before the kubelet ended with it the sync loop said it on and on.
        text: /skipping pod synchronization - \[Failed to start ContainerManager (?<why>.{1,160}?)(?: container runtime | PLEG is |,? network |\]|$)/,
        heads: ['skipping pod synchronization'],
      },
      { text: /failed to initialize top level QOS containers/ },
    ],
    yields: [
      { id: 'cgroup-mount-missing', why: 'a cgroup mount is missing' },
      { id: 'start-cpu-manager-state', why: 'the CPU manager’s state does not fit' },
      { id: 'start-memory-manager-state', why: 'the memory manager’s state does not fit' },
      { id: 'inotify-exhaustion', why: 'inotify is used up' },
    ],
    branches: [
      {
        shown: { line: /skipping pod synchronization - \[Failed to start ContainerManager/ },
        told: { title: 'The kubelet’s container manager cannot start: {why|}' },
      },
      {
        shown: { line: /wrong number of fields/ },
        told: {
          title:
            'The kubelet’s container manager cannot start: a line of the mount table cannot be read',
          explanation: [
            'System validation meets a line of the mount table with another number of fields than it expects.',
            ...exits,
          ],
          checks: [check('Lines of another number of fields', 'awk "NF != 6" /proc/mounts')],
          remedy: [remedy('Look what makes that line; rename it, or unmount it if nobody uses it')],
        },
      },
      {
        shown: { line: /invalid Node Allocatable/ },
        told: {
          title:
            'The kubelet’s container manager cannot start: its allocatable {resource|share} is not valid',
          explanation: [
            'What is reserved (systemReserved, kubeReserved, eviction thresholds) is taken from the node’s capacity.',
            ...exits,
          ],
          checks: [
            check(
              'The reservations',
              'grep -A6 -iE "reserved|eviction" /var/lib/kubelet/config.yaml',
            ),
          ],
          remedy: [remedy('Reserve less than the node has', 'Less is kept for the system.')],
        },
      },
      {
        shown: {
          line: /cached partitions map|failed to get device for dir/,
        },
        told: {
          title:
            'The kubelet’s container manager cannot start: the device of {dir|its directory} is not found',
          explanation: [...exits],
          checks: [
            check(
              'What lies under it?',
              'findmnt -T {dir|/var/lib/kubelet}; cat /proc/self/mountinfo | head',
            ),
          ],
          remedy: [
            remedy(
              'Put the directory on a file system whose device the kernel lists as a partition',
            ),
            remedy(
              'Else turn local storage isolation off: localStorageCapacityIsolation: false (a feature gate before 1.25)',
              'ephemeral-storage of pods is no longer limited.',
            ),
          ],
        },
      },
      {
        shown: {
          line: /(?:[Rr]eserved|system\.slice|reserved cgroup).*cgroup .*(?:does not exist|not exist)|enforce (?:System|Kube) Reserved/,
        },
        told: {
          title:
            'The kubelet’s container manager cannot start: a cgroup of the reservations cannot be used',
          explanation: exits,
          checks: [
            check(
              'The settings',
              'grep -iE "reserved|enforceNodeAllocatable" /var/lib/kubelet/config.yaml',
            ),
          ],
          remedy: [
            remedy('Create the cgroup, or name one that exists'),
            remedy(
              'Take system-reserved or kube-reserved out of enforceNodeAllocatable',
              'The reservations are no longer enforced.',
            ),
          ],
        },
      },
      {
        shown: {
          line: /subtree_control|root container|top level QOS|missing paths|cgroup controller|cgroup.*does not exist/i,
        },
        told: {
          title: 'The kubelet’s container manager cannot start: its cgroups cannot be set up',
          explanation: [
            {
              says: 'The kernel refuses to turn on a controller for the children of a cgroup.',
              shown: { line: /subtree_control/ },
            },
            ...exits,
          ],
          checks: [
            check(
              'Controllers',
              'cat /proc/cgroups /sys/fs/cgroup/cgroup.controllers /sys/fs/cgroup/cgroup.subtree_control; findmnt -t cgroup,cgroup2',
            ),
            kubeletLog,
          ],
          remedy: [
            remedy('Turn on the controllers that the check shows to be missing'),
            remedy('Correct what the root error names'),
          ],
        },
      },
    ],
    explanation: exits,
    checks: [kubeletLog],
    remedy: [remedy('Correct what the root error names')],
    references: [
      'kubernetes/kubernetes#113322',
      'kubernetes/minikube#11280',
      'kubernetes/kubernetes#92855',
    ],
  },
  {
    id: 'start-hang-dead-mount',
    title: 'The kubelet’s start does not get to its end in this log',
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
    explanation: ['The early lines of a start are there, and “Started kubelet” does not follow.'],
    checks: [
      check(
        'Which mounts do not answer?',
        'awk \'$3 ~ /nfs|cifs|fuse/ {print $2}\' /proc/mounts | while read m; do timeout 5 stat -t "$m" >/dev/null || echo "dead: $m"; done',
      ),
    ],
    remedy: [
      remedy('If a mount does not answer: bring its server back'),
      remedy(
        'If its server is gone for good: umount -l the mount, then restart the kubelet',
        'Writes that were not yet sent are lost.',
      ),
    ],
    references: ['kubernetes/kubernetes#122318', 'kubernetes/kubernetes#122491'],
  },
  {
    id: 'start-memory-manager-state',
    title: 'The kubelet refuses to start: its memory manager fails',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /memory_manager_state|memory manager checkpoint file|start memory manager error|\[memorymanager\] .*(?:different from the real one|could not|failed)/,
      },
    ],
    branches: [
      {
        shown: { line: /checkpoint|restore state|memory_manager_state|different from the real/ },
        told: {
          title: 'The kubelet refuses to start: the memory manager’s state does not fit',
          remedy: [
            remedy('If policy or reservations were changed by mistake: set them back'),
            remedy(
              'Else drain the node, delete /var/lib/kubelet/memory_manager_state, start the kubelet',
              'Without the drain, running pods lose their reserved memory.',
            ),
          ],
        },
      },
    ],
    explanation: [
      {
        says: 'What was written differs from the machine’s memory.',
        shown: { line: /different from the real one/ },
      },
      { says: 'It was written under another policy.', shown: { line: /configured policy/ } },
      ...exits,
    ],
    checks: [check('State and memory', 'cat /var/lib/kubelet/memory_manager_state; numactl -H')],
    remedy: [remedy('Correct what the root error names')],
    references: [
      'kubernetes/kubernetes#109996',
      'kubernetes/kubernetes#113035',
      'kubernetes/kubernetes#140473',
    ],
  },
  {
    id: 'start-allocation-checkpoint',
    title: 'The kubelet’s checkpoint of pod allocations cannot be used',
    severity: 'critical',
    by: 'node',
    onceIsFault: true,
    signs: [
      {
        text: /pod_status_manager_state|allocated_pods_state|actuated_pods_state|pod allocation checkpoint/,
      },
    ],
    explanation: [
      {
        says: 'Its content is cut or damaged.',
        shown: { line: /corrupt|unexpected end|checksum|invalid character|unmarshal/i },
      },
      ...exits,
    ],
    checks: [
      check(
        'The file',
        'ls -l /var/lib/kubelet/*_state; head -c 300 /var/lib/kubelet/pod_status_manager_state',
      ),
    ],
    remedy: [
      remedy('Look what the file holds, and whether its disk has room'),
      remedy(
        'If it is damaged: drain the node, delete the file that the text names, start the kubelet',
        'Resizes in progress are forgotten.',
      ),
    ],
    references: ['kubernetes/kubernetes#135711'],
  },
];
