// Evidence of the kubelet's neighbours of the pod workers: volumes, starts, probes, eviction, mirror pods, events, orphan dirs.
import type { LogRecord } from '../../log/record.ts';
import type { KubeletEvent, VolumeStep } from '../event.ts';
import {
  asUid,
  byFormat,
  byFullName,
  byKey,
  byUid,
  formatList,
  podList,
  podOf,
} from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '60240547-01a4-4ee2-bfc1-b461cb942bb3';
const job = { uid, namespace: 'default', name: 'job-1' };
const named = { uid: undefined, namespace: 'default', name: 'job-1' };
const onlyUid = { uid, namespace: undefined, name: undefined };

const volumeSteps: readonly (readonly [string, VolumeStep])[] = [
  ['operationExecutor.VerifyControllerAttachedVolume', 'attached'],
  ['operationExecutor.MountVolume', 'mountStarted'],
  ['MountVolume.SetUp', 'mounted'],
  ['operationExecutor.UnmountVolume', 'unmountStarted'],
  ['UnmountVolume.TearDown', 'unmounted'],
];

const volumesPath = /\/pods\/([\da-f-]{32,36})\/volumes$/;

/** Volume lines up to 1.36 hold a formatted text in which the pod has a bare name and its UID in brackets. */
const volumeText =
  /^(operationExecutor\.(?:VerifyControllerAttachedVolume|MountVolume|UnmountVolume) started|MountVolume\.SetUp succeeded|UnmountVolume\.TearDown succeeded) for volume \\?"([^"\\]+)\\?"[\s\S]*?\(UID: \\?"([0-9a-f-]+)\\?"\)/;

function volume(record: LogRecord, groups: readonly string[]): readonly KubeletEvent[] {
  const [, what = '', name = '', id] = groups;
  const step = volumeSteps.find(([start]) => what.startsWith(start))?.[1];
  const pod = byKey(record.field('pod'), id);
  if (step === undefined) return [];
  const common = { kind: 'volume', pod, step, volume: name, error: undefined } as const;
  // The names that hold the pod's UID tell by themselves whose they are.
  const [, unique] = ownName.exec(record.message) ?? [];
  return [unique === undefined || unique.includes(id ?? '') ? common : { ...common, unique }];
}

const ownName = /\(UniqueName: \\?"([^"\\]+)/;

export const neighbourRules: readonly Rule[] = [
  {
    id: 'volume.step',
    v: 0,
    files: ['reconciler.go', 'reconciler_common.go', 'operation_generator.go', 'reconciler_new.go'],
    pattern: volumeText,
    since: 9,
    until: undefined,
    read: volume,
    samples: [
      {
        line: `I1121 09:38:37.600000    3936 reconciler_common.go:251] "operationExecutor.VerifyControllerAttachedVolume started for volume \\"cfg\\" (UniqueName: \\"kubernetes.io/configmap/${uid}-cfg\\") pod \\"job-1\\" (UID: \\"${uid}\\") " pod="default/job-1"`,
        events: [{ kind: 'volume', pod: job, step: 'attached', volume: 'cfg', error: undefined }],
      },
      {
        line: `I1121 09:38:50.600000    3936 operation_generator.go:781] UnmountVolume.TearDown succeeded for volume "kubernetes.io/configmap/${uid}-cfg" (OuterVolumeSpecName: "cfg") pod "${uid}" (UID: "${uid}"). InnerVolumeSpecName "cfg". PluginName "kubernetes.io/configmap", VolumeGIDValue ""`,
        events: [
          {
            kind: 'volume',
            pod: onlyUid,
            step: 'unmounted',
            volume: `kubernetes.io/configmap/${uid}-cfg`,
            error: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'volume.failed',
    v: 0,
    files: ['nestedpendingoperations.go'],
    pattern: /^Operation for "(.*?)" failed\. No retries permitted until [\s\S]*?Error: ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (_, [, what = '', error = '']) => {
      const id =
        /podName:([0-9a-f-]{32,36})/.exec(what)?.[1] ?? /\(UID: \\?"([0-9a-f-]+)/.exec(error)?.[1];
      const name = /^\{volumeName:(\S+)/.exec(what)?.[1] ?? what;
      return [{ kind: 'volume', pod: byUid(id), step: 'failed', volume: name, error }];
    },
    samples: [
      {
        line: `E1121 09:38:38.185283    3936 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/configmap/${uid}-cfg podName:${uid} nodeName:}" failed. No retries permitted until 2026-11-21 09:38:38.685263 +0000 UTC m=+18.240000000 (durationBeforeRetry 500ms). Error: MountVolume.SetUp failed for volume "cfg" (UniqueName: "kubernetes.io/configmap/${uid}-cfg") pod "job-1" (UID: "${uid}") : configmap "absent" not found`,
        events: [
          {
            kind: 'volume',
            pod: onlyUid,
            step: 'failed',
            volume: `kubernetes.io/configmap/${uid}-cfg`,
            error: `MountVolume.SetUp failed for volume "cfg" (UniqueName: "kubernetes.io/configmap/${uid}-cfg") pod "job-1" (UID: "${uid}") : configmap "absent" not found`,
          },
        ],
      },
    ],
  },
  {
    id: 'volume.cleaned',
    v: 0,
    files: ['kubelet_volumes.go'],
    messages: ['Cleaned up orphaned pod volumes dir'],
    pattern: /^Cleaned up orphaned pod volumes dir from pod "([^"]+)"/,
    since: 19,
    until: undefined,
    read: (record, [, id], refs) => [
      { kind: 'volumes.cleaned', pod: id === undefined ? podOf(record, refs) : byUid(id) },
    ],
    samples: [
      {
        line: `I1121 09:33:42.839037   21879 kubelet_volumes.go:163] "Cleaned up orphaned pod volumes dir" podUID="${uid}" path="/var/lib/kubelet/pods/${uid}/volumes"`,
        events: [{ kind: 'volumes.cleaned', pod: onlyUid }],
      },
    ],
  },
  {
    id: 'volume.orphanRemoved',
    v: 3,
    files: ['kubelet_volumes.go'],
    messages: ['Orphaned pod found, removing'],
    pattern: /^Orphaned pod "([^"]+)" found, removing$/,
    since: 9,
    until: undefined,
    read: (record, [, id], refs) => [
      { kind: 'volumes.cleaned', pod: id === undefined ? podOf(record, refs) : byUid(id) },
    ],
    samples: [
      {
        line: `I1121 09:33:42.839037   21879 kubelet_volumes.go:240] "Orphaned pod found, removing" podUID="${uid}"`,
        events: [{ kind: 'volumes.cleaned', pod: onlyUid }],
      },
    ],
  },
  {
    id: 'volume.pathGone',
    v: 0,
    files: ['kubelet_getters.go'],
    messages: ['Path does not exist'],
    since: 19,
    until: 23,
    read: (record) => {
      const [, id] = volumesPath.exec(record.field('path') ?? '') ?? [];
      return id === undefined ? [] : [{ kind: 'volumes.pathGone', pod: byUid(id) }];
    },
    samples: [
      {
        line: `I1121 09:33:42.849037   21879 kubelet_getters.go:300] "Path does not exist" path="/var/lib/kubelet/pods/${uid}/volumes"`,
        events: [{ kind: 'volumes.pathGone', pod: onlyUid }],
      },
    ],
  },
  {
    id: 'status.started',
    v: 0,
    files: ['pod_startup_latency_tracker.go'],
    messages: ['Observed pod startup duration'],
    since: 26,
    until: undefined,
    read: (record, _, refs) => [
      {
        kind: 'pod.started',
        pod: podOf(record, refs),
        duration: record.field('podStartE2EDuration') ?? record.field('podStartSLOduration') ?? '',
      },
    ],
    samples: [
      {
        line: 'I1121 09:32:42.914550   21879 pod_startup_latency_tracker.go:104] "Observed pod startup duration" pod="default/job-1" podStartSLOduration=0.914530137 podStartE2EDuration="914.530137ms"',
        events: [{ kind: 'pod.started', pod: named, duration: '914.530137ms' }],
      },
    ],
  },
  {
    id: 'eviction.begin',
    v: 3,
    files: ['eviction_manager.go'],
    messages: ['Evicting pod'],
    since: 22,
    until: undefined,
    read: (record) => [{ kind: 'pod.evicting', pod: podOf(record) }],
    samples: [
      {
        line: `I1121 09:36:20.000000   27310 eviction_manager.go:600] "Evicting pod" pod="default/job-1" podUID="${uid}" message="The node was low on resource"`,
        events: [{ kind: 'pod.evicting', pod: job }],
      },
    ],
  },
  {
    id: 'eviction.ranked',
    v: 0,
    files: ['eviction_manager.go'],
    messages: ['Eviction manager: pods ranked for eviction'],
    pattern: /^eviction manager: pods ranked for eviction: (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, pods]) => [
      {
        kind: 'eviction.ranked',
        pods: pods === undefined ? podList(record.field('pods')) : formatList(pods),
      },
    ],
    samples: [
      {
        line: 'I1121 09:36:20.000000   27310 eviction_manager.go:430] "Eviction manager: pods ranked for eviction" pods=["default/job-1"]',
        events: [{ kind: 'eviction.ranked', pods: [named] }],
      },
    ],
  },
  {
    id: 'eviction.done',
    v: 0,
    files: ['eviction_manager.go'],
    messages: ['Eviction manager: pod is evicted successfully'],
    pattern: /^eviction manager: pod (\S+) is evicted successfully$/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => [
      { kind: 'pod.evicted', pod: pod === undefined ? podOf(record) : byFormat(pod) },
    ],
    samples: [
      {
        line: 'I1121 09:36:20.000000   27310 eviction_manager.go:625] "Eviction manager: pod is evicted successfully" pod="default/job-1"',
        events: [{ kind: 'pod.evicted', pod: named }],
      },
    ],
  },
  {
    id: 'eviction.failed',
    v: 0,
    files: ['eviction_manager.go'],
    messages: ['Eviction manager: pod failed to evict'],
    pattern: /^eviction manager: pod (\S+) failed to evict (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, pod, error]) => [
      {
        kind: 'pod.evictionFailed',
        pod: pod === undefined ? podOf(record) : byFormat(pod),
        error: error ?? record.field('err') ?? '',
      },
    ],
    samples: [
      {
        line: 'E1121 09:36:20.000000   27310 eviction_manager.go:573] "Eviction manager: pod failed to evict" err="timeout waiting to kill pod" pod="default/job-1"',
        events: [{ kind: 'pod.evictionFailed', pod: named, error: 'timeout waiting to kill pod' }],
      },
    ],
  },
  {
    id: 'probe.failed',
    v: 1,
    files: ['prober.go'],
    messages: ['Probe failed'],
    pattern: /^(\w+) probe for "([^":]+):([^"]*)" failed \(\w+\): ([\s\S]*)$/,
    since: 9,
    until: undefined,
    read: (record, [, probe, pod, container, output], refs) => [
      {
        kind: 'probe.failed',
        pod: pod === undefined ? podOf(record, refs) : byFormat(pod),
        probe: probe ?? record.field('probeType') ?? '',
        container: container ?? record.field('containerName') ?? '',
        output: output ?? record.field('output') ?? '',
      },
    ],
    samples: [
      {
        line: `I0823 11:32:48.346714    3901 prober.go:117] Liveness probe for "job-1_default(${uid}):app" failed (failure): no such file`,
        events: [
          {
            kind: 'probe.failed',
            pod: job,
            probe: 'Liveness',
            container: 'app',
            output: 'no such file',
          },
        ],
      },
      {
        line: `I1121 09:32:48.346714   21879 prober.go:120] "Probe failed" probeType="Liveness" pod="default/job-1" podUID="${uid}" containerName="app" probeResult="failure" output="no such file"`,
        events: [
          {
            kind: 'probe.failed',
            pod: job,
            probe: 'Liveness',
            container: 'app',
            output: 'no such file',
          },
        ],
      },
    ],
  },
  {
    id: 'mirror.step',
    v: 0,
    files: ['mirror_client.go', 'kubelet.go'],
    messages: [
      'Deleting a mirror pod',
      'Creating a mirror pod for static pod',
      'Trying to delete pod',
    ],
    pattern:
      /^(?:Deleting a mirror pod|Trying to delete pod|Creating a mirror pod for static pod) "?([a-z0-9.-]+_[a-z0-9-]+)/,
    since: 9,
    until: undefined,
    read: (record, [, pod]) => {
      const { namespace, name } = pod === undefined ? podOf(record) : byFullName(pod);
      return [
        {
          kind: 'mirror',
          pod: { uid: undefined, namespace, name },
          step: record.message.startsWith('Creating') ? 'created' : 'deleted',
        },
      ];
    },
    samples: [
      {
        line: 'I1121 09:36:20.000000   27310 kubelet.go:3190] "Creating a mirror pod for static pod" pod="default/job-1"',
        events: [{ kind: 'mirror', pod: named, step: 'created' }],
      },
      {
        line: `I0823 11:36:20.000000    3901 kubelet.go:1609] Creating a mirror pod for static pod "job-1_default(${uid})"`,
        events: [{ kind: 'mirror', pod: named, step: 'created' }],
      },
    ],
  },
  {
    id: 'events.occurred',
    v: 3,
    files: ['event.go'],
    messages: ['Event occurred'],
    since: 19,
    until: undefined,
    read: (record) =>
      record.field('kind') === 'Pod'
        ? [
            {
              kind: 'pod.event',
              pod: byKey(record.field('object')),
              reason: record.field('reason') ?? '',
              message: record.field('message') ?? '',
              warning: record.field('type') === 'Warning',
              ...containerAt(record.field('fieldPath')),
            },
          ]
        : [],
    samples: [
      {
        line: 'I1121 09:35:50.761779   27310 event.go:389] "Event occurred" object="default/job-1" fieldPath="spec.containers{app}" kind="Pod" apiVersion="v1" type="Normal" reason="Started" message="Started container app"',
        events: [
          {
            kind: 'pod.event',
            pod: named,
            reason: 'Started',
            message: 'Started container app',
            warning: false,
            container: 'app',
          },
        ],
      },
    ],
  },
  {
    id: 'events.occurredText',
    v: 3,
    files: ['event.go'],
    pattern:
      /^Event\(v1\.ObjectReference\{Kind:"Pod", Namespace:"([^"]*)", Name:"([^"]*)", UID:"([^"]*)"(?:.* FieldPath:"([^"]*)")?.*\}\): type: '(\w+)' reason: '(\w+)' ([\s\S]*)$/,
    since: 9,
    until: 18,
    read: (_, [, namespace, name, id, path, type, reason = '', message = '']) => [
      {
        kind: 'pod.event',
        pod: { uid: asUid(id), namespace, name },
        reason,
        message,
        warning: type === 'Warning',
        ...containerAt(path),
      },
    ],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 event.go:258] Event(v1.ObjectReference{Kind:"Pod", Namespace:"default", Name:"job-1", UID:"${uid}", APIVersion:"v1", ResourceVersion:"1", FieldPath:"spec.containers{app}"}): type: 'Normal' reason: 'Started' Started container app`,
        events: [
          {
            kind: 'pod.event',
            pod: job,
            reason: 'Started',
            message: 'Started container app',
            warning: false,
            container: 'app',
          },
        ],
      },
    ],
  },
  {
    id: 'neighbours.mention',
    v: 0,
    files: ['cpu_manager.go', 'memory_manager.go', 'topology_manager.go'],
    messages: ['Topology Admit Handler'],
    since: 21,
    until: undefined,
    read: readMention,
    samples: [
      {
        line: `I0301 10:00:00.000001    1200 topology_manager.go:215] "Topology Admit Handler" podUID="${uid}" podNamespace="default" podName="job-1"`,
        events: [{ kind: 'mention', pod: job }],
      },
    ],
  },
  {
    id: 'neighbours.resources',
    v: 3,
    files: ['state_mem.go', 'status_manager.go'],
    messages: ['Updated pod resource information', 'Updated container resource information'],
    since: 27,
    until: undefined,
    read: readMention,
    samples: [
      {
        line: `I1121 09:35:50.567102   27310 state_mem.go:96] "Updated pod resource information" podUID="${uid}" information={"ContainerResources":{"app":{}}}`,
        events: [{ kind: 'mention', pod: onlyUid }],
      },
    ],
  },
  {
    // A static pod that is replaced before it started is named by nothing else.
    id: 'neighbours.ending',
    v: 3,
    files: ['kubelet.go', 'pod_workers.go'],
    messages: ['Pod has been deleted and must be killed', 'Cancelling current pod sync'],
    since: 22,
    until: undefined,
    read: readMention,
    samples: [
      {
        line: `I1121 09:35:56.000001   27310 kubelet.go:2386] "Pod has been deleted and must be killed" pod="default/job-1" podUID="${uid}"`,
        events: [{ kind: 'mention', pod: job }],
      },
      {
        line: `I1121 09:35:56.000002   27310 pod_workers.go:993] "Cancelling current pod sync" pod="default/job-1" podUID="${uid}" workType="terminating"`,
        events: [{ kind: 'mention', pod: job }],
      },
    ],
  },
];

/** `spec.containers{app}`: the container that an event is about. */
function containerAt(path: string | undefined): { readonly container?: string } {
  const container = /^spec\.\w*[cC]ontainers\{([^}]+)\}$/.exec(path ?? '')?.[1];
  return container === undefined ? {} : { container };
}

/** Lines that move nothing, but tie a UID to a name or to a moment. */
function readMention(record: LogRecord): KubeletEvent[] {
  const pod = podOf(record);
  const ref = {
    uid: pod.uid ?? asUid(record.field('podUID')),
    namespace: pod.namespace ?? record.field('podNamespace'),
    name: pod.name ?? record.field('podName'),
  };
  return ref.uid === undefined ? [] : [{ kind: 'mention', pod: ref }];
}
