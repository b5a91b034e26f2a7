// Evidence of the kubelet's endpoints, asked while it ran: what it listed, ran and counted at a moment. A sample is a line of JSON beside the
// log (base/sample.ts), these are its members:
// - `Sample of /pods`, `Sample of /runningpods/`: `pods`, a list of {uid, namespace, name, source?, deleted?, phase?, containers: [{name, id?,
//   state: waiting | running | terminated, exitCode?, image?, imageId?}]};
// - `Sample of /metrics`: `metrics`, names with their labels as the endpoint prints them → numbers;
// - `Sample of /metrics/probes`: `probes`, a list of {uid, namespace, name, container, probe: Liveness | Readiness | Startup, successful,
//   failed, unknown}, how often each has said so;
// - `Sample of /stats/summary`: `stats`, {memory: {available, used}, disk and imageDisk: {available, capacity, inodes, inodesFree}, processes:
//   {used, most}}, in bytes and numbers, each of them optional;
// - `Sample of /configz`: `config` with `verbosity`; `Sample of /statusz`: `status` with `version`; `Sample of /flagz`: `flags` with `v`.
// Each may have `node`, of which kubelet it is.
import { sampleMessage } from '../../base/sample.ts';
import type { LogRecord } from '../../log/record.ts';
import type {
  KubeletEvent,
  NodeStats,
  SampledContainer,
  SampledPod,
  SampledProbe,
  SampleEvent,
  WorkType,
} from '../event.ts';
import { asUid, bareId } from './reference.ts';
import type { Rule } from './rule.ts';

const uid = '9af57a45-43e1-44f4-9fd6-7eae624ad432';
const id = '39e923af7bc703ee63dac6dad33d1400905510cbb7ff913fcae5f1e95d52f6bc';

export function isSampleEvent(event: KubeletEvent): event is SampleEvent {
  return isSampled.has(event.kind);
}

export const sampleKinds: readonly SampleEvent['kind'][] = [
  'sample.pods',
  'sample.running',
  'sample.metrics',
  'sample.probes',
  'sample.goroutines',
  'sample.stats',
  'sample.process',
];

const isSampled: ReadonlySet<KubeletEvent['kind']> = new Set(sampleKinds);

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
    ...given('image', textOf(container, 'image')),
    ...given('imageId', textOf(container, 'imageId')),
  };
}

function given(key: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined || value === '' ? {} : { [key]: value };
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

function metricsOf(record: LogRecord): SampleEvent | undefined {
  const metrics = member(record, 'metrics');
  if (typeof metrics !== 'object' || metrics === null) return undefined;
  const value = (name: string): number | undefined => {
    const number = get(metrics, `kubelet_pleg_${name}`);
    return typeof number === 'number' ? number : undefined;
  };
  const count = value('relist_duration_seconds_count');
  const seconds = value('relist_duration_seconds_sum');
  return {
    kind: 'sample.metrics',
    working: workingPods(metrics),
    lastRelist: value('last_seen_seconds'),
    relists: count === undefined || seconds === undefined ? undefined : { count, seconds },
  };
}

function numberOf(value: unknown, key: string): number | undefined {
  const number = get(value, key);
  return typeof number === 'number' && number >= 0 ? number : undefined;
}

function probesOf(record: LogRecord): SampleEvent | undefined {
  const list = member(record, 'probes');
  return Array.isArray(list) ? { kind: 'sample.probes', probes: list.map(probeOf) } : undefined;
}

function probeOf(probe: unknown): SampledProbe {
  return {
    pod: {
      uid: asUid(textOf(probe, 'uid')),
      namespace: textOf(probe, 'namespace'),
      name: textOf(probe, 'name'),
    },
    container: textOf(probe, 'container') ?? '',
    probe: textOf(probe, 'probe') ?? '',
    successful: numberOf(probe, 'successful') ?? 0,
    failed: numberOf(probe, 'failed') ?? 0,
    unknown: numberOf(probe, 'unknown') ?? 0,
  };
}

function statsOf(record: LogRecord): SampleEvent | undefined {
  const stats = nodeStatsOf(member(record, 'stats'));
  return stats === undefined ? undefined : { kind: 'sample.stats', stats };
}

/** What the member `stats` of a sample of `/stats/summary` says. */
export function nodeStatsOf(stats: unknown): NodeStats | undefined {
  if (typeof stats !== 'object' || stats === null) return undefined;
  const disk = ['available', 'capacity', 'inodes', 'inodesFree'];
  return {
    memory: numbersOf(get(stats, 'memory'), ['available', 'used']),
    disk: numbersOf(get(stats, 'disk'), disk),
    imageDisk: numbersOf(get(stats, 'imageDisk'), disk),
    processes: numbersOf(get(stats, 'processes'), ['used', 'most']),
  };
}

function numbersOf(
  from: unknown,
  keys: readonly string[],
): Readonly<Record<string, number>> | undefined {
  if (typeof from !== 'object' || from === null) return undefined;
  const found = keys.flatMap((key) => {
    const value = numberOf(from, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}

function processOf(record: LogRecord): SampleEvent | undefined {
  const version = textOf(member(record, 'status'), 'version');
  const flag = textOf(member(record, 'flags'), 'v');
  const verbosity = numberOf(member(record, 'config'), 'verbosity') ?? Number(flag ?? NaN);
  const told = {
    version: version === undefined ? undefined : `v${version.replace(/^v/, '')}`,
    verbosity: Number.isNaN(verbosity) ? undefined : verbosity,
  };
  if (told.version === undefined && told.verbosity === undefined) return undefined;
  return { kind: 'sample.process', ...told };
}

/** The rule of one endpoint; what it reads tells of which node it is. */
export function ruleOf(
  id: SampleEvent['kind'],
  endpoints: readonly string[],
  readBody: (record: LogRecord) => SampleEvent | undefined,
  samples: Rule['samples'],
): Rule {
  return {
    id,
    v: 0,
    files: [''],
    messages: endpoints.map(sampleMessage),
    since: 9,
    until: undefined,
    read(record) {
      const event = readBody(record);
      if (event === undefined) return [];
      const node = record.fields.find(({ key }) => key === 'node')?.value;
      return [typeof node === 'string' && node !== '' ? { ...event, node } : event];
    },
    samples,
  };
}

function listOf(kind: 'sample.pods' | 'sample.running') {
  return (record: LogRecord): SampleEvent | undefined => {
    const listed = podsOf(record);
    return listed === undefined ? undefined : { kind, listed };
  };
}

const listed: SampledPod = {
  pod: { uid, namespace: 'default', name: 'web-2' },
  source: 'api',
  deleted: true,
  phase: 'Running',
  containers: [{ name: 'main', id, state: 'terminated', exitCode: 0 }],
};

export const sampleRules: readonly Rule[] = [
  ruleOf('sample.pods', ['/pods'], listOf('sample.pods'), [
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /pods","v":0,"node":"node-a","pods":[{"uid":"${uid}","namespace":"default","name":"web-2","source":"api","deleted":true,"phase":"Running","containers":[{"name":"main","id":"containerd://${id}","state":"terminated","exitCode":0}]}]}`,
      events: [{ kind: 'sample.pods', node: 'node-a', listed: [listed] }],
    },
  ]),
  ruleOf('sample.running', ['/runningpods/'], listOf('sample.running'), [
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /runningpods/","v":0,"pods":[]}`,
      events: [{ kind: 'sample.running', listed: [] }],
    },
  ]),
  ruleOf('sample.metrics', ['/metrics'], metricsOf, [
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
  ]),
  ruleOf('sample.probes', ['/metrics/probes'], probesOf, [
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /metrics/probes","v":0,"probes":[{"uid":"${uid}","namespace":"default","name":"web-2","container":"main","probe":"Liveness","successful":7,"failed":2,"unknown":0}]}`,
      events: [
        {
          kind: 'sample.probes',
          probes: [
            {
              pod: { uid, namespace: 'default', name: 'web-2' },
              ...{ container: 'main', probe: 'Liveness', successful: 7, failed: 2, unknown: 0 },
            },
          ],
        },
      ],
    },
  ]),
  ruleOf('sample.stats', ['/stats/summary'], statsOf, [
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /stats/summary","v":0,"stats":{"memory":{"available":1048576,"used":524288},"disk":{"available":10,"capacity":100},"processes":{"used":130,"most":32768}}}`,
      events: [
        {
          kind: 'sample.stats',
          stats: {
            memory: { available: 1_048_576, used: 524_288 },
            disk: { available: 10, capacity: 100 },
            imageDisk: undefined,
            processes: { used: 130, most: 32_768 },
          },
        },
      ],
    },
  ]),
  ruleOf('sample.process', ['/configz', '/statusz', '/flagz'], processOf, [
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /configz","v":0,"config":{"maxPods":110,"verbosity":4}}`,
      events: [{ kind: 'sample.process', version: undefined, verbosity: 4 }],
    },
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /statusz","v":0,"status":{"up":93,"version":"1.34.2"}}`,
      events: [{ kind: 'sample.process', version: 'v1.34.2', verbosity: undefined }],
    },
    {
      line: `{"ts":1795259636815.2,"msg":"Sample of /flagz","v":0,"flags":{"v":"2"}}`,
      events: [{ kind: 'sample.process', version: undefined, verbosity: 2 }],
    },
  ]),
];
