// Phases of pods on simulated kubelets: a process of the kubelet ends what it was at, a call is its sandbox's pod's, and no end is told that no line
// tells.
import { expect, it } from 'vitest';
import { parseRfc3339, SECOND } from '../../../src/base/time.ts';
import type { PodHistory, PodPhase } from '../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import { tapeOf } from '../../support/captures.ts';
import { runScenario } from '../../support/scenarios.ts';

interface Ran {
  readonly lines: readonly string[];
  readonly pods: readonly PodHistory[];
  /** When the processes of the kubelet after the first begin, in seconds from 08:00. */
  readonly starts: readonly number[];
}

function run(scenario: string, kubelet: number, verbosity: number): Ran {
  const parsed = parseScenario(scenario);
  if (!parsed.ok) throw new Error(parsed.error);
  const { lines } = runScenario(parsed.value, { kubelet, verbosity, seed: 1 });
  const history = rebuild(tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`)));
  return {
    lines,
    pods: history.pods,
    starts: history.runs.slice(1).map(({ from }) => clock(from)),
  };
}

function clock(at: number): number {
  return (at - (parseRfc3339('2026-03-02T08:00:00Z') ?? NaN)) / SECOND;
}

function phasesOf({ pods }: Ran, name: string): readonly PodPhase[] {
  return pods.find((pod) => pod.name === name)?.phases ?? [];
}

type Told = readonly [from: number, to: number | undefined, known: string];

/** Of one kind: begin, end and how it is known. */
function of(ran: Ran, name: string, kind: PodPhase['kind']): readonly Told[] {
  return phasesOf(ran, name)
    .filter((phase) => phase.kind === kind)
    .map(({ from, to, known }) => [clock(from), to && clock(to), known] as const);
}

/** The time of the first line after `since` seconds that has both words. */
function lineAt({ lines }: Ran, word: string, pod: string, since = 0): number {
  const times = lines
    .filter((line) => line.includes(word) && line.includes(pod))
    .map((line) => clock(parseRfc3339(`2026-03-02T${line.slice(6, 21)}Z`) ?? NaN));
  return times.find((time) => time >= since) ?? NaN;
}

const restarts = (runtime: string): string => `
title: the kubelet is started anew after pods have ended
runtime: ${runtime}
lasts: 2m
pods:
  - { name: bad, restartPolicy: Never, containers: [{ name: j, run: exit, after: 5s, exitCode: 3 }] }
  - { name: good, restartPolicy: Never, containers: [{ name: j, run: exit, after: 5s }] }
actions:
  - { at: 1s, do: create, pod: bad }
  - { at: 1s, do: create, pod: good }
  - { at: 32s, do: restart-kubelet, downFor: 6s }
  - { at: 80s, do: restart-kubelet, downFor: 1s }`;

it.each([
  ['docker', 9, 2],
  ['docker', 9, 4],
  ['docker', 21, 2],
  ['docker', 21, 4],
  ['containerd', 18, 4],
  ['containerd', 21, 2],
] as const)(
  'no end with %s of 1.%i at --v=%i goes on over the next start',
  (runtime, kubelet, v) => {
    const ran = run(restarts(runtime), kubelet, v);
    const [first = NaN] = ran.starts;
    const ends = phasesOf(ran, 'bad').filter(({ kind }) =>
      ['terminating', 'kill', 'teardown', 'cleanup'].includes(kind),
    );
    expect(ends.filter(({ to }) => to === undefined || clock(to) > first)).toEqual([]);
    expect(
      ends.filter(({ to, known }) => known !== 'unknown' && clock(to ?? NaN) >= first),
    ).toEqual([]);
  },
);

it('with docker up to 1.21 PLEG tells the end of a teardown once, not anew after each start', () => {
  const ran = run(restarts('docker'), 21, 4);
  for (const [pod, begins] of [
    ['bad', 'Deleting pod from network'],
    ['good', 'KillPod:true CreateSandbox:false'],
  ] as const) {
    const begun = lineAt(ran, begins, `default/${pod}`);
    const dead = lineAt(ran, 'ContainerDied', `default/${pod}`, begun);
    const [from, to = NaN, known] = of(ran, pod, 'teardown')[0] ?? [];
    expect([from, known]).toEqual([begun, 'inferred']);
    expect(Math.abs(to - dead)).toBeLessThan(0.01);
  }
});

it('a pod of 1.9 that has ended has a teardown', () => {
  const ran = run(restarts('docker'), 9, 4);
  const begun = lineAt(ran, 'KillPod:true CreateSandbox:false', 'good_default');
  const dead = lineAt(ran, 'ContainerDied', 'good_default', begun);
  const [from, to = NaN, known] = of(ran, 'good', 'teardown')[0] ?? [];
  expect([from, known]).toEqual([begun, 'inferred']);
  expect(Math.abs(to - dead)).toBeLessThan(0.01);
});

const slow = (runtime: string): string => `
title: a sandbox dies, and its teardown is slow
runtime: ${runtime}
lasts: 3m
pods:
  - { name: slow, gracePeriod: 2s }
  - { name: done, restartPolicy: Never, gracePeriod: 2s, containers: [{ name: j, run: exit, after: 20s }] }
faults:
  - { name: slow, kind: cni, command: DEL, behaviour: slow, delay: 9s, filter: default/slow }
  - { name: done, kind: cni, command: DEL, behaviour: slow, delay: 5s, filter: default/done }
actions:
  - { at: 1s, do: create, pod: slow }
  - { at: 2s, do: create, pod: done }
  - { at: 10s, do: fault, fault: slow, on: true }
  - { at: 10s, do: fault, fault: done, on: true }
  - { at: 30s, do: kill-sandbox, pod: slow }`;

it.each([
  ['containerd', 9, 'Creating sandbox for pod', 'slow_default'],
  ['docker', 21, 'Creating PodSandbox for pod', 'default/slow'],
  ['containerd', 36, 'Creating PodSandbox for pod', 'default/slow'],
] as const)(
  'with %s of 1.%i a sandbox is set up from the line that begins it, after its old one is torn down',
  (runtime, kubelet, begins, pod) => {
    const ran = run(slow(runtime), kubelet, 4);
    const stopping = lineAt(ran, 'will start new one', pod, 20);
    const creating = lineAt(ran, begins, pod, stopping);
    const created = lineAt(ran, 'Created PodSandbox', pod, creating);
    expect(creating - stopping).toBeGreaterThan(9);
    expect(of(ran, 'slow', 'sandbox').slice(1)).toEqual([[creating, created, 'inferred']]);
    expect(of(ran, 'slow', 'teardown')).toEqual([[stopping, creating, 'inferred']]);
  },
);

it.each([18, 21])(
  'with docker of 1.%i the death of a sandbox ends no teardown whose DEL still runs',
  (kubelet) => {
    const ran = run(slow('docker'), kubelet, 4);
    const dels = of(ran, 'done', 'network').slice(1);
    expect(dels.length).toBeGreaterThan(0);
    expect(of(ran, 'done', 'teardown')).toEqual([[expect.any(Number), undefined, 'unknown']]);
    expect(of(ran, 'done', 'terminating')).toEqual([[expect.any(Number), undefined, 'unknown']]);
  },
);

it.each([
  ['containerd', 18],
  ['docker', 21],
  ['containerd', 21],
] as const)(
  'with %s of 1.%i a pod that ends by itself runs until the plan to kill it',
  (runtime, kubelet) => {
    const ran = run(slow(runtime), kubelet, 4);
    const name = kubelet > 20 ? 'default/done' : 'done_default';
    const died = lineAt(ran, 'ContainerDied', name);
    const plan = lineAt(ran, 'computePodActions got', name, died);
    expect(of(ran, 'done', 'running')).toEqual([[expect.any(Number), plan, 'inferred']]);
    expect(of(ran, 'done', 'terminating')).toEqual([[plan, undefined, 'unknown']]);
    expect(of(ran, 'done', 'teardown')).toEqual([[plan, undefined, 'unknown']]);
  },
);

const edited = `
title: a static pod is edited
runtime: docker
lasts: 40s
pods:
  - { name: st, source: file, gracePeriod: 3s, containers: [{ name: app, stopTakes: 1s }] }
actions:
  - { at: 1s, do: create, pod: st }
  - { at: 20s, do: edit-static, pod: st }`;

it('a CNI call is of the pod that owns its sandbox', () => {
  const { pods } = run(edited, 21, 4);
  const calls = pods.map(({ network }) => network.map(({ command }) => command));
  expect(calls).toEqual([['ADD', 'DEL'], ['ADD']]);
});

const static23 = `
title: the teardown of a static pod is slow
runtime: docker
lasts: 60s
pods:
  - { name: st, source: file, gracePeriod: 3s }
faults:
  - { name: slow, kind: cni, command: DEL, behaviour: slow, delay: 7s, filter: default/st }
actions:
  - { at: 3s, do: create, pod: st }
  - { at: 15s, do: fault, fault: slow, on: true }
  - { at: 30s, do: delete, pod: st }`;

it('a container that PLEG saw finish ends its own kill, not that of its sandbox', () => {
  const ran = run(static23, 23, 2);
  const name = ran.pods[0]?.name ?? '';
  const killing = lineAt(ran, 'Killing container', name);
  const finished = lineAt(ran, 'container finished', '');
  const cleaned = lineAt(ran, 'Cleaned up orphaned pod volumes', '');
  expect(of(ran, name, 'kill')).toEqual([[killing, finished, 'inferred']]);
  const [from, to, known] = of(ran, name, 'teardown')[0] ?? [];
  expect([from, known]).toEqual([finished, 'unknown']);
  expect(to).toBeGreaterThanOrEqual(cleaned - 0.1);
  expect(of(ran, name, 'cleanup')).toEqual([]);
});
