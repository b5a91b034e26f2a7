// In the mode `then` a debugger shows of a log what it would show were the lines up to the cursor all that there is, and so do answers.
import { expect, test } from 'vitest';
import { micros, type Micros } from '../../../../src/base/time.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { SessionInfo } from '../../../../src/protocol/engineApi.ts';
import type {
  DebugBreakpoint,
  DebugStop,
  DebugVariable,
} from '../../../../src/protocol/debugApi.ts';
import { readCapture, tapeOf } from '../../../support/captures.ts';
import { engineHere, engineOn } from '../../../support/engine.ts';

const DEEP = 3;

/** The first inputs of a capture, in the order of its file. */
async function engineOnFirst(capture: string, count: number): Promise<EngineClient> {
  const engine = await engineHere();
  const { log } = readCapture(capture);
  const tape = tapeOf(log);
  const lines = Array.from({ length: count }, (_, position) => tape.input(position)?.offset ?? 0)
    .sort((a, b) => a - b)
    .map((from) => log.subarray(from, log.indexOf(10, from) + 1));
  const source = { kind: 'bytes', name: 'kubelet.log', bytes: Buffer.concat(lines) } as const;
  await engine.call('open', [{ sources: [source], year: 2026 }]);
  return engine;
}

async function valuesBelow(
  engine: EngineClient,
  { expression, children }: DebugVariable,
  depth: number,
): Promise<readonly string[]> {
  if (depth === 0 || children === 0) return [];
  const below = await engine.call('debugChildren', [expression, { start: 0, count: 40 }]);
  const texts: string[] = [];
  for (const child of below) {
    texts.push(`${child.expression} = ${child.value} (${child.known})`);
    texts.push(...(await valuesBelow(engine, child, depth - 1)));
  }
  return texts;
}

/** All that a debugger shows where it stands: threads, their frames, and the values of the one that wrote the line. */
async function shownBy(engine: EngineClient): Promise<readonly string[]> {
  const { threads, current } = await engine.call('debugThreads', [100, []]);
  const told = [`current ${current}`];
  for (const { id, name } of threads) {
    told.push(`${id}: ${name}`);
    const frames = await engine.call('debugStack', [id]);
    told.push(...frames.map((frame) => `  ${frame.name} ${frame.go?.file ?? ''}`));
  }
  for (const scope of await engine.call('debugScopes', [current]))
    told.push(...(await valuesBelow(engine, scope, DEEP)));
  const inline = await engine.call('debugInline', []);
  const isCount = (text: string): boolean => text.startsWith('line.position');
  return [...told, ...inline.state, ...inline.fields].filter((text) => !isCount(text));
}

async function answers(engine: EngineClient, podKey: string): Promise<readonly unknown[]> {
  const killed = await engine.call('ask', [{ kind: 'killed', podKey }]);
  const stuck = await engine.call('ask', [{ kind: 'stuck', podKey }]);
  return [killed, stuck].flatMap(({ question, sentences }) => [
    question,
    ...sentences.map(({ text, known }) => `${known}: ${text}`),
  ]);
}

test.each([
  ['teardown-v2', [200, 292, 382]],
  ['churn-v4', [1_217, 1_741]],
])('of %s', async (capture, counts) => {
  const whole = await engineOn(capture);
  await whole.call('setHindsight', ['then']);
  for (const count of counts) {
    await whole.call('debugGoto', [count - 1, 'goto']);
    const first = await engineOnFirst(capture, count);
    await first.call('debugGoto', [count - 1, 'goto']);
    const told = await shownBy(whole);
    expect(told).toEqual(await shownBy(first));
    expect(told.length).toBeGreaterThan(20);
    for (const { key } of (await first.call('pods', [{ start: 0, count: 10 }])).rows)
      expect(await answers(whole, key)).toEqual(await answers(first, key));
    first.dispose();
  }
  whole.dispose();
});

/** All rows of the timeline over all of its time. */
async function timelineOf(
  engine: EngineClient,
  { from = micros(0), to = micros(0) }: SessionInfo,
): Promise<readonly unknown[]> {
  const { lanes, kinds } = await engine.call('lanes', [{ start: 0, count: 1_000 }]);
  const { columns } = await engine.call('timeline', [{ from, to, width: 50_000 }]);
  const rows = Array.from(columns.lane, (lane, row) => {
    const { slug, shape, severity } = kinds[columns.kind[row] ?? 0] ?? {};
    const [start = 0, end = 0] = [columns.start[row], columns.end[row]];
    return `${lanes[lane]?.name ?? ''} ${shape ?? ''} ${slug ?? ''} ${severity ?? ''} ${from + start} ${from + end}`;
  });
  const names = lanes.map(({ name, severity, first, last }) => [name, severity, first, last]);
  return [...names, ...rows.sort()];
}

test.each([
  ['teardown-v2', [200, 292, 382]],
  ['churn-v4', [1_217, 1_741]],
])('the state as a text, and the timeline, of %s', async (capture, counts) => {
  const whole = await engineOn(capture);
  await whole.call('setHindsight', ['then']);
  for (const count of counts) {
    const { time } = await whole.call('seek', [{ kind: 'position', position: count - 1 }]);
    const first = await engineOnFirst(capture, count);
    expect(await whole.call('stateText', [time])).toBe(await first.call('stateText', [time]));
    const info = await whole.call('session', []);
    expect(await timelineOf(whole, info)).toEqual(await timelineOf(first, info));
    first.dispose();
  }
  whole.dispose();
});

test('what changed between two moments is what the state as a text was at each', async () => {
  const [from, to] = [292, 382];
  const whole = await engineOn('teardown-v2');
  await whole.call('setHindsight', ['then']);
  const { time: early } = await whole.call('seek', [{ kind: 'position', position: from - 1 }]);
  const { time: late } = await whole.call('seek', [{ kind: 'position', position: to - 1 }]);
  const stateOf = async (count: number, time: Micros): Promise<string> => {
    const first = await engineOnFirst('teardown-v2', count);
    const text = await first.call('stateText', [time]);
    first.dispose();
    return text;
  };
  const [before, after] = [await stateOf(from, early), await stateOf(to, late)];
  const rows = await whole.call('diff', [early, late]);
  expect(rows.length).toBeGreaterThan(3);
  for (const { name, field, before: was, after: is } of rows) {
    if (field === 'pod') continue;
    for (const [text, { text: value, known }] of [
      [before, was],
      [after, is],
    ] as const) {
      const block = text.split('\n\n').find((part) => part.startsWith(`${name}:`)) ?? text;
      const mark = { seen: value, inferred: `${value} ~`, unknown: '?' }[known];
      if (known !== 'unknown') expect(block).toContain(`${field}: ${mark}`);
    }
  }
  whole.dispose();
});

const ID = 'a1b2c3d4'.repeat(8);
const UID = '11111111-2222-4333-8444-555555555555';
/** An error that gives an id alone, of which only a later line tells whose it is, and the same error again. */
const LATE = [
  'I1121 10:00:00.000000     100 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]',
  `E1121 10:00:01.000000     100 log.go:32] "StopPodSandbox from runtime service failed" err="boom" podSandboxID="${ID}"`,
  `I1121 10:00:02.000000     100 kubelet.go:2546] "SyncLoop (PLEG): event for pod" pod="default/web" event={"ID":"${UID}","Type":"ContainerStarted","Data":"${ID}"}`,
  `E1121 10:00:03.000000     100 log.go:32] "StopPodSandbox from runtime service failed" err="boom" podSandboxID="${ID}"`,
];

async function engineOnLate(): Promise<EngineClient> {
  const engine = await engineHere();
  const source = {
    kind: 'bytes' as const,
    name: 'kubelet.log',
    bytes: Buffer.from(`${LATE.join('\n')}\n`),
  };
  await engine.call('open', [{ sources: [source], year: 2026 }]);
  await engine.call('setHindsight', ['then']);
  await engine.call('debugGoto', [0, 'goto']);
  return engine;
}

const errors = { kind: 'severity', least: 'error' } as const;

test('a condition, its count of hits and a logpoint know no more of a line than those before it', async () => {
  const stopOf = async (breakpoint: Omit<DebugBreakpoint, 'id' | 'on'>): Promise<DebugStop> => {
    const engine = await engineOnLate();
    await engine.call('debugBreakpoints', [[{ id: 1, on: errors, ...breakpoint }]]);
    const stop = await engine.call('debugMove', ['run', 'forwards', 'syncLoop']);
    engine.dispose();
    return stop;
  };
  const condition = 'pod:default/web';
  expect((await stopOf({ condition })).cursor.position).toBe(3);
  expect((await stopOf({ condition, hitCondition: '1' })).cursor.position).toBe(3);
  expect((await stopOf({ condition: 'pod!=default/web' })).cursor.position).toBe(1);
  const { output } = await stopOf({ logMessage: '{pod("default/web").uid}' });
  expect(output.map(({ text }) => text)).toEqual(['unknown: no line has told its UID', UID]);
});

test.each(['worker.state', 'worker.present', 'worker.working', 'network'])(
  'a breakpoint on %s stops where the lines so far tell a change, either way',
  async (field) => {
    const expression = `pod("default/web-1").${field}`;
    const engine = await engineOn('teardown-v2');
    await engine.call('setHindsight', ['then']);
    const on = { kind: 'data', expression } as const;
    await engine.call('debugBreakpoints', [[{ id: 1, on }]]);
    const stops = async (direction: 'forwards' | 'backwards'): Promise<readonly number[]> => {
      const positions: number[] = [];
      for (;;) {
        const stop = await engine.call('debugMove', ['run', direction, 'syncLoop']);
        if (stop.reason !== 'data breakpoint') return positions;
        positions.push(stop.cursor.position);
      }
    };
    const last = (await engine.call('session', [])).inputs - 1;
    await engine.call('debugGoto', [0, 'goto']);
    const forth = await stops('forwards');
    await engine.call('debugGoto', [last, 'goto']);
    const back = await stops('backwards');
    expect(back.toReversed().filter((position) => position > 0)).toEqual(
      forth.filter((position) => position < last),
    );
    expect(forth.length).toBeGreaterThan(0);
    for (const position of forth) {
      const [before, after] = [
        await engineOnFirst('teardown-v2', position),
        await engineOnFirst('teardown-v2', position + 1),
      ];
      const texts = [];
      for (const [first, at] of [
        [before, position - 1],
        [after, position],
      ] as const) {
        await first.call('debugGoto', [at, 'goto']);
        texts.push((await first.call('debugEvaluate', [expression]).catch(() => undefined))?.value);
        first.dispose();
      }
      expect(texts[0], `at ${position}`).not.toBe(texts[1]);
    }
    engine.dispose();
  },
);

test('a thread is the same one before and after a step, though its pod gets its UID on the way', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('setHindsight', ['then']);
  let stop = await engine.call('debugGoto', [0, 'goto']);
  for (let steps = 0; steps < 60; steps++) {
    stop = await engine.call('debugMove', ['event', 'forwards', stop.thread]);
    const { threads } = await engine.call('debugThreads', [100, [stop.thread]]);
    expect(threads.map(({ id }) => id)).toContain(stop.thread);
  }
  engine.dispose();
});
