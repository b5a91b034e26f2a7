// The second eye of captures: truth files beside a log are what the kubelet held. What they say is read here apart from the code that
// reads them, and laid beside what the log tells, value by value: every difference must be marked, and nothing else.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/engine/client.ts';
import { micros, parseRfc3339 } from '../../../../src/base/time.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { captureNames, labCaptureNames, readCapture, tapeOf } from '../../../support/captures.ts';
import { engineHere } from '../../../support/engine.ts';

const fixtures = path.join(import.meta.dirname, '../../../fixtures');
const folder = (name: string): string =>
  path.join(fixtures, labCaptureNames().includes(name) ? 'lab' : 'captures', name);

async function opened(file: string): Promise<EngineClient> {
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'path', path: file }], year: 2026 }]);
  return engine;
}

interface TruthRow {
  readonly uid: string;
  readonly [field: string]: unknown;
}

const fields = [
  'state',
  'working',
  'pending',
  'started',
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
  'gracePeriod',
] as const;

interface Counts {
  compared: number;
  'not printed': number;
  late: number;
  early: number;
  wrong: number;
}

/** Lays what the log tells beside the rows of a truth file at some of its moments, and the marks beside both. */
async function compare(name: string): Promise<Counts> {
  const { log, truths } = readCapture(name);
  const history = rebuild(tapeOf(log));
  const engine = await opened(folder(name));
  const counts: Counts = { compared: 0, 'not printed': 0, late: 0, early: 0, wrong: 0 };
  const isOld = name.startsWith('k123');
  for (const [run, truth] of truths.entries()) {
    const lines = truth.trim().split('\n');
    const every = Math.max(1, Math.floor(lines.length / 25));
    for (let i = 0; i < lines.length; i += every) {
      const line = JSON.parse(lines[i] ?? '') as { t: string; workers: readonly TruthRow[] };
      const time = parseRfc3339(line.t);
      if (time === undefined) throw new Error(line.t);
      await engine.call('seek', [{ kind: 'time', time }]);
      const view = await engine.call('machineAt', [{ count: 500 }]);
      if (view.ended !== undefined) throw new Error(`${name} run ${run} ended at ${line.t}`);
      expect(view.from).toBe('truth files');
      // Of many changes in one microsecond the last one counts.
      const at = lines.findLast((one) => one.startsWith(`{"t":"${line.t}"`)) ?? '';
      const { workers } = JSON.parse(at) as typeof line;
      const marks = new Map(
        view.differences
          .filter(({ part }) => part === 'podWorkers')
          .map((one) => [`${one.pod?.uid ?? ''} ${one.field}`, one]),
      );
      const moment = { time, position: view.position, hindsight: 'now' } as const;
      const byUid = new Map(history.pods.map((pod) => [pod.uid.value, pod]));
      const expected = new Set<string>();
      for (const row of workers) {
        const pod = byUid.get(row.uid);
        if (pod === undefined) {
          expected.add(`${row.uid} present`);
          continue;
        }
        if (pod.worker.present.at(moment).value !== true) expected.add(`${row.uid} present`);
        for (const field of fields) {
          // Before 1.24 a worker has no such field.
          if (field === 'started' && isOld) continue;
          counts.compared += 1;
          // What waits is told by the queues of the pod.
          const waiting = pod.queue(moment)?.waiting;
          const told =
            field === 'pending' && waiting !== undefined
              ? { known: waiting.known, value: typeof waiting.value === 'object' }
              : pod.worker[field].at(moment);
          if (told.known === 'unknown' || told.value !== row[field])
            expected.add(`${row.uid} ${field}`);
        }
      }
      const uids = new Set(workers.map(({ uid }) => uid));
      for (const pod of history.pods)
        if (
          pod.firstSeen <= time &&
          pod.worker.present.at(moment).value === true &&
          !uids.has(pod.uid.value ?? '')
        )
          expected.add(`${pod.uid.value ?? ''} present`);
      expect([...marks.keys()].sort(), `${name} at ${line.t}`).toEqual([...expected].sort());
      for (const { why, text, held, told } of marks.values()) {
        counts[why] += 1;
        expect(text.length).toBeGreaterThan(10);
        expect(held).not.toBe(told.text);
      }
    }
  }
  return counts;
}

describe('truth files beside a log', () => {
  const loud = [...captureNames(), ...labCaptureNames()].filter((name) => /v4$/.test(name));
  test.each(loud)('%s: every value that differs is marked, and no other', async (name) => {
    const counts = await compare(name);
    expect(counts.compared).toBeGreaterThan(50);
    // At --v=4 the log is right about nearly all that the workers hold.
    expect(counts.wrong / counts.compared).toBeLessThan(0.01);
  });

  test.each(['churn-forty-v2', 'kubelet-restart-v3-json', 'churn-v2'])(
    '%s: at a lower verbosity, too',
    async (name) => {
      const counts = await compare(name);
      expect(counts['not printed']).toBeGreaterThan(0);
    },
  );
});

function jsonl(capture: string, file: string): readonly Record<string, unknown>[] {
  const text = gunzipSync(readFileSync(path.join(folder(capture), `${file}.jsonl.gz`))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Moments all over a file. */
function some<T>(lines: readonly T[], count = 20): readonly T[] {
  const every = Math.max(1, Math.floor(lines.length / count));
  return lines.filter((_, i) => i % every === 0);
}

async function at(engine: EngineClient, t: unknown): ReturnType<typeof look> {
  const time = parseRfc3339(String(t));
  if (time === undefined) throw new Error(String(t));
  await engine.call('seek', [{ kind: 'time', time }]);
  return look(engine);
}
const look = (engine: EngineClient) => engine.call('machineAt', [{ count: 500 }]);

describe('what the truth files of churn-forty-v4 tell', () => {
  const capture = 'churn-forty-v4';

  test('is the work queue: what was put in and not taken out', async () => {
    const engine = await opened(folder(capture));
    const lines = jsonl(capture, 'workqueue-1');
    for (const { t } of some(lines)) {
      const view = await at(engine, t);
      const due = new Map<unknown, unknown>();
      for (const { op, uid, uids, due: when, t: then } of lines) {
        // Workers write side by side: not all stands in the order of time.
        if (String(then) > String(t)) continue;
        if (op === 'enqueue') due.set(uid, when);
        else for (const one of uids as readonly unknown[]) due.delete(one);
      }
      const held = view.parts.workQueue?.due.map((row) => [row.pod.uid, row.due]);
      const wanted = Array.from(due, ([uid, when]) => [uid, parseRfc3339(String(when))]);
      expect(held?.sort()).toEqual(wanted.sort());
    }
  });

  test('is the pod cache: its entries, its time, and who waits', async () => {
    const engine = await opened(folder(capture));
    const lines = jsonl(capture, 'podcache-1');
    for (const { t } of some(lines, 40)) {
      const { parts } = await at(engine, t);
      const sets = new Map<unknown, unknown>();
      const waits = new Set<unknown>();
      let timestamp: string | undefined;
      for (const { op, uid, timestamp: when, t: then } of lines) {
        if (String(then) > String(t)) break;
        if (op === 'set') sets.set(uid, when);
        if (op === 'delete') sets.delete(uid);
        if (op === 'wait') waits.add(uid);
        if (op === 'got') waits.delete(uid);
        if (op === 'updateTime') timestamp = String(when);
      }
      const cache = parts.podCache;
      expect(cache?.timestamp).toBe(timestamp === undefined ? undefined : parseRfc3339(timestamp));
      expect(cache?.entries.map(({ pod, modified }) => [pod.uid, modified]).sort()).toEqual(
        Array.from(sets, ([uid, when]) => [uid, parseRfc3339(String(when))]).sort(),
      );
      expect(cache?.readers.map(({ pod }) => pod.uid).sort()).toEqual([...waits].sort());
    }
    const { rows, total } = await engine.call('cacheWaits', [{ count: 500, atOnce: true }]);
    expect(total).toBe(lines.filter(({ op }) => op === 'wait').length);
    for (const { from, to, releasedBy } of rows) {
      expect(releasedBy).toBeDefined();
      expect(to).toBeGreaterThanOrEqual(from);
      // What was there already is given within a moment.
      if (releasedBy === 'at once') expect((to ?? 0) - from).toBeLessThan(100_000);
    }
    // By a moment nobody knows what ends a wait after it.
    const long = rows.find(({ from, to = from }) => to - from > 100_000);
    const { from, to: end = from, step } = long ?? rows[0] ?? {};
    for (const to of [from, end].flatMap((time) => time ?? [])) {
      const query = { to, count: 500, atOnce: true };
      const told = (await engine.call('cacheWaits', [query])).rows;
      expect(told.find((row) => row.step === step)?.to).toBe(to === end ? end : undefined);
      expect(told.every((row) => (row.to ?? to) <= to)).toBe(true);
    }
  });

  test('is PLEG: its lists, and the events that the log has, too', async () => {
    const engine = await opened(folder(capture));
    const lines = jsonl(capture, 'pleg-1');
    for (const { t, records, op } of some(lines.filter((line) => line['records'] !== undefined))) {
      const { parts } = await at(engine, t);
      expect(op).toBe('end');
      expect(parts.pleg?.state).toBe('sleeps');
      expect(parts.pleg?.records.map(({ pod }) => pod.uid).sort()).toEqual(
        Object.keys(records as object).sort(),
      );
    }
    // Of pods that are gone it says so, and no row is made.
    const log = new TextDecoder().decode(readCapture(capture).log);
    const told = new Set(
      Array.from(
        log.matchAll(/SyncLoop \(PLEG\).*"Type":"(\w+)","Data":"(\w+)"/g),
        ([, type = '', id = '']) => `${type} ${id}`,
      ),
    );
    const held = new Set<string>();
    for (const { t } of lines) {
      const { parts } = await at(engine, t);
      for (const { type, data } of parts.pleg?.events ?? []) held.add(`${type} ${data}`);
    }
    // The loop prints all but those that are not worth a sync.
    const worth = [...held].filter((one) => !one.startsWith('ContainerRemoved'));
    expect(worth.length).toBeGreaterThan(50);
    expect(worth.filter((one) => !told.has(one))).toEqual([]);
  });

  test('are steps with a place on the tape, and Go functions of the version', async () => {
    const engine = await opened(folder(capture));
    const steps = await engine.call('machineSteps', [{ start: 0, count: 200 }]);
    expect(steps.total).toBe(
      ['podsyncstatus-1', 'podworkers-1', 'workqueue-1', 'podcache-1', 'pleg-1'].reduce(
        (sum, file) => sum + jsonl(capture, file).length,
        0,
      ),
    );
    const times = steps.rows.map((row) => row.at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(steps.rows.map(({ go }) => go.version))).toEqual(new Set(['v1.34.2']));
    const [, second] = steps.rows;
    const view = await engine.call('machineAt', [{ step: second?.step ?? 0 }]);
    expect(view).toMatchObject({ step: 1, at: second?.at });
  });

  test('says what nobody wrote down', async () => {
    const engine = await opened(folder(capture));
    const { unknown, parts } = await engine.call('machineAt', [{}]);
    expect(unknown.channels).toContain('no truth file');
    expect(parts.podWorkers?.workers[0]?.untold).toContain('lastSyncTime');
    const held = await engine.call('debugEvaluate', ['podWorkers.held.workers[0].lastSyncTime']);
    expect(held.value).toContain('unknown');
  });
});

describe('truth files are found', () => {
  test('beside a log that is named alone', async () => {
    const engine = await opened(path.join(folder('churn-v4'), 'kubelet.log.gz'));
    const view = await engine.call('machineAt', [{}]);
    expect(view.from).toBe('truth files');
    // Of such an old capture there are the workers alone.
    expect(Object.keys(view.parts)).toEqual(['podWorkers']);
    expect(view.unknown.workQueue).toContain('workqueue-1.jsonl');
  });

  test('in an archive of the folder', async () => {
    const dir = folder('cni-del-hang-v4');
    const files = ['kubelet.log.gz', 'podsyncstatus-1.jsonl.gz', 'podcache-1.jsonl.gz'];
    const entries = files.map((file) => [`capture/${file}`, readFileSync(path.join(dir, file))]);
    const bytes = zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>);
    const engine = await engineHere();
    await engine.call('open', [
      { sources: [{ kind: 'bytes', name: 'capture.zip', bytes }], year: 2026 },
    ]);
    const view = await engine.call('machineAt', [{}]);
    expect(Object.keys(view.parts).sort()).toEqual(['podCache', 'podWorkers']);
  });

  test('for each process of a kubelet; between two of them nothing is held', async () => {
    const engine = await opened(folder('kubelet-restart-v4'));
    const { runs } = await engine.call('session', []);
    const [first, second] = runs;
    const time = micros((second?.from ?? NaN) - 1);
    await engine.call('seek', [{ kind: 'time', time }]);
    const gone = await engine.call('machineAt', [{}]);
    expect(gone.ended).toBeGreaterThan(first?.from ?? NaN);
    expect(gone.ended).toBeLessThan(time);
    expect(gone.unknown.podWorkers).toContain('ended');
    await engine.call('seek', [{ kind: 'end' }]);
    expect((await engine.call('machineAt', [{}])).parts.podWorkers?.total).toBeGreaterThan(0);
  });

  test('but never alone, and a line that is none is told', async () => {
    const engine = await engineHere();
    const truth = path.join(folder('churn-v4'), 'truth-1.jsonl.gz');
    await expect(
      engine.call('open', [{ sources: [{ kind: 'path', path: truth }] }]),
    ).rejects.toThrow('open the log that it belongs to');
    const { log } = readCapture('churn-v4');
    const bad = new TextEncoder().encode(
      '{"t":"2026-11-21T09:35:50.0Z","workers":[{"uid":7}]}\nnot JSON\n{"t":"2026-11-21T09:35:51Z","workers":[]}\n',
    );
    const { sources } = await engine.call('open', [
      {
        sources: [
          { kind: 'bytes', name: 'kubelet.log', bytes: log },
          { kind: 'bytes', name: 'truth-1.jsonl', bytes: bad },
        ],
        year: 2026,
      },
    ]);
    expect(sources.map(({ problem }) => problem)).toContain(
      '2 lines of truth-1.jsonl do not tell what a kubelet held, and were passed over.',
    );
  });
});

describe('of workers that were looked at now and then', () => {
  const worker = async (engine: EngineClient, t: string, name: string) => {
    const { parts } = await at(engine, t);
    return parts.podWorkers?.workers.find(({ pod }) => pod.name === name);
  };

  // To 1.26 an update waits only behind one that is in hand; the state before this one is idle, so that none shows what that is.
  test('one whose first kept state has an update that waits is at work, since nobody knows when', async () => {
    const engine = await opened(folder('k123-churn-v4'));
    const row = await worker(engine, '2026-11-21T09:08:39.5Z', 'default/job-7');
    expect(row).toMatchObject({ goroutine: 'atWork', working: true, since: undefined });
    expect(row?.active).toMatchObject({ since: undefined, workType: undefined });
    expect(row?.lastUndelivered).toMatchObject({ workType: 'terminating' });
    expect(row?.pending).toBeUndefined();
    const value = 'podWorkers.held.workers["default/job-7"].active.since';
    expect(await engine.call('debugEvaluate', [value])).toMatchObject({ known: 'unknown' });
    const { parts } = await look(engine);
    expect(
      parts.podWorkers?.workers.filter((one) => one.working !== (one.active !== undefined)),
    ).toEqual([]);
    // Once that is done, what waited is in hand.
    const after = await worker(engine, '2026-11-21T09:08:39.7Z', 'default/job-7');
    expect(after?.active).toMatchObject({
      since: parseRfc3339('2026-11-21T09:08:39.604409Z'),
      workType: 'terminated',
    });
  });

  test('a first update that nobody has taken is no work in hand', async () => {
    const engine = await opened(folder('churn-v4'));
    const line = jsonl('churn-v4', 'truth-1').find(({ workers }) =>
      (workers as readonly TruthRow[]).some(
        (one) => one['working'] === true && one['pending'] === true && one['active'] === false,
      ),
    );
    const { parts } = await at(engine, line?.['t']);
    const untaken = parts.podWorkers?.workers.filter(({ active }) => active === undefined);
    expect(untaken?.filter((one) => one.working && one.pending !== undefined)).toHaveLength(1);
  });
});
