// CNI: the plug-in is not there, has no address, no state, no rights.
import { MINUTE, SECOND } from '../../base/time.ts';
import { addBranches, daemon, files } from './cniAdd.ts';
import { check, remedy, type Questions, type Rule, type Suspicion, type Verdict } from '../rule.ts';
import {
  aside,
  breaksOff,
  bursts,
  fault,
  harmless,
  quietAfter,
  span,
  times,
  tooFew,
  unlessAtBoot,
  unlessBack,
  unlessHealed,
  unlessHealedAtOnce,
  untold,
} from '../verdict.ts';
import { runtimeRestarts } from './risks.ts';

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
  const atStart =
    hits.every(({ line }) => line.body.includes('during init')) ||
    (ask.sinceStart(first.line) ?? Infinity) < MINUTE;
  if (length >= 3 * MINUTE || (length >= 2 * MINUTE && !healed)) return fault;
  if (!atStart && !healed && length >= 45 * SECOND && times(hits) >= 3) return { trust: 0.8 };
  if (!atStart && breaksOff(suspicion, ask)) return untold;
  return harmless('cni-boot-wait');
}

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

const accountMissing = /service account .{0,80}not found|serviceaccounts? \\*"[^"]+" not found/;

export const networkRules: readonly Rule[] = [
  {
    id: 'cni-add-fails',
    title: 'The network of the pod’s sandbox cannot be set up ({plugin|})',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /plugin type="(?<plugin>[^"]+)"(?: name="[^"]*")? failed \(add\)/,
      },
      {
        text: /failed to set ?up (?:pod )?network for sandbox|failed to setup network for sandbox/,
      },
      {
        text: /[nN]etworkPlugin cni failed to set up pod|Error (?:while )?adding (?:to )?(?:cni )?network|Error adding \S+ to network/,
      },
      { text: /error adding pod \S+ to CNI network/ },
      // The kubelet breaks its text before the plug-in's own.
      { text: /^network: (?=.*(?:[Ee]rr|[Ff]ail))/ },
    ],
    judge: judgeAdd,
    yields: causes.map((id) => ({ id, why: 'a line of it says more' })),
    branches: addBranches,
    explanation: [
      { says: 'The text is cut off before it says why.', shown: { line: /(?<!<\w+)>"?$|…$/ } },
    ],
    checks: [daemon, files],
    remedy: [remedy('Correct what the innermost error names; the kubelet tries again by itself')],
    references: ['containernetworking/cni#777', 'kubernetes/kubernetes#92903'],
  },
  {
    id: 'cni-not-initialised',
    title: 'The network plug-in is not ready',
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
    yields: [{ id: 'cni-plugin-missing', why: 'a line tells what of it is missing or not valid' }],
    branches: [
      {
        shown: { line: /cni|CNI/ },
        told: { title: 'The node has no working CNI configuration' },
      },
    ],
    explanation: [
      {
        says: 'Until it is ready pods with a network of their own wait; those of the host’s network do not.',
        shown: { line: /NetworkPluginNotReady|not initialized|uninitialized|not ready/ },
      },
      {
        says: 'No valid network is found in the directory of configurations.',
        shown: { line: /no networks found|no valid networks/ },
      },
    ],
    checks: [files, daemon],
    remedy: [
      remedy('Look at the pods of the network add-on first: most write the configuration'),
      remedy(
        'If the configuration is there and is not noticed: restart the runtime',
        runtimeRestarts,
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
    branches: [
      {
        shown: { line: /failed to find plugin|executable file not found/ },
        told: { title: 'The binary of CNI plug-in {plugin|} is not found' },
      },
      {
        shown: { line: /fork\/exec \S*\/cni\/\S*: (?:exec format error|permission denied)/ },
        told: { title: 'The binary of a CNI plug-in {plugin|} cannot be run' },
      },
      {
        shown: { line: /[Ee]rror (?:loading|validating|parsing)|invalid CNI config/ },
        told: { title: 'A CNI configuration cannot be read or is not valid' },
      },
    ],
    explanation: [],
    checks: [files],
    remedy: [
      remedy('Install the plug-in’s binary', undefined, {
        line: /failed to find plugin|executable file not found|no such file/,
      }),
      remedy('Install a binary for this machine’s architecture, that may be run', undefined, {
        line: /exec format error|permission denied/,
      }),
      remedy('Correct the configuration that the text names'),
      remedy(
        'If the configuration is a removed add-on’s: move it out of /etc/cni/net.d',
        'Make sure that no pod uses that network.',
      ),
    ],
    references: ['flannel-io/flannel#1432'],
  },
  {
    id: 'cni-state-file-missing',
    title: 'A file of the CNI daemon is missing: {path|its state}',
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
    explanation: ['The daemon of the network add-on on this node writes it.'],
    checks: [daemon, check('The file', 'ls -l {path|/run/flannel/subnet.env}')],
    remedy: [
      remedy('Look at the daemon’s pod on this node: whether it runs, and what its log says'),
      remedy(
        'If the daemon was removed: move its configuration out of /etc/cni/net.d',
        'Make sure that no pod uses that network.',
      ),
    ],
    references: [
      'kubernetes/kubelet#46',
      'kubernetes/kubernetes#121548',
      'flannel-io/flannel#2253',
    ],
  },
  {
    id: 'cni-ip-exhausted-cloud',
    title: 'Pods get no IP address',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /failed to assign an IP address to container|InsufficientFreeAddresses|AssignPodIPv4Address.*no available|[Nn]o available (?:IP|ip)s? (?:address|addresses|for pod|in)\b|NoAvailableAddress|AddressOutOfRange|IPs? (?:pool |addresses )?(?:is |are )?(?:all )?(?:used out|exhausted)|not enough IPs available|waiting on Azure CNS to allocate|No available addresses|IpNotEnough|No more IPs available|SubnetIsFull|InsufficientCidr/,
        heads: ['Recently we had InsufficientCidr'],
      },
      {
        // As azure-vnet-ipam names the pool that it looked in.
        text: /^\[ipam\] Re(?:quest|leas)ing pool with poolId:(?<pool>\S+?)\.?$/,
        role: 'context',
      },
    ],
    judge: unlessHealedAtOnce,
    branches: [
      {
        shown: { line: /\[ipam\] Re(?:quest|leas)ing pool with poolId:/ },
        told: { title: 'Pods get no IP address: pool {pool|} has none that is available' },
      },
      {
        shown: {
          line: /InsufficientCidr/,
          without: /failed to assign an IP|[Nn]o available|InsufficientFree/,
        },
        told: {
          title: 'The node’s pool of addresses cannot grow: the subnet has no free block',
          checks: [
            check(
              'Free addresses of the subnet',
              'aws ec2 describe-subnets --query "Subnets[].[SubnetId,AvailableIpAddressCount]"',
            ),
          ],
          remedy: [
            remedy('A larger subnet, or one whose free addresses lie together in blocks of 16'),
          ],
        },
      },
      {
        shown: {
          line: /aws|failed to assign an IP address to container|AssignPodIPv4|InsufficientFree/,
        },
        told: {
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
        },
      },
    ],
    explanation: [],
    checks: [daemon],
    remedy: [
      remedy('Look into the log of the daemon that gives out addresses'),
      remedy('If its addresses are all in use: a larger subnet or pool, or fewer pods on the node'),
    ],
    references: ['kubernetes-sigs/aws-load-balancer-controller#803', 'NVIDIA/k8s-device-plugin#72'],
  },
  {
    id: 'cni-ip-leak',
    title: 'No free address in the range {range|of pods}',
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
    explanation: ['Whether all are in use or some were never released, these lines do not tell.'],
    checks: [
      check('Addresses taken', 'ls /var/lib/cni/networks/*/ | wc -l'),
      check('Sandboxes that really run', 'crictl pods --state Ready -q | wc -l'),
    ],
    remedy: [
      remedy('If as many pods run as the range has addresses: fewer pods, or a larger range'),
      remedy(
        'If far fewer run: find why their addresses were not released (DEL that fails, sandboxes that died)',
      ),
      remedy(
        'On a drained node: empty /var/lib/cni/networks/NETWORK, restart the runtime',
        'With pods still running, their addresses are given out twice.',
        { line: /host-local|no IP addresses available/ },
      ),
    ],
    references: ['kubernetes/kubernetes#57280', 'kubernetes/kubernetes#34278', 'k3s-io/k3s#4682'],
  },
  {
    id: 'cni-unauthorized',
    title: 'A request of the CNI plug-in {plugin|} is answered “Unauthorized”',
    severity: 'high',
    by: 'node',
    signs: [
      {
        text: /connection is unauthorized|error getting ClusterInformation:.*Unauthorized|plugin type="(?<plugin>[^"]+)".*failed \((?:add|delete)\):.*Unauthorized/,
      },
    ],
    judge: unlessHealedAtOnce,
    explanation: [
      'So a server answers that does not take the token or certificate that it is shown.',
      {
        says: 'The service account that it belongs to is not found.',
        shown: {
          line: accountMissing,
        },
      },
      { says: 'It has expired.', shown: { line: /token (?:has|is) expired|token.{0,30}expired/ } },
    ],
    checks: [
      check(
        'Age of the CNI’s kubeconfig',
        'ls -l --time-style=full-iso /etc/cni/net.d/*kubeconfig*',
      ),
      daemon,
    ],
    remedy: [
      remedy(
        'Create the service account again, then restart the daemon’s pod on this node',
        'Pods go on.',
        { line: accountMissing },
      ),
      remedy(
        'Restart the CNI daemon’s pod on this node: most daemons write a new token then',
        'Pods go on.',
      ),
      remedy('Let the daemon renew the token (CALICO_MANAGE_CNI)', undefined, { line: /calico/ }),
    ],
    references: [
      'projectcalico/calico#5712',
      'projectcalico/calico#6546',
      'projectcalico/calico#8379',
    ],
  },
  {
    id: 'cni-agent-unreachable',
    title: 'What the CNI plug-in waits for does not come in time',
    severity: 'high',
    by: 'pod',
    signs: [
      {
        text: /unable to allocate IP address: (?:Post|Get)|dial tcp (?<agent>127\.0\.0\.1:(?:6784|50051|9091))/,
      },
      {
        // A pod that the API server does not have is no matter of an agent.
        text: /^(?!.*pods? "[^"]+" not found)(?:.*?)(?:CNI request failed with status \d+|timed out waiting for (?:OVS port binding|annotations|pod annotation)|failed to get pod annotation)/,
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
    yields: [{ id: 'cni-unauthorized', why: 'an answer is “Unauthorized”' }],
    branches: [
      {
        shown: { line: /CNI request failed with status \d+/ },
        told: { title: 'A CNI request is answered with an error' },
      },
      {
        shown: { line: /\.sock|127\.0\.0\.1|localhost|[Cc]ilium|[Aa]gent|[Dd]aemon/ },
        told: { title: 'The agent of the network add-on is not reached ({agent|})' },
      },
      {
        shown: {
          line: /https:\/\/[^ ]+(?: .*)?(?:i\/o timeout|deadline exceeded|connection timed out|Client\.Timeout|no route to host)/,
        },
        told: {
          title: 'A request of the CNI plug-in to {address|a server} is not answered',
          explanation: [],
          checks: [
            check(
              'Does the address answer from this node?',
              'curl -sk -m 5 https://ADDRESS/healthz',
            ),
            daemon,
          ],
          remedy: [
            remedy(
              'Repair the way to that address; for a service’s address that is kube-proxy or its replacement',
            ),
          ],
        },
      },
    ],
    explanation: [
      { says: 'A socket is not there.', shown: { line: /\.sock\S* .*no such file or directory/ } },
      { says: 'The connection is refused.', shown: { line: /connection refused/ } },
      {
        says: 'No answer comes in time.',
        shown: { line: /timeout|timed out|deadline exceeded|Timeout/ },
      },
    ],
    checks: [
      daemon,
      check(
        'Does the agent listen?',
        'ss -ltnxp | grep -E "cni|cilium|calico|multus|ovn|6784|50051"',
      ),
    ],
    remedy: [
      remedy('Look at the agent’s pod on this node: whether it runs, and what its log says'),
      remedy(
        'If it runs and hangs: restart it',
        'Pods go on; some agents reprogram the data path.',
      ),
    ],
    references: [
      'weaveworks/weave#2822',
      'okd-project/okd#1109',
      'ovn-kubernetes/ovn-kubernetes#3859',
    ],
  },
  {
    id: 'node-address-conflict',
    title: 'Node {other|} already has the address {address|} of this node (Calico)',
    severity: 'high',
    by: 'fact:address',
    onceIsFault: true,
    reads: ['cni', 'other'],
    signs: [
      {
        // checkConflicts of node/pkg/lifecycle/startup/startup.go.
        text: /Calico node '(?<other>[^']{1,253})' is already using the IPv[46] address (?<address>[\da-fA-F.:]*[\da-fA-F])/,
      },
    ],
    explanation: [],
    checks: [
      check(
        'The addresses of the nodes',
        "kubectl get nodes -o custom-columns='N:.metadata.name,A:.metadata.annotations.projectcalico\\.org/IPv4Address'",
      ),
      check('Does the other node still exist?', 'kubectl get node {other|NODE} -o wide'),
    ],
    remedy: [
      remedy('If calico-node took the wrong interface: set IP_AUTODETECTION_METHOD for it'),
      remedy('If the other node is gone for good: delete its Node object', 'Its pods are lost.'),
    ],
    references: ['https://docs.tigera.io/calico/latest/reference/configure-calico-node'],
  },
  {
    // pkg/ipamd/ipamd.go and datastore of amazon-vpc-cni-k8s; it says so of each look at its pool.
    id: 'ip-pool-full',
    title: 'All {total|} addresses of the node’s pool are given out',
    severity: 'low',
    by: 'node',
    reads: ['cni', 'other'],
    signs: [
      {
        text: /IP(?: Address)? [Pp]ool stats: total(?: =|:) (?<total>[1-9]\d*), (?:used|assigned)(?: =|:) (?<used>\d+)/,
        heads: ['IP pool stats', 'IP Address Pool stats'],
      },
    ],
    judge: (suspicion, ask) => {
      const { total, used } = suspicion.hits.at(-1)?.facts ?? {};
      return total === used ? tooFew(suspicion, ask) : undefined;
    },
    explanation: ['A new pod gets none before one comes free or the pool grows.'],
    checks: [daemon],
    remedy: [remedy('Look whether the daemon gets more: interfaces, the subnet’s free addresses')],
    references: ['https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md'],
  },
  {
    // Open vSwitch: lib/rconn.c, lib/vlog.c, lib/poll-loop.c
    id: 'ovs-connection-fails',
    title: 'Open vSwitch gets no connection to {socket|}: {why|}',
    severity: 'medium',
    by: 'fact:socket',
    reads: ['other', 'cni'],
    signs: [
      {
        text: /^(?:\|?\S*\|)?(?<socket>(?:unix|tcp|ssl):[^\s()]{1,200}): connection failed \((?<why>[^()\n]{1,120})\)/,
      },
      {
        text: /Dropped \d+ log messages in last \d+ seconds .*due to excessive rate/,
        heads: ['Dropped'],
        role: 'consequence',
      },
      {
        text: /wakeup due to .{1,200}\((?<cpu>\d+)% CPU usage\)/,
        heads: ['wakeup due to'],
        role: 'consequence',
      },
      {
        text: /(?<socket>(?:unix|tcp|ssl):[^\s()]{1,200}): connected$/,
        heads: ['unix:', 'tcp:', 'ssl:'],
        role: 'context',
      },
    ],
    judge: (suspicion) => {
      const { hits } = suspicion;
      const failed = hits.filter(({ sign }) => sign.role === undefined);
      if (failed.length === 0) return undefined;
      const isStorm = hits.some(({ sign }) => sign.role === 'consequence');
      // At a start the bridge is not there yet.
      return times(failed) >= 3 || isStorm ? unlessBack(suspicion) : aside;
    },
    explanation: [
      {
        says: 'It tries so often that most of its lines are dropped.',
        shown: { line: /Dropped \d+ log/ },
      },
      { says: 'It spins: its loop is woken without an end.', shown: { line: /% CPU usage/ } },
    ],
    checks: [check('The daemons and their sockets', 'ls -l /var/run/openvswitch; ovs-vsctl show')],
    remedy: [remedy('Look whether the daemon at the other end of the socket runs')],
    references: ['https://docs.openvswitch.org/en/latest/ref/ovs-appctl.8/'],
  },
  {
    // pkg/kubelet/network/dns/dns.go
    id: 'cluster-dns-missing',
    title: 'The kubelet has no address of the cluster’s DNS: pods get the node’s resolvers',
    severity: 'medium',
    by: 'node',
    reads: ['kubelet'],
    signs: [{ text: /kubelet does not have ClusterDNS IP configured and cannot create Pod using/ }],
    // A cluster may have none.
    judge: (_, ask) => (ask.isExcerpt ? { severity: 'low' } : aside),
    explanation: ['Pods of policy ClusterFirst then do not resolve names of services.'],
    checks: [check('Its configuration', 'grep -A2 clusterDNS /var/lib/kubelet/config.yaml')],
    remedy: [remedy('Set clusterDNS and clusterDomain, then restart the kubelet', 'Pods go on.')],
    references: ['https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/'],
  },
];
