// Evidence of the sync loop: what it took from its channels (pkg/kubelet/kubelet.go, syncLoop and syncLoopIteration).
import { LineTemplate } from '../../log/lineTemplate.ts';
import type { LogRecord } from '../../log/record.ts';
import type { ConfigOp, KubeletEvent, PlegType } from '../event.ts';
import { byFormat, byKey, findFormat, formatList, podOf, type PodRefs } from './reference.ts';
import type { Rule } from './rule.ts';

const web = { uid: undefined, namespace: 'default', name: 'web-0' };
const uid = '41a1f5a8-9d63-4b4c-8f0b-0c1de6ab3d52';
const ops: readonly ConfigOp[] = ['ADD', 'UPDATE', 'DELETE', 'REMOVE', 'RECONCILE'];

/** By the message of a structured line. */
const opOf: ReadonlyMap<string, ConfigOp> = new Map(ops.map((op) => [`SyncLoop ${op}`, op]));

const configLine = new LineTemplate(' source="', '" pods=', '');
const plegLine = new LineTemplate(' pod="', '" event={"ID":"', '","Type":"', '","Data":"', '"}');

function config(record: LogRecord, _: readonly string[], refs: PodRefs): readonly KubeletEvent[] {
  const op = opOf.get(record.message);
  if (op === undefined) return [];
  const [source, pods] = record.values(configLine) ?? [
    record.field('source'),
    record.field('pods'),
  ];
  return [{ kind: 'config', op, source: source ?? '', pods: refs.list(pods) }];
}

/** µs; 0 where the line doesn't tell. */
function tookOf(record: LogRecord): number {
  const text = record.field('actual') ?? `${record.field('seconds') ?? '0'}s`;
  const m = /^(?:(\d+)h)?(?:(\d+)m)?([\d.]+)s$/.exec(text);
  const [hours, minutes, seconds] = [m?.[1], m?.[2], m?.[3]].map((part) => Number(part ?? 0));
  return Math.round(((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1e6);
}

export const syncLoopRules: readonly Rule[] = [
  {
    id: 'syncLoop.config',
    v: 2,
    files: ['kubelet.go'],
    messages: [...opOf.keys()],
    since: 21,
    until: undefined,
    read: config,
    samples: [
      {
        line: 'I1121 09:32:42.165338   21879 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-0"]',
        events: [{ kind: 'config', op: 'ADD', source: 'api', pods: [web] }],
      },
      {
        line: 'I1121 09:06:51.099666   24759 kubelet.go:2133] "SyncLoop DELETE" source="api" pods=[default/web-0 kube-system/dns-1]',
        events: [
          {
            kind: 'config',
            op: 'DELETE',
            source: 'api',
            pods: [web, { uid: undefined, namespace: 'kube-system', name: 'dns-1' }],
          },
        ],
      },
      {
        line: 'I0301 10:00:00.000001    1200 kubelet.go:2090] "SyncLoop REMOVE" source="file" pods="[default/web-0]"',
        events: [{ kind: 'config', op: 'REMOVE', source: 'file', pods: [web] }],
      },
      {
        line: 'I1121 09:32:24.935701   21879 kubelet.go:2515] "SyncLoop ADD" source="file" pods=[]',
        events: [{ kind: 'config', op: 'ADD', source: 'file', pods: [] }],
      },
    ],
  },
  {
    id: 'syncLoop.configText',
    v: 2,
    files: ['kubelet.go'],
    pattern: /^SyncLoop \((ADD|UPDATE|DELETE|REMOVE|RECONCILE), "([^"]*)"\): "(.*)"$/,
    since: 9,
    until: 20,
    read: (_, [, name, source = '', pods = '']) => {
      const op = opOf.get(`SyncLoop ${name ?? ''}`);
      return op === undefined ? [] : [{ kind: 'config', op, source, pods: formatList(pods) }];
    },
    samples: [
      {
        line: `I0321 09:27:42.000000    1200 kubelet.go:1910] SyncLoop (UPDATE, "api"): "web-0_default(${uid}):DeletionTimestamp=2019-03-21T09:27:42Z"`,
        events: [{ kind: 'config', op: 'UPDATE', source: 'api', pods: [{ ...web, uid }] }],
      },
    ],
  },
  {
    id: 'syncLoop.unready',
    v: 2,
    files: ['kubelet.go'],
    messages: ['Failed to delete pod'],
    since: 21,
    until: undefined,
    read: (record, _, refs) =>
      (record.field('err') ?? '').includes("sources aren't ready")
        ? [{ kind: 'config.unready', pod: podOf(record, refs) }]
        : [],
    samples: [
      {
        line: 'I1121 09:59:21.089450    2146 kubelet.go:2848] "Failed to delete pod" pod="default/web-0" err="skipping delete because sources aren\'t ready yet"',
        events: [{ kind: 'config.unready', pod: web }],
      },
    ],
  },
  {
    // deletePod refuses before it asks anybody to end the pod; what else fails there has other words.
    id: 'syncLoop.unreadyText',
    v: 2,
    files: ['kubelet.go'],
    pattern:
      /^Failed to delete pod "([^"]*)", err: skipping delete because sources aren't ready yet$/,
    since: 9,
    until: 20,
    read: (_, [, pod = '']) => [{ kind: 'config.unready', pod: byFormat(pod) }],
    samples: [
      {
        line: `I0321 09:27:42.000000    1200 kubelet.go:2140] Failed to delete pod "web-0_default(${uid})", err: skipping delete because sources aren't ready yet`,
        events: [{ kind: 'config.unready', pod: { ...web, uid } }],
      },
    ],
  },
  {
    id: 'syncLoop.pleg',
    v: 2,
    files: ['kubelet.go'],
    messages: ['SyncLoop (PLEG): event for pod'],
    since: 21,
    until: undefined,
    read: plegMembers,
    samples: [
      {
        line: `I1121 09:32:42.905526   21879 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web-0" event={"ID":"${uid}","Type":"ContainerStarted","Data":"1070614e4c7cd9903de1c5c55b0d010a1ebaeda59e12c9d15ad9c6a10d457b4b"}`,
        events: [
          {
            kind: 'pleg.event',
            pod: { ...web, uid },
            type: 'ContainerStarted',
            id: '1070614e4c7cd9903de1c5c55b0d010a1ebaeda59e12c9d15ad9c6a10d457b4b',
          },
        ],
      },
      {
        line: `I1121 09:06:45.241817   24759 kubelet.go:2155] "SyncLoop (PLEG): event for pod" pod="default/web-0" event=&{ID:${uid} Type:ContainerDied Data:692340170c8721b6cb7ccb7e763ca1096ad1f8b6f51c84e6fd6e8f9569171771}`,
        events: [
          {
            kind: 'pleg.event',
            pod: { ...web, uid },
            type: 'ContainerDied',
            id: '692340170c8721b6cb7ccb7e763ca1096ad1f8b6f51c84e6fd6e8f9569171771',
          },
        ],
      },
    ],
  },
  {
    id: 'syncLoop.plegText',
    v: 2,
    files: ['kubelet.go'],
    pattern: /^SyncLoop \(PLEG\): "([^"]*)", event: (.*)$/,
    since: 9,
    until: 20,
    read: (_, [, pod = '', event = '']) => {
      const { namespace, name } = byFormat(pod);
      return plegEvent(event, name === undefined ? undefined : `${namespace ?? ''}/${name}`);
    },
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kubelet.go:1953] SyncLoop (PLEG): "web-0_default(${uid})", event: &pleg.PodLifecycleEvent{ID:"${uid}", Type:"ContainerDied", Data:"692340170c8721b6cb7ccb7e763ca1096ad1f8b6f51c84e6fd6e8f9569171771"}`,
        events: [
          {
            kind: 'pleg.event',
            pod: { ...web, uid },
            type: 'ContainerDied',
            id: '692340170c8721b6cb7ccb7e763ca1096ad1f8b6f51c84e6fd6e8f9569171771',
          },
        ],
      },
    ],
  },
  {
    id: 'syncLoop.plegIgnored',
    v: 4,
    files: ['kubelet.go'],
    messages: ['SyncLoop (PLEG): pod does not exist, ignore irrelevant event'],
    pattern: /^SyncLoop \(PLEG\): ignore irrelevant event: (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, event]) =>
      plegEvent(event ?? record.field('event') ?? '', undefined).map((one) => ({
        kind: 'mention',
        pod: 'pod' in one ? one.pod : byKey(undefined),
      })),
    samples: [
      {
        line: `I1121 09:32:42.905526   21879 kubelet.go:2550] "SyncLoop (PLEG): pod does not exist, ignore irrelevant event" event={"ID":"${uid}","Type":"ContainerDied","Data":"1070614e4c7cd9903de1c5c55b0d010a1ebaeda59e12c9d15ad9c6a10d457b4b"}`,
        events: [{ kind: 'mention', pod: { uid, namespace: undefined, name: undefined } }],
      },
    ],
  },
  {
    id: 'syncLoop.probe',
    v: 1,
    files: ['kubelet.go'],
    messages: ['SyncLoop (probe)'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [
      {
        kind: 'loop.probe',
        probe: record.field('probe') ?? '',
        status: record.field('status') ?? '',
        pod: podOf(record, refs),
      },
    ],
    samples: [
      {
        line: 'I1121 09:32:49.335613   21879 kubelet.go:2634] "SyncLoop (probe)" probe="liveness" status="unhealthy" pod="default/web-0"',
        events: [{ kind: 'loop.probe', probe: 'liveness', status: 'unhealthy', pod: web }],
      },
    ],
  },
  {
    // dispatchWork in kubelet.go: it wakes no worker for a pod that is Succeeded or Failed.
    id: 'syncLoop.completed',
    v: 4,
    files: ['kubelet.go'],
    messages: [
      'Pod has completed and its containers have been terminated, ignoring remaining sync work',
    ],
    pattern: /^Pod "([^"]*)" has completed, ignoring remaining sync work: /,
    since: 16,
    until: 21,
    read: (record, [, pod], refs) => [
      { kind: 'loop.completed', pod: pod === undefined ? podOf(record, refs) : byFormat(pod) },
    ],
    samples: [
      {
        line: 'I0302 08:02:00.002031   21138 kubelet.go:2044] "Pod has completed and its containers have been terminated, ignoring remaining sync work" pod="default/web-0" syncType="sync"',
        events: [{ kind: 'loop.completed', pod: web }],
      },
      {
        line: `I0321 09:27:43.000000    1200 kubelet.go:2041] Pod "web-0_default(${uid})" has completed, ignoring remaining sync work: sync`,
        events: [{ kind: 'loop.completed', pod: { ...web, uid } }],
      },
    ],
  },
  {
    id: 'syncLoop.unhealthyText',
    v: 1,
    files: ['kubelet.go'],
    pattern: /^SyncLoop \(container unhealthy\): "([^"]*)"$/,
    since: 9,
    until: 20,
    read: (_, [, pod = '']) => [
      { kind: 'loop.probe', probe: 'liveness', status: 'unhealthy', pod: byFormat(pod) },
    ],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kubelet.go:1980] SyncLoop (container unhealthy): "web-0_default(${uid})"`,
        events: [
          { kind: 'loop.probe', probe: 'liveness', status: 'unhealthy', pod: { ...web, uid } },
        ],
      },
    ],
  },
  {
    id: 'syncLoop.sync',
    v: 4,
    files: ['kubelet.go'],
    messages: ['SyncLoop (SYNC) pods'],
    since: 21,
    until: undefined,
    read: (record, _, refs) => [{ kind: 'loop.sync', pods: refs.list(record.field('pods')) }],
    samples: [
      {
        line: 'I1121 09:35:55.082726   27310 kubelet.go:2565] "SyncLoop (SYNC) pods" total=1 pods=["default/web-0"]',
        events: [{ kind: 'loop.sync', pods: [web] }],
      },
    ],
  },
  {
    id: 'syncLoop.syncText',
    v: 4,
    files: ['kubelet.go'],
    pattern: /^SyncLoop \(SYNC\): \d+ pods; (.*)$/,
    since: 9,
    until: 20,
    read: (_, [, pods = '']) => [{ kind: 'loop.sync', pods: formatList(pods) }],
    samples: [
      {
        line: `I0321 09:27:43.000000    1200 kubelet.go:1962] SyncLoop (SYNC): 1 pods; web-0_default(${uid})`,
        events: [{ kind: 'loop.sync', pods: [{ ...web, uid }] }],
      },
    ],
  },
  {
    id: 'syncLoop.housekeeping',
    v: 4,
    files: ['kubelet.go'],
    messages: ['SyncLoop (housekeeping)', 'SyncLoop (housekeeping) end'],
    pattern: /^SyncLoop \(housekeeping\)$/,
    since: 9,
    until: undefined,
    read: (record) => [
      { kind: 'loop.housekeeping', phase: record.message.endsWith('end') ? 'end' : 'begin' },
    ],
    samples: [
      {
        line: 'I1121 09:35:35.080000   27310 kubelet.go:2650] "SyncLoop (housekeeping)"',
        events: [{ kind: 'loop.housekeeping', phase: 'begin' }],
      },
      {
        line: 'I1121 09:35:35.090000   27310 kubelet.go:2663] "SyncLoop (housekeeping) end" duration="9.9ms"',
        events: [{ kind: 'loop.housekeeping', phase: 'end' }],
      },
    ],
  },
  {
    id: 'syncLoop.housekeepingSlow',
    v: 0,
    files: ['kubelet.go'],
    messages: ['Housekeeping took longer than expected', 'Housekeeping took longer than 15s'],
    since: 20,
    until: undefined,
    read: (record) => [{ kind: 'loop.housekeeping', phase: 'end', took: tookOf(record) }],
    samples: [
      {
        line: 'E1121 19:56:24.708100    1951 kubelet.go:2618] "Housekeeping took longer than expected" err="housekeeping took too long" expected="1s" actual="1m16.5s"',
        events: [{ kind: 'loop.housekeeping', phase: 'end', took: 76_500_000 }],
      },
      {
        line: 'E1121 20:01:12.444058     218 kubelet.go:2211] "Housekeeping took longer than 15s" err="housekeeping took too long" seconds=46.25',
        events: [{ kind: 'loop.housekeeping', phase: 'end', took: 46_250_000 }],
      },
    ],
  },
  {
    id: 'syncLoop.skipped',
    v: 0,
    files: ['kubelet.go'],
    messages: ['Skipping pod synchronization'],
    pattern: /^skipping pod synchronization - (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [
      { kind: 'loop.skip', reason: (text ?? record.field('err') ?? '').replace(/^\[|\]$/g, '') },
    ],
    samples: [
      {
        line: 'E1121 09:32:24.835098   21879 kubelet.go:2452] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"',
        events: [
          {
            kind: 'loop.skip',
            reason:
              'container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful',
          },
        ],
      },
      {
        line: 'I0321 09:27:43.000000    1200 kubelet.go:1799] skipping pod synchronization - [container runtime is down]',
        events: [{ kind: 'loop.skip', reason: 'container runtime is down' }],
      },
    ],
  },
  {
    id: 'syncLoop.started',
    v: 0,
    files: ['kubelet.go'],
    messages: ['Starting kubelet main sync loop'],
    pattern: /^Starting kubelet main sync loop\.$/,
    since: 9,
    until: undefined,
    read: () => [{ kind: 'process.loopStarted' }],
    samples: [
      {
        line: 'I1121 09:32:24.834386   21879 kubelet.go:2428] "Starting kubelet main sync loop"',
        events: [{ kind: 'process.loopStarted' }],
      },
    ],
  },
  {
    id: 'syncLoop.networkNotReady',
    v: 0,
    files: ['kubelet.go'],
    messages: ['Container runtime network not ready'],
    pattern: /^Container runtime network not ready: (.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, text]) => [
      { kind: 'network.notReady', error: text ?? record.field('networkReady') ?? '' },
    ],
    samples: [
      {
        line: 'E1121 09:33:47.586856   26449 kubelet.go:3011] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"',
        events: [
          {
            kind: 'network.notReady',
            error:
              'NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
          },
        ],
      },
    ],
  },
  {
    id: 'syncLoop.admissionDenied',
    v: 0,
    // From 1.31 to 1.33 the denial stood in kubelet.go.
    files: ['allocation_manager.go', 'kubelet.go', 'predicate.go', 'eviction_manager.go'],
    messages: [
      'Pod admission denied',
      'Failed to admit pod',
      'Failed to admit pod to node',
      'Predicate failed on Pod',
      'Failed to admit pod, GeneralPredicates failed',
      'Failed to admit pod, unexpected error while attempting to recover from admission failure',
      'Failed to admit pod: GeneralPredicates failed due to unknown reason, which is unexpected',
    ],
    pattern: /^(?:Failed to admit pod|Predicate failed on Pod:) (\S+?),? (?:- |for reason: )(.*)$/,
    since: 9,
    until: undefined,
    read: (record, [, pod, why]) => [
      {
        kind: 'admission.denied',
        pod: pod === undefined ? podOf(record) : (findFormat(pod) ?? byKey(undefined)),
        reason:
          why ?? record.field('reason') ?? record.field('message') ?? record.field('err') ?? '',
      },
    ],
    samples: [
      {
        line: `I1121 09:40:00.000000    3936 allocation_manager.go:812] "Pod admission denied" podUID="${uid}" pod="default/web-0" reason="OutOfcpu" message="Node didn't have enough resource: cpu"`,
        events: [{ kind: 'admission.denied', pod: { ...web, uid }, reason: 'OutOfcpu' }],
      },
      {
        line: `I1121 09:40:00.000000    3936 kubelet.go:2351] "Pod admission denied" podUID="${uid}" pod="default/web-0" reason="OutOfpods" message="Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110"`,
        events: [{ kind: 'admission.denied', pod: { ...web, uid }, reason: 'OutOfpods' }],
      },
    ],
  },
];

/** One PLEG event of a structured line. */
function plegMembers(
  record: LogRecord,
  _: readonly string[],
  refs: PodRefs,
): readonly KubeletEvent[] {
  const [name, uid = '', typed, data = ''] = record.values(plegLine) ?? [
    record.field('pod'),
    record.member('event', 'ID'),
    record.member('event', 'Type'),
    record.member('event', 'Data'),
  ];
  const type = asPlegType(typed);
  const pod = refs.key(name, uid);
  if (type === undefined || (pod.uid === undefined && !/^[0-9a-f-]{32,36}$/.test(uid))) return [];
  return [{ kind: 'pleg.event', pod, type, id: refs.id(data) }];
}

/** One PLEG event, as JSON (1.28 on, and JSON logs), `&{ID:… Type:… Data:…}` (1.21 to 1.27) or `&pleg.PodLifecycleEvent{…}`. */
function plegEvent(text: string, key: string | undefined): readonly KubeletEvent[] {
  const m =
    /"?ID"?:\s?"?([0-9a-f-]{32,36})"?,? ?"?Type"?:\s?"?(\w+)"?,? ?"?Data"?:\s?(?:interface \{\}\()?"?([0-9a-f]{12,64})?/.exec(
      text,
    );
  const type = asPlegType(m?.[2]);
  if (m === null || type === undefined) return [];
  return [{ kind: 'pleg.event', pod: byKey(key, m[1]), type, id: m[3] ?? '' }];
}

function asPlegType(text: string | undefined): PlegType | undefined {
  switch (text) {
    case 'ContainerStarted':
    case 'ContainerDied':
    case 'ContainerRemoved':
    case 'ContainerChanged':
    case 'PodSync':
      return text;
    default:
      return undefined;
  }
}
