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
      explanation: [
        'The text tells the cniVersion of the configuration and those that the binary supports.',
      ],
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
        'The chain of plug-ins returned, and its result holds no address for the interface of the pod.',
      ],
      checks: [files, daemon],
      remedy: [
        remedy(
          'Look into the configuration: the plug-in that makes the interface needs an ipam part',
        ),
      ],
    },
  },
  {
    shown: { line: /already has an IP address different from/ },
    told: {
      title:
        'CNI ADD fails ({plugin|bridge}): the bridge has another address than its network asks for',
      explanation: [
        'Bridge and both addresses stand in the text. A bridge keeps the address of the network it was made for.',
      ],
      checks: [check('Addresses of the bridge', 'ip addr show type bridge'), files],
      remedy: [
        remedy(
          'If its network is gone for good: delete the bridge (ip link delete), the plug-in makes it anew',
          'Pods that still hang on it lose their network until they are made anew.',
        ),
      ],
    },
  },
  {
    shown: {
      line: /signal: (?:killed|segmentation|aborted)|core dumped|panic: |SIGSEGV|exit status 2/,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): the plug-in crashes',
      explanation: ['The plug-in’s process died; it did not refuse.'],
      checks: [
        files,
        check('What does the kernel say?', 'journalctl -k --since "-1 h" | tail -20'),
      ],
      remedy: [
        remedy('Look the crash up among the issues of the plug-in'),
        remedy('Give the daemon that starts it more memory, if it was killed'),
      ],
    },
  },
  {
    shown: {
      line: /unexpected end of JSON|invalid character|error (?:parsing|decoding|unmarshal)|no output|netplugin failed with no error message|empty (?:output|response)/i,
    },
    told: {
      title: 'CNI ADD fails ({plugin|plug-in}): the plug-in gives no proper answer',
      explanation: [
        'What the plug-in printed is empty or no JSON, so nobody can tell what it met.',
      ],
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
      title: 'CNI ADD fails ({plugin|plug-in}): the plug-in cannot reach the API server',
      explanation: [
        'The plug-in asks the API server and gets no answer; the address stands in the text.',
        {
          says: 'It is the address of a service: what makes those reachable on this node is kube-proxy or its replacement.',
          shown: {
            line: /https:\/\/(?:10\.(?:96|43|152|233|32|0)\.0\.1|10\.152\.183\.1|172\.\d+\.0\.1|\[fd[0-9a-f:]+::1\])[:/]/,
          },
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
    shown: { line: /x509:|\bUnauthorized\b|is forbidden/ },
    told: {
      title:
        'CNI ADD fails ({plugin|plug-in}): the API server does not take the plug-in’s credentials',
      explanation: ['The plug-in’s kubeconfig is refused, or its CA is another one.'],
      remedy: [
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
      title: 'CNI ADD fails ({plugin|plug-in}): something that the plug-in needs is not there',
      explanation: ['The root error names it.'],
    },
  },
];
