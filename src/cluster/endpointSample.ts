// What a kubelet's endpoint answered, reduced to what is looked at: no environment, no annotation, no secret comes onto a tape. Pure.
import { sampleLine } from '../base/sample.ts';
import type { Micros } from '../base/time.ts';
import { field, isRecord, jsonOf } from './json.ts';
import { flagsBody, goroutinesBody, metricsBody, probesBody, statusBody } from './textEndpoints.ts';

const bodies = {
  '/pods': podsBody,
  '/runningpods/': podsBody,
  '/metrics': metricsBody,
  '/metrics/probes': probesBody,
  '/stats/summary': statsBody,
  '/configz': configBody,
  '/statusz': statusBody,
  '/flagz': flagsBody,
  '/debug/pprof/goroutine': goroutinesBody,
} as const satisfies Readonly<Record<string, (answer: string) => SampleBody | undefined>>;

type SampleBody = Readonly<Record<string, unknown>>;
export type SampledEndpoint = keyof typeof bodies;

export const sampledEndpoints: readonly string[] = Object.keys(bodies);

export function isSampledEndpoint(text: string): text is SampledEndpoint {
  return Object.hasOwn(bodies, text);
}

/** The answer as a line for a tape, without its line break; undefined when it is none that the endpoint gives. */
export function endpointSample(
  endpoint: SampledEndpoint,
  answer: string,
  at: Micros,
  node?: string,
): string | undefined {
  const body = bodies[endpoint](answer);
  if (body === undefined) return undefined;
  return sampleLine({
    at,
    of: endpoint,
    body: { ...(node === undefined ? {} : { node }), ...body },
  });
}

/** The member `stats` of a sample of `/stats/summary`. */
export function statsIn(answer: string): unknown {
  return statsBody(answer)?.['stats'];
}

function podsBody(text: string): SampleBody | undefined {
  const list = field(jsonOf(text), 'items');
  if (list === null) return { pods: [] };
  return Array.isArray(list) ? { pods: list.map(podOf) } : undefined;
}

function podOf(pod: unknown): SampleBody {
  const metadata = field(pod, 'metadata');
  const status = field(pod, 'status');
  const phase = field(status, 'phase');
  return {
    uid: field(metadata, 'uid'),
    namespace: field(metadata, 'namespace'),
    name: field(metadata, 'name'),
    source: field(field(metadata, 'annotations'), 'kubernetes.io/config.source'),
    deleted: field(metadata, 'deletionTimestamp') === undefined ? undefined : true,
    phase,
    containers: ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
      .flatMap((key) => listOf(field(status, key)))
      .map(containerOf),
  };
}

function containerOf(status: unknown): SampleBody {
  const state = field(status, 'state');
  const ended = field(state, 'terminated');
  return {
    name: field(status, 'name'),
    id: field(status, 'containerID') ?? field(ended, 'containerID'),
    state:
      ended !== undefined
        ? 'terminated'
        : field(state, 'running') !== undefined
          ? 'running'
          : 'waiting',
    exitCode: field(ended, 'exitCode'),
    image: field(status, 'image'),
    imageId: field(status, 'imageID'),
  };
}

/** Of the node alone: what evictions are decided by. */
function statsBody(text: string): SampleBody | undefined {
  const node = field(jsonOf(text), 'node');
  if (!isRecord(node)) return undefined;
  const memory = field(node, 'memory');
  const processes = field(node, 'rlimit');
  return {
    stats: {
      memory: numbers(memory, { available: 'availableBytes', used: 'workingSetBytes' }),
      disk: diskOf(field(node, 'fs')),
      imageDisk: diskOf(field(field(node, 'runtime'), 'imageFs')),
      processes: numbers(processes, { used: 'curproc', most: 'maxpid' }),
    },
  };
}

function diskOf(fs: unknown): SampleBody | undefined {
  const names = { available: 'availableBytes', capacity: 'capacityBytes' };
  return numbers(fs, { ...names, inodes: 'inodes', inodesFree: 'inodesFree' });
}

/** The numbers among the members that `names` gives other names; undefined when there are none. */
function numbers(from: unknown, names: Readonly<Record<string, string>>): SampleBody | undefined {
  const found = Object.entries(names).flatMap(([name, member]) => {
    const value = field(from, member);
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Of the configuration what explains how a kubelet behaves; headers and paths of credentials stay where they are. */
const settings = [
  'staticPodPath',
  'fileCheckFrequency',
  'httpCheckFrequency',
  'syncFrequency',
  'nodeStatusUpdateFrequency',
  'nodeStatusReportFrequency',
  'runtimeRequestTimeout',
  'containerRuntimeEndpoint',
  'cgroupDriver',
  'maxPods',
  'podPidsLimit',
  'evictionHard',
  'evictionSoft',
  'evictionPressureTransitionPeriod',
  'serializeImagePulls',
  'shutdownGracePeriod',
  'shutdownGracePeriodCriticalPods',
  'featureGates',
];

function configBody(text: string): SampleBody | undefined {
  const config = field(jsonOf(text), 'kubeletconfig');
  if (!isRecord(config)) return undefined;
  const kept = settings.map((name) => [name, config[name]] as const);
  const verbosity = field(field(config, 'logging'), 'verbosity');
  return {
    config: {
      ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
      // Go leaves out what is 0.
      verbosity: typeof verbosity === 'number' ? verbosity : 0,
    },
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
