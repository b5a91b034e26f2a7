// The adapter on a stream, as editors start it: a file on disk, frames in and out, and an end when the client leaves.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { frame, Unframer } from '../../src/debug/framing.ts';
import { serveStream } from '../../src/debug/stream.ts';
import { readCapture } from '../support/captures.ts';
import { engineHere } from '../support/engine.ts';

/** A client on a stream: what it asks, what it hears, and when the stream has ended. */
function conversation(): {
  readonly ask: (command: string, args: object) => Promise<unknown>;
  readonly stops: () => number;
  readonly served: Promise<void>;
} {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const unframer = new Unframer();
  const messages: Record<string, unknown>[] = [];
  output.on('data', (bytes: Buffer) => {
    messages.push(...(unframer.push(bytes) as Record<string, unknown>[]));
  });
  const served = serveStream(input, output, async () => {
    const client = await engineHere();
    return {
      client,
      stop() {
        client.dispose();
        return Promise.resolve();
      },
    };
  });
  let seq = 0;
  return {
    async ask(command, args) {
      const own = ++seq;
      input.write(frame({ seq: own, type: 'request', command, arguments: args }));
      await expect
        .poll(() => messages.some((message) => message['request_seq'] === own), { timeout: 5000 })
        .toBe(true);
      const reply = messages.find((message) => message['request_seq'] === own);
      return reply?.['success'] === true ? reply['body'] : reply?.['message'];
    },
    stops: () => messages.filter((message) => message['event'] === 'stopped').length,
    served,
  };
}

test('a breakpoint in a file stops with its line on top, and disconnecting ends the stream', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-dap-'));
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'node a%20.log');
  fs.writeFileSync(file, readCapture('teardown-v2').log);
  const { ask, stops, served } = conversation();
  await ask('initialize', { adapterID: 'kubelet' });
  await ask('launch', { logs: [file] });
  expect(
    await ask('setBreakpoints', { source: { path: file }, breakpoints: [{ line: 308 }] }),
  ).toEqual({
    breakpoints: [expect.objectContaining({ verified: true, line: 308 })],
  });
  await ask('configurationDone', {});
  await ask('continue', { threadId: 1 });
  await expect.poll(stops).toBe(2);
  const stack = await ask('stackTrace', { threadId: 1 });
  expect(stack).toMatchObject({
    stackFrames: [{ line: 308, source: { path: file } }, {}, {}, {}, {}],
  });
  await ask('disconnect', {});
  await served;
});

test('a scenario is a file, and one that is not there is a sentence', async () => {
  const { ask, stops, served } = conversation();
  await ask('initialize', { adapterID: 'kubelet' });
  expect(await ask('launch', { scenario: 'no-such' })).toBe(
    'There is no scenario no-such: no file, and none that comes along.',
  );
  await ask('launch', { scenario: 'media/scenarios/cni-del-hangs.yaml' });
  await ask('configurationDone', {});
  await expect.poll(stops).toBe(1);
  // Its first line is of no named part of the kubelet; its text is on no disk and is asked for by reference.
  const stack = await ask('stackTrace', { threadId: 6 });
  expect(stack).toMatchObject({
    stackFrames: [{ line: 1, source: { name: 'cni-del-hangs.log', sourceReference: 1 } }, {}],
  });
  const source = await ask('source', { sourceReference: 1 });
  expect(source).toMatchObject({ content: expect.stringContaining('SyncLoop ADD') as string });
  await ask('disconnect', {});
  await served;
});
