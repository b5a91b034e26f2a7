// Evidence of the container runtime's own log, when it lies beside the kubelet's: containerd (1.2 to 2.x) and CRI-O say when a sandbox
// was made and stopped, a container started and ended, a network taken down: what the kubelet keeps silent about below v=4.
import { asUid, byReverseName } from './reference.ts';
import { parseNetworkError } from './networkError.ts';
import type { KubeletEvent, PodRef } from '../event.ts';
import type { LogRecord } from '../../log/record.ts';
import type { Rule } from './rule.ts';

const id = '71d6eefd35eb64772f03816500b3107176f9580eb6de168a7878f248e12890bd';
const container = '39e923af7bc703ee63dac6dad33d1400905510cbb7ff913fcae5f1e95d52f6bc';
const uid = '9af57a45-43e1-44f4-9fd6-7eae624ad432';
const web = { uid, namespace: 'default', name: 'web-2' };
const nobody: PodRef = { uid: undefined, namespace: undefined, name: undefined };
const metadata = String.raw`&PodSandboxMetadata\{Name:([^,]*),Uid:([^,]*),Namespace:([^,]*),Attempt:(\d+),\}`;

function podOf(
  name: string | undefined,
  podUid: string | undefined,
  namespace: string | undefined,
): PodRef {
  return { uid: asUid(podUid), namespace, name };
}

/** A failed sandbox: its network, when the error says so. */
function failed(
  record: LogRecord,
  pod: PodRef,
  sandboxId: string | undefined,
): readonly KubeletEvent[] {
  const network = parseNetworkError(record.field('error') ?? record.message);
  if (network === undefined) return [];
  return [
    {
      kind: 'network.failed',
      ...network,
      pod: pod.uid === undefined ? network.pod : pod,
      sandboxId: network.sandboxId ?? sandboxId,
    },
  ];
}

export const runtimeRules: readonly Rule[] = [
  {
    id: 'containerd.sandboxCreated',
    v: 0,
    files: [''],
    pattern: new RegExp(`^RunPodSandbox for ${metadata} returns sandbox id "([0-9a-f]+)"$`),
    since: 20,
    until: undefined,
    read: (_, [, name, podUid, namespace, , sandbox = '']) => [
      { kind: 'sandbox.created', pod: podOf(name, podUid, namespace), id: sandbox },
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:31.884264763Z" level=info msg="RunPodSandbox for &PodSandboxMetadata{Name:web-2,Uid:${uid},Namespace:default,Attempt:0,} returns sandbox id \\"${id}\\""`,
        events: [{ kind: 'sandbox.created', pod: web, id }],
      },
    ],
  },
  {
    id: 'containerd.sandboxFailed',
    v: 0,
    files: [''],
    pattern: new RegExp(`^RunPodSandbox for ${metadata} failed, error`),
    since: 20,
    until: undefined,
    read: (record, [, name, podUid, namespace]) =>
      failed(record, podOf(name, podUid, namespace), undefined),
    samples: [
      {
        line: `time="2026-11-21T10:53:31.884264763Z" level=error msg="RunPodSandbox for &PodSandboxMetadata{Name:web-2,Uid:${uid},Namespace:default,Attempt:0,} failed, error" error="failed to setup network for sandbox \\"${id}\\": plugin type=\\"bridge\\" failed (add): no address left"`,
        events: [
          {
            kind: 'network.failed',
            command: 'ADD',
            pod: web,
            sandboxId: id,
            plugin: 'bridge',
            error: 'plugin type="bridge" failed (add): no address left',
          },
        ],
      },
    ],
  },
  {
    id: 'containerd.stopFailed',
    v: 0,
    files: [''],
    pattern: /^StopPodSandbox for "([0-9a-f]+)" failed$/,
    since: 20,
    until: undefined,
    read: (record, [, sandbox]) => failed(record, nobody, sandbox),
    samples: [
      {
        line: `time="2026-11-21T10:53:31.884264763Z" level=error msg="StopPodSandbox for \\"${id}\\" failed" error="failed to destroy network for sandbox \\"${id}\\": plugin type=\\"bridge\\" failed (delete): lease store is unreachable"`,
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: nobody,
            sandboxId: id,
            plugin: 'bridge',
            error: 'plugin type="bridge" failed (delete): lease store is unreachable',
          },
        ],
      },
    ],
  },
  {
    id: 'containerd.containerCreated',
    v: 0,
    files: [''],
    pattern:
      /^CreateContainer within sandbox "([0-9a-f]+)" for &ContainerMetadata\{Name:([^,]*),Attempt:\d+,\}.* returns container id "([0-9a-f]+)"$/,
    since: 20,
    until: undefined,
    read: (_, [, sandboxId, name = '', made = '']) => [
      { kind: 'container.created', pod: nobody, id: made, name, sandboxId },
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:32.257055348Z" level=info msg="CreateContainer within sandbox \\"${id}\\" for &ContainerMetadata{Name:main,Attempt:0,} returns container id \\"${container}\\""`,
        events: [
          { kind: 'container.created', pod: nobody, id: container, name: 'main', sandboxId: id },
        ],
      },
    ],
  },
  {
    id: 'containerd.containerAsked',
    v: 0,
    files: [''],
    pattern: new RegExp(
      String.raw`^CreateContainer within sandbox "([0-9a-f]+)" for container &ContainerMetadata\{Name:([^,]*),Attempt:\d+,\}(?: within ${metadata})?$`,
    ),
    since: 20,
    until: undefined,
    read: (_, [, sandboxId, name = '', pod, podUid, namespace]) => [
      { kind: 'container.asked', pod: podOf(pod, podUid, namespace), name, sandboxId },
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:32.157055348Z" level=info msg="CreateContainer within sandbox \\"${id}\\" for container &ContainerMetadata{Name:main,Attempt:0,}"`,
        events: [{ kind: 'container.asked', pod: nobody, name: 'main', sandboxId: id }],
      },
      {
        line: `time="2026-11-21T10:53:32.157055348Z" level=info msg="CreateContainer within sandbox \\"${id}\\" for container &ContainerMetadata{Name:main,Attempt:0,} within &PodSandboxMetadata{Name:web-2,Uid:${uid},Namespace:default,Attempt:0,}"`,
        events: [{ kind: 'container.asked', pod: web, name: 'main', sandboxId: id }],
      },
    ],
  },
  {
    id: 'containerd.containerStarted',
    v: 0,
    files: [''],
    pattern: /^StartContainer for "([0-9a-f]+)" returns successfully$/,
    since: 20,
    until: undefined,
    read: (_, [, started = '']) => [{ kind: 'container.started', id: started }],
    samples: [
      {
        line: `time="2026-11-21T10:53:32.380597588Z" level=info msg="StartContainer for \\"${container}\\" returns successfully"`,
        events: [{ kind: 'container.started', id: container }],
      },
    ],
  },
  {
    id: 'containerd.containerStopped',
    v: 0,
    files: [''],
    pattern: /^StopContainer for "([0-9a-f]+)" returns successfully$/,
    since: 20,
    until: undefined,
    read: (_, [, stopped = '']) => [{ kind: 'container.killed', pod: nobody, id: stopped }],
    samples: [
      {
        line: `time="2026-11-21T10:53:52.380597588Z" level=info msg="StopContainer for \\"${container}\\" returns successfully"`,
        events: [{ kind: 'container.killed', pod: nobody, id: container }],
      },
    ],
  },
  {
    id: 'containerd.networkDown',
    v: 0,
    files: [''],
    pattern: /^TearDown network for sandbox "([0-9a-f]+)" successfully$/,
    since: 20,
    until: undefined,
    read: (_, [, sandboxId]) => [{ kind: 'network.done', command: 'DEL', pod: nobody, sandboxId }],
    samples: [
      {
        line: `time="2026-11-21T10:53:52.380597588Z" level=info msg="TearDown network for sandbox \\"${id}\\" successfully"`,
        events: [{ kind: 'network.done', command: 'DEL', pod: nobody, sandboxId: id }],
      },
    ],
  },
  {
    id: 'containerd.sandboxStopped',
    v: 0,
    files: [''],
    pattern: /^StopPodSandbox for "([0-9a-f]+)" returns successfully$/,
    since: 20,
    until: undefined,
    read: (_, [, stopped = '']) => [{ kind: 'sandbox.stopped', id: stopped }],
    samples: [
      {
        line: `time="2026-11-21T10:53:52.380597588Z" level=info msg="StopPodSandbox for \\"${id}\\" returns successfully"`,
        events: [{ kind: 'sandbox.stopped', id }],
      },
    ],
  },
  {
    id: 'crio.sandboxCreated',
    v: 0,
    files: [''],
    pattern: /^Ran pod sandbox ([0-9a-f]{64}) with infra container: ([^/\s]+)\/([^/\s]+)\/POD/,
    since: 20,
    until: undefined,
    read: (_, [, sandbox = '', namespace, name]) => [
      { kind: 'sandbox.created', pod: podOf(name, undefined, namespace), id: sandbox },
    ],
    samples: [
      {
        line: `time="2026-11-21 10:53:31.884264763Z" level=info msg="Ran pod sandbox ${id} with infra container: default/web-2/POD" id=5d name=/runtime.v1.RuntimeService/RunPodSandbox`,
        events: [{ kind: 'sandbox.created', pod: { ...web, uid: undefined }, id }],
      },
    ],
  },
  {
    id: 'crio.sandboxStopped',
    v: 0,
    files: [''],
    pattern: /^Stopped pod sandbox(?: \(already stopped\))?: ([0-9a-f]{64})$/,
    since: 20,
    until: undefined,
    read: (_, [, stopped = '']) => [{ kind: 'sandbox.stopped', id: stopped }],
    samples: [
      {
        line: `time="2026-11-21 10:53:52.380597588Z" level=info msg="Stopped pod sandbox: ${id}" id=5e name=/runtime.v1.RuntimeService/StopPodSandbox`,
        events: [{ kind: 'sandbox.stopped', id }],
      },
    ],
  },
  {
    id: 'crio.containerAsked',
    v: 0,
    files: [''],
    pattern: /^Creating container: ([^/\s]+)\/([^/\s]+)\/(\S+)$/,
    since: 20,
    until: undefined,
    read: (_, [, namespace, pod, name = '']) => [
      {
        kind: 'container.asked',
        pod: podOf(pod, undefined, namespace),
        name,
        sandboxId: undefined,
      },
    ],
    samples: [
      {
        line: `time="2026-11-21 10:53:32.157055348Z" level=info msg="Creating container: default/web-2/main" id=5f name=/runtime.v1.RuntimeService/CreateContainer`,
        events: [
          {
            kind: 'container.asked',
            pod: { ...web, uid: undefined },
            name: 'main',
            sandboxId: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'crio.containerCreated',
    v: 0,
    files: [''],
    pattern: /^Created container ([0-9a-f]{64}): ([^/\s]+)\/([^/\s]+)\/(\S+)$/,
    since: 20,
    until: undefined,
    read: (_, [, made = '', namespace, pod, name = '']) => [
      {
        kind: 'container.created',
        pod: podOf(pod, undefined, namespace),
        id: made,
        name,
        sandboxId: undefined,
      },
    ],
    samples: [
      {
        line: `time="2026-11-21 10:53:32.257055348Z" level=info msg="Created container ${container}: default/web-2/main" id=5f name=/runtime.v1.RuntimeService/CreateContainer`,
        events: [
          {
            kind: 'container.created',
            pod: { ...web, uid: undefined },
            id: container,
            name: 'main',
            sandboxId: undefined,
          },
        ],
      },
    ],
  },
  {
    // Up to 1.17 the ids stood in the text.
    id: 'crio.containerStarted',
    v: 0,
    files: [''],
    pattern: /^Started container(?: ([0-9a-f]{64}): (\S+))?$/,
    since: 20,
    until: undefined,
    read: (record, [, started, described]) => {
      const made = started ?? record.field('containerID');
      const [namespace, pod, name = ''] = (described ?? record.field('description') ?? '').split(
        '/',
      );
      if (made === undefined || pod === undefined) return [];
      const ref = podOf(pod, undefined, namespace);
      const sandboxId = record.field('sandboxID');
      return [
        { kind: 'container.created', pod: ref, id: made, name, sandboxId },
        { kind: 'container.started', id: made },
      ];
    },
    samples: [
      {
        line: `time="2026-11-21 10:53:32.380597588Z" level=info msg="Started container" PID=133675 containerID=${container} description=default/web-2/main id=60 name=/runtime.v1.RuntimeService/StartContainer sandboxID=${id}`,
        events: [
          {
            kind: 'container.created',
            pod: { ...web, uid: undefined },
            id: container,
            name: 'main',
            sandboxId: id,
          },
          { kind: 'container.started', id: container },
        ],
      },
    ],
  },
  {
    id: 'crio.containerStopped',
    v: 0,
    files: [''],
    pattern: /^Stopped container ([0-9a-f]{64}): ([^/\s]+)\/([^/\s]+)\/\S+$/,
    since: 20,
    until: undefined,
    read: (_, [, stopped = '', namespace, pod]) => [
      { kind: 'container.killed', pod: podOf(pod, undefined, namespace), id: stopped },
    ],
    samples: [
      {
        line: `time="2026-11-21 10:53:52.380597588Z" level=info msg="Stopped container ${container}: default/web-2/main" id=61 name=/runtime.v1.RuntimeService/StopContainer`,
        events: [{ kind: 'container.killed', pod: { ...web, uid: undefined }, id: container }],
      },
    ],
  },
  {
    id: 'crio.networkFailed',
    v: 0,
    files: [''],
    pattern:
      /^Error (?:adding|deleting|removing) (?:pod )?(?:network )?\S+ (?:to|from) CNI network "[^"]*"/,
    since: 20,
    until: undefined,
    read: (record) => {
      const m = /^Error (\w+) (?:pod )?(\S+) (?:to|from) CNI network "[^"]*": ([\s\S]*)$/.exec(
        record.message,
      );
      if (m === null) return [];
      return [
        {
          kind: 'network.failed',
          command: m[1] === 'adding' ? 'ADD' : 'DEL',
          pod: byReverseName(m[2] ?? ''),
          sandboxId: undefined,
          plugin: /^plugin type="([^"]+)"/.exec(m[3] ?? '')?.[1],
          error: m[3] ?? '',
        },
      ];
    },
    samples: [
      {
        line: `time="2026-11-21 10:53:52.380597588Z" level=error msg="Error deleting pod default_web-2 from CNI network \\"k8s\\": plugin type=\\"bridge\\" failed (delete): lease store is unreachable"`,
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: { ...web, uid: undefined },
            sandboxId: undefined,
            plugin: 'bridge',
            error: 'plugin type="bridge" failed (delete): lease store is unreachable',
          },
        ],
      },
    ],
  },
];
