// Harmless lines about the node: its start, its statistics, its connections. Each says when it would be a fault after all.
import { trap, type Rule } from '../rule.ts';

/** Where the registration is refused that the node is not there follows from it. */
const refusals = [
  'node-registration-forbidden',
  'node-identity-mismatch',
  'api-unauthorized',
  'client-cert-expired',
];

export const trapsOfNode: readonly Rule[] = [
  trap({
    id: 'startup-not-ready-transient',
    overBy: 'start',
    title: 'Harmless: the kubelet waits for its first relist, or for its runtime',
    signs: [
      {
        text: /PLEG is not healthy: pleg (?:has yet to be successful|was last seen active 2562047h)/,
        heads: ['skipping pod synchronization', 'Skipping pod synchronization'],
      },
    ],
    explanation: 'Usual at a start. It is a fault when it goes on for more than 30 s.',
    references: ['rootless-containers/usernetes#156', 'kubernetes/kubernetes#69613'],
  }),
  trap({
    id: 'node-not-found-at-start',
    overBy: 'api',
    title: 'Harmless: the node is not registered yet',
    signs: [
      {
        text: /failed to get node "?[^"\s]+"? when trying to set owner ref|(?:failed to get node info|failed to get summary stats).*node "?[^"\s]+"? not found/,
      },
    ],
    judge: (_, ask) => {
      const isRefused = refusals.some((id) =>
        ask.hitsOf(id).some(({ sign }) => sign.role === undefined),
      );
      return isRefused ? undefined : {};
    },
    explanation:
      'Normal until “Successfully registered node”. It is a fault when no registration follows within a minute.',
    references: ['kubernetes/kubernetes#82134', 'kubernetes/kubernetes#106028'],
  }),
  trap({
    id: 'image-gc-first-fail',
    title: 'Harmless: image garbage collection failed once',
    signs: [{ text: /Image garbage collection failed once/ }],
    explanation:
      'Usual at a start, before statistics are there. “Multiple times in a row” would be a fault.',
    references: [
      'kubernetes/kubernetes#61500',
      'kubernetes/kubernetes#106265',
      'k0sproject/k0s#897',
    ],
  }),
  trap({
    id: 'invalid-capacity-zero',
    title: 'Harmless: a file system has no capacity or no statistics yet',
    signs: [
      {
        text: /invalid capacity 0 on image filesystem|Failed to get the info of the filesystem with mountpoint/,
        // A directory that is not there is no matter of time.
        not: /(?:failed to get device for dir|stat failed on) .*no such file/,
      },
    ],
    explanation:
      'Usual at a start. If it repeats, look whether the kubelet is started again and again.',
    references: ['k3s-io/k3s#1857', 'kubernetes/kubernetes#113066'],
  }),
  trap({
    id: 'cni-boot-wait',
    title: 'Harmless: the node has no CNI configuration yet',
    signs: [],
    explanation:
      'The configuration is written when the CNI daemon of the node starts. It is a fault when it lasts for more than two to three minutes.',
    references: ['kubernetes/kubernetes#43815', 'kubernetes/kubernetes#68751'],
  }),
  trap({
    id: 'conn-refused-at-boot',
    title: 'Harmless: the API server does not answer yet while the kubelet starts',
    signs: [],
    explanation:
      'Usual while a control plane comes up. It is a fault when it goes on for more than one to two minutes, or when the server’s own pod crashes.',
    references: ['kubernetes/kubernetes#92855', 'docker/for-win#13822'],
  }),
  trap({
    id: 'too-old-rv',
    title: 'Harmless: a watch expired (too old resource version)',
    signs: [{ text: /too old resource version/, heads: ['watch of '] }],
    explanation: 'The watch starts anew with a list. “Too large” is another thing.',
    references: ['kubernetes/kubernetes#22024', 'kubernetes/kubernetes#33648'],
  }),
  trap({
    id: 'stats-cache',
    title: 'Harmless: some statistics are missing',
    signs: [
      {
        text: /Failed to get system container stats|Partial failure issuing cadvisor\.ContainerInfoV2|failed to construct signal: "?allocatableMemory|unable to find data in memory cache|cannot find filesystem info for device/,
        not: /Failed to start ContainerManager|Image garbage collection|mountpoint/,
      },
    ],
    explanation: 'A metric may be missing.',
    references: [
      'kubernetes/kubernetes#56850',
      'kubernetes/kubernetes#63804',
      'kubernetes/kubernetes#122686',
    ],
  }),
  trap({
    id: 'recentstats-test-slice',
    title: 'Harmless: statistics of a throw-away slice',
    signs: [{ text: /Failed to get RecentStats\("\/libcontainer_\d+_systemd_test/ }],
    explanation: 'runc tries systemd with slices that live for a moment.',
    references: ['kubernetes/kubernetes#76531'],
  }),
  trap({
    id: 'cadvisor-existing',
    title: 'Harmless: cAdvisor meets cgroups that it does not know or that are gone',
    signs: [
      {
        text: /Failed to create existing container|Failed to process watch event|Error finding container [0-9a-f]|Failed to create summary reader for .*none of the resources are being tracked/,
      },
    ],
    explanation: 'A metric of that cgroup may be missing.',
    references: ['kubernetes/kubernetes#109339', 'google/cadvisor#3456'],
  }),
  trap({
    id: 'inotify-no-such-file',
    title: 'Harmless: a cgroup was gone before it could be watched',
    signs: [{ text: /inotify_add_watch.*no such file or directory/ }],
    explanation: '“No space left” or “too many open files” in the same place would be a fault.',
    references: ['kubernetes/kubernetes#12533', 'kubernetes/kubernetes#33192'],
  }),
  trap({
    id: 'dns-limits',
    title: 'Harmless: more than three nameservers, the rest is left out',
    signs: [{ text: /Nameserver limits (?:were )?exceeded/ }],
    explanation: 'Resolvers use three at most; pods get the first three.',
    references: ['kubernetes/kubernetes#82756', 'k3s-io/k3s#7266'],
  }),
  trap({
    id: 'checkpoint-not-found',
    title: 'Harmless: there is no checkpoint yet',
    signs: [{ text: /checkpoint is not found/ }],
    explanation: 'Usual until one is written.',
    references: ['cilium/cilium#42048', 'kubernetes/kubernetes#55427'],
  }),
  trap({
    id: 'pleg-write-status',
    title: 'Harmless: PLEG writes of 1.22 and 1.23 are logged as errors',
    signs: [{ text: /PLEG: Write status/, not: /\berr="/ }],
    explanation:
      'Early 1.22 and 1.23 logged each write of the pod cache at level E, with no error in it.',
    references: ['kubernetes/kubernetes#106265'],
  }),
  trap({
    id: 'deprecated-flags',
    title: 'Harmless: deprecated flags',
    signs: [{ text: /Flag --\S+ has been deprecated/, heads: ['Flag --'] }],
    explanation:
      'Printed before the log starts. A flag that the kubelet no longer knows stops it, with another line.',
    references: ['kubernetes/minikube#4172'],
  }),
  trap({
    id: 'aws-credentials',
    title: 'Harmless: the AWS credential provider found no credentials',
    signs: [{ text: /while getting AWS credentials NoCredentialProviders/ }],
    explanation:
      'The provider is tried on machines outside AWS too; it costs a few seconds at start.',
    references: ['kubernetes/kubelet#22', 'kubernetes/kubernetes#88942'],
  }),
  trap({
    id: 'windows-noise',
    title: 'Harmless: the kubelet looks for what this system has not',
    signs: [
      {
        text: /Unable to get cpu perf counter data|Unable to read config path "[A-Z]:|processstarttime\.go.*could not read \/proc|could not read \/proc: open \/proc/,
      },
    ],
    explanation: 'Usual on Windows, and where a kubelet may not read /proc.',
    references: ['kubernetes/kubernetes#110143', 'kubernetes/kubernetes#88942'],
  }),
  trap({
    id: 'manifest-path-missing',
    title: 'Harmless: there is no directory of static pods',
    signs: [
      {
        text: /Unable to read config path "?\/.*path does not exist, ignoring/,
        heads: ['Unable to read config path'],
      },
    ],
    explanation: 'A node without static pods needs none.',
    references: ['clearlinux/cloud-native-setup#127'],
  }),
  trap({
    id: 'tls-handshake-eof',
    title: 'Harmless: a TLS handshake was broken off',
    signs: [
      {
        text: /TLS handshake error from \S+ ?(?:EOF|read:|remote error)/,
        heads: ['http: TLS handshake error'],
      },
      // Of etcd the same (embed/config_logging.go, embed/util.go).
      {
        text: /rejected connection\b.*\berror[ "=:]{1,4}"?EOF"/,
        reads: ['etcd'],
        heads: ['rejected connection'],
      },
    ],
    explanation:
      'Who connects may do so, as a check of the port does. “No serving certificate available” would be a fault.',
    references: ['kubernetes/kubernetes#82346', 'kubernetes/kubernetes#106499'],
  }),
  trap({
    id: 'conflict-once',
    title: 'Harmless: a write met a newer version',
    signs: [
      {
        text: /Operation cannot be fulfilled on (?:pods|leases|leases\.coordination\.k8s\.io) .*the object has been modified/,
      },
    ],
    explanation:
      'Optimistic locking: who writes reads again and retries. It is a fault when it repeats for minutes.',
    references: ['kubernetes/kubernetes#16353', 'kubernetes/kubernetes#28749'],
  }),
  trap({
    id: 'lease-single-miss',
    title: 'Harmless: a request to the API server failed',
    signs: [],
    explanation: 'The kubelet tries again by itself. It is a fault when it lasts for 40 s.',
    references: ['kubernetes/website#19673'],
  }),
  trap({
    id: 'events-rejected',
    title: 'Harmless: an event could not be written',
    signs: [
      {
        text: /Server rejected event|Unable to write event|namespace \S+ because it is being terminated|namespace is being terminated/,
      },
    ],
    explanation: [
      { says: 'Its namespace is being deleted.', shown: { line: /being terminated/ } },
      'What is lost is the event, not what it tells of.',
    ],
    references: ['kubernetes/kubernetes#56929', 'docker/for-win#13822'],
  }),
  trap({
    id: 'container-factory',
    title: 'Harmless: cAdvisor tries which runtime a cgroup is of',
    signs: [
      {
        text: /Registration of the \w+ container factory failed|Factory "\w+" was unable to handle container/,
        heads: ['Registration of the'],
      },
    ],
    explanation: 'It tries all the runtimes that it knows.',
    references: ['rancher/rke2#5923', 'google/cadvisor#1894'],
  }),
  trap({
    id: 'bytes-2-63',
    title: 'Harmless: “9223372036854775807 bytes” means as much as possible',
    signs: [{ text: /wanted to free 9223372036854775807/ }],
    explanation:
      'The eviction manager asks for all that can be freed. Look at the rest of the line.',
    references: ['kubernetes/kubernetes#101167'],
  }),
  trap({
    id: 'gc-freed-more',
    title: 'Harmless: image garbage collection freed enough, in spite of errors',
    signs: [],
    explanation: 'Some deletions failed, but at least as much was freed as was wanted.',
    references: ['openshift/release#40'],
  }),
  trap({
    id: 'accounting-not-enabled',
    title: 'Harmless: accounting or random ports are not available on this host',
    signs: [
      {
        text: /(?:CPU|Memory)Accounting not enabled|Not using `?--random-fully/,
        heads: [
          'CPUAccounting not enabled',
          'MemoryAccounting not enabled',
          'Not using `--random-fully',
        ],
      },
    ],
    explanation: 'For information.',
    references: ['rootless-containers/usernetes#156', 'labring/sealos#699'],
  }),
  trap({
    id: 'disk-usage-slow',
    title: 'For information: measuring disk usage took long',
    signs: [
      {
        text: /fs: disk usage and inodes count on following dirs took/,
        heads: ['fs: disk usage and inodes count'],
      },
    ],
    explanation: 'A slow disk shows so, and a directory with many files.',
    references: ['kubernetes/kubernetes#91914'],
  }),
  trap({
    id: 'log-gap',
    title: 'Lines are missing from this log',
    signs: [
      {
        text: /Suppressed \d+ messages from|N_DROPPED=\d+|Missed \d+ kernel messages/,
        reads: ['kubelet', 'systemd', 'kernel', 'other'],
      },
    ],
    explanation:
      'journald and the kernel’s buffer drop lines beyond their limits. That something is not in the log proves nothing for this stretch.',
    references: ['kubernetes/kubernetes#41435', 'systemd/systemd#7506'],
  }),
  trap({
    id: 'config-missing-before-join',
    title: 'Harmless: the kubelet has no configuration yet, as before its node joins',
    signs: [],
    explanation:
      'kubeadm writes the file at init or join; until then the kubelet ends and systemd starts it again. It is a fault when the node was a member before.',
    references: ['kubernetes/minikube#6055'],
  }),
];
