// What the log’s side of a simulated kubelet says at each of its lines, held against what that kubelet held.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import { engineHere } from '../../../support/engine.ts';

/** A pod that had ended, and that the API server knows as ended, when the kubelet came back. */
const ended = `
title: A pod had ended before the kubelet was started again.
lasts: 70s
pods:
  - { name: web, gracePeriod: 2s }
  - name: job
    restartPolicy: Never
    containers: [{ name: app, run: exit, after: 5s }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: job }
  - { at: 30s, do: restart-kubelet, downFor: 5s }`;

const scenarios = path.join(import.meta.dirname, '../../../../media/scenarios');

async function opened(text: string, kubelet: number, verbosity: number) {
  const engine = await engineHere();
  const name = 'told';
  await engine.call('open', [{ sources: [{ kind: 'scenario', name, text, kubelet, verbosity }] }]);
  const { rows } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
  return { engine, rows };
}

test.each([22, 23, 24, 25, 26])(
  'in 1.%i a pod that had ended before the kubelet came back is finished at once',
  async (kubelet) => {
    const { engine, rows } = await opened(ended, kubelet, 4);
    const refused = rows.findLastIndex(({ text }) =>
      /requested to restart with same UID.*default\/job/.test(text),
    );
    expect(refused).toBeGreaterThan(0);
    await engine.call('seek', [{ kind: 'position', position: refused }]);
    const { rows: queues } = await engine.call('workerQueues', [{ start: 0, count: 9 }]);
    const job = queues.find(({ pod }) => pod === 'default/job');
    expect(job?.state.text).toBe('finished');
    expect(job?.active).toMatchObject({ text: 'nothing', known: 'seen' });
    const { differences } = await engine.call('machineAt', [{ position: refused }]);
    expect(differences.filter(({ why }) => why === 'wrong')).toEqual([]);
  },
);

const configured = `
title: A kubelet with pods of two sources is started again; a pod was taken away before that.
lasts: 70s
pods:
  - { name: web, count: 2, gracePeriod: 1s }
  - { name: gone, gracePeriod: 1s }
  - { name: proxy, namespace: kube-system, source: file }
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 1s, do: create, pod: gone }
  - { at: 1s, do: create, pod: proxy }
  - { at: 20s, do: delete, pod: gone }
  - { at: 40s, do: restart-kubelet, downFor: 5s }`;

test.each([
  [9, 2],
  [9, 4],
  [18, 2],
  [21, 2],
  [23, 2],
  [27, 2],
  [36, 2],
  [36, 0],
])(
  'in 1.%i at --v=%i what a source has is unknown until it tells, and is never another’s of before',
  async (kubelet, verbosity) => {
    const { engine, rows } = await opened(configured, kubelet, verbosity);
    const wrong: string[] = [];
    const lasts = new Map<string, number | undefined>();
    for (let position = 0; position < rows.length; position++) {
      await engine.call('seek', [{ kind: 'position', position }]);
      const page = await engine.call('machinePage', []);
      const { at = 0 } = rows[position] ?? {};
      const { parts } = await engine.call('machineAt', [{ position, parts: ['podConfig'] }]);
      const run = rows.findLastIndex(
        ({ text }, i) => i <= position && /Kubelet version|\] Version:/.test(text),
      );
      const held = new Map(parts.podConfig?.sources.map(({ source, pods }) => [source, pods]));
      const told = (id: string, name: string) =>
        page.parts.find(({ part }) => part === id)?.values.find((each) => each.name === name)
          ?.value ?? { text: '', known: 'unknown', provedBy: [] };
      const total = [...held.values()].reduce((sum, pods) => sum + pods.length, 0);
      const counts = [
        ...(['api', 'file', 'http'] as const).map(
          (id) =>
            [
              id,
              told(id, 'pods that the loop was told of from here'),
              held.get(id)?.length ?? 0,
            ] as const,
        ),
        ['all', told('podConfig', 'pods that the loop was told of'), total] as const,
      ];
      for (const [id, value, count] of counts)
        if (value.known !== 'unknown') {
          const number = value.text === 'none' ? 0 : Number(/\d+/.exec(value.text)?.[0]);
          const isRight = value.text.startsWith('at least') ? number <= count : number === count;
          const since = isRight ? undefined : (lasts.get(id) ?? at);
          lasts.set(id, since);
          // A line is printed a moment after what it tells of.
          if (since !== undefined && at - since > 150_000)
            wrong.push(`${position} ${id}: ${value.text}, held ${count}`);
        }
      for (const id of ['api', 'file'])
        for (const { offset } of told(id, 'last').provedBy) {
          const by = rows.findIndex(({ input }) => input.offset === offset);
          if (by < run) wrong.push(`${position} ${id}: ${told(id, 'last').text}`);
        }
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  [22, 2],
  [23, 3],
  [26, 2],
  [26, 3],
  [27, 2],
  [27, 3],
])(
  'in 1.%i at --v=%i a worker is not called idle whose kill goes on after one that timed out',
  async (kubelet, verbosity) => {
    const text = fs.readFileSync(path.join(scenarios, 'cni-del-hangs.yaml'), 'utf8');
    const { engine } = await opened(text, kubelet, verbosity);
    const { from = micros(0), to = from } = await engine.call('session', []);
    const wrong: string[] = [];
    let before = new Set<string>();
    for (let time = from; time < to; time = micros(time + 1_000_000)) {
      await engine.call('seek', [{ kind: 'time', time }]);
      const { differences } = await engine.call('machineAt', [{ parts: ['podWorkers'] }]);
      const now = new Set(
        differences.filter(({ why }) => why === 'wrong').map((one) => `${one.field} ${one.held}`),
      );
      wrong.push(...[...now].filter((one) => before.has(one)));
      before = now;
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  [9, 2],
  [18, 4],
  [21, 4],
  [23, 2],
  [26, 4],
  [27, 2],
  [36, 2],
  [36, 4],
])(
  'in 1.%i at --v=%i what is unknown of a worker has a reason of that version',
  async (kubelet, verbosity) => {
    const { engine, rows } = await opened(ended, kubelet, verbosity);
    const reasons = new Set<string>();
    for (let position = 0; position < rows.length; position += 3) {
      await engine.call('seek', [{ kind: 'position', position }]);
      const queues = await engine.call('workerQueues', [{ start: 0, count: 9 }]);
      for (const { active, stage, waiting } of queues.rows)
        for (const { known, text } of [active, stage, waiting])
          if (known === 'unknown') reasons.add(text);
    }
    for (const reason of reasons) {
      const [, until] = /up to 1\.(\d+)/.exec(reason) ?? [];
      if (until !== undefined) expect(kubelet, reason).toBeLessThanOrEqual(Number(until));
      if (reason.includes('below --v=4')) {
        expect(verbosity, reason).toBeLessThan(4);
        expect(kubelet, reason).toBeGreaterThan(21);
      }
      expect(reason).not.toMatch(/and later/);
    }
  },
);

test('an update that is taken at once waits at the line of its notice', async () => {
  const text = fs.readFileSync(path.join(scenarios, 'crash-loop.yaml'), 'utf8');
  const { engine, rows } = await opened(text, 36, 4);
  const marks: string[] = [];
  let notices = 0;
  for (const [position, { text: line }] of rows.entries()) {
    if (!line.includes('Notifying pod of pending update')) continue;
    notices += 1;
    const { differences } = await engine.call('machineAt', [{ position, parts: ['podWorkers'] }]);
    marks.push(...differences.filter(({ field }) => field === 'pending').map((one) => one.text));
  }
  expect(notices).toBeGreaterThan(3);
  expect(marks).toEqual([]);
});

test('what one line tells a while after it was so is late', async () => {
  const text = fs.readFileSync(path.join(scenarios, 'crash-loop.yaml'), 'utf8');
  const { engine, rows } = await opened(text, 36, 2);
  const late = new Set<string>();
  for (const position of rows.keys()) {
    const { differences } = await engine.call('machineAt', [{ position, parts: ['podWorkers'] }]);
    for (const { why, field } of differences) if (why === 'late') late.add(field);
  }
  expect([...late]).toEqual(['present']);
});

/** The teardown of a static pod hangs over its end, an ordinary pod is changed while it is ended, one is over, and one ends by itself. */
const waits = `
title: Updates come while the workers are at it.
lasts: 50s
pods:
  - { name: run, gracePeriod: 4s, containers: [{ name: app, stopTakes: 2s }] }
  - { name: job, restartPolicy: Never, containers: [{ name: j, run: exit, after: 5s }] }
  - { name: st, source: file, gracePeriod: 3s }
faults:
  - { name: slow, kind: cni, command: DEL, behaviour: slow, delay: 7s, filter: default/st }
actions:
  - { at: 1s, do: create, pod: run }
  - { at: 1s, do: create, pod: job }
  - { at: 1s, do: create, pod: st }
  - { at: 3s, do: fault, fault: slow, on: true }
  - { at: 10s, do: update, pod: run, image: 'busybox:2' }
  - { at: 11s, do: update, pod: run, image: 'busybox:3' }
  - { at: 15s, do: delete, pod: st }
  - { at: 20s, do: delete, pod: run }`;

test.each([22, 23, 26, 27, 28, 36])(
  'in 1.%i the update that waits by the log is the one that the kubelet holds, at each line',
  async (kubelet) => {
    const { engine, rows } = await opened(waits, kubelet, 4);
    const wrong: string[] = [];
    let compared = 0;
    for (const [position, { text }] of rows.entries()) {
      await engine.call('seek', [{ kind: 'position', position }]);
      const queues = await engine.call('workerQueues', [{ start: 0, count: 9 }]);
      const { parts, differences } = await engine.call('machineAt', [
        { position, parts: ['podWorkers'] },
      ]);
      for (const { field, why, text: said } of differences)
        if (field === 'pending' && why === 'wrong') wrong.push(`${position} ${said} ${text}`);
      for (const { pod, podKey, waitingUpdate: told } of queues.rows) {
        const worker = parts.podWorkers?.workers.find((one) => one.pod.key === podKey);
        const held = worker?.pending ?? worker?.lastUndelivered;
        // The loop prints what it took a moment before it hands it over.
        if (told === undefined || held === undefined || told.at === rows[position]?.at) continue;
        compared += 1;
        if (Math.abs((held.since ?? 0) - told.at) > 5_000)
          wrong.push(
            `${position} ${pod}: told ${told.at} ${told.askedBy ?? ''}, held ${held.since ?? ''} ${held.from ?? ''}: ${text}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(20);
  },
);

test.each([22, 23, 28, 29, 36])(
  'in 1.%i at --v=2 a pod whose dead sandbox cannot be stopped is not said to end',
  async (kubelet) => {
    const { engine, rows } = await opened(
      `
title: A sandbox is killed and its network cannot be taken down.
lasts: 40s
pods: [{ name: web, gracePeriod: 2s }]
faults: [{ name: del, kind: cni, command: DEL, behaviour: error }]
actions:
  - { at: 1s, do: create, pod: web }
  - { at: 3s, do: fault, fault: del, on: true }
  - { at: 4s, do: kill-sandbox, pod: web }`,
      kubelet,
      2,
    );
    const fails = rows.flatMap(({ text }, at) => (text.includes('Error syncing pod') ? [at] : []));
    expect(fails.length).toBeGreaterThan(2);
    for (const position of fails) {
      const { differences } = await engine.call('machineAt', [{ position, parts: ['podWorkers'] }]);
      expect(differences.filter(({ field, why }) => field === 'state' && why === 'wrong')).toEqual(
        [],
      );
    }
  },
);
