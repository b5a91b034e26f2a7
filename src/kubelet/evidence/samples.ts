// Evidence of the kubelet's endpoints, asked while it ran: what it listed, ran and counted at a moment. A sample is a line of JSON beside the
// log (base/sample.ts), these are its members:
// - `Sample of /pods`, `Sample of /runningpods/`: `pods`, a list of {uid, namespace, name, source?, deleted?, phase?, containers: [{name, id?,
//   state: waiting | running | terminated, exitCode?}]};
// - `Sample of /metrics`: `metrics`, names with their labels as the endpoint prints them → numbers.
import { sampleMessage } from '../../base/sample.ts';
import type { LogRecord } from '../../log/record.ts';
import type {
  KubeletEvent,
  SampledContainer,
  SampledPod,
  SampleEvent,
  WorkType,
} from '../event.ts';
import { asUid, bareId } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '9af57a45-43e1-44f4-9fd6-7eae624ad432';
const id = '39e923af7bc703ee63dac6dad33d1400905510cbb7ff913fcae5f1e95d52f6bc';

export function isSampleEvent(event: KubeletEvent): event is SampleEvent {
  const { kind } = event;
  return kind === 'sample.pods' || kind === 'sample.running' || kind === 'sample.metrics';
}

/** A member of a line as it stood: lists of pods would else be read as references. */
function member(record: LogRecord, key: string): unknown {
  const raw = record.fields.find((field) => field.key === key)?.raw;
  try {
    return raw === undefined ? undefined : JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function textOf(value: unknown, key: string): string | undefined {
  const text = get(value, key);
  return typeof text === 'string' ? text : undefined;
}

function podsOf(record: LogRecord): readonly SampledPod[] | undefined {
  const list = member(record, 'pods');
  return Array.isArray(list) ? list.map(podOf) : undefined;
}

function podOf(pod: unknown): SampledPod {
  const containers = get(pod, 'containers');
  return {
    pod: {
      uid: asUid(textOf(pod, 'uid')),
      namespace: textOf(pod, 'namespace'),
      name: textOf(pod, 'name'),
    },
    source: textOf(pod, 'source'),
    deleted: get(pod, 'deleted') === true,
    phase: textOf(pod, 'phase'),
    containers: Array.isArray(containers) ? containers.map(containerOf) : [],
  };
}

function containerOf(container: unknown): SampledContainer {
  const state = textOf(container, 'state');
  const exitCode = get(container, 'exitCode');
  return {
    name: textOf(container, 'name') ?? '',
    id: bareId(textOf(container, 'id')),
    state: state === 'running' || state === 'terminated' ? state : 'waiting',
    exitCode: typeof exitCode === 'number' ? exitCode : undefined,
  };
}

/** Sums over the other labels, by the label `lifecycle`; undefined before 1.27. */
function workingPods(metrics: object): Record<WorkType, number> | undefined {
  let working: Record<WorkType, number> | undefined;
  for (const [name, value] of Object.entries(metrics)) {
    const lifecycle = /^kubelet_working_pods\{.*lifecycle="(sync|terminating|terminated)"/.exec(
      name,
    );
    if (lifecycle === null || typeof value !== 'number') continue;
    working ??= { sync: 0, terminating: 0, terminated: 0 };
    const [, state] = lifecycle;
    if (state === 'sync' || state === 'terminating' || state === 'terminated')
      working[state] += value;
  }
  return working;
}

function metricsOf(record: LogRecord): readonly KubeletEvent[] {
  const metrics = member(record, 'metrics');
  if (typeof metrics !== 'object' || metrics === null) return [];
  const value = (name: string): number | undefined => {
    const number = get(metrics, `kubelet_pleg_${name}`);
    return typeof number === 'number' ? number : undefined;
  };
  const count = value('relist_duration_seconds_count');
  const seconds = value('relist_duration_seconds_sum');
  return [
    {
      kind: 'sample.metrics',
      working: workingPods(metrics),
      lastRelist: value('last_seen_seconds'),
      relists: count === undefined || seconds === undefined ? undefined : { count, seconds },
    },
  ];
}

const listed: SampledPod = {
  pod: { uid, namespace: 'default', name: 'web-2' },
  source: 'api',
  deleted: true,
  phase: 'Running',
  containers: [{ name: 'main', id, state: 'terminated', exitCode: 0 }],
};

export const sampleRules: readonly Rule[] = [
  {
    id: 'sample.pods',
    v: 0,
    files: [''],
    messages: [sampleMessage('/pods')],
    since: 9,
    until: undefined,
    read: (record) => {
      const pods = podsOf(record);
      return pods === undefined ? [] : [{ kind: 'sample.pods', listed: pods }];
    },
    samples: [
      {
        line: `{"ts":1795259636815.2,"msg":"Sample of /pods","v":0,"pods":[{"uid":"${uid}","namespace":"default","name":"web-2","source":"api","deleted":true,"phase":"Running","containers":[{"name":"main","id":"containerd://${id}","state":"terminated","exitCode":0}]}]}`,
        events: [{ kind: 'sample.pods', listed: [listed] }],
      },
    ],
  },
  {
    id: 'sample.running',
    v: 0,
    files: [''],
    messages: [sampleMessage('/runningpods/')],
    since: 9,
    until: undefined,
    read: (record) => {
      const pods = podsOf(record);
      return pods === undefined ? [] : [{ kind: 'sample.running', listed: pods }];
    },
    samples: [
      {
        line: `{"ts":1795259636815.2,"msg":"Sample of /runningpods/","v":0,"pods":[]}`,
        events: [{ kind: 'sample.running', listed: [] }],
      },
    ],
  },
  {
    id: 'sample.metrics',
    v: 0,
    files: [''],
    messages: [sampleMessage('/metrics')],
    since: 9,
    until: undefined,
    read: metricsOf,
    samples: [
      {
        line: String.raw`{"ts":1795259636815.2,"msg":"Sample of /metrics","v":0,"metrics":{"kubelet_pleg_last_seen_seconds":1795259636,"kubelet_pleg_relist_duration_seconds_sum":0.5,"kubelet_pleg_relist_duration_seconds_count":40,"kubelet_working_pods{config=\"desired\",lifecycle=\"sync\",static=\"\"}":2,"kubelet_working_pods{config=\"orphan\",lifecycle=\"sync\",static=\"\"}":1,"kubelet_working_pods{config=\"desired\",lifecycle=\"terminated\",static=\"\"}":4}}`,
        events: [
          {
            kind: 'sample.metrics',
            working: { sync: 3, terminating: 0, terminated: 4 },
            lastRelist: 1_795_259_636,
            relists: { count: 40, seconds: 0.5 },
          },
        ],
      },
    ],
  },
];
