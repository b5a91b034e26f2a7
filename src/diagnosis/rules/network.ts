// CNI: the plug-in is not there, has no address, no state, no rights.
import { MINUTE, SECOND } from '../../base/time.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  bursts,
  fault,
  harmless,
  quietAfter,
  span,
  times,
  unlessAtBoot,
  unlessHealed,
  unlessHealedAtOnce,
} from '../verdict.ts';

/** What lacks is a file or a socket of the daemon. */
const lateDaemon = /no such file or directory|connection refused/;

function judgeAdd(suspicion: Suspicion, ask: Questions): Verdict {
  const isLate = suspicion.hits.every(({ line }) => lateDaemon.test(line.body));
  return isLate ? unlessRolledOut(suspicion, ask) : unlessHealedAtOnce(suspicion, ask);
}

/** While the daemon’s own pod is replaced its socket is away for some tries. */
function unlessRolledOut(suspicion: Suspicion, ask: Questions): Verdict {
  const verdict = unlessAtBoot(suspicion, ask);
  return verdict?.severity === 'info' ? verdict : unlessHealed(suspicion, ask);
}

/** Normal while a node comes up; a fault when it outlives the roll-out of the CNI daemon. Each start says it anew. */
function judgeUninitialised(suspicion: Suspicion, ask: Questions): Verdict {
  const verdicts = bursts(suspicion.hits, MINUTE).map((hits) =>
    judgeWait({ ...suspicion, hits }, ask),
  );
  const [worst] = verdicts.filter((verdict) => verdict?.severity !== 'info');
  return worst ?? verdicts[0];
}

function judgeWait(suspicion: Suspicion, ask: Questions): Verdict {
  const { hits } = suspicion;
  const first = hits[0];
  const length = span(hits);
  if (first === undefined) return undefined;
  const healed = quietAfter(suspicion, ask, 30 * SECOND);
  const atStart = (ask.sinceStart(first.line) ?? Infinity) < MINUTE;
  if (length >= 3 * MINUTE || (length >= 2 * MINUTE && !healed)) return fault;
  if (!atStart && !healed && length >= 45 * SECOND && times(hits) >= 3) return { trust: 0.8 };
  return harmless('cni-boot-wait');
}

const daemon = check(
  'Is the CNI daemon of this node running?',
  'kubectl -n kube-system get pods -o wide --field-selector spec.nodeName=$(hostname)',
);
const files = check('Configuration and binaries', 'ls -l /etc/cni/net.d /opt/cni/bin');

const causes = [
  'cni-not-initialised',
  'cni-plugin-missing',
  'cni-state-file-missing',
  'cni-ip-exhausted-cloud',
  'cni-ip-leak',
  'cni-unauthorized',
  'cni-agent-unreachable',
  'sandbox-create-deadline',
];

export const networkRules: readonly Rule[] = [
  {
    id: 'cni-add-fails',
    title: 'CNI ADD fails ({plugin|plug-in}): the pod gets no network',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /plugin type="(?<plugin>[^"]+)"(?: name="[^"]*")? failed \(add\)/,
      },
      {
        text: /failed to set ?up (?:pod )?network for sandbox|failed to setup network for sandbox/,
      },
      { text: /[nN]etworkPlugin cni failed to set up pod/ },
      { text: /error adding pod \S+ to CNI network/ },
    ],
    judge: judgeAdd,
    yields: causes.map((id) => ({ id, why: 'it says why the plug-in fails' })),
    unlike: [{ id: 'cni-del-fails', why: 'the network is set up, not taken down' }],
    explanation:
      'RunPodSandbox calls the CNI plug-in for the pod’s network, and the plug-in refuses; the sandbox is removed and tried anew. The pod waits in ContainerCreating.',
    checks: [daemon, files],
    remedy: [remedy('Repair what the plug-in’s message names; the kubelet retries by itself')],
    references: ['containernetworking/cni#777', 'kubernetes/kubernetes#92903'],
  },
  {
    id: 'cni-not-initialised',
    title: 'The node has no working CNI configuration',
    severity: 'critical',
    by: 'node',
    signs: [
      {
        text: /NetworkPluginNotReady|cni (?:plugin|config) not initialized|cni config uninitialized/,
        heads: ['Node became not ready'],
      },
      { text: /Unable to update cni config/ },
    ],
    judge: judgeUninitialised,
    yields: [{ id: 'cni-plugin-missing', why: 'the configuration is there, its binary is not' }],
    unlike: [
      { id: 'container-runtime-down', why: 'the runtime answers; it lacks a network' },
      { id: 'cni-boot-wait', why: 'it lasts longer than the start of a CNI daemon' },
    ],
    explanation:
      'The runtime finds no CNI configuration that it can load. Pods with a network of their own are held back at each sync; hostNetwork pods go on.',
    checks: [files, daemon],
    remedy: [
      remedy('Install or repair the network add-on; look at its own pods first'),
      remedy(
        'Restart containerd if the configuration is there but was not noticed',
        'Containers go on.',
      ),
    ],
    references: [
      'kubernetes/kubernetes#43815',
      'kubernetes/kubernetes#48798',
      'containerd/containerd#8419',
    ],
  },
  {
    id: 'cni-plugin-missing',
    title: 'CNI binary or configuration is missing or invalid ({plugin|})',
    severity: 'high',
    by: 'node',
    signs: [
      { text: /failed to find plugin "(?<plugin>[^"]+)" in path/ },
      {
        text: /(?:[Ee]rror (?:loading|validating) CNI config|error parsing configuration list|invalid CNI config|plugin type="(?<plugin>[^"]+)".*executable file not found|fork\/exec \S*\/cni\/\S*: (?:exec format error|permission denied|no such file))/,
      },
    ],
    judge: unlessHealedAtOnce,
    unlike: [
      {
        id: 'cni-not-initialised',
        why: 'a configuration is loaded; the binary it names is not there',
      },
    ],
    explanation:
      'The configuration in /etc/cni/net.d names a plug-in that is not in the directory of binaries, so no sandbox gets a network.',
    checks: [files],
    remedy: [
      remedy(
        'Install the plug-in binaries (an upgrade of the add-on may have stopped shipping them)',
      ),
      remedy(
        'Delete configuration files that an earlier CNI left behind',
        'Make sure that no pod uses that network.',
      ),
    ],
    references: ['flannel-io/flannel#1432'],
  },
  {
    id: 'cni-state-file-missing',
    title: 'The CNI daemon has not written its state: {path|a file under /run} is missing',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /loadFlannelSubnetEnv failed|(?:open|stat) (?<path>\/(?:var\/)?run\/flannel\/subnet\.env): no such file/,
      },
      {
        text: /(?:failed to set ?up network for sandbox|NetworkPlugin cni failed to set up pod|failed \(add\)).*(?:open|stat|lstat) (?<path>\/(?:(?:var\/)?run|var\/lib\/(?:calico|cni|weave))\/\S+): no such file/i,
        not: /\.sock/,
      },
      { text: /stat (?<path>\/var\/lib\/calico\/nodename): no such file/ },
    ],
    judge: unlessAtBoot,
    unlike: [
      { id: 'cni-plugin-missing', why: 'the plug-in runs; the file of its daemon is missing' },
    ],
    explanation:
      'The plug-in runs but the file that its daemon writes on this node is not there: the daemon’s own pod has not started or is crashing.',
    checks: [daemon, check('The file', 'ls -l {path|/run/flannel/subnet.env}')],
    remedy: [
      remedy(
        'Repair the daemon’s pod: its log tells (wrong pod CIDR, RBAC, br_netfilter not loaded)',
      ),
      remedy('Delete configuration that an earlier CNI left behind'),
    ],
    references: [
      'kubernetes/kubelet#46',
      'kubernetes/kubernetes#121548',
      'flannel-io/flannel#2253',
    ],
  },
  {
    id: 'cni-ip-exhausted-cloud',
    title: 'The cloud’s address management gives no address to pods',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /failed to assign an IP address to container|InsufficientFreeAddresses|AssignPodIPv4Address.*no available|[Nn]o available (?:IP|ip)s? (?:address|addresses|for pod|in)\b|NoAvailableAddress|AddressOutOfRange|IPs? (?:pool |addresses )?(?:is |are )?(?:all )?(?:used out|exhausted)|not enough IPs available|waiting on Azure CNS to allocate|No available addresses|IpNotEnough|No more IPs available|SubnetIsFull/,
      },
    ],
    judge: unlessHealedAtOnce,
    unlike: [{ id: 'cni-ip-leak', why: 'the cloud’s plug-in gives none; no local range is full' }],
    explanation:
      'The plug-in asks the cloud’s address daemon for an address and gets none: the subnet is full, the instance type’s limit is reached, or the daemon is not ready. Pods in the host’s network work.',
    checks: [
      check(
        'Log of the address daemon',
        'kubectl -n kube-system logs -l k8s-app=aws-node -c aws-node --tail=100',
      ),
      check(
        'Free addresses of the subnet',
        'aws ec2 describe-subnets --query "Subnets[].[SubnetId,AvailableIpAddressCount]"',
      ),
    ],
    remedy: [
      remedy('Use a larger subnet or prefix delegation'),
      remedy('Run fewer pods on the node'),
      remedy('Restart the address daemon', 'Pods go on.'),
    ],
    references: ['kubernetes-sigs/aws-load-balancer-controller#803', 'NVIDIA/k8s-device-plugin#72'],
  },
  {
    id: 'cni-ip-leak',
    title: 'The node’s address range is full ({range|host-local})',
    severity: 'high',
    by: 'node',
    signs: [
      { text: /no IP addresses available in (?:range set|network): ?"?(?<range>[^\s"\]]+)?/ },
      // Whereabouts.
      { text: /Could not allocate IP in range:(?:.* range: (?<range>\S+))?/ },
      // The ranges of Calico and Cilium.
      {
        text: /plugin type="(?<range>[^"]+)"[^"]*failed \(add\): .*(?:Assigned 0 out of \d+ requested|No more free affine blocks|[Nn]o configured \S* ?pools|range is full)/,
      },
      {
        text: /Assigned 0 out of \d+ requested IPv[46] addresses|unable to allocate IP.*range is full/,
      },
    ],
    judge: unlessHealedAtOnce,
    follows: ['cni-del-fails', 'netns-missing-teardown', 'leftover-sandboxes'],
    unlike: [{ id: 'cni-ip-exhausted-cloud', why: 'the range is a local one' }],
    explanation:
      'The plug-in hands out no address any more. When far fewer pods run than the range has addresses, those of sandboxes that died uncleanly were never released.',
    checks: [
      check('Addresses taken', 'ls /var/lib/cni/networks/*/ | wc -l'),
      check('Sandboxes that really run', 'crictl pods --state Ready -q | wc -l'),
    ],
    remedy: [
      remedy(
        'Drain the node, empty /var/lib/cni/networks/NETWORK, restart the runtime',
        'With pods still running, their addresses are given out twice.',
      ),
      remedy('Find why sandboxes died uncleanly'),
    ],
    references: ['kubernetes/kubernetes#57280', 'kubernetes/kubernetes#34278', 'k3s-io/k3s#4682'],
  },
  {
    id: 'cni-unauthorized',
    title: 'The API server refuses the CNI plug-in’s token',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /connection is unauthorized|error getting ClusterInformation:.*Unauthorized|plugin type="(?<plugin>[^"]+)".*failed \((?:add|delete)\):.*Unauthorized/,
      },
    ],
    judge: unlessHealedAtOnce,
    unlike: [
      { id: 'cni-del-fails', why: 'ADD and DEL fail alike, over the token' },
      { id: 'cni-agent-unreachable', why: 'the API server answers, with Unauthorized' },
    ],
    explanation:
      'The token in the CNI’s kubeconfig has expired and was not renewed, usually after weeks of uptime and on this node only. No sandbox can be set up or taken down.',
    checks: [
      check(
        'Age of the CNI’s kubeconfig',
        'ls -l --time-style=full-iso /etc/cni/net.d/*kubeconfig*',
      ),
      daemon,
    ],
    remedy: [
      remedy('Restart the CNI daemon’s pod on this node', 'Pods go on; it writes a new token.'),
      remedy('Let the daemon manage the token (CALICO_MANAGE_CNI), and upgrade'),
    ],
    references: [
      'projectcalico/calico#5712',
      'projectcalico/calico#6546',
      'projectcalico/calico#8379',
    ],
  },
  {
    id: 'cni-agent-unreachable',
    title: 'The CNI plug-in cannot reach its agent ({agent|refused or timed out})',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /unable to allocate IP address: (?:Post|Get)|dial tcp (?<agent>127\.0\.0\.1:(?:6784|50051|9091))/,
      },
      {
        text: /CNI request failed with status \d+|timed out waiting for (?:OVS port binding|annotations|pod annotation)|failed to get pod annotation/,
        // What the agent says to a DEL is the plug-in's own error.
        not: /failed \(delete\)|failed to destroy network|failed to teardown pod|error removing pod/,
      },
      {
        text: /dial unix (?<agent>\S*(?:cni|cilium|calico|multus|ovn|kube-ovn|antrea|weave)\S*\.sock)\S* connect: /,
      },
      {
        text: /[Uu]nable to connect to Cilium (?:agent|daemon)|unable to create endpoint: (?:Put|Cilium)/,
      },
      {
        text: /(?:error adding pod|failed \(add\)|failed to set up pod).*(?:context deadline exceeded|i\/o timeout|connection timed out|Client\.Timeout)/,
        not: /DeadlineExceeded desc = context deadline exceeded/,
      },
    ],
    judge: unlessRolledOut,
    yields: [{ id: 'cni-unauthorized', why: 'the agent answered, with Unauthorized' }],
    unlike: [{ id: 'sandbox-create-deadline', why: 'the plug-in tells an error of its own' }],
    explanation:
      'The plug-in hands the work to an agent on the node, which refuses or does not answer in time. The innermost text is the cause; wrappers like multus only repeat it.',
    checks: [
      daemon,
      check(
        'Does the agent listen?',
        'ss -ltnxp | grep -E "cni|cilium|calico|multus|ovn|6784|50051"',
      ),
    ],
    remedy: [
      remedy(
        'Restart the agent’s pod on this node',
        'Pods go on; some agents reprogram the data path.',
      ),
      remedy('Look at its controller: a backlog there makes agents time out'),
    ],
    references: [
      'weaveworks/weave#2822',
      'okd-project/okd#1109',
      'ovn-kubernetes/ovn-kubernetes#3859',
    ],
  },
];
