// Answers of a kubelet that are text for people or for Prometheus, reduced to the members of a sample. Pure. The z-pages promise no form and
// change their separator at random, to keep programs from reading them: a line that is not understood says nothing.

type SampleBody = Readonly<Record<string, unknown>>;

const wanted =
  /^kubelet_(pleg_(last_seen_seconds|relist_(duration|interval)_seconds_(sum|count)|discard_events)|active_pods|working_pods|desired_pods|mirror_pods|restarted_pods_total|orphaned_runtime_pods_total|running_(pods|containers)|evictions|pod_worker_(start_)?duration_seconds_(sum|count)|runtime_operations_(total|errors_total|duration_seconds_(sum|count)))\b/;

export function metricsBody(text: string): SampleBody | undefined {
  const metrics: Record<string, number> = {};
  for (const line of text.split('\n')) {
    if (!wanted.test(line)) continue;
    const read = sampleOf(line);
    if (read !== undefined) metrics[read.name] = read.value;
  }
  return Object.keys(metrics).length === 0 ? undefined : { metrics };
}

/** A line of the text format: the name with its labels, and the value. */
function sampleOf(line: string): { readonly name: string; readonly value: number } | undefined {
  const space = line.lastIndexOf(' ');
  const value = Number(line.slice(space + 1));
  return space > 0 && Number.isFinite(value) ? { name: line.slice(0, space), value } : undefined;
}

/** Of the stacks (`debug=2`) those of the pod workers: a kubelet has a thousand others. */
export function goroutinesBody(text: string): SampleBody | undefined {
  const stacks = text.split(/\n\r?\n/);
  if (!stacks.some((stack) => /^goroutine \d+ \[/.test(stack))) return undefined;
  return { text: stacks.filter((stack) => stack.includes('.(*podWorkers).')).join('\n\n') };
}

interface ProbeBody {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  readonly probe: string;
  successful: number;
  failed: number;
  unknown: number;
}

/** How often each probe of each container said what. A kubelet none of whose pods has probes answers with no lines of them. */
export function probesBody(text: string): SampleBody | undefined {
  if (text !== '' && !/^(# |prober_|[a-z_]+[{ ])/.test(text)) return undefined;
  const probes = new Map<string, ProbeBody>();
  for (const line of text.split('\n')) {
    const read = line.startsWith('prober_probe_total{') ? sampleOf(line) : undefined;
    const labels = labelsOf(read?.name ?? '');
    const { result } = labels;
    if (result !== 'successful' && result !== 'failed' && result !== 'unknown') continue;
    const { pod_uid: uid = '', namespace = '', pod: name = '', container = '' } = labels;
    const probe = labels['probe_type'] ?? '';
    const key = `${uid} ${container} ${probe}`;
    const of = { uid, namespace, name, container, probe };
    const counts = probes.get(key) ?? { ...of, successful: 0, failed: 0, unknown: 0 };
    counts[result] = read?.value ?? 0;
    probes.set(key, counts);
  }
  return { probes: [...probes.values()] };
}

function labelsOf(name: string): Readonly<Record<string, string>> {
  const labels = name.matchAll(/(\w{1,64})="((?:[^"\\]|\\.){0,512})"/g);
  return Object.fromEntries([...labels].map(([, label = '', value = '']) => [label, value]));
}

/** Since when the process runs, by how long it does: its clock may be of another zone. */
export function statusBody(text: string): SampleBody | undefined {
  if (!/^\s*kubelet statusz\b/.test(text)) return undefined;
  const [, hours, minutes, seconds] = /^Up[:= ]+(\d+) hr (\d+) min (\d+) sec/m.exec(text) ?? [];
  const version = /^Binary version[:= ]+v?(\d+\.\d+[\w.+-]*)/m.exec(text)?.[1];
  const up = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const known = {
    ...(Number.isNaN(up) ? {} : { up }),
    ...(version === undefined ? {} : { version }),
  };
  return Object.keys(known).length === 0 ? undefined : { status: known };
}

/** Flags whose values hold no secret, and tell how the kubelet behaves or where it is. */
const harmless = new Set([
  'v',
  'vmodule',
  'logging-format',
  'config',
  'config-dir',
  'container-runtime-endpoint',
  'runtime-request-timeout',
  'node-ip',
  'hostname-override',
  'pod-manifest-path',
  'file-check-frequency',
  'sync-frequency',
  'node-status-update-frequency',
  'cgroup-driver',
  'max-pods',
  'pod-max-pids',
  'eviction-hard',
  'eviction-soft',
  'serialize-image-pulls',
  'feature-gates',
  'fail-swap-on',
  'root-dir',
]);

export function flagsBody(text: string): SampleBody | undefined {
  if (!/^\s*kubelet flags\b/.test(text)) return undefined;
  const flags: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] =
      /^([a-z][a-z0-9-]{0,63})(?:: |[:= ])(.{0,512})$/.exec(line) ?? [];
    if (harmless.has(name) && value !== '') flags[name] = value;
  }
  return Object.keys(flags).length === 0 ? undefined : { flags };
}
