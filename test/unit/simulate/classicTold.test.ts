// What a log tells of the workers of a simulated kubelet up to 1.21 is what that kubelet held, or unknown: at each line, soon after it, and
// all through the first seconds of each process.
import { expect, test } from 'vitest';
import { MILLISECOND, micros, parseRfc3339, SECOND } from '../../../src/base/time.ts';
import type { PodHistory } from '../../../src/kubelet/rebuild/history.ts';
import { rebuild } from '../../../src/kubelet/rebuild/rebuild.ts';
import { parseScenario } from '../../../src/simulate/parse.ts';
import type { Scenario } from '../../../src/simulate/scenario.ts';
import { tapeOf } from '../../support/captures.ts';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';

const ends = `
title: Pods end, crash, are evicted and deleted, and the kubelet is started anew.
lasts: 3m
pods:
  - { name: web, count: 3, gracePeriod: 2s, containers: [{ name: app, stopTakes: 500ms }] }
  - { name: slow, containers: [{ name: app, run: ignore-term }] }
  - { name: done, restartPolicy: Never, containers: [{ name: app, run: exit, after: 5s }] }
  - name: failed
    restartPolicy: Never
    containers: [{ name: app, run: exit, after: 8s, exitCode: 1 }]
  - { name: away, restartPolicy: Never, containers: [{ name: app, run: exit, after: 42s }] }
  - name: two
    restartPolicy: Never
    containers: [{ name: a, run: exit, after: 4s }, { name: b, run: exit, after: 20s }]
  - { name: crash, containers: [{ name: app, run: exit, after: 2s, exitCode: 1 }, { name: side }] }
  - { name: init, gracePeriod: 1s, initContainers: [{ name: init, run: exit, after: 2s }] }
  - { name: live, gracePeriod: 1s, containers: [{ name: app, livenessFailsAfter: 20s }] }
  - { name: proxy, source: file }
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: slow }
  - { at: 1s, do: create, pod: proxy }
  - { at: 2s, do: create, pod: done }
  - { at: 2s, do: create, pod: failed }
  - { at: 3s, do: create, pod: away }
  - { at: 3s, do: create, pod: two }
  - { at: 3s, do: create, pod: crash }
  - { at: 4s, do: create, pod: init }
  - { at: 4s, do: create, pod: live }
  - { at: 30s, do: delete, pod: two }
  - { at: 35s, do: delete, pod: slow }
  - { at: 40s, do: restart-kubelet, downFor: 8s }
  - { at: 60s, do: delete, pod: crash, gracePeriod: 1s }
  - { at: 70s, do: delete, pod: done }
  - { at: 80s, do: fill-disk, percent: 95 }
  - { at: 100s, do: fill-disk, percent: 60 }
  - { at: 120s, do: restart-kubelet, downFor: 1s }
  - { at: 140s, do: delete, pod: web, every: 2s }
  - { at: 150s, do: delete, pod: away }`;

function scenarioOf(name: string): Scenario {
  const parsed = name === 'ends' ? parseScenario(ends) : undefined;
  const scenario = parsed?.ok === true ? parsed.value : ownScenarios().get(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return scenario;
}

interface Worker {
  readonly uid: string;
  readonly working: boolean;
}

interface Held {
  readonly at: number;
  readonly workers: ReadonlyMap<string, Worker>;
}

/** What is inferred to be so some milliseconds after the line that shows it. */
const A_MOMENT = 10 * MILLISECOND;
/** How long after a line is looked. */
const after = [0, 1, 12, 30, 55].map((ms) => ms * MILLISECOND);
/** A new process tells its version when it is up; before that nothing is held. */
const DOWN = 9 * SECOND;

function heldBy(truth: readonly string[]): readonly Held[] {
  return truth.map((line) => {
    const { t, workers } = JSON.parse(line) as { t: string; workers: Worker[] };
    return {
      at: parseRfc3339(t) ?? NaN,
      workers: new Map(workers.map((worker) => [worker.uid, worker])),
    };
  });
}

/** What is told of one worker and cannot be where the kubelet held one of these just then. */
function wrongOf(
  { worker }: PodHistory,
  at: number,
  held: readonly (Worker | undefined)[],
): string[] {
  const moment = { time: micros(at), position: Infinity, hindsight: 'now' } as const;
  const present = worker.present.at(moment).value;
  const wrong: string[] = [];
  const holds = (isSo: (one: Worker | undefined) => boolean, text: string): void => {
    if (!held.some(isSo)) wrong.push(text);
  };
  if (present !== undefined)
    holds((one) => (one !== undefined) === present, `present ${String(present)}`);
  if (present === false) return wrong;
  const working = worker.working.at(moment).value;
  // Nobody is told to be idle by a worker that is not there.
  if (working === true) holds((one) => one?.working === true, 'working true');
  if (working === false) holds((one) => one?.working !== true, 'working false');
  // Such a worker holds no state: while it works it is not over.
  const isOver = (one: Worker | undefined): boolean => one?.working !== true;
  if (worker.finished.at(moment).value === true) holds(isOver, 'finished');
  if (worker.terminated.at(moment).value === true) holds(isOver, 'terminated');
  if (worker.state.at(moment).value === 'terminated') holds(isOver, 'state');
  return wrong;
}

/** What is told wrongly, and the share of moments with a worker at which `working` is told. */
function judge(
  name: string,
  kubelet: number,
  verbosity: number,
): { wrong: string[]; known: number } {
  const runtime = kubelet % 2 === 0 ? 'containerd' : 'docker';
  const options = { seed: 7, kubelet, verbosity };
  const { lines, truth } = runScenario({ ...scenarioOf(name), runtime }, options);
  const tape = tapeOf(new TextEncoder().encode(`${lines.join('\n')}\n`));
  const history = rebuild(tape);
  const all = heldBy(truth);
  const near = (at: number): readonly Held[] => {
    const next = all.findIndex((one) => one.at > at + A_MOMENT);
    const end = next < 0 ? all.length : next;
    const first = all.findLastIndex((one, i) => i < end && one.at <= at - A_MOMENT);
    return all.slice(Math.max(0, first), end);
  };
  const isDown = (at: number): boolean =>
    history.runs.slice(1).some(({ from }) => from - DOWN < at && at < from);
  const moments = [
    ...lines.flatMap((_, i) => after.map((later) => tape.timeAt(i) + later)),
    ...Array.from(
      { length: 200 },
      (_, i) => history.from + (i / 200) * (history.to - history.from),
    ),
    ...history.runs.flatMap(({ from }) =>
      Array.from({ length: 100 }, (_, i) => from + i * 0.05 * SECOND),
    ),
  ].filter((at) => at <= history.to && !isDown(at));
  const wrong = new Set<string>();
  let held = 0;
  let known = 0;
  for (const at of moments) {
    const now = near(at);
    for (const pod of history.pods) {
      const uid = pod.uid.value ?? '';
      if (pod.firstSeen > at) continue;
      const workers = now.map((one) => one.workers.get(uid));
      for (const what of wrongOf(pod, at, workers)) wrong.add(`${name}: ${pod.name} ${what}`);
      if (workers.at(-1) === undefined) continue;
      held += 1;
      const moment = { time: micros(at), position: Infinity, hindsight: 'now' } as const;
      if (pod.worker.working.at(moment).known !== 'unknown') known += 1;
    }
  }
  return { wrong: [...wrong], known: known / held };
}

const names = ['ends', 'crash-loop', 'disk-full', 'force-delete', 'kubelet-restarts'];

test.each([9, 13, 16, 18, 20, 21].flatMap((kubelet) => [2, 4].map((v) => [kubelet, v] as const)))(
  'in 1.%i at --v=%i no worker is told to be what it was not held to be',
  { timeout: 60_000 },
  (kubelet, verbosity) => {
    const judged = names.map((name) => judge(name, kubelet, verbosity));
    expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
    // It is not that nothing is told.
    const known = judged.reduce((sum, one) => sum + one.known, 0) / judged.length;
    expect(known).toBeGreaterThan(0.25);
  },
);
