// Evidence of the network plug-in inside the kubelet (dockershim, up to 1.23): CNI ADD and DEL, and the namespace they need.
import { bareId, byFullName, byReverseName, podOf } from './reference.ts';
import type { PodRef } from '../event.ts';
import type { Rule } from './rule.ts';

const id = 'cce315c83b15f9fe6b456f9af3b3f1ced0e28133232a8eed975960c1b955784a';
const web = { uid: undefined, namespace: 'default', name: 'web-1' };
const nobody: PodRef = { uid: undefined, namespace: undefined, name: undefined };

/** A pause container that is dead has none. */
const namespaceOf = (path: string | undefined): string | undefined =>
  path === '' ? undefined : path;

export const networkRules: readonly Rule[] = [
  {
    id: 'network.failed',
    v: 0,
    files: ['cni.go'],
    messages: ['Error adding pod to network', 'Error deleting pod from network'],
    since: 21,
    until: 23,
    read: (record) => [
      {
        kind: 'network.failed',
        command: record.message.includes('adding') ? 'ADD' : 'DEL',
        pod: podOf(record),
        sandboxId: bareId(record.field('podSandboxID')),
        plugin: record.field('networkType'),
        network: record.field('networkName'),
        netns: namespaceOf(record.field('podNetnsPath')),
        error: record.field('err') ?? '',
      },
    ],
    samples: [
      {
        line: `E1121 09:06:51.248848   24759 cni.go:381] "Error deleting pod from network" err="injected: ipam lease store is unreachable" pod="default/web-1" podSandboxID={Type:docker ID:${id}} podNetnsPath="/proc/25150/ns/net" networkType="bridge" networkName="dockernet"`,
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'bridge',
            network: 'dockernet',
            netns: '/proc/25150/ns/net',
            error: 'injected: ipam lease store is unreachable',
          },
        ],
      },
    ],
  },
  {
    id: 'network.failedText',
    v: 0,
    files: ['cni.go'],
    pattern:
      /^Error (adding|deleting) (\S+?)\/([0-9a-f]+) (?:to|from) network ([^/\s]+)\/(\S+): ([\s\S]*)$/,
    since: 14,
    until: 20,
    read: (_, [, verb, pod = '', sandbox, plugin, network, error = '']) => [
      {
        kind: 'network.failed',
        command: verb === 'adding' ? 'ADD' : 'DEL',
        pod: byReverseName(pod),
        sandboxId: sandbox,
        plugin,
        network,
        error,
      },
    ],
    samples: [
      {
        line: `E0823 11:46:18.022888    3901 cni.go:385] Error deleting default_web-1/${id} from network calico/k8s-pod-network: lease store is unreachable`,
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'calico',
            network: 'k8s-pod-network',
            error: 'lease store is unreachable',
          },
        ],
      },
    ],
  },
  {
    id: 'network.failedOld',
    v: 0,
    files: ['cni.go'],
    pattern: /^Error (adding|deleting) network: ([\s\S]*)$/,
    since: 9,
    until: 12,
    read: (_, [, verb, error = '']) => [
      {
        kind: 'network.failed',
        command: verb === 'adding' ? 'ADD' : 'DEL',
        pod: nobody,
        sandboxId: undefined,
        plugin: undefined,
        error,
      },
    ],
    samples: [
      {
        line: 'E0321 09:27:43.000000    1200 cni.go:301] Error deleting network: lease store is unreachable',
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: nobody,
            sandboxId: undefined,
            plugin: undefined,
            error: 'lease store is unreachable',
          },
        ],
      },
    ],
  },
  {
    id: 'network.done',
    v: 4,
    files: ['cni.go'],
    messages: ['Added pod to network', 'Deleted pod from network'],
    since: 21,
    until: 23,
    read: (record) => [
      {
        kind: 'network.done',
        command: record.message.startsWith('Added') ? 'ADD' : 'DEL',
        pod: podOf(record),
        sandboxId: bareId(record.field('podSandboxID')),
        // Only what is deleted says its type.
        plugin: record.field('networkType'),
        network: record.field('networkName'),
      },
    ],
    samples: [
      {
        line: `I1121 09:09:02.248848   28299 cni.go:386] "Deleted pod from network" pod="default/web-1" podSandboxID={Type:docker ID:${id}} networkType="bridge" networkName="dockernet"`,
        events: [
          {
            kind: 'network.done',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'bridge',
            network: 'dockernet',
          },
        ],
      },
    ],
  },
  {
    id: 'network.teardown',
    v: 3,
    files: ['plugins.go'],
    messages: ['Calling network plugin to tear down the pod'],
    pattern: /^Calling network plugin \S+ to tear down pod "([^"]+)"$/,
    since: 9,
    until: 23,
    read: (record, [, pod]) => [
      { kind: 'network.teardown', pod: pod === undefined ? podOf(record) : byFullName(pod) },
    ],
    samples: [
      {
        line: 'I0823 11:46:17.148848    3901 plugins.go:406] Calling network plugin cni to tear down pod "web-1_default"',
        events: [{ kind: 'network.teardown', pod: web }],
      },
      {
        line: 'I1121 09:09:02.148848   28299 plugins.go:420] "Calling network plugin to tear down the pod" pod="default/web-1" networkPluginName="cni"',
        events: [{ kind: 'network.teardown', pod: web }],
      },
    ],
  },
  {
    id: 'network.begun',
    v: 4,
    files: ['cni.go'],
    messages: ['Adding pod to network', 'Deleting pod from network'],
    pattern:
      /^(?:Adding|Deleting) (\S+?)\/([0-9a-f]+) (?:to|from) network ([^/\s]+)\/(\S+) netns "([^"]*)"$/,
    since: 14,
    until: 23,
    read: (record, [, named, sandbox, plugin, network, path]) => [
      {
        kind: 'network.begun',
        command: record.message.startsWith('Adding') ? 'ADD' : 'DEL',
        pod: named === undefined ? podOf(record) : byReverseName(named),
        sandboxId: sandbox ?? bareId(record.field('podSandboxID')),
        plugin: plugin ?? record.field('networkType'),
        network: network ?? record.field('networkName'),
        netns: namespaceOf(path ?? record.field('podNetnsPath')),
      },
    ],
    samples: [
      {
        line: `I0823 11:46:17.148848    3901 cni.go:378] Deleting default_web-1/${id} from network calico/k8s-pod-network netns "/proc/477/ns/net"`,
        events: [
          {
            kind: 'network.begun',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'calico',
            network: 'k8s-pod-network',
            netns: '/proc/477/ns/net',
          },
        ],
      },
      {
        line: `I1121 09:09:02.148848   28299 cni.go:376] "Deleting pod from network" pod="default/web-1" podSandboxID={Type:docker ID:${id}} podNetnsPath="" networkType="loopback" networkName="cni-loopback"`,
        events: [
          {
            kind: 'network.begun',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'loopback',
            network: 'cni-loopback',
            netns: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'network.doneText',
    v: 4,
    files: ['cni.go'],
    pattern:
      /^(Added|Deleted) (\S+?)\/([0-9a-f]+) (?:to|from) network (?:([^/\s:]+)\/)?([^\s:]+)(?::|$)/,
    since: 14,
    until: 20,
    read: (_, [, verb, pod = '', sandbox, plugin, network]) => [
      {
        kind: 'network.done',
        command: verb === 'Added' ? 'ADD' : 'DEL',
        pod: byReverseName(pod),
        sandboxId: sandbox,
        plugin,
        network,
      },
    ],
    samples: [
      {
        line: `I0823 11:46:18.022888    3901 cni.go:390] Deleted default_web-1/${id} from network calico/k8s-pod-network`,
        events: [
          {
            kind: 'network.done',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: 'calico',
            network: 'k8s-pod-network',
          },
        ],
      },
      {
        line: `I0823 11:46:18.022888    3901 cni.go:371] Added default_web-1/${id} to network cni-loopback: Interfaces:[], DNS:{Nameservers:[]}`,
        events: [
          {
            kind: 'network.done',
            command: 'ADD',
            pod: web,
            sandboxId: id,
            plugin: undefined,
            network: 'cni-loopback',
          },
        ],
      },
    ],
  },
  {
    id: 'network.netns',
    v: 0,
    files: ['cni.go', 'kubenet_linux.go'],
    messages: [
      'CNI failed to retrieve network namespace path',
      'Kubenet failed to retrieve network namespace path',
    ],
    pattern: /^(?:CNI|Kubenet) failed to retrieve network namespace path: (.*)$/,
    since: 9,
    until: 23,
    read: (record, [, text]) => {
      const error = text ?? record.field('err') ?? '';
      return [{ kind: 'network.netns', sandboxId: bareId(error), error }];
    },
    samples: [
      {
        line: `I1121 09:06:52.384768   24759 cni.go:334] "CNI failed to retrieve network namespace path" err="cannot find network namespace for the terminated container \\"${id}\\""`,
        events: [
          {
            kind: 'network.netns',
            sandboxId: id,
            error: `cannot find network namespace for the terminated container "${id}"`,
          },
        ],
      },
    ],
  },
  {
    // GetPodNetworkStatus and getOnePodIP of network/plugins.go, which getIP of docker_sandbox.go calls.
    id: 'network.ipFailed',
    v: 0,
    files: ['docker_sandbox.go'],
    messages: ['Failed to read pod IP from plugin/docker'],
    pattern: /^failed to read pod IP from plugin\/docker: ([\s\S]*)$/,
    since: 9,
    until: 23,
    read: (record, [, text]) => {
      const error = text ?? record.field('err') ?? '';
      const pod = /failed on the status hook for pod "([^"]+)":/.exec(error)?.[1];
      const netns = /nsenter: cannot open (\/proc\/\d+\/ns\/net):/.exec(error)?.[1];
      return pod === undefined ? [] : [{ kind: 'mention', pod: byFullName(pod), netns }];
    },
    samples: [
      {
        line: 'W0302 08:05:30.100000   21138 docker_sandbox.go:340] failed to read pod IP from plugin/docker: NetworkPlugin cni failed on the status hook for pod "web-1_default": Unexpected command output nsenter: cannot open /proc/2468/ns/net: No such file or directory\n with error: exit status 1',
        events: [{ kind: 'mention', pod: web, netns: '/proc/2468/ns/net' }],
      },
      {
        line: `W0322 14:48:28.272077   83710 docker_sandbox.go:394] failed to read pod IP from plugin/docker: networkPlugin cni failed on the status hook for pod "web-1_default": CNI failed to retrieve network namespace path: cannot find network namespace for the terminated container "${id}"`,
        events: [{ kind: 'mention', pod: web, netns: undefined }],
      },
      {
        line: 'I0302 08:05:30.100000   21138 docker_sandbox.go:402] "Failed to read pod IP from plugin/docker" err="networkPlugin cni failed on the status hook for pod \\"web-1_default\\": unexpected command output nsenter: cannot open /proc/2468/ns/net: No such file or directory\\n with error: exit status 1"',
        events: [{ kind: 'mention', pod: web, netns: '/proc/2468/ns/net' }],
      },
      {
        line: "W0122 01:17:43.372866   29898 docker_sandbox.go:402] failed to read pod IP from plugin/docker: Couldn't find network status for default/web-1 through plugin: invalid network status for",
        events: [],
      },
    ],
  },
];
