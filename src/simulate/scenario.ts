// Room simulate: scenarios run on the kubelet model with a virtual clock, a fake runtime and a fake CNI. The scenario file
// has one schema for the simulator and for the lab's real cluster.
import * as v from 'valibot';

/** `500ms`, `45s`, `4m`, `1h`: lengths of time as Go writes simple ones. */
const duration = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'a length of time like 500ms, 45s, 4m or 1h'),
);

const name = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
    'a Kubernetes name: lower case letters, digits, - and .',
  ),
);

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535));

const container = v.strictObject({
  name,
  image: v.optional(v.string(), 'busybox'),
  /** What it does: runs until told to stop, exits by itself, ignores SIGTERM. */
  run: v.optional(v.picklist(['forever', 'exit', 'ignore-term']), 'forever'),
  /** For `exit`: after how long and with what code. */
  after: v.optional(duration, '1s'),
  exitCode: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)), 0),
  /** How long it takes from SIGTERM to its end. */
  stopTakes: v.optional(duration, '0s'),
  pullTakes: v.optional(duration),
  /** What it requests, in thousandths of a core. */
  cpu: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Its ports that are open on the node too. */
  ports: v.optional(
    v.array(
      v.strictObject({
        hostPort: port,
        containerPort: port,
        protocol: v.optional(v.picklist(['TCP', 'UDP', 'SCTP']), 'TCP'),
      }),
    ),
  ),
  /** Probes that begin to fail after this long. */
  livenessFailsAfter: v.optional(duration),
  readinessFailsAfter: v.optional(duration),
});

const pod = v.strictObject({
  name,
  namespace: v.optional(name, 'default'),
  node: v.optional(name),
  /** `api` by default; `file` makes it a static pod, as does `http`, which its kubelet asks for each 20 s. */
  source: v.optional(v.picklist(['api', 'file', 'http']), 'api'),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)), 1),
  restartPolicy: v.optional(v.picklist(['Always', 'OnFailure', 'Never']), 'Always'),
  gracePeriod: v.optional(duration, '30s'),
  hostNetwork: v.optional(v.boolean(), false),
  initContainers: v.optional(v.array(container), []),
  containers: v.optional(v.array(container)),
  /** Volumes by what they need: a ConfigMap or Secret of that name, which exists unless a fault removes it. */
  configMaps: v.optional(v.array(name), []),
  /** Secrets for pulling its images, which exist unless a fault removes them. */
  imagePullSecrets: v.optional(v.array(name)),
});

const action = v.variant('do', [
  v.strictObject({ at: duration, do: v.literal('create'), pod: v.string() }),
  v.strictObject({
    at: duration,
    do: v.literal('delete'),
    pod: v.string(),
    gracePeriod: v.optional(duration),
    every: v.optional(duration),
  }),
  v.strictObject({ at: duration, do: v.literal('fault'), fault: v.string(), on: v.boolean() }),
  v.strictObject({
    at: duration,
    do: v.literal('restart-kubelet'),
    downFor: v.optional(duration, '0s'),
  }),
  v.strictObject({ at: duration, do: v.literal('kill-apiserver'), for: duration }),
  v.strictObject({ at: duration, do: v.literal('stop-runtime'), for: duration }),
  v.strictObject({ at: duration, do: v.literal('edit-static'), pod: v.string() }),
  /** The containers of a pod of the API get another image: their definition is changed. */
  v.strictObject({ at: duration, do: v.literal('update'), pod: v.string(), image: v.string() }),
  /** The pause process of a pod is killed, as the kernel does when memory runs out: its network namespace is gone with it. */
  v.strictObject({ at: duration, do: v.literal('kill-sandbox'), pod: v.string() }),
  v.strictObject({ at: duration, do: v.literal('rotate-log') }),
  v.strictObject({ at: duration, do: v.literal('fill-disk'), percent: v.number() }),
  v.strictObject({
    at: duration,
    do: v.literal('jump-clock'),
    by: v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?(ms|s|m|h)$/)),
  }),
]);

/** A fault that actions switch on and off. `filter` limits it to pods whose `ns/name` contains that text. */
const fault = v.variant('kind', [
  v.strictObject({
    name: v.string(),
    kind: v.literal('cni'),
    command: v.picklist(
      ['ADD', 'DEL'],
      'ADD or DEL: no kubelet and no runtime here ever calls CHECK',
    ),
    behaviour: v.picklist(['error', 'hang', 'slow', 'garbage']),
    message: v.optional(v.string(), 'injected: ipam lease store is unreachable'),
    delay: v.optional(duration, '10s'),
    filter: v.optional(v.string()),
  }),
  v.strictObject({
    name: v.string(),
    kind: v.literal('runtime'),
    call: v.picklist([
      'all',
      'ListPodSandbox',
      'PodSandboxStatus',
      'RunPodSandbox',
      'StopPodSandbox',
      'StopContainer',
      'PullImage',
      'Status',
    ]),
    behaviour: v.picklist(['error', 'hang', 'slow']),
    message: v.optional(v.string(), 'injected'),
    delay: v.optional(duration, '10s'),
    filter: v.optional(v.string()),
  }),
  /** The runtime says that its network is not ready, as it does before a network plug-in has written its configuration. */
  v.strictObject({ name: v.string(), kind: v.literal('network-not-ready') }),
  /** The URL of the source `http` can't be reached. */
  v.strictObject({ name: v.string(), kind: v.literal('url') }),
  v.strictObject({ name: v.string(), kind: v.literal('configmap-missing'), configMap: name }),
  v.strictObject({ name: v.string(), kind: v.literal('secret-missing'), secret: name }),
  v.strictObject({
    name: v.string(),
    kind: v.literal('image'),
    behaviour: v.picklist(['missing', 'refused']),
    image: v.string(),
  }),
]);

export const scenarioSchema = v.strictObject({
  /** One sentence for a person: what happens here. */
  title: v.string(),
  /** The failure mode that it shows, by its id. */
  shows: v.optional(v.string()),
  kubelet: v.optional(v.pipe(v.string(), v.regex(/^1\.\d+$/, 'a minor like 1.34')), '1.34'),
  runtime: v.optional(v.picklist(['containerd', 'crio', 'docker']), 'containerd'),
  /** `--network-plugin`, for the runtime docker: `cni`, `kubenet`, or `none` for an empty flag. With another name the kubelet ends as it starts. */
  networkPlugin: v.optional(name, 'cni'),
  /** The gate EventedPLEG, where the version has it: the runtime tells of its containers, lists are rare. */
  eventedPleg: v.optional(v.boolean(), false),
  verbosity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 2),
  format: v.optional(v.picklist(['text', 'json']), 'text'),
  nodes: v.optional(v.pipe(v.array(name), v.minLength(1), v.maxLength(100)), ['node-a']),
  /** What each node has for pods: one that does not fit is refused at admission. */
  capacity: v.optional(
    v.strictObject({
      pods: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** Thousandths of a core. */
      cpu: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    }),
    {},
  ),
  /** How long it runs after the kubelet is ready. */
  lasts: duration,
  pods: v.array(pod),
  faults: v.optional(v.array(fault), []),
  actions: v.array(action),
});

export type Scenario = v.InferOutput<typeof scenarioSchema>;

/** The length in microseconds of a duration that the schema let through. */
export function durationMicros(text: string): number {
  const m = /^(-?\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
  const unit = { ms: 1e3, s: 1e6, m: 6e7, h: 3.6e9 }[m?.[2] ?? 's'] ?? 1e6;
  return Math.round(Number(m?.[1] ?? 0) * unit);
}
