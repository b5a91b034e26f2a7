// What a failed CNI ADD is told as, by what its text shows.
import { check, remedy, type Rule } from '../rule.ts';

export const daemon = check(
  'Is the CNI daemon of this node running?',
  'kubectl -n kube-system get pods -o wide --field-selector spec.nodeName=$(hostname)',
);
export const files = check('Configuration and binaries', 'ls -l /etc/cni/net.d /opt/cni/bin');

export const addBranches: NonNullable<Rule['branches']> = [
  {
    shown: { line: /incompatible CNI versions/ },
    told: {
      title:
        'CNI ADD fails ({plugin|plug-in}): its binary does not support the CNI version of the configuration',
      explanation: [],
      checks: [files],
      remedy: [
        remedy(
          'Install plug-ins that support the version, or lower cniVersion in the configuration',
        ),
      ],
    },
  },
  {
    shown: { line: /failed to find network info for sandbox/ },
    told: {
      title: 'CNI ADD gives no address for the pod’s interface',
      explanation: [
        'The chain of plug-ins returned, and containerd finds no address for the pod’s interface in its result.',
      ],
      checks: [files, daemon],
      remedy: [
        remedy(
          'Look whether the plug-in that makes the interface has an ipam part in the configuration',
        ),
      ],
    },
  },
  {
    shown: { line: /already has an IP address different from/ },
    told: {
      title:
        'CNI ADD fails ({plugin|bridge}): the bridge has another address than its network asks for',
      explanation: ['A bridge keeps the address of the network that it was made for.'],
      checks: [check('Addresses of the bridge', 'ip addr show type bridge'), files],
      remedy: [
        remedy('Compare the bridge’s address with the network in the configuration'),
        remedy(
          'If its network is gone for good: delete the bridge (ip link delete), the plug-in makes it anew',
          'Pods that still hang on it lose their network until they are made anew.',
        ),
      ],
    },
  },
  {
    shown: {
      line: /signal: (?:killed|segmentation|aborted)|core dumped|panic: |SIGSEGV/,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): a process dies of a signal or a panic',
      explanation: [],
      checks: [
        files,
        check('What does the kernel say?', 'journalctl -k --since "-1 h" | tail -20'),
      ],
      remedy: [
        remedy('Look the crash up among the issues of the plug-in'),
        remedy('If the kernel killed it for memory: give more to the cgroup that it runs in'),
      ],
    },
  },
  {
    // GetCNIConfig of multus-cni's pkg/k8sclient: the config of a NetworkAttachmentDefinition.
    shown: { line: /getCNIConfigFromSpec: failed to unmarshal Spec\.Config/ },
    told: {
      title: 'CNI ADD fails: the config of a NetworkAttachmentDefinition is not valid JSON',
      explanation: ['Multus reads it for a network that the pod’s annotation asks for.'],
      checks: [
        check(
          'Networks of the pod, and their configs',
          'kubectl -n {namespace|NAMESPACE} get pod {podName|POD} -o yaml | grep -A3 k8s.v1.cni.cncf.io; kubectl get net-attach-def -A -o yaml',
        ),
      ],
      remedy: [remedy('Correct spec.config of the NetworkAttachmentDefinition')],
    },
  },
  {
    shown: {
      line: /unexpected end of JSON|invalid character|error (?:parsing|decoding|unmarshal)|no output|netplugin failed with no error message|empty (?:output|response)/i,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): an answer or a file is empty or cannot be read',
      explanation: [],
      checks: [files, daemon],
      remedy: [
        remedy('Look into the plug-in’s own log; run the binary by hand to see whether it starts'),
      ],
    },
  },
  {
    shown: {
      line: /(?:Get|Post|Put|Patch) \\*"?https?:\/\/\S.*(?:i\/o timeout|connection refused|no route to host|deadline exceeded|handshake timeout|connection timed out|network is unreachable)/,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): its request to {address|a server} is not answered',
      explanation: [
        {
          says: 'What makes the address of a service reachable on this node is kube-proxy or its replacement.',
          shown: { line: /https:\/\/[^/\s]{1,99}\/apis?\// },
        },
      ],
      checks: [
        check('Does the address answer from this node?', 'curl -sk -m 5 https://ADDRESS/healthz'),
        check(
          'Is kube-proxy running?',
          'kubectl -n kube-system get pods -o wide | grep -E "kube-proxy|cilium"',
        ),
      ],
      remedy: [remedy('Repair the way to that address')],
    },
  },
  {
    shown: { line: /x509:/ },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): a certificate is not accepted ({address|})',
      explanation: [],
      remedy: [
        remedy('Compare the CA in the plug-in’s kubeconfig with the cluster’s'),
        remedy(
          'Let the daemon write its kubeconfig anew: restart its pod on this node',
          'Pods go on.',
        ),
      ],
    },
  },
  {
    shown: { line: /\bUnauthorized\b|is forbidden/ },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): a request of the plug-in is refused',
      explanation: [],
      remedy: [
        remedy('Look whether the rights that the text names are there'),
        remedy(
          'Let the daemon write its kubeconfig anew: restart its pod on this node',
          'Pods go on.',
        ),
      ],
    },
  },
  {
    shown: {
      line: /not found|no such (?:network|device)|Link not found/,
      without: /executable file not found/,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): something is not found',
      explanation: [],
    },
  },
];
