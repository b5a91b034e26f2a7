// The rows of docs/mechanisms.md that a simulated kubelet shows whole: each is asked of the engine, and the answer is the mechanism’s.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type {
  CacheWaitRow,
  MachineParts,
  MachinePartId,
  MachineStep,
} from '../../../../src/protocol/machineApi.ts';
import { engineHere } from '../../../support/engine.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** One kubelet that is looked into, each question of it answered once. */
class Looked {
  readonly engine: EngineClient;
  private readonly kept = new Map<string, Promise<unknown>>();

  constructor(engine: EngineClient) {
    this.engine = engine;
  }

  private once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key) ?? ask();
    this.kept.set(key, known);
    return known as Promise<T>;
  }

  steps(...parts: MachinePartId[]): Promise<readonly MachineStep[]> {
    return this.once(`steps ${parts.join(' ')}`, async () => {
      const all: MachineStep[] = [];
      for (;;) {
        const query = { parts, start: all.length, count: 500 };
        const { rows, total } = await this.engine.call('machineSteps', [query]);
        all.push(...rows);
        if (rows.length === 0 || all.length >= total) return all;
      }
    });
  }

  waits(): Promise<readonly CacheWaitRow[]> {
    return this.once('waits', async () => {
      const query = { count: 500, atOnce: true };
      return (await this.engine.call('cacheWaits', [query])).rows;
    });
  }

  /** A part after each of its own steps. */
  states<P extends MachinePartId>(part: P): Promise<readonly NonNullable<MachineParts[P]>[]> {
    return this.once(`states ${part}`, async () => {
      const states: NonNullable<MachineParts[P]>[] = [];
      for (const { step } of await this.steps(part)) {
        const { parts } = await this.engine.call('machineAt', [{ step, parts: [part] }]);
        const held = parts[part];
        if (held !== undefined) states.push(held);
      }
      return states;
    });
  }
}

/** What none of the scenarios of the extension has. */
const own: Record<string, string> = {
  'inspection fails': `
title: The inspection of a pod fails.
runtime: containerd
lasts: 30s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: status, kind: runtime, call: PodSandboxStatus, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 10s, do: fault, fault: status, on: true }
  - { at: 12s, do: delete, pod: web }`,
  'a source is not heard': `
title: The URL of static pods cannot be reached when the kubelet begins anew, so that not all sources are heard.
lasts: 40s
pods: [{ name: proxy, namespace: kube-system, source: http }, { name: web, gracePeriod: 2s }]
faults: [{ name: url, kind: url }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 5s, do: fault, fault: url, on: true }
  - { at: 6s, do: restart-kubelet, downFor: 2s }
  - { at: 15s, do: delete, pod: web }`,
  'set-up fails': `
title: The network of a sandbox cannot be set up.
runtime: docker
lasts: 30s
pods: [{ name: web, gracePeriod: 2s }, { name: agent, hostNetwork: true, gracePeriod: 2s }]
faults: [{ name: add, kind: cni, command: ADD, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: agent }
  - { at: 2s, do: fault, fault: add, on: true }
  - { at: 3s, do: create, pod: web }`,
  'additions out of order': `
title: A kubelet that begins anew lists its pods by name, and the first of them is the youngest.
lasts: 20s
pods: [{ name: a-young }, { name: b-old }]
actions:
  - { at: 1s, do: create, pod: b-old }
  - { at: 4s, do: create, pod: a-young }
  - { at: 8s, do: restart-kubelet, downFor: 1s }`,
  'a pod completes': `
title: A pod completes, and is deleted a while later.
runtime: docker
lasts: 120s
pods:
  - { name: job, restartPolicy: Never, gracePeriod: 2s, containers: [{ name: app, run: exit, after: 5s }] }
actions:
  - { at: 1s, do: create, pod: job }
  - { at: 90s, do: delete, pod: job }`,
};

own['a DEL hangs'] = `
title: A call of the plug-in never answers.
runtime: docker
lasts: 5m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: hang }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }`;
own['DEL of kubenet fails'] = `
title: kubenet of 1.9 keeps the error of DEL to itself, so that the sandbox is removed and its address stays.
runtime: docker
networkPlugin: kubenet
lasts: 4m
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: delete, pod: web }`;
own['host port'] = `
title: A container has a port of the node, and another pod wants it, too.
runtime: docker
lasts: 30s
pods:
  - name: web
    gracePeriod: 2s
    containers: [{ name: app, ports: [{ hostPort: 8080, containerPort: 80 }] }]
  - name: other
    containers: [{ name: app, ports: [{ hostPort: 8080, containerPort: 80 }] }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 5s, do: create, pod: other }
  - { at: 10s, do: delete, pod: web }`;
own['host port of Docker'] = own['host port'].replace('docker', 'docker\nnetworkPlugin: none');
own['DEL fails, host port'] = `
title: The network of a pod with a host port cannot be taken down.
runtime: docker
lasts: 30s
pods:
  - name: web
    gracePeriod: 2s
    containers: [{ name: app, ports: [{ hostPort: 8080, containerPort: 80 }] }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 5s, do: fault, fault: del, on: true }
  - { at: 10s, do: delete, pod: web }`;
own['DEL fails, host port of kubenet'] = own['DEL fails, host port'].replace(
  'docker',
  'docker\nnetworkPlugin: kubenet',
);
own['DEL fails, host port of CRI-O'] = own['DEL fails, host port'].replace('docker', 'crio');
for (const flag of ['cni', 'kubenet', 'none', 'weave'])
  own[`plug-in ${flag}`] = `
title: The flag --network-plugin is ${flag}.
runtime: docker
networkPlugin: ${flag}
lasts: 20s
pods: [{ name: web, gracePeriod: 2s }]
actions: [{ at: 1s, do: create, pod: web }, { at: 10s, do: delete, pod: web }]`;

const looked = new Map<string, Promise<Looked>>();

function kubelet(scenario: string, minor = 34): Promise<Looked> {
  const key = `${scenario} ${minor}`;
  const known = looked.get(key) ?? simulated(scenario, minor);
  looked.set(key, known);
  return known;
}

async function simulated(scenario: string, minor: number): Promise<Looked> {
  const engine = await engineHere();
  const text =
    own[scenario] ?? fs.readFileSync(path.join(root, `media/scenarios/${scenario}.yaml`), 'utf8');
  const name = `${scenario}.yaml`;
  const source = { kind: 'scenario', name, text, kubelet: minor, verbosity: 4 } as const;
  await engine.call('open', [{ sources: [source] }]);
  return new Looked(engine);
}

afterAll(async () => {
  for (const one of looked.values()) (await one).engine.dispose();
});

type Ask = () => Promise<unknown>;

function step(scenario: string, part: MachinePartId, text: RegExp, minor?: number): Ask {
  return async () =>
    (await (await kubelet(scenario, minor)).steps(part)).some((one) => text.test(one.text));
}

function wait(scenario: string, test: (row: CacheWaitRow) => boolean, minor?: number): Ask {
  return async () => (await (await kubelet(scenario, minor)).waits()).some(test);
}

function state<P extends MachinePartId>(
  scenario: string,
  part: P,
  test: (held: NonNullable<MachineParts[P]>) => boolean,
  minor?: number,
): Ask {
  return async () => (await (await kubelet(scenario, minor)).states(part)).some(test);
}

/** The texts of the steps of sync functions of a kubelet with the dockershim, in their order. */
function dockershim(...wanted: RegExp[]): Ask {
  return async () => {
    const texts = (await (await kubelet('netns-missing', 9)).steps('calls')).map(
      ({ text }) => text,
    );
    let from = 0;
    return wanted.every((one) => {
      const found = texts.findIndex((text, place) => place >= from && one.test(text));
      from = found + 1;
      return found >= 0;
    });
  };
}

const rows: Readonly<Record<number, Ask>> = {
  1: state('cni-del-hangs', 'podCache', ({ entries }) =>
    entries.some(({ modified, status }) => modified !== undefined && status !== ''),
  ),
  2: state('cni-del-hangs', 'podCache', ({ readers }) =>
    readers.some(({ minTime }) => minTime !== undefined),
  ),
  3: state('cni-del-hangs', 'podCache', ({ readers }) => readers.length > 0),
  4: state('cni-del-hangs', 'podCache', ({ timestamp }) => timestamp !== undefined),
  5: step('cni-del-hangs', 'podCache', /^everything was looked at since/),
  6: step('cni-del-hangs', 'podCache', /^Get of default\/web does not wait: its entry/),
  7: step('cni-del-hangs', 'podCache', /an empty status: it has no entry/),
  8: wait(
    'cni-del-hangs',
    ({ got, releasedBy }) => got === 'empty status' && releasedBy === 'at once',
  ),
  9: wait(
    'cni-del-hangs',
    ({ got, gotModified = 0, minTime }) =>
      got === 'entry' && minTime !== undefined && gotModified >= minTime,
  ),
  10: wait('cni-del-hangs', ({ got }) => got === 'older entry'),
  11: wait(
    'cni-del-hangs',
    ({ from, to = 0, releasedBy }) => releasedBy !== 'at once' && to > from,
  ),
  12: step('cni-del-hangs', 'podCache', /answered at once/),
  13: step('cni-del-hangs', 'podCache', /: it waits$/),
  14: async () => {
    const waits = await (await kubelet('cni-del-hangs')).waits();
    const channels = new Set(waits.map(({ releasedBy, channel }) => `${releasedBy}: ${channel}`));
    return (
      channels.has('at once: open') &&
      channels.has('UpdateTime: closed') &&
      !channels.has('Set: empty')
    );
  },
  15: step('cni-del-hangs', 'podCache', /^default.*; wakes nobody$/),
  17: wait(
    'cache-races',
    ({ atTheVeryTime, releasedBy }) => atTheVeryTime && releasedBy === 'UpdateTime',
  ),
  19: step('pods-come-and-go', 'podCache', /^everything .*wakes [2-9] readers$/),
  20: step('pods-come-and-go', 'podCache', /as it was at .*; wakes 1 reader$/),
  21: step('cni-del-hangs', 'podCache', /is out of the cache; wakes nobody/),
  22: state('inspection fails', 'podCache', ({ entries }) =>
    entries.some(({ err }) => err !== undefined),
  ),
  23: state('cni-del-hangs', 'podWorkers', ({ workers }) =>
    workers.some(
      ({ goroutine, lastSyncTime }) => goroutine === 'waiting' && lastSyncTime !== undefined,
    ),
  ),
  28: async () => {
    const steps = await (await kubelet('static-pod-edits')).steps('podConfig');
    const file = steps.map(({ text }) => text).filter((text) => text.startsWith('SET from file'));
    return (
      file.includes('SET from file: nothing has changed, nothing is sent on') &&
      file.includes('SET from file: sends on REMOVE of 1 pod, ADD of 1 pod')
    );
  },
  29: async () => {
    const states = await (await kubelet('static-pod-edits')).states('podConfig');
    const steps = await (await kubelet('static-pod-edits')).steps('podConfig');
    const ofApi = steps.flatMap(({ text }) => / from api: sends on ([A-Z]+)/.exec(text)?.[1] ?? []);
    return (
      states.every(({ sources }) => sources.length <= 2) &&
      // Between them the mirror pod gets its status.
      ofApi
        .filter((op) => op !== 'RECONCILE')
        .join(' ')
        .startsWith('ADD REMOVE ADD')
    );
  },
  31: state('pods-come-and-go', 'podConfig', ({ sources }) =>
    sources.some(({ pods }) => pods.length > 2),
  ),
  32: state(
    'cni-del-hangs',
    'podConfig',
    ({ diff }) =>
      diff?.updates.some(({ pods }) => pods.some(({ changed }) => changed.length > 0)) === true,
  ),
  34: state('cni-del-hangs', 'podConfig', ({ diff }) => diff?.updates[0]?.op === 'ADD'),
  36: state('cni-del-hangs', 'podConfig', ({ diff }) => diff?.updates[0]?.op === 'DELETE'),
  37: state('cni-del-hangs', 'podConfig', ({ diff }) => diff?.updates[0]?.op === 'REMOVE'),
  38: state('cni-del-hangs', 'podConfig', ({ diff }) => diff?.updates[0]?.op === 'RECONCILE'),
  39: state(
    'pods-come-and-go',
    'podConfig',
    ({ diff }) =>
      diff?.otherModes.some(({ updates }) =>
        updates.some(
          ({ op, refused }) =>
            op === 'SET' && refused === 'Kubelet does not support snapshot update',
        ),
      ) === true,
  ),
  42: state(
    'cni-del-hangs',
    'podConfig',
    ({ diff }) =>
      diff?.otherModes.some(
        ({ mode, updates }) => mode === 'snapshot' && updates[0]?.op === 'SET',
      ) === true,
  ),
  43: state(
    'cni-del-hangs',
    'podConfig',
    ({ diff }) => diff?.updates.some(({ op, pods }) => op === 'ADD' && pods.length === 0) === true,
  ),
  44: async () => {
    const states = await (await kubelet('duplicate-names')).states('podConfig');
    const diffs = states.flatMap(({ diff }) => diff ?? []);
    const ofUrl = diffs.find(({ source, ignored }) => source === 'http' && ignored.length > 0);
    const ofFiles = diffs.filter(({ source }) => source === 'file');
    return (
      ofUrl?.received === 2 &&
      ofUrl.updates.flatMap(({ pods }) => pods).length === 1 &&
      ofFiles.every(({ received, ignored }) => received < 2 && ignored.length === 0)
    );
  },
  48: state('runtime-hangs', 'syncLoop', ({ pause }) => pause !== undefined),
  54: state('pods-come-and-go', 'channels', ({ channels }) =>
    channels.some(({ items }) => items.length > 0),
  ),
  55: state('pods-come-and-go', 'syncLoop', ({ took }) => (took?.ready.length ?? 0) > 1),
  56: step('cni-del-hangs', 'syncLoop', /^a sync tick: nothing is due/),
  64: state('cni-del-hangs', 'pleg', ({ events }) =>
    events.some(({ type }) => type === 'ContainerDied'),
  ),
  65: step('cni-del-hangs', 'pleg', /^a relist begins/),
  66: step(
    'additions out of order',
    'syncLoop',
    /sorted by creation time: given default\/a-young, default\/b-old; handled default\/b-old, default\/a-young$/,
  ),
  67: async () => {
    // 1.9 prints nothing of it; 1.18 prints that it ignores the work that remains.
    const ignored = [9, 18].map((minor) =>
      step('a pod completes', 'syncLoop', /^dispatchWork does nothing with sync/, minor)(),
    );
    const terminated = step('a pod completes', 'syncLoop', /^dispatchWork tells no worker of/, 9);
    return (await Promise.all([...ignored, terminated()])).every(Boolean);
  },
  69: state(
    'netns-missing',
    'podWorkers',
    ({ workers }) => workers.some(({ goroutine, working }) => goroutine === 'syncing' && working),
    9,
  ),
  70: state('cni-del-hangs', 'podWorkers', ({ workers }) =>
    workers.some(({ pending }) => pending !== undefined),
  ),
  71: async () => {
    const states = await (await kubelet('cni-del-hangs')).states('podWorkers');
    const waiting = states.flatMap(({ workers }) =>
      workers.flatMap(({ pending }) => pending ?? []),
    );
    return (
      waiting.some(({ from }) => from === 'HandlePodSyncs') &&
      // It waits since it came, not since the one that it replaced did.
      waiting.every(({ since = -Infinity, replaced }) => replaced.every(({ at }) => at <= since)) &&
      waiting.some(({ since = -Infinity, replaced }) => replaced.some(({ at }) => at < since))
    );
  },
  74: state('cni-del-hangs', 'podWorkers', ({ workers }) =>
    workers.some(
      ({ pending, lastUndelivered }) =>
        (pending?.replacedTotal ?? lastUndelivered?.replacedTotal ?? 0) > 0,
    ),
  ),
  76: step('cni-del-hangs', 'podWorkers', /takes its update$/),
  77: state('cni-del-hangs', 'workQueue', ({ due }) => due.some(({ due: at }) => at > 0)),
  78: async () => {
    const states = await (await kubelet('crash-loop')).states('workQueue');
    const rows = states.flatMap(({ due }) => due);
    return (
      rows.every(({ due, takenAt = Infinity }) => takenAt > due) &&
      rows.some(({ replaced }) => replaced !== undefined)
    );
  },
  79: async () => {
    const reasons = [
      state('crash-loop', 'workQueue', ({ due }) => due.some(({ why }) => why === 'back-off')),
      // The second of a network that is not ready is there from 1.14 on.
      state('network-late', 'workQueue', ({ due }) =>
        due.some(({ why, delay }) => why === 'network not ready' && delay >= 1e6 && delay <= 1.5e6),
      ),
      state(
        'network-late',
        'workQueue',
        ({ due }) =>
          due.some(
            ({ error, delay }) => error?.startsWith('network is not ready: [') && delay >= 1e7,
          ),
        9,
      ),
    ];
    return (await Promise.all(reasons.map((ask) => ask()))).every(Boolean);
  },
  82: async () => {
    const asks = [
      step('cni-del-hangs', 'status', /^the API server has version/),
      // Of a static pod it has that of the mirror pod.
      ...[9, 23, 36].map((minor) =>
        step('static-pod-edits', 'status', /^the API server has version/, minor),
      ),
    ];
    return (await Promise.all(asks.map((ask) => ask()))).every(Boolean);
  },
  83: step('cni-del-hangs', 'calls', /^makePodDataDirs for default\/web is over/),
  84: step('cni-del-hangs', 'calls', /^getPullSecretsForPod for default\/web is over/),
  86: async () => {
    const fields = async (minor: number): Promise<string> => {
      const states = await (await kubelet('crash-loop', minor)).states('podActions');
      const all = states.at(-1)?.plans[0]?.fields ?? [];
      return all.every(({ why }) => why !== '') ? all.map(({ name }) => name).join(' ') : '';
    };
    // `type podActions struct` of kuberuntime_manager.go.
    const next = 'NextInitContainerToStart';
    const inits = 'InitContainersToStart';
    const wanted = (init: string, more: string): string =>
      `KillPod CreateSandbox SandboxID Attempt ${init} ContainersToStart ContainersToKill${more}`;
    const ephemeral = ' EphemeralContainersToStart';
    const resize = `${ephemeral} ContainersToUpdate UpdatePodResources`;
    const reset = `${resize} ContainersToReset UpdatePodLevelResources`;
    const structs: Readonly<Record<number, string>> = {
      9: wanted(next, ''),
      15: wanted(next, ''),
      16: wanted(next, ephemeral),
      26: wanted(next, ephemeral),
      27: wanted(next, resize),
      28: wanted(`${next} ${inits}`, resize),
      33: wanted(`${next} ${inits}`, resize),
      34: wanted(inits, resize),
      35: wanted(inits, reset),
      36: wanted(inits, reset),
    };
    const asked = Object.entries(structs).map(
      async ([minor, names]) => (await fields(Number(minor))) === names,
    );
    return (await Promise.all(asked)).every(Boolean);
  },
  87: plan('crash-loop', 'KillPod', 'true'),
  88: plan('crash-loop', 'CreateSandbox', 'true'),
  89: plan('crash-loop', 'SandboxID', undefined),
  91: plan('crash-loop', 'ContainersToStart', undefined),
  92: plan('set-up fails', 'Attempt', '1', 18),
  94: plan('liveness-kill', 'ContainersToKill', undefined),
  97: state('crash-loop', 'podActions', ({ plans }) =>
    plans.some(({ hashes }) => hashes.some(({ wanted, made }) => wanted === made)),
  ),
  98: state('crash-loop', 'backOff', ({ backOffs }) =>
    backOffs.some(({ backoff }) => backoff > 10_000_000),
  ),
  110: async () => {
    const states = await (await kubelet('a DEL hangs', 18)).states('network');
    const lines = states.flatMap(({ locks = [] }) => locks.map(({ line }) => line));
    const held = lines.flatMap(([first]) => first ?? []);
    const waits = lines.flatMap(([, ...others]) => others);
    return (
      waits.length > 0 &&
      waits.every(({ holdsSince }) => holdsSince === undefined) &&
      held.some(({ since, holdsSince }) => holdsSince === since) &&
      // The call before it was given up after 220 s, 120 s after this one came.
      held.some(({ since, holdsSince = since }) => holdsSince - since > 90e6)
    );
  },
  113: async () => {
    const steps = await (await kubelet('cni-del-hangs')).steps('syncLoop');
    return (
      steps[0]?.text.startsWith('Run starts PLEG') === true &&
      steps[1]?.text.startsWith('Run enters syncLoop') === true
    );
  },
  115: step('static-pod-edits', 'syncLoop', /a mirror: the worker of its static pod is told$/),
  116: step('a source is not heard', 'syncLoop', /deletePod refuses: not every source was heard$/),
  118: async () => {
    const results = await (await kubelet('liveness-kill', 9)).states('probes');
    const steps = await (await kubelet('liveness-kill', 9)).steps('probes');
    const ofContainers = new Set(
      results.flatMap((one) => one.results.map((row) => row.containerId)),
    );
    return (
      ofContainers.size > 1 &&
      results.every((one) => one.results.length <= 1) &&
      results.at(-1)?.results.length === 0 &&
      steps[0]?.text.endsWith('Success') === true &&
      steps.some(({ kind }) => kind === 'Remove') &&
      steps.some(({ kind }) => kind === 'RemovePod')
    );
  },
  122: state('pods-come-and-go', 'calls', ({ pods }) =>
    pods.some(
      ({ calls }) =>
        calls.filter(({ call, to }) => call === 'KillContainer' && to === undefined).length > 1,
    ),
  ),
  123: state('cni-del-fails', 'calls', ({ pods }) =>
    pods.some(({ calls }) =>
      calls.some(({ call, err }) => call === 'StopPodSandbox' && err !== undefined),
    ),
  ),
  128: state(
    'netns-missing',
    'network',
    ({ networkReady = [] }) => networkReady.some(({ ready, tearsDown }) => ready && tearsDown),
    23,
  ),
  135: dockershim(/^deleteFromNetwork for cluster-net .* begins$/, /^deleteFromNetwork .* fails: /),
  137: dockershim(
    /^InspectContainer for .* is over: State.Pid [1-9]/,
    /^getNetworkNamespace for .* is over: \/proc\/\d+\/ns\/net$/,
    /^GetNetNS for .* is over: \/proc\/\d+\/ns\/net$/,
    /^InspectContainer for .* is over: State.Pid 0$/,
    /^getNetworkNamespace for .* fails: cannot find network namespace/,
  ),
  141: dockershim(
    /^ExecPluginWithResult for bridge .* is over$/,
    /^ExecPluginWithResult for portmap .* was given the result of bridge as prevResult$/,
    /^ExecPluginWithoutResult for portmap .* without prevResult$/,
    /^ExecPluginWithoutResult for bridge .* fails: /,
  ),
  129: state(
    'set-up fails',
    'network',
    ({ networkReady = [], calls }) =>
      networkReady.some(
        ({ ready, sandboxId }) =>
          ready &&
          calls.some(
            (one) => one.sandboxId === sandboxId && one.command === 'ADD' && one.err !== undefined,
          ) &&
          calls.some((one) => one.sandboxId === sandboxId && one.command === 'DEL'),
      ),
    18,
  ),
  107: plugIn('kubenet', 9, { plugin: 'kubenet', PluginName: 'kubenet' }),
  108: plugIn('cni', 18, {
    HairpinMode: 'hairpin-veth',
    NonMasqueradeCIDR: '10.0.0.0/8',
    PluginBinDirs: '[/opt/cni/bin]',
    PluginConfDir: '/etc/cni/net.d',
    PluginCacheDir: '/var/lib/cni/cache',
    MTU: '0',
  }),
  109: async () => {
    const chosen = [
      plugIn('cni', 9, { plugin: 'cni' }),
      plugIn('kubenet', 23, { plugin: 'kubenet', HairpinMode: 'promiscuous-bridge' }),
      plugIn('none', 18, { plugin: 'kubernetes.io/no-op', PluginName: '' }),
      plugIn('weave', 9, { err: 'Network plugin "weave" not found.' }),
      plugIn('weave', 23, { err: 'network plugin "weave" not found' }),
      plugIn('cni', 24, undefined),
    ];
    return (await Promise.all(chosen.map((ask) => ask()))).every(Boolean);
  },
  140: async () => {
    const limits = [limit(15, undefined), limit(16, 220), limit(34, 120)];
    const killed = state(
      'a DEL hangs',
      'network',
      ({ calls }) =>
        calls.some(
          ({ err, from, to = from }) =>
            err === 'netplugin failed with no error message' && to - from === 220e6,
        ),
      16,
    );
    return (await Promise.all([...limits, killed].map((ask) => ask()))).every(Boolean);
  },
  142: async () => {
    const { engine } = await kubelet('DEL of kubenet fails', 9);
    const { parts } = await engine.call('machineAt', [{ parts: ['network'] }]);
    const steps = await (await kubelet('plug-in cni', 18)).steps('network');
    return (
      parts.network?.leases.some(({ leaked, ip }) => leaked && ip !== '') === true &&
      steps.some(({ text }) => / is held by /.test(text)) &&
      steps.some(({ text }) => /^the address of .* is given back$/.test(text))
    );
  },
  143: async () => {
    const states = await (await kubelet('host port', 18)).states('network');
    const open = states.flatMap(({ hostPorts }) => hostPorts);
    const { engine } = await kubelet('host port', 18);
    const { rows: lines } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
    return (
      lines.some(({ text }) => text.includes('Predicate NodePorts failed')) &&
      open.every(({ pod }) => pod.name === 'default/web') &&
      open.some(
        ({ hostPort, protocol, to, by }) =>
          hostPort === 8080 && protocol === 'TCP' && to.endsWith(':80') && by === 'portmap',
      ) &&
      (await (await kubelet('host port of Docker', 18)).states('network')).some(({ hostPorts }) =>
        hostPorts.some(({ hostPort, by }) => hostPort === 8080 && by === 'Docker'),
      ) &&
      states.at(-1)?.hostPorts.length === 0 &&
      (await unmapped('', 18)) &&
      (await unmapped(' of kubenet', 18)) &&
      (await unmapped(' of CRI-O', 34))
    );
  },
};

/** Whether the address is still held after a DEL that failed, and no port of the node leads to it. */
async function unmapped(whose: string, minor: number): Promise<boolean> {
  const states = await (await kubelet(`DEL fails, host port${whose}`, minor)).states('network');
  const last = states.at(-1);
  return (
    states.some(({ hostPorts }) => hostPorts.length === 1) &&
    last?.calls.some(({ command, err }) => command === 'DEL' && err !== undefined) === true &&
    last.leases.length === 1 &&
    last.hostPorts.length === 0
  );
}

/** How long a call that hangs may take, in seconds; undefined: for ever. */
function limit(minor: number, seconds: number | undefined): Ask {
  return state(
    'a DEL hangs',
    'network',
    ({ calls }) =>
      calls.some(
        ({ command, from, to, givenUpAt }) =>
          command === 'DEL' &&
          to === undefined &&
          (givenUpAt === undefined ? undefined : (givenUpAt - from) / 1e6) === seconds,
      ),
    minor,
  );
}

/** What the network plug-in of a flag is and has by the end; undefined: this kubelet has none. */
function plugIn(
  flag: string,
  minor: number,
  wanted: Readonly<Record<string, string>> | undefined,
): Ask {
  return async () => {
    const { engine } = await kubelet(`plug-in ${flag}`, minor);
    const { parts } = await engine.call('machineAt', [{ parts: ['network'] }]);
    const row = parts.network?.plugin;
    if (row === undefined || wanted === undefined) return row === wanted;
    const { plugin, err, settings } = row;
    const fields = settings.map(({ name, value }) => [name, value]);
    const got = { plugin, err, ...Object.fromEntries(fields) } as Record<string, unknown>;
    return Object.entries(wanted).every(([name, value]) => got[name] === value);
  };
}

function plan(scenario: string, name: string, text: string | undefined, minor?: number): Ask {
  return state(
    scenario,
    'podActions',
    ({ plans }) =>
      plans.some(({ fields }) =>
        fields.some(
          (one) =>
            one.name === name && (text === undefined ? one.text !== 'none' : one.text === text),
        ),
      ),
    minor,
  );
}

describe('a mechanism of the write-ups is in an answer', () => {
  test.each(Object.entries(rows))('row %s', async (_, ask) => {
    expect(await ask()).toBe(true);
  });
});

/** Rows of the table, by their numbers. */
function table(): Map<number, readonly string[]> {
  const text = fs.readFileSync(path.join(root, 'docs/mechanisms.md'), 'utf8');
  const lines = text.split('\n').filter((line) => /^\| [1-9]\d* /.test(line));
  return new Map(
    lines.map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [Number(cells[1]), cells] as const;
    }),
  );
}

test('no row that is asked for here is called missing or internal, and none is asked for that there is not', () => {
  const told = table();
  expect(told.size).toBe(232);
  for (const number of Object.keys(rows))
    expect(told.get(Number(number))?.[7], `row ${number}`).toMatch(/^(visible|partial|wrong)/);
});

test('kubenet has functions of its own where the CNI plug-in has addToNetwork', async () => {
  const calls = async (flag: string): Promise<boolean> =>
    (await (await kubelet(`plug-in ${flag}`, 18)).steps('calls')).some(({ text }) =>
      text.startsWith('addToNetwork'),
    );
  expect([await calls('cni'), await calls('kubenet'), await calls('none')]).toEqual([
    true,
    false,
    false,
  ]);
});
