import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { micros, type Micros } from '../../../../src/base/time.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import { machinePartIds } from '../../../../src/protocol/machineApi.ts';
import { engineHere } from '../../../support/engine.ts';

const scenarios = path.join(import.meta.dirname, '../../../../media/scenarios');

async function simulated(
  name: string,
  options: { kubelet?: number; verbosity?: number } = {},
): Promise<EngineClient> {
  const engine = await engineHere();
  const text = fs.readFileSync(path.join(scenarios, `${name}.yaml`), 'utf8');
  await engine.call('open', [
    { sources: [{ kind: 'scenario', name: `${name}.yaml`, text, ...options }] },
  ]);
  return engine;
}

/** Position of the first line that has all these words. */
async function lineWith(engine: EngineClient, ...words: string[]): Promise<number> {
  const { rows } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
  const found = rows.findIndex(({ text }) => words.every((word) => text.includes(word)));
  if (found < 0) throw new Error(`No line has ${words.join(', ')}.`);
  return found;
}

async function expression(engine: EngineClient, text: string): Promise<string> {
  return (await engine.call('debugEvaluate', [text])).value;
}

describe('a log that nobody looked into', () => {
  test('is answered: every part is unknown, with the reason', async () => {
    const engine = await engineHere();
    const line = `I0302 08:00:16.021322   21138 kubelet.go:2546] "SyncLoop ADD" source="api" pods=["default/web"]\n`;
    const bytes = new TextEncoder().encode(line);
    await engine.call('open', [
      { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
    ]);
    const view = await engine.call('machineAt', [{}]);
    expect(view).toMatchObject({ from: undefined, parts: {}, step: -1, steps: 0, nodes: [] });
    for (const part of machinePartIds) expect(view.unknown[part]).toContain('its log alone');
    const steps = await engine.call('machineSteps', [{ count: 10 }]);
    expect(steps).toMatchObject({ total: 0, rows: [], why: view.unknown.podCache });
    const waits = await engine.call('cacheWaits', [{ count: 10 }]);
    expect(waits).toMatchObject({ total: 0, rows: [], why: view.unknown.podCache });
    expect(await expression(engine, 'podCache.held')).toContain('unknown: nobody looked inside');
    // Who reads the cache is told by no line: the debugger does not guess.
    expect(await expression(engine, 'podCache')).toContain('readers: unknown');
  });
});

describe('a simulated kubelet', () => {
  test.each([23, 27, 34])(
    'that is started again has by its log the workers and the updates of its new process (1.%i)',
    async (kubelet) => {
      const engine = await simulated('kubelet-restarts', { kubelet, verbosity: 4 });
      const { rows } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
      const isStart = ({ text }: { text: string }): boolean => text.includes('kubeletVersion=');
      const again = rows.findLastIndex(isStart);
      expect(rows.findIndex(isStart)).toBeLessThan(again);
      let most = 0;
      for (let position = again; position < rows.length; position += 7) {
        await engine.call('seek', [{ kind: 'position', position }]);
        const page = await engine.call('machinePage', []);
        most = Math.max(most, page.workers.filter(({ state }) => state.known !== 'unknown').length);
        const { rows: queues } = await engine.call('workerQueues', [{ start: 0, count: 100 }]);
        const since = rows[again]?.at ?? Infinity;
        const told = queues.flatMap(({ waitingUpdate, replaced }) => [
          ...replaced,
          ...(waitingUpdate ? [waitingUpdate] : []),
        ]);
        const old = told.filter(({ at }) => at < since);
        expect(old).toEqual([]);
      }
      expect(most).toBeGreaterThanOrEqual(3);
    },
  );

  test.each([
    ['force-delete', 9],
    ['force-delete', 21],
    ['cni-del-hangs', 9],
    ['cni-del-hangs', 18],
    ['cni-add-fails', 13],
    ['sandbox-creation-hangs', 21],
    ['disk-full', 9],
    ['sandbox-creation-hangs', 9],
  ])(
    'up to 1.21 its log says nothing false of whether a worker is there (%s, 1.%i)',
    async (name, kubelet) => {
      for (const verbosity of [2, 4]) {
        const engine = await simulated(name, { kubelet, verbosity });
        const { total } = await engine.call('inputs', [{ start: 0, count: 1 }]);
        for (let position = 0; position < total; position += Math.ceil(total / 60)) {
          const { differences } = await engine.call('machineAt', [{ position }]);
          const wrong = differences.filter(
            ({ part, field, why }) =>
              part === 'podWorkers' &&
              why === 'wrong' &&
              ['present', 'state', 'finished'].includes(field),
          );
          expect(wrong.map(({ text }) => `${position}: ${text}`)).toEqual([]);
        }
      }
    },
  );

  test('an update that is left to a worker that has ended waits for nobody', async () => {
    const engine = await simulated('pods-come-and-go', { kubelet: 36 });
    const { steps } = await engine.call('machineAt', [{}]);
    let left = 0;
    for (let step = 0; step < steps; step += Math.ceil(steps / 100)) {
      const { parts } = await engine.call('machineAt', [{ step, parts: ['podWorkers'] }]);
      const rows = parts.podWorkers?.workers ?? [];
      const waits = rows.map(({ goroutine, pending }) => pending && goroutine !== 'none');
      expect(waits.lastIndexOf(true)).toBe(waits.filter(Boolean).length - 1);
      expect(parts.podWorkers?.counts.pending).toBe(waits.filter(Boolean).length);
      left += rows.filter(({ goroutine, pending }) => pending && goroutine === 'none').length;
    }
    expect(left).toBeGreaterThan(0);
  });

  test('holds at a line what it held before the line was written', async () => {
    const engine = await simulated('cni-del-hangs');
    const position = await lineWith(engine, 'SyncLoop DELETE', 'default/web');
    const at = await engine.call('machineAt', [{ position }]);
    expect(at.from).toBe('simulated');
    expect(at.parts.podConfig?.diff?.updates).toMatchObject([
      { op: 'DELETE', pods: [{ pod: { name: 'default/web' } }] },
    ]);
    expect(at.parts.podConfig?.diff?.updates[0]?.pods[0]?.changed).toContain(
      'metadata.deletionTimestamp',
    );
    expect(at.parts.syncLoop?.took).toMatchObject({ channel: 'updates', ready: ['updates'] });
    // The worker hears of it after this line.
    const before = at.parts.podWorkers?.workers.find(({ pod }) => pod.name === 'default/web');
    expect(before).toMatchObject({ goroutine: 'idle', state: 'sync', pending: undefined });
    expect(before?.due).toMatchObject({ why: 'resync' });
    const later = await engine.call('machineAt', [{ position: position + 3 }]);
    const after = later.parts.podWorkers?.workers.find(({ pod }) => pod.name === 'default/web');
    expect(after).toMatchObject({
      goroutine: 'syncing',
      state: 'terminating',
      function: { function: 'SyncTerminatingPod', path: 'pkg/kubelet/kubelet.go' },
    });
    expect(after?.active?.since).toBeGreaterThan(at.at - 1);
  });

  test('a full channel names who waits to send', async () => {
    const engine = await engineHere();
    const text = JSON.stringify({
      title: 'A test.',
      kubelet: '1.9',
      lasts: '10m',
      pods: [{ name: 'many', count: 160 }],
      actions: [
        { at: '0s', do: 'stop-runtime', for: '6m' },
        { at: '4m', do: 'create', pod: 'many' },
      ],
    });
    await engine.call('open', [{ sources: [{ kind: 'scenario', name: 'full.yaml', text }] }]);
    const position = await lineWith(engine, 'skipping pod synchronization', '4m33');
    const { parts } = await engine.call('machineAt', [{ position }]);
    const rows = new Map(parts.channels?.channels.map((row) => [row.channel, row]));
    expect(rows.get('updates')).toMatchObject({
      waiting: 50,
      full: true,
      blocked: [{ text: 'ADD of 1 pod from api' }],
    });
    const go = { function: 'listen', path: 'pkg/util/config/config.go' };
    expect(rows.get('api')).toMatchObject({ capacity: 0, waiting: 0, full: true, go });
    // One goroutine sends to it: the reflector's, inside its store.
    expect(rows.get('api')?.blocked.map(({ text: sent }) => sent)).toEqual([
      'SET of 52 pods from api',
    ]);
    expect(rows.get('podKillingCh')).toMatchObject({ capacity: 50, waiting: 0, full: false });
    expect(rows.has('http')).toBe(false);
  });

  test.each([9, 34])(
    'a mirror pod is told by the lines of the API’s source (1.%i)',
    async (minor) => {
      const engine = await simulated('static-pod-edits', { kubelet: minor, verbosity: 4 });
      const start = minor < 21 ? 'SyncLoop (ADD, "api")' : '"SyncLoop ADD" source="api"';
      const position = await lineWith(engine, start, 'proxy');
      const { parts, differences } = await engine.call('machineAt', [{ position }]);
      const api = parts.podConfig?.sources.find(({ source }) => source === 'api');
      expect(api?.pods).toHaveLength(1);
      expect(differences.filter(({ part }) => part === 'podConfig')).toEqual([]);
      await engine.call('seek', [{ kind: 'position', position }]);
      const told = (await engine.call('machinePage', [])).parts.find(({ part }) => part === 'api');
      expect(told?.values[0]?.value.text).toBe('1 pod');
      const before = await engine.call('machineAt', [{ position: position - 1 }]);
      expect(before.differences.filter(({ part }) => part === 'podConfig')).toMatchObject([
        { held: 'from api', why: 'late' },
      ]);
    },
  );

  test.each([9, 13, 21, 23, 34])(
    'the mirror pod of an edited static pod is made anew, and its lines are the source’s last (1.%i)',
    async (minor) => {
      const engine = await simulated('static-pod-edits', { kubelet: minor, verbosity: 4 });
      const query = { parts: ['podConfig' as const], start: 0, count: 500 };
      const steps = (await engine.call('machineSteps', [query])).rows;
      const ops = steps.flatMap(({ text }) => / from api: sends on ([A-Z]+)/.exec(text)?.[1] ?? []);
      const sets = ops.filter((op) => op !== 'RECONCILE');
      expect(sets.slice(0, 3)).toEqual(['ADD', 'REMOVE', 'ADD']);
      const { rows } = await engine.call('inputs', [{ start: 0, count: 10_000 }]);
      const lines = (op: string): number[] => {
        const start = minor < 21 ? `SyncLoop (${op}, "api")` : `"SyncLoop ${op}" source="api"`;
        return rows.flatMap(({ text }, at) => (text.includes(start) ? [at] : []));
      };
      const last = async (position: number): Promise<string | undefined> => {
        await engine.call('seek', [{ kind: 'position', position }]);
        const page = await engine.call('machinePage', []);
        return page.parts.find(({ part }) => part === 'api')?.values[1]?.value.text;
      };
      const [removed = -1] = lines('REMOVE');
      await engine.call('seek', [{ kind: 'position', position: removed }]);
      expect(await expression(engine, 'config')).toMatch(/^1 pod/);
      expect(await last(removed)).toMatch(/proxy-node-a: gone from source api$/);
      const added = lines('ADD').find((at) => at > removed) ?? -1;
      expect(await last(added)).toMatch(/proxy-node-a: added by source api$/);
      expect(await last(rows.length - 1)).toMatch(/proxy-node-a: gone from source api$/);
    },
  );

  test.each(
    ['static-pod-edits', 'force-delete', 'admission-refused', 'kubelet-restarts'].flatMap((name) =>
      [9, 13, 21, 23, 27, 34, 36].map((minor) => [name, minor] as const),
    ),
  )(
    'by its log a source has the pods that it holds, whatever their workers do: %s, 1.%i',
    async (name, minor) => {
      const engine = await simulated(name, { kubelet: minor, verbosity: 2 });
      const { from = micros(0), to = from } = await engine.call('session', []);
      // What a source told reaches the sync loop when that looks: it may sleep for some seconds after its start.
      const before: string[] = [];
      for (let time = micros(from + 500_000); time < to; time = micros(time + 2_000_000)) {
        await engine.call('seek', [{ kind: 'time', time }]);
        const { parts } = await engine.call('machineAt', [{ parts: ['podConfig'] }]);
        const sources = parts.podConfig?.sources ?? [];
        const held = sources.map(({ source, total }) => `${source} ${total}`).join(', ');
        const page = await engine.call('machinePage', []);
        const shown = new Map(page.parts.map((part) => [part.part as string, part.values[0]]));
        const told = sources.map(({ source, total }) => {
          const { text = '', known } = shown.get(source)?.value ?? {};
          // Until it tells what it has.
          if (known === 'unknown' && total === 0) return `${source} 0`;
          return `${source} ${text === 'none' ? '0' : text.replace(/ pods?$/, '')}`;
        });
        if (before.slice(-2).every((one) => one === held))
          expect(`${time} ${told.join(', ')}`).toBe(`${time} ${held}`);
        before.push(held);
        if (name === 'static-pod-edits' && held === 'file 1, api 1')
          expect(shown.get('podConfig')?.value.text).toBe('2 pods');
      }
    },
  );

  test.each([27, 34, 36])(
    'what waits of an edited static pod is asked for by housekeeping, by its log and by what it held (1.%i)',
    async (minor) => {
      const engine = await simulated('static-pod-edits', { kubelet: minor, verbosity: 4 });
      const position = await lineWith(engine, 'still terminating, notified the pod worker');
      // Some lines later, and some steps.
      await engine.call('seek', [{ kind: 'position', position: position + 3 }]);
      const { rows } = await engine.call('workerQueues', [{ start: 0, count: 10 }]);
      const told = rows.find(({ state }) => state.text.startsWith('terminating'));
      expect(told?.waitingUpdate).toMatchObject({
        askedBy: 'housekeeping',
        work: { text: 'terminating' },
      });
      const { parts } = await engine.call('machineAt', [{ parts: ['podWorkers'] }]);
      const row = parts.podWorkers?.workers.find(({ pod }) => pod.key === told?.podKey);
      // requeueLastPodUpdate makes it of `activeUpdate`, which has no type of its own.
      expect(row?.pending).toMatchObject({
        workType: 'terminating',
        updateType: 'sync',
        from: 'HandlePodCleanups',
      });
      const at = told?.waitingUpdate?.at ?? NaN;
      expect(Math.abs((row?.pending?.since ?? NaN) - at)).toBeLessThan(1_000);
    },
  );

  test('a reader stands in the cache from its call to what releases it', async () => {
    const engine = await simulated('cni-del-hangs');
    const { rows, total } = await engine.call('cacheWaits', [{ count: 100 }]);
    expect(rows).toHaveLength(total);
    const old = rows.find(({ gotModified = 0, minTime = 0 }) => gotModified < minTime);
    if (old?.releasedStep === undefined) throw new Error('Nobody got an old entry.');
    const readers = async (step: number) =>
      (await engine.call('machineAt', [{ step, parts: ['podCache'], pod: old.pod.uid }])).parts
        .podCache?.readers;
    const until = async (to: Micros) =>
      (await engine.call('cacheWaits', [{ to, count: 100 }])).rows.find(
        ({ step }) => step === old.step,
      );
    const { from, to: end = from } = old;
    expect(await until(micros(end - 1))).toMatchObject({ from, to: undefined, got: undefined });
    expect(await until(end)).toEqual(old);
    expect(await readers(old.step - 1)).toEqual([]);
    expect(await readers(old.step)).toMatchObject([
      { pod: old.pod, minTime: old.minTime, since: old.from },
    ]);
    expect(await readers(old.releasedStep - 1)).toMatchObject([{ pod: old.pod }]);
    expect(await readers(old.releasedStep)).toEqual([]);
    const [step] = (await engine.call('machineSteps', [{ start: old.releasedStep, count: 1 }]))
      .rows;
    expect(step).toMatchObject({ kind: 'updateTime', step: old.releasedStep });
    expect(step?.text).toMatch(/wakes \d readers?$/);
  });

  test('which hangs in StopPodSandbox does not wait in the cache, and its update waits', async () => {
    const engine = await simulated('cni-del-hangs');
    await engine.call('seek', [
      { kind: 'position', position: (await lineWith(engine, 'ContainerDied')) + 1 },
    ]);
    const { value } = await engine.call('debugEvaluate', ['podWorkers.held.workers[0]']);
    expect(value).toBe('default/web: syncing: terminating');
    expect(await expression(engine, 'podWorkers.held.workers[0].pending.from')).toBe(
      'HandlePodSyncs',
    );
    expect(await expression(engine, 'podCache.held.readers')).toBe('0 entries');
    expect(await expression(engine, 'podCache')).not.toContain('read by');
    expect(await expression(engine, 'queue.held.due[0].why')).toBe('resync');
    expect(await expression(engine, 'config.held.sources[1].source')).toBe('api');
    expect(await expression(engine, 'pleg.held.state')).toBe('sleeps');
    expect(await expression(engine, 'queue.differs[0]')).toMatch(/^not printed: No line tells/);
  });

  test.each([9, 23, 36])('of 1.%d has its rows by the names of their pods', async (kubelet) => {
    const engine = await simulated('cni-del-hangs', { kubelet });
    await engine.call('seek', [
      { kind: 'position', position: (await lineWith(engine, 'ContainerDied')) + 1 },
    ]);
    const worker = 'podWorkers.held.workers["default/web"]';
    expect(await expression(engine, `${worker}.working`)).toBe('true');
    expect(await expression(engine, `${worker}.goroutine`)).toBe('syncing');
    // A row that is not there is no filter for the line.
    await expect(
      expression(engine, 'podWorkers.held.workers["default/none"].working'),
    ).rejects.toThrow('Nothing in workers is named default/none here.');
  });

  test.each(['kubelet-restarts', 'pods-come-and-go'])(
    'steps stand between the lines of the tape: %s',
    async (name) => {
      const engine = await simulated(name, { verbosity: 4 });
      const { inputs } = await engine.call('session', []);
      for (let position = 0; position < inputs; position += Math.ceil(inputs / 60)) {
        const { step, at } = await engine.call('machineAt', [{ position, parts: [] }]);
        const next = await engine.call('machineAt', [{ step: step + 1, parts: [] }]);
        if (step >= 0) {
          const last = await engine.call('machineAt', [{ step, parts: [] }]);
          expect(last.position).toBeLessThan(position);
          expect(last.at).toBeLessThanOrEqual(at);
        }
        if (next.step === step + 1) expect(next.position).toBeGreaterThanOrEqual(position);
      }
    },
  );

  test('whose process has ended holds nothing until the next one begins', async () => {
    const engine = await simulated('kubelet-restarts');
    const { runs } = await engine.call('session', []);
    const began = runs[1]?.from ?? 0;
    await engine.call('seek', [
      { kind: 'time', time: (began - 500_000) as (typeof runs)[0]['from'] },
    ]);
    const between = await engine.call('machineAt', [{}]);
    expect(between.ended).toBeLessThanOrEqual(between.at);
    expect(between.unknown.podWorkers).toContain('the process has ended');
    await engine.call('seek', [
      { kind: 'time', time: (began + 1_000) as (typeof runs)[0]['from'] },
    ]);
    const after = await engine.call('machineAt', [{}]);
    expect(after.ended).toBeUndefined();
    expect(after.parts.podWorkers).toMatchObject({ total: 0 });
    expect(after.parts.podCache).toMatchObject({ total: 0, timestamp: undefined });
  });

  test.each([9, 18, 21, 23, 34])('every part answers at every line (1.%i)', async (kubelet) => {
    const engine = await simulated('pods-come-and-go', { kubelet });
    const { inputs } = await engine.call('session', []);
    for (let position = -1; position < inputs; position += Math.ceil(inputs / 25)) {
      const { parts, unknown } = await engine.call('machineAt', [{ position }]);
      expect(Object.keys(parts)).toEqual([...machinePartIds]);
      expect(unknown).toEqual({});
    }
  });

  test('is asked for one pod, by range, and refuses a line that there is not', async () => {
    const engine = await simulated('pods-come-and-go');
    const whole = await engine.call('machineAt', [{}]);
    const uid = whole.parts.status?.statuses[0]?.pod.uid ?? '';
    const { parts } = await engine.call('machineAt', [{ pod: uid, parts: ['status', 'podCache'] }]);
    expect(parts.status?.statuses.map(({ pod }) => pod.uid)).toEqual([uid]);
    expect(parts.podWorkers).toBeUndefined();
    const all = await engine.call('machineSteps', [{ start: 0, count: 500 }]);
    expect(all.rows.map(({ step }) => step)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    const two = await engine.call('machineSteps', [
      { parts: ['podCache', 'podWorkers'], start: 10, count: 20 },
    ]);
    const kept = all.rows.filter(({ part }) => part === 'podCache' || part === 'podWorkers');
    expect(two.rows).toEqual(kept.slice(10, 30));
    const own = await engine.call('machineSteps', [{ pod: uid, start: 0, count: 500 }]);
    expect(own.rows.length).toBeGreaterThan(5);
    expect(own.rows.every(({ pod }) => pod?.uid === uid)).toBe(true);
    await expect(engine.call('machineAt', [{ position: 1_000_000 }])).rejects.toThrow(
      'There is no line 1000000 on the tape.',
    );
    const other = await engine.call('machineAt', [{ node: 'nobody' }]);
    expect(other.unknown.pleg).toBe('there is no node nobody');
  });

  test.each([9, 22, 34])(
    'a container that is killed leads to the function that made the result of it (1.%i)',
    async (kubelet) => {
      const engine = await simulated('liveness-kill', { kubelet, verbosity: 2 });
      const { rows } = await engine.call('machineSteps', [
        { parts: ['calls'], start: 0, count: 200 },
      ]);
      const kills = rows.filter(({ kind }) => kind === 'KillContainer');
      const places = kills.map(({ go }) => `${go.path}: ${go.function}`);
      const alone = 'pkg/kubelet/kuberuntime/kuberuntime_manager.go: SyncPod';
      const ofPod =
        'pkg/kubelet/kuberuntime/kuberuntime_container.go: killContainersWithSyncResult';
      // Begin and end of each: twice the probe kills it, then the pod’s deletion.
      expect(places).toEqual([alone, alone, alone, alone, ofPod, ofPod]);
    },
  );

  test('what the log does not tell, tells late or early is marked, and nothing that it tells', async () => {
    const engine = await simulated('crash-loop', { kubelet: 13, verbosity: 2 });
    const { inputs } = await engine.call('session', []);
    const seen = new Map<string, string>();
    for (let position = 0; position < inputs; position++) {
      const { differences } = await engine.call('machineAt', [{ position }]);
      for (const { why, text, told, held, field } of differences) {
        seen.set(why, text);
        expect(told.text).not.toBe(held);
        expect(told.known === 'unknown').toBe(
          (why === 'not printed' && field !== 'relistTime') || told.text.startsWith('unknown'),
        );
      }
    }
    expect(seen.get('not printed')).toMatch(/^No line/);
    // The worker prints its error before it puts the pod into the work queue.
    expect(seen.get('early')).toMatch(/^The log tells when default\/crash is due already/);
  });
});
