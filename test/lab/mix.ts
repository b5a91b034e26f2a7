// A scenario made at random from a seed: pods of many kinds that come, end and are deleted in an order that nobody chose, and what
// breaks meanwhile. It says too what may be found in the log: the worth of it is that no rule was written with it in view.
import { between, seededRandom, type Random } from '../../src/simulate/random.ts';
import type { Finds } from '../support/labFaults.ts';
import type { LabScenarioInput } from './labScenario.ts';
import { kinds, mixObjects, type Kind } from './mixPods.ts';

type Action = LabScenarioInput['actions'][number];

export interface Mix {
  readonly scenario: LabScenarioInput;
  readonly finds: Finds;
}

/** 17 of `mix-17`. */
export function seedOfMix(name: string): number | undefined {
  const m = /^mix-(\d+)$/.exec(name);
  return m === null ? undefined : Number(m[1]);
}

/** The scenario of a seed; another kubelet than the seed's own changes which kinds of pods there can be. */
export function mixScenario(seed: number, kubelet?: string): Mix {
  const random = seededRandom(seed);
  const own = pick(random, ['1.34', '1.34', '1.36', '1.23']);
  const minor = kubelet ?? own;
  const runtime = minor === '1.23' && random.next() < 0.7 ? 'docker' : 'containerd';
  const verbosity = pick(random, [2, 2, 3, 4]);
  const format = random.next() < 0.25 ? 'json' : 'text';
  const lasts = between(random, 100, 150);
  const able = kinds.filter(
    ({ since = 0, needsContainerd }) =>
      since <= Number(minor.split('.')[1]) && !(needsContainerd === true && runtime === 'docker'),
  );
  const plans = shuffled(random, able)
    .slice(0, between(random, 7, 12))
    .map((kind) => planPods(random, kind, lasts));
  const trouble = planTrouble(random, lasts);
  // What comes late because of a trouble may not live long enough to show what it is.
  const isLate = trouble.names.some((name) => /^(?:apiserver|runtime|restart|add-)/.test(name));
  const isImageGone = plans.some(({ pod }) => pod.name === 'noimage');
  const faults = [...trouble.faults, ...(isImageGone ? [imageGone] : [])];
  const actions = [
    ...plans.flatMap((plan) => plan.actions),
    ...trouble.actions,
    ...(isImageGone ? [{ at: '0s', do: 'fault', fault: 'image-gone', on: true } as const] : []),
  ];
  const what = [...plans.map(({ pod }) => pod.name), ...trouble.names].join(', ');
  return {
    scenario: {
      title: `A random mix from seed ${seed}: ${what}.`,
      kubelet: minor,
      runtime,
      verbosity,
      format,
      lasts: `${lasts}s`,
      objects: mixObjects,
      pods: plans.map(({ pod }) => pod),
      faults,
      actions,
    },
    finds: {
      must: isLate ? [] : plans.flatMap(({ must }) => must),
      // At v=2 nothing tells whose limit an eviction is about; the kernel's messages are those of all labs on the machine.
      may: [
        ...plans.flatMap(({ must, may }) => [...must, ...may]),
        ...trouble.may,
        'eviction-disk -',
        'container-oomkilled -',
      ],
    },
  };
}

const imageGone = {
  name: 'image-gone',
  kind: 'image',
  behaviour: 'missing',
  image: 'images.example/team/gone:1',
} as const;

interface PodPlan {
  readonly pod: LabScenarioInput['pods'][number];
  readonly actions: readonly Action[];
  readonly must: readonly string[];
  readonly may: readonly string[];
}

function planPods(random: Random, kind: Kind, lasts: number): PodPlan {
  const count = between(random, 1, 3);
  const names =
    count === 1 ? [kind.name] : Array.from({ length: count }, (_, i) => `${kind.name}-${i + 1}`);
  const actions: Action[] = [];
  const must: string[] = [];
  const may: string[] = [];
  for (const pod of names) {
    const born = between(random, 1, 40);
    actions.push({ at: `${born}s`, do: 'create', pod });
    const isStatic = kind.pod?.source === 'file';
    if (isStatic && random.next() < 0.6)
      actions.push({ at: `${between(random, born + 5, 70)}s`, do: 'edit-static', pod });
    const dies = random.next() < 0.7 ? between(random, born + 3, lasts - 20) : undefined;
    if (dies !== undefined) actions.push(...deletion(random, pod, dies, isStatic, lasts));
    const whole = `${kind.pod?.namespace ?? 'default'}/${pod}`;
    const [id, after] = kind.finds ?? [undefined, 0];
    if (id !== undefined) ((dies ?? lasts) - born >= after ? must : may).push(`${id} ${whole}`);
    may.push(...(kind.may ?? []).map((other) => `${other} ${whole}`));
  }
  const pod = { ...kind.pod, name: kind.name, count, spec: kind.spec(random) };
  return { pod, actions, must, may };
}

/** Once, with a grace period of any kind; sometimes once more while it still ends; sometimes the name is used again. */
function deletion(
  random: Random,
  pod: string,
  at: number,
  isStatic: boolean,
  lasts: number,
): Action[] {
  if (isStatic) {
    const removal: Action = { at: `${Math.max(at, 75)}s`, do: 'delete', pod };
    return [removal];
  }
  const grace = pick(random, [undefined, undefined, '0s', '1s', '5s', '60s']);
  const first: Action = {
    at: `${at}s`,
    do: 'delete',
    pod,
    ...(grace === undefined ? {} : { gracePeriod: grace }),
  };
  const more = random.next();
  if (more < 0.2)
    return [first, { at: `${at + between(random, 1, 5)}s`, do: 'delete', pod, gracePeriod: '1s' }];
  if (more < 0.4 && at < lasts - 50)
    return [first, { at: `${at + between(random, 1, 12)}s`, do: 'create', pod }];
  return [first];
}

interface Trouble {
  readonly names: readonly string[];
  readonly faults: NonNullable<LabScenarioInput['faults']>;
  readonly actions: readonly Action[];
  readonly may: readonly string[];
}

/** Up to two things that break, each for a while, whenever. */
function planTrouble(random: Random, lasts: number): Trouble {
  const all = shuffled(random, troubles).slice(0, between(random, 0, 2));
  const made = all.map((trouble) => trouble(random, between(random, 15, lasts - 60)));
  return {
    names: made.flatMap(({ names }) => names),
    faults: made.flatMap(({ faults }) => faults),
    actions: made.flatMap(({ actions }) => actions),
    may: made.flatMap(({ may }) => may),
  };
}

type MakeTrouble = (random: Random, at: number) => Trouble;

const troubles: readonly MakeTrouble[] = [
  (random, at) => cniTrouble(random, at, 'DEL'),
  (random, at) => cniTrouble(random, at, 'ADD'),
  (random, at) =>
    simple('restart', ['leftover-sandboxes -'], {
      at: `${at}s`,
      do: 'restart-kubelet',
      downFor: `${between(random, 0, 12)}s`,
    }),
  (random, at) =>
    simple('apiserver', ['api-unreachable -'], {
      at: `${at}s`,
      do: 'kill-apiserver',
      for: `${between(random, 10, 45)}s`,
    }),
  (random, at) =>
    simple('runtime', ['runtime-list-deadline -', 'pleg-runtime-hang -', 'housekeeping-slow -'], {
      at: `${at}s`,
      do: 'stop-runtime',
      for: `${between(random, 5, 50)}s`,
    }),
  (_random, at) => simple('rotation', [], { at: `${at}s`, do: 'rotate-log' }),
];

function simple(name: string, may: readonly string[], action: Action): Trouble {
  return { names: [name], faults: [], actions: [action], may };
}

function cniTrouble(random: Random, at: number, command: 'ADD' | 'DEL'): Trouble {
  const behaviour = pick<'error' | 'hang' | 'slow' | 'garbage'>(random, [
    'error',
    'hang',
    'slow',
    'garbage',
  ]);
  const name = `${command.toLowerCase()}-${behaviour}`;
  const isAdd = command === 'ADD';
  return {
    names: [name],
    faults: [{ name, kind: 'cni', command, behaviour, delay: `${between(random, 2, 12)}s` }],
    actions: [
      { at: `${at}s`, do: 'fault', fault: name, on: true },
      { at: `${at + between(random, 10, 50)}s`, do: 'fault', fault: name, on: false },
    ],
    // Of any pod that needs a network then.
    may: [`${isAdd ? 'cni-add-fails' : 'cni-del-fails'} *`, 'sandbox-create-deadline *'],
  };
}

function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[between(random, 0, from.length - 1)] ?? from[0];
}

function shuffled<T>(random: Random, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
