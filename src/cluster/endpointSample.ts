// What a kubelet's endpoint answered, reduced to what is looked at: no environment, no annotation, no secret comes onto a tape. Pure.
import { sampleLine } from '../base/sample.ts';
import type { Micros } from '../base/time.ts';

export type SampledEndpoint = '/pods' | '/runningpods/' | '/metrics';

/** The answer as a line for a tape, without its line break; undefined when it is none that the endpoint gives. */
export function endpointSample(
  endpoint: SampledEndpoint,
  answer: string,
  at: Micros,
): string | undefined {
  const body = endpoint === '/metrics' ? metricsBody(answer) : podsBody(answer);
  return body === undefined ? undefined : sampleLine({ at, of: endpoint, body });
}

const wanted =
  /^kubelet_(pleg_(last_seen_seconds|relist_(duration|interval)_seconds_(sum|count)|discard_events)|active_pods|working_pods|desired_pods|mirror_pods|restarted_pods_total|orphaned_runtime_pods_total|running_(pods|containers)|evictions|pod_worker_(start_)?duration_seconds_(sum|count))/;

function metricsBody(text: string): Readonly<Record<string, unknown>> | undefined {
  const metrics: Record<string, number> = {};
  for (const line of text.split('\n')) {
    if (!wanted.test(line)) continue;
    const space = line.lastIndexOf(' ');
    const value = Number(line.slice(space + 1));
    if (Number.isFinite(value)) metrics[line.slice(0, space)] = value;
  }
  return Object.keys(metrics).length === 0 ? undefined : { metrics };
}

function podsBody(text: string): Readonly<Record<string, unknown>> | undefined {
  const list = member(parsed(text), 'items');
  if (list === null) return { pods: [] };
  return Array.isArray(list) ? { pods: list.map(podOf) } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function podOf(pod: unknown): Readonly<Record<string, unknown>> {
  const metadata = member(pod, 'metadata');
  const status = member(pod, 'status');
  const phase = member(status, 'phase');
  return {
    uid: member(metadata, 'uid'),
    namespace: member(metadata, 'namespace'),
    name: member(metadata, 'name'),
    source: member(member(metadata, 'annotations'), 'kubernetes.io/config.source'),
    deleted: member(metadata, 'deletionTimestamp') === undefined ? undefined : true,
    phase,
    containers: ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
      .flatMap((key) => listOf(member(status, key)))
      .map(containerOf),
  };
}

function containerOf(status: unknown): Readonly<Record<string, unknown>> {
  const state = member(status, 'state');
  const ended = member(state, 'terminated');
  return {
    name: member(status, 'name'),
    id: member(status, 'containerID') ?? member(ended, 'containerID'),
    state:
      ended !== undefined
        ? 'terminated'
        : member(state, 'running') !== undefined
          ? 'running'
          : 'waiting',
    exitCode: member(ended, 'exitCode'),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
