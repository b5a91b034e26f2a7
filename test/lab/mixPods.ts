// The pods of a random mix: how each kind is made, and what a careful reader of the log finds in one that lives long enough.
import { between, type Random } from '../../src/simulate/random.ts';
import type { LabScenarioInput } from './labScenario.ts';

type MixedPod = LabScenarioInput['pods'][number];

export interface Kind {
  readonly name: string;
  /** What it is given beside the spec. */
  readonly pod?: Omit<MixedPod, 'name' | 'spec'>;
  readonly spec: (random: Random) => Record<string, unknown>;
  /** The finding that it must show when it lives for `after` seconds, and may show when it lives shorter. */
  readonly finds?: readonly [id: string, after: number];
  /** What it may show too. */
  readonly may?: readonly string[];
  /** The first minor whose kubelet runs it. */
  readonly since?: number;
  /** Images are pulled by containerd only. */
  readonly needsContainerd?: true;
}

const busybox = { image: 'busybox', imagePullPolicy: 'Never' };
const shell = (name: string, script: string, more: object = {}) => ({
  name,
  ...busybox,
  command: ['/bin/sh', '-c', script],
  ...more,
});
const exec = (script: string) => ({ exec: { command: ['/bin/sh', '-c', script] } });
/** Runs until SIGTERM, and so many seconds more. */
const serve = (takes = 0) =>
  `trap '${takes === 0 ? '' : `sleep ${takes}; `}exit 0' TERM; while :; do sleep 3600 & wait $!; done`;
const deaf = "trap '' TERM; while :; do sleep 1; done";
const end = (after: number, code: number) => `sleep ${after} & wait $!; exit ${code}`;

const volumes = [
  { name: 'scratch', emptyDir: {} },
  { name: 'memory', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
  { name: 'settings', configMap: { name: 'settings' } },
  { name: 'password', secret: { secretName: 'password' } },
  {
    name: 'all',
    projected: {
      sources: [
        { configMap: { name: 'settings' } },
        { secret: { name: 'password' } },
        { downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
      ],
    },
  },
];
const mounts = volumes.map(({ name }) => ({ name, mountPath: `/mnt/${name}` }));

/** The objects that the volumes above are made of. */
export const mixObjects: LabScenarioInput['objects'] = [
  { kind: 'ConfigMap', metadata: { name: 'settings' }, data: { level: 'info' } },
  { kind: 'Secret', metadata: { name: 'password' }, stringData: { word: 'none' } },
];

export const kinds: readonly Kind[] = [
  {
    name: 'web',
    spec: (random) => ({
      volumes,
      containers: [shell('main', serve(between(random, 0, 6)), { volumeMounts: mounts })],
    }),
  },
  {
    name: 'pair',
    spec: (random) => ({
      terminationGracePeriodSeconds: between(random, 1, 9),
      containers: [shell('front', serve()), shell('back', deaf)],
    }),
  },
  {
    name: 'long',
    pod: { gracePeriod: '60s' },
    spec: (random) => ({ containers: [shell('main', serve(between(random, 10, 30)))] }),
  },
  {
    name: 'host',
    spec: () => ({ hostNetwork: true, containers: [shell('main', serve())] }),
  },
  {
    name: 'job',
    spec: (random) => ({
      restartPolicy: 'Never',
      containers: [shell('main', end(between(random, 1, 15), 0))],
    }),
  },
  {
    name: 'failed',
    spec: (random) => ({
      restartPolicy: 'Never',
      containers: [shell('main', end(between(random, 1, 9), 4)), shell('other', end(5, 0))],
    }),
  },
  {
    name: 'retry',
    spec: () => ({
      restartPolicy: 'OnFailure',
      volumes: [{ name: 'scratch', emptyDir: {} }],
      containers: [
        shell('main', 'sleep 2; [ -e /mnt/again ] && exit 0; touch /mnt/again; exit 1', {
          volumeMounts: [{ name: 'scratch', mountPath: '/mnt' }],
        }),
      ],
    }),
  },
  {
    name: 'crash',
    spec: (random) => ({
      containers: [shell('main', end(between(random, 0, 3), 1)), shell('calm', serve())],
    }),
    finds: ['crashloop-backoff', 50],
  },
  {
    name: 'init',
    spec: (random) => ({
      initContainers: [1, 2, 3].map((n) => shell(`step-${n}`, end(between(random, 0, 4), 0))),
      containers: [shell('main', serve())],
    }),
  },
  {
    name: 'badinit',
    spec: () => ({
      initContainers: [shell('first', end(1, 0)), shell('second', end(1, 5))],
      containers: [shell('main', serve())],
    }),
    finds: ['crashloop-backoff', 50],
  },
  {
    name: 'sidecar',
    since: 29,
    spec: (random) => ({
      terminationGracePeriodSeconds: 12,
      initContainers: [
        shell('proxy', serve(between(random, 0, 3)), {
          restartPolicy: 'Always',
          startupProbe: { ...exec('true'), periodSeconds: 1 },
        }),
        shell('setup', end(1, 0)),
      ],
      containers: [shell('main', serve(between(random, 0, 4)))],
    }),
  },
  {
    name: 'sidejob',
    since: 29,
    spec: (random) => ({
      restartPolicy: 'Never',
      initContainers: [shell('proxy', serve(1), { restartPolicy: 'Always' })],
      containers: [shell('main', end(between(random, 3, 12), 0))],
    }),
  },
  {
    name: 'hooks',
    spec: (random) => ({
      containers: [
        shell('main', serve(1), {
          lifecycle: {
            postStart: exec(`sleep ${between(random, 0, 3)}`),
            preStop: exec(`sleep ${between(random, 1, 6)}`),
          },
        }),
      ],
    }),
    // When it is deleted with a shorter grace period.
    may: ['prestop-hook-hang'],
  },
  {
    name: 'overrun',
    pod: { gracePeriod: '4s' },
    spec: () => ({
      containers: [shell('main', serve(), { lifecycle: { preStop: exec('sleep 40') } })],
    }),
    may: ['prestop-hook-hang'],
  },
  {
    name: 'badhook',
    spec: () => ({
      containers: [shell('main', serve(), { lifecycle: { postStart: exec('exit 3') } })],
    }),
    finds: ['container-config-error', 30],
    may: ['crashloop-backoff'],
  },
  {
    name: 'probed',
    spec: (random) => ({
      containers: [
        shell('main', serve(2), {
          startupProbe: { ...exec('[ -e /up ] || { touch /up; false; }'), periodSeconds: 2 },
          livenessProbe: { ...exec('true'), periodSeconds: 5 },
          readinessProbe: {
            ...exec(`[ $(( $(date +%s) / ${between(random, 6, 12)} % 2 )) = 0 ]`),
            periodSeconds: 2,
            failureThreshold: 1,
          },
        }),
      ],
    }),
  },
  {
    name: 'sick',
    pod: { gracePeriod: '3s' },
    spec: (random) => ({
      volumes: [{ name: 'scratch', emptyDir: {} }],
      containers: [
        shell('main', `date +%s > /mnt/up; ${serve()}`, {
          volumeMounts: [{ name: 'scratch', mountPath: '/mnt' }],
          livenessProbe: {
            ...exec(`[ $(( $(date +%s) - $(cat /mnt/up) )) -lt ${between(random, 8, 15)} ]`),
            periodSeconds: 2,
            failureThreshold: 2,
          },
        }),
      ],
    }),
    finds: ['liveness-kill', 40],
    may: ['crashloop-backoff'],
  },
  {
    name: 'unready',
    pod: { gracePeriod: '2s' },
    spec: () => ({
      containers: [
        shell('main', serve(), {
          startupProbe: { ...exec('false'), periodSeconds: 2, failureThreshold: 4 },
        }),
      ],
    }),
    finds: ['liveness-kill', 40],
    may: ['crashloop-backoff'],
  },
  {
    name: 'deadline',
    spec: (random) => ({
      activeDeadlineSeconds: between(random, 8, 25),
      containers: [shell('main', serve(1))],
    }),
  },
  {
    name: 'noimage',
    needsContainerd: true,
    spec: () => ({
      containers: [{ name: 'main', image: 'images.example/team/gone:1', command: ['/bin/app'] }],
    }),
    finds: ['image-pull-backoff', 30],
  },
  {
    name: 'nokey',
    spec: () => ({
      containers: [
        shell('main', serve(), {
          env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'absent' } } }],
        }),
      ],
    }),
    finds: ['container-config-error', 30],
  },
  {
    name: 'noexec',
    spec: () => ({
      containers: [{ name: 'main', ...busybox, command: ['/no/such/program'] }],
    }),
    finds: ['container-config-error', 30],
    may: ['crashloop-backoff'],
  },
  {
    name: 'huge',
    spec: () => ({
      containers: [shell('main', serve(), { resources: { requests: { cpu: '5000' } } })],
    }),
    finds: ['admission-outofresource', 10],
  },
  {
    name: 'elsewhere',
    spec: () => ({
      nodeSelector: { disk: 'fast' },
      containers: [shell('main', serve())],
    }),
    may: ['admission-nodeaffinity'],
  },
  {
    name: 'greedy',
    pod: { gracePeriod: '5s' },
    spec: () => ({
      volumes: [{ name: 'scratch', emptyDir: { sizeLimit: '1Mi' } }],
      containers: [
        shell('main', `head -c 3m /dev/zero > /mnt/fill; ${serve(1)}`, {
          volumeMounts: [{ name: 'scratch', mountPath: '/mnt' }],
        }),
      ],
    }),
    may: ['eviction-disk'],
  },
  {
    name: 'hungry',
    spec: () => ({
      containers: [
        shell('main', 'sleep 3; x=$(head -c 64m /dev/zero | tr "\\0" a); sleep 1', {
          resources: { limits: { memory: '16Mi' } },
        }),
      ],
    }),
    may: ['container-oomkilled', 'crashloop-backoff'],
  },
  {
    name: 'gate',
    pod: { source: 'file', namespace: 'kube-system', gracePeriod: '10s' },
    spec: (random) => ({ containers: [shell('main', serve(between(random, 0, 8)))] }),
  },
];
