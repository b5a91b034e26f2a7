import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ENGINE_ENDED, EngineHung } from '../../../../../src/engine/client.ts';
import { LastingEngine, type StartedEngine } from '../../../../../src/debug/lastingEngine.ts';
import { startEngine } from '../../../../../src/engine/host/node/start.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
afterAll(() => {
  fs.rmSync(dir, { recursive: true });
});

/** A thread that greets, and ends with an error when it is asked anything else. */
function thread(name: string, error: string): string {
  const file = path.join(dir, `${name}.cjs`);
  fs.writeFileSync(
    file,
    `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, method }) => {
  if (method !== 'hello') throw ${error};
  parentPort.postMessage({ kind: 'ok', id, value: { protocol: 1 } });
});
`,
  );
  return file;
}

test.each([
  [
    'full',
    "Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })",
    'There is not enough memory for so much log. Open a part of it, such as the hours in question.',
  ],
  ['broken', "new Error('no such table')", 'The engine ended: no such table'],
])('a thread that ends (%s) says why to who waits and to who asks later', async (...row) => {
  const [name, error, message] = row;
  const engine = await startEngine(thread(name, error));
  const { client } = engine;
  const told = { code: ENGINE_ENDED, message };
  await expect(client.call('session', [])).rejects.toMatchObject(told);
  await expect(client.call('session', [])).rejects.toMatchObject(told);
  await engine.stop();
});

/** A thread that never comes back from one question, and is slow with another. */
function hanging(): string {
  const file = path.join(dir, 'hanging.cjs');
  fs.writeFileSync(
    file,
    `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, method }) => {
  if (method === 'debugEvaluate') for (;;);
  const answer = () => parentPort.postMessage({ kind: 'ok', id, value: { protocol: 1 } });
  if (method === 'session') setTimeout(answer, 700);
  else answer();
});
`,
  );
  return file;
}

test('a thread that hangs is ended, and who waits is told over which question', async () => {
  const patience = { every: 10, looks: 50, looksOpening: 80 };
  const engine = await startEngine(hanging(), undefined, patience);
  const { client } = engine;
  // One that works on and answers greetings is none.
  await client.call('session', []);
  const evaluate = client.call('debugEvaluate', ['msg~"(a+)+$"']);
  const other = client.call('session', []);
  await expect(evaluate).rejects.toThrow(EngineHung);
  await expect(evaluate).rejects.toMatchObject({ code: ENGINE_ENDED, method: 'debugEvaluate' });
  await expect(other).rejects.toThrow(/“debugEvaluate”/);
  await engine.stop();
});

test('a debug session goes on after a question over which its engine hung', async () => {
  const patience = { every: 10, looks: 50, looksOpening: 80 };
  let starts = 0;
  const asked: string[] = [];
  const start = async (): Promise<StartedEngine> => {
    starts++;
    const engine = await startEngine(hanging(), undefined, patience);
    const call = engine.client.call.bind(engine.client);
    engine.client.call = (method, args, options) => {
      asked.push(method);
      return call(method, args, options);
    };
    return engine;
  };
  const logs = await new LastingEngine(start, (client) =>
    client.call('open', [{ sources: [] }]),
  ).opened();
  await logs.ask('debugBreakpoints', [[]]);
  await expect(logs.ask('debugEvaluate', ['x'])).rejects.toThrow(/“debugEvaluate”/);
  await logs.ask('cursor', []);
  expect(starts).toBe(2);
  expect(asked.filter((method) => method !== 'hello')).toEqual([
    'open',
    'debugBreakpoints',
    'debugEvaluate',
    'open',
    'debugBreakpoints',
    'debugGoto',
    'cursor',
  ]);
  await logs.close();
});
