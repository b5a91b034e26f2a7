import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ENGINE_ENDED } from '../../../../../src/engine/client.ts';
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
