// Evidence of the process: which kubelet it is, how it was started, on which node and runtime.
import type { Rule } from './rule.ts';

/** cmd/kubelet/app/server.go says it in these lines; the API server's server.go says it above, kube-proxy's below them. */
function inKubeletsServer(line: number): boolean {
  return line > 170 && line < 442;
}

export const processRules: readonly Rule[] = [
  {
    id: 'process.version',
    v: 0,
    files: ['server.go'],
    messages: ['Kubelet version'],
    // Later ones say "Kubelet version"; the API server and kube-proxy go on to say this, in a host beside the kubelet.
    pattern: /^Version: (v1\.(?:9|1\d|20)\.\S+)$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) =>
      text !== undefined && !inKubeletsServer(record.fileLine)
        ? []
        : [{ kind: 'process.version', version: text ?? record.field('kubeletVersion') ?? '' }],
    samples: [
      {
        line: 'I1121 09:32:24.614941   21879 server.go:529] "Kubelet version" kubeletVersion="v1.34.2"',
        events: [{ kind: 'process.version', version: 'v1.34.2' }],
      },
      {
        line: 'I0321 09:27:40.000000    1200 server.go:417] Version: v1.18.20',
        events: [{ kind: 'process.version', version: 'v1.18.20' }],
      },
    ],
  },
  {
    id: 'process.flag',
    v: 1,
    files: ['flags.go'],
    pattern:
      /^FLAG: --(v|hostname-override|container-runtime|container-runtime-endpoint|sync-frequency)="(.*)"$/,
    since: 9,
    until: undefined,
    read: (_, [, flag = '', value = '']) => [{ kind: 'process.flag', flag, value }],
    samples: [
      {
        line: 'I1121 09:32:24.605949   21879 flags.go:64] FLAG: --v="2"',
        events: [{ kind: 'process.flag', flag: 'v', value: '2' }],
      },
    ],
  },
  {
    id: 'process.runtime',
    v: 0,
    files: ['kuberuntime_manager.go'],
    messages: ['Container runtime initialized'],
    pattern: /^Container runtime (\S+) initialized, version: ([^,]*), apiVersion: .*$/,
    since: 9,
    until: undefined,
    read: (record, [, runtime, version]) => [
      {
        kind: 'process.runtime',
        runtime: runtime ?? record.field('containerRuntime') ?? '',
        version: version ?? record.field('version') ?? '',
      },
    ],
    samples: [
      {
        line: 'I1121 09:32:24.829944   21879 kuberuntime_manager.go:291] "Container runtime initialized" containerRuntime="containerd" version="1.6.20~ds1" apiVersion="v1"',
        events: [{ kind: 'process.runtime', runtime: 'containerd', version: '1.6.20~ds1' }],
      },
    ],
  },
  {
    id: 'process.node',
    v: 0,
    files: ['kubelet_node_status.go'],
    messages: ['Attempting to register node', 'Successfully registered node'],
    pattern: /^(?:Attempting to register|Successfully registered) node (\S+)$/,
    since: 9,
    until: undefined,
    read: (record, [, node]) => {
      const text = node ?? record.field('node') ?? '';
      return [{ kind: 'process.node', node: /"name":"([^"]*)"/.exec(text)?.[1] ?? text }];
    },
    samples: [
      {
        line: 'I1121 09:06:28.173722   24759 kubelet_node_status.go:73] "Successfully registered node" node="node-b"',
        events: [{ kind: 'process.node', node: 'node-b' }],
      },
    ],
  },
  {
    id: 'process.apiFailed',
    v: 0,
    files: ['kubelet_node_status.go', 'controller.go'],
    messages: [
      'Error updating node status, will retry',
      'Unable to update node status',
      'Failed to update lease',
      'Failed to ensure lease exists, will retry',
    ],
    pattern:
      /^(?:Error updating node status, will retry|Unable to update node status|failed to update (?:node )?lease, error|failed to ensure (?:node )?lease exists.*?error): ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [
      { kind: 'process.apiFailed', error: text ?? record.field('err') ?? '' },
    ],
    samples: [
      {
        line: 'E1121 11:25:30.000000     160 controller.go:195] "Failed to update lease" err="dial tcp 10.99.0.1:6443: connect: connection refused"',
        events: [
          {
            kind: 'process.apiFailed',
            error: 'dial tcp 10.99.0.1:6443: connect: connection refused',
          },
        ],
      },
    ],
  },
];
