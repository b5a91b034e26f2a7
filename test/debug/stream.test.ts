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

test('a breakpoint in a file stops with its line on top, and disconnecting ends the stream', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-dap-'));
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'node a%20.log');
  fs.writeFileSync(file, readCapture('teardown-v2').log);
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
  const ask = async (command: string, args: object): Promise<unknown> => {
    const own = ++seq;
    input.write(frame({ seq: own, type: 'request', command, arguments: args }));
    await expect
      .poll(() => messages.some((message) => message['request_seq'] === own), { timeout: 5000 })
      .toBe(true);
    return messages.find((message) => message['request_seq'] === own)?.['body'];
  };
  const stops = (): number => messages.filter((message) => message['event'] === 'stopped').length;
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
