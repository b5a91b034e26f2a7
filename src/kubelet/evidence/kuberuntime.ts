// Evidence of the runtime manager (pkg/kubelet/kuberuntime) and its CRI client: sandboxes and containers wanted, made, killed.
import type { KubeletEvent, PodRef, SandboxNeed } from '../event.ts';
import { LineTemplate } from '../../log/lineTemplate.ts';
import type { LogRecord } from '../../log/record.ts';
import { asNumber, bareId, byFormat, podOf, type PodRefs } from './reference.ts';
import { parseNetworkError } from './networkError.ts';
import type { Rule } from './rule.ts';

const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
const web = { uid: undefined, namespace: 'default', name: 'web-1' };
const nobody = { uid: undefined, namespace: undefined, name: undefined };
const id = '9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d';

const needs: Readonly<Record<string, SandboxNeed>> = {
  'No sandbox for pod can be found. Need to start a new one': 'none',
  'No ready sandbox for pod can be found. Need to start a new one': 'notReady',
  'Multiple sandboxes are ready for Pod. Need to reconcile them': 'several',
  'Sandbox for pod has changed. Need to start a new one': 'changed',
  'Sandbox for pod has no IP address. Need to start a new one': 'noIp',
};

const needWords: readonly (readonly [string, SandboxNeed])[] = [
  ['No sandbox', 'none'],
  ['No ready sandbox', 'notReady'],
  ['Multiple', 'several'],
  ['More than 1', 'several'],
  ['Sandbox for pod', 'changed'],
];

function needOf(text: string): SandboxNeed {
  if (text.includes('has no IP address')) return 'noIp';
  return needWords.find(([start]) => text.startsWith(start))?.[1] ?? 'none';
}

/** A failed CRI call about a sandbox: its network, when the text says so, else the call alone. */
function criFailure(call: string, sandboxId: string | undefined, error: string): KubeletEvent {
  const network = parseNetworkError(error);
  return network === undefined
    ? { kind: 'runtime.failed', call, id: sandboxId, error }
    : {
        kind: 'network.failed',
        ...network,
        sandboxId: network.sandboxId ?? sandboxId,
      };
}

const podLine = new LineTemplate(' pod="', '"');
const containerLine = new LineTemplate(' containerID="', '"');
const killLine = new LineTemplate(
  ' pod="',
  '" podUID="',
  '" containerName="',
  '" containerID="',
  '" gracePeriod=',
  '',
);

function removing(by: Removing['by'], id = ''): Removing {
  return { kind: 'container.removing', id, by };
}

type Removing = Extract<KubeletEvent, { kind: 'container.removing' }>;

function killing(record: LogRecord, _: readonly string[], refs: PodRefs): readonly KubeletEvent[] {
  const [pod, uid, container, id, grace] = record.values(killLine) ?? [];
  const isPlain = pod !== undefined;
  return [
    {
      kind: 'container.killing',
      pod: isPlain ? refs.key(pod, uid) : podOf(record, refs),
      name: isPlain ? container : record.field('containerName'),
      id: bareId(isPlain ? id : record.field('containerID')) ?? '',
      grace: asNumber(isPlain ? grace : record.field('gracePeriod')),
    },
  ];
}

function ofEveryKill(line: number | undefined): boolean {
  return line !== undefined && line <= 714 && line !== 710;
}

/** The pod of a line that names nothing else. */
function onlyPod(record: LogRecord, refs: PodRefs): PodRef {
  const [pod] = record.values(podLine) ?? [];
  return pod === undefined ? podOf(record, refs) : refs.key(pod, undefined);
}

export const kuberuntimeRules: readonly Rule[] = [
  {
    id: 'kuberuntime.sandboxNeeded',
    v: 2,
    files: ['util.go', 'kuberuntime_manager.go'],
    messages: Object.keys(needs),
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      { kind: 'sandbox.needed', pod: onlyPod(record, refs), need: needs[record.message] ?? 'none' },
    ],
    samples: [
      {
        line: 'I1121 09:34:04.543201   26449 util.go:34] "No sandbox for pod can be found. Need to start a new one" pod="default/web-1"',
        events: [{ kind: 'sandbox.needed', pod: web, need: 'none' }],
      },
      {
        line: 'I1121 09:35:06.574276   26449 util.go:52] "No ready sandbox for pod can be found. Need to start a new one" pod="default/web-1"',
        events: [{ kind: 'sandbox.needed', pod: web, need: 'notReady' }],
      },
    ],
  },
  {
    id: 'kuberuntime.sandboxNeededText',
    v: 2,
    files: ['kuberuntime_manager.go'],
    pattern:
      /^(?:No sandbox for pod|No ready sandbox for pod|Multiple sandboxes are ready for Pod|More than 1 sandboxes for pod|Sandbox for pod) "([^"]+)"(?: can be found| are ready| has changed| has no IP address)?\. +Need to \w+ (?:a new one|them)$/,
    since: 9,
    until: 20,
    read: (record, [, pod = '']) => [
      { kind: 'sandbox.needed', pod: byFormat(pod), need: needOf(record.message) },
    ],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:370] No ready sandbox for pod "web-1_default(${uid})" can be found. Need to start a new one`,
        events: [{ kind: 'sandbox.needed', pod: { ...web, uid }, need: 'notReady' }],
      },
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:410] Sandbox for pod "web-1_default(${uid})" has no IP address.  Need to start a new one`,
        events: [{ kind: 'sandbox.needed', pod: { ...web, uid }, need: 'noIp' }],
      },
    ],
  },
  {
    id: 'kuberuntime.sandboxStopping',
    v: 4,
    files: ['kuberuntime_manager.go'],
    messages: [
      'Stopping PodSandbox for pod, will start new one',
      'Stopping PodSandbox for pod, because all other containers are dead',
    ],
    pattern: /^Stopping PodSandbox for "([^"]+)"/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      {
        kind: 'sandbox.stopping',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        anew: record.message.endsWith('start new one'),
      },
    ],
    samples: [
      {
        line: 'I1121 09:35:50.577062   27310 kuberuntime_manager.go:1277] "Stopping PodSandbox for pod, because all other containers are dead" pod="default/web-1"',
        events: [{ kind: 'sandbox.stopping', pod: web, anew: false }],
      },
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:589] Stopping PodSandbox for "web-1_default(${uid})", will start new one`,
        events: [{ kind: 'sandbox.stopping', pod: { ...web, uid }, anew: true }],
      },
    ],
  },
  {
    id: 'kuberuntime.sandboxCreating',
    v: 4,
    files: ['kuberuntime_manager.go'],
    messages: ['Creating PodSandbox for pod'],
    pattern: /^Creating (?:PodSandbox|sandbox) for pod "([^"]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      { kind: 'sandbox.creating', pod: pod === undefined ? podOf(record) : byFormat(pod) },
    ],
    samples: [
      {
        line: 'I1121 09:35:50.577062   27310 kuberuntime_manager.go:1332] "Creating PodSandbox for pod" pod="default/web-1"',
        events: [{ kind: 'sandbox.creating', pod: web }],
      },
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_manager.go:641] Creating sandbox for pod "web-1_default(${uid})"`,
        events: [{ kind: 'sandbox.creating', pod: { ...web, uid } }],
      },
    ],
  },
  {
    id: 'kuberuntime.sandboxCreated',
    v: 4,
    files: ['kuberuntime_manager.go'],
    messages: ['Created PodSandbox for pod'],
    pattern: /^Created PodSandbox "([0-9a-f]+)" for pod "([^"]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [, text, pod]) => [
      {
        kind: 'sandbox.created',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        id: text ?? record.field('podSandboxID') ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:35:50.677062   27310 kuberuntime_manager.go:1351] "Created PodSandbox for pod" podSandboxID="${id}" pod="default/web-1"`,
        events: [{ kind: 'sandbox.created', pod: web, id }],
      },
    ],
  },
  {
    id: 'kuberuntime.sandboxFailed',
    v: 0,
    files: ['kuberuntime_manager.go', 'kuberuntime_sandbox.go'],
    messages: ['CreatePodSandbox for pod failed', 'Failed to create sandbox for pod'],
    pattern: /^[cC]reatePodSandbox for pod "([^"]+)" failed: ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, pod, text]) => [
      {
        kind: 'sandbox.failed',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        error: text ?? record.field('err') ?? '',
      },
    ],
    samples: [
      {
        line: 'E1121 09:35:50.677062   27310 kuberuntime_manager.go:1343] "CreatePodSandbox for pod failed" err="rpc error: code = Unknown desc = no" pod="default/web-1"',
        events: [
          { kind: 'sandbox.failed', pod: web, error: 'rpc error: code = Unknown desc = no' },
        ],
      },
    ],
  },
  {
    id: 'kuberuntime.stopFailed',
    v: 0,
    files: ['kuberuntime_manager.go'],
    messages: ['Failed to stop sandbox'],
    pattern:
      /^Failed to stop sandbox \{"?\w+"? "?([0-9a-f]{64})"?\}$|^Failed to stop sandbox "([^"]*)"$/,
    since: 9,
    until: undefined,
    read: (record, [, a, b]) => [
      {
        kind: 'sandbox.stopFailed',
        id: bareId(a ?? b ?? record.field('podSandboxID')),
        by: 'killPod',
        error: record.field('err'),
      },
    ],
    samples: [
      {
        line: `E1121 09:34:10.840332   26449 kuberuntime_manager.go:1665] "Failed to stop sandbox" podSandboxID={"Type":"containerd","ID":"${id}"}`,
        events: [{ kind: 'sandbox.stopFailed', id, by: 'killPod', error: undefined }],
      },
      {
        line: `E1121 09:06:51.369252   24759 kuberuntime_manager.go:1013] "Failed to stop sandbox" podSandboxID={Type:docker ID:${id}}`,
        events: [{ kind: 'sandbox.stopFailed', id, by: 'killPod', error: undefined }],
      },
    ],
  },
  {
    id: 'kuberuntime.gcStopFailed',
    v: 0,
    files: ['kuberuntime_gc.go'],
    messages: ['Failed to stop sandbox before removing'],
    pattern: /^Failed to stop sandbox "([0-9a-f]+)" before removing: ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, text, error]) => [
      {
        kind: 'sandbox.stopFailed',
        id: bareId(text ?? record.field('sandboxID')),
        by: 'gc',
        error: error ?? record.field('err'),
      },
    ],
    samples: [
      {
        line: `E1121 09:07:28.101798   24759 kuberuntime_gc.go:176] "Failed to stop sandbox before removing" err="rpc error: no" sandboxID="${id}"`,
        events: [{ kind: 'sandbox.stopFailed', id, by: 'gc', error: 'rpc error: no' }],
      },
    ],
  },
  {
    id: 'kuberuntime.criSandbox',
    v: 0,
    files: ['log.go', 'remote_runtime.go'],
    messages: [
      'StopPodSandbox from runtime service failed',
      'RunPodSandbox from runtime service failed',
      'RemovePodSandbox from runtime service failed',
    ],
    pattern:
      /^(StopPodSandbox|RunPodSandbox|RemovePodSandbox)(?: "([0-9a-f]+)")? from runtime service failed: ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, call, sandbox, text]) => [
      criFailure(
        call ?? record.message.split(' ')[0] ?? '',
        bareId(sandbox ?? record.field('podSandboxID')),
        text ?? record.field('err') ?? '',
      ),
    ],
    samples: [
      {
        line: `E1121 09:34:10.840254   26449 log.go:32] "StopPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to destroy network for sandbox \\"${id}\\": plugin type=\\"bridge\\" failed (delete): lease store is unreachable" podSandboxID="${id}"`,
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
      {
        line: 'E1121 09:34:10.840254   26449 log.go:32] "RunPodSandbox from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        events: [
          {
            kind: 'runtime.failed',
            call: 'RunPodSandbox',
            id: undefined,
            error: 'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
          },
        ],
      },
      {
        line: `E0321 09:27:43.000000    1200 remote_runtime.go:143] StopPodSandbox "${id}" from runtime service failed: rpc error: code = Unknown desc = NetworkPlugin cni failed to teardown pod "web-1_default" network: lease store is unreachable`,
        events: [
          {
            kind: 'network.failed',
            command: 'DEL',
            pod: web,
            sandboxId: id,
            plugin: undefined,
            error: 'lease store is unreachable',
          },
        ],
      },
    ],
  },
  {
    id: 'kuberuntime.criContainer',
    v: 0,
    files: ['log.go', 'remote_runtime.go'],
    messages: [
      'CreateContainer in sandbox from runtime service failed',
      'StartContainer from runtime service failed',
      'StopContainer from runtime service failed',
      'RemoveContainer from runtime service failed',
      'ContainerStatus from runtime service failed',
      'ListPodSandbox with filter from runtime service failed',
      'ListContainers with filter from runtime service failed',
      'Status from runtime service failed',
      'Version from runtime service failed',
    ],
    pattern:
      /^(StartContainer|StopContainer|RemoveContainer|ContainerStatus|ListContainers|ListPodSandbox)(?: "([0-9a-f]+)")?(?: with filter .*)? from runtime service failed: ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, call, container, text]) => [
      {
        kind: 'runtime.failed',
        call: call ?? record.message.split(' ')[0] ?? '',
        id: bareId(container ?? record.field('containerID') ?? record.field('podSandboxID')),
        error: text ?? record.field('err') ?? '',
      },
    ],
    samples: [
      {
        line: `E1121 09:34:47.594800   26449 log.go:32] "RemoveContainer from runtime service failed" err="rpc error: no" containerID="${id}"`,
        events: [{ kind: 'runtime.failed', call: 'RemoveContainer', id, error: 'rpc error: no' }],
      },
    ],
  },
  {
    id: 'kuberuntime.killing',
    v: 2,
    files: ['kuberuntime_container.go'],
    messages: ['Killing container with a grace period'],
    since: 21,
    until: undefined,
    read: killing,
    samples: [
      {
        line: `I1121 09:34:10.754055   26449 kuberuntime_container.go:866] "Killing container with a grace period" pod="default/web-1" podUID="${uid}" containerName="app" containerID="containerd://${id}" gracePeriod=2`,
        events: [{ kind: 'container.killing', pod: { ...web, uid }, name: 'app', id, grace: 2 }],
      },
    ],
  },
  {
    // 1.21 says so of every kill (lines 661 to 714); at verbosity 3 the words come once more, 4 lines higher, and so in later versions.
    id: 'kuberuntime.killingOverride',
    v: 2,
    files: ['kuberuntime_container.go'],
    messages: ['Killing container with a grace period override'],
    since: 21,
    until: 21,
    read: (record, groups, refs) =>
      ofEveryKill(record.fileLine) ? killing(record, groups, refs) : [],
    samples: [
      {
        line: `I0515 02:44:16.382949     251 kuberuntime_container.go:714] "Killing container with a grace period override" pod="default/web-1" podUID=${uid} containerName="nginx" containerID="containerd://${id}" gracePeriod=2`,
        events: [{ kind: 'container.killing', pod: { ...web, uid }, name: 'nginx', id, grace: 2 }],
      },
    ],
  },
  {
    id: 'kuberuntime.killingText',
    v: 2,
    files: ['kuberuntime_container.go'],
    pattern: /^Killing container "([^"]+)" with(?: a)? (\d+) second grace period$/,
    since: 9,
    until: 20,
    read: (_, [, container, grace]) => [
      {
        kind: 'container.killing',
        pod: nobody,
        name: undefined,
        id: bareId(container) ?? '',
        grace: asNumber(grace),
      },
    ],
    samples: [
      {
        line: `I0823 11:45:16.112888    3901 kuberuntime_container.go:635] Killing container "docker://${id}" with a 30 second grace period`,
        events: [{ kind: 'container.killing', pod: nobody, name: undefined, id, grace: 30 }],
      },
    ],
  },
  {
    id: 'kuberuntime.preStop',
    v: 3,
    files: ['kuberuntime_container.go'],
    messages: ['Running preStop hook'],
    pattern: /^Running preStop hook for container "([^"]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [container], refs) => [
      {
        kind: 'container.preStop',
        pod: container === undefined ? podOf(record, refs) : nobody,
        name: record.field('containerName'),
        id: bareId(container ?? record.field('containerID')) ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:34:10.750000   26449 kuberuntime_container.go:712] "Running preStop hook" pod="default/web-1" podUID="${uid}" containerName="app" containerID="containerd://${id}"`,
        events: [{ kind: 'container.preStop', pod: { ...web, uid }, name: 'app', id }],
      },
      {
        line: `I0823 11:45:16.112888    3901 kuberuntime_container.go:542] Running preStop hook for container "docker://${id}"`,
        events: [{ kind: 'container.preStop', pod: nobody, name: undefined, id }],
      },
    ],
  },
  {
    id: 'kuberuntime.killed',
    v: 3,
    files: ['kuberuntime_container.go'],
    messages: ['Container exited normally'],
    pattern: /^Container "([^"]+)" exited normally$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [
      {
        kind: 'container.killed',
        pod: podOf(record),
        id: bareId(text ?? record.field('containerID')) ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:34:10.780000   26449 kuberuntime_container.go:880] "Container exited normally" pod="default/web-1" podUID="${uid}" containerName="app" containerID="containerd://${id}"`,
        events: [{ kind: 'container.killed', pod: { ...web, uid }, id }],
      },
    ],
  },
  {
    id: 'kuberuntime.creating',
    v: 4,
    files: ['kuberuntime_manager.go'],
    messages: ['Creating container in pod'],
    pattern: /^Creating (init |ephemeral )?container &\w+\{Name:([^,]*),[\s\S]* in pod (\S+)$/,
    since: 9,
    until: undefined,
    read: (record, [, type, name, pod]) => [
      {
        kind: 'container.creating',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        name: name ?? record.field('container') ?? '',
        isInit: (type ?? record.field('containerType') ?? '').startsWith('init'),
      },
    ],
    samples: [
      {
        line: `I0823 11:45:10.112888    3901 kuberuntime_manager.go:818] Creating container &Container{Name:app,Image:busybox,Command:[sh -c sleep 9],Ports:[]ContainerPort{},} in pod web-1_default(${uid})`,
        events: [{ kind: 'container.creating', pod: { ...web, uid }, name: 'app', isInit: false }],
      },
      {
        line: 'I1121 09:35:50.678013   27310 kuberuntime_manager.go:1424] "Creating container in pod" containerType="container" container="app" pod="default/web-1"',
        events: [{ kind: 'container.creating', pod: web, name: 'app', isInit: false }],
      },
      {
        line: 'I1121 09:35:50.678013   27310 kuberuntime_manager.go:1424] "Creating container in pod" containerType="init container" container="setup" pod="default/web-1"',
        events: [{ kind: 'container.creating', pod: web, name: 'setup', isInit: true }],
      },
    ],
  },
  {
    id: 'kuberuntime.unknownContainer',
    v: 0,
    files: ['pod_container_deletor.go'],
    messages: ["Container not found in pod's containers"],
    pattern: /^Container "([0-9a-f]+)" not found in pod's containers$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [
      {
        kind: 'container.unknown',
        id: text ?? record.values(containerLine)?.[0] ?? record.field('containerID') ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:32:24.935809   21879 pod_container_deletor.go:80] "Container not found in pod's containers" containerID="${id}"`,
        events: [{ kind: 'container.unknown', id }],
      },
    ],
  },
  {
    // removeContainer (kuberuntime_container.go); the topology manager's line follows it.
    id: 'kuberuntime.removing',
    v: 4,
    files: ['kuberuntime_container.go'],
    messages: ['Removing container'],
    pattern: /^Removing container "([0-9a-f]+)"$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [removing('runtimeManager', text ?? record.field('containerID'))],
    samples: [
      {
        line: `I1121 09:08:36.106325   28299 kuberuntime_container.go:947] "Removing container" containerID="${id}"`,
        events: [{ kind: 'container.removing', id, by: 'runtimeManager' }],
      },
      {
        line: `I0321 09:27:43.000000    1200 kuberuntime_container.go:823] Removing container "${id}"`,
        events: [{ kind: 'container.removing', id, by: 'runtimeManager' }],
      },
    ],
  },
  {
    // PostStopContainer (internal_container_lifecycle.go), called by removeContainer and, of any dead container, by computePodActions.
    id: 'kuberuntime.untracked',
    v: 0,
    files: ['scope.go', 'topology_manager.go'],
    messages: ['RemoveContainer'],
    pattern: /^\[topologymanager\] RemoveContainer - Container ID: ([0-9a-f]+)/,
    since: 16,
    until: undefined,
    read: (record, [, text]) => [
      removing(
        'topologyManager',
        text ?? record.values(containerLine)?.[0] ?? record.field('containerID'),
      ),
    ],
    samples: [
      {
        line: `I1121 09:32:47.990078   21879 scope.go:117] "RemoveContainer" containerID="${id}"`,
        events: [{ kind: 'container.removing', id, by: 'topologyManager' }],
      },
      {
        line: `I0321 09:27:43.000000    1200 topology_manager.go:221] [topologymanager] RemoveContainer - Container ID: ${id}`,
        events: [{ kind: 'container.removing', id, by: 'topologyManager' }],
      },
    ],
  },
];
