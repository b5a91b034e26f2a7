// One conversation over every capture: to the end and back by steps, with the same state at the same place.
import { describe, expect, test } from 'vitest';
import { captureNames } from '../support/captures.ts';
import { captureHost, DapClient } from '../support/dapClient.ts';

/** Places at which everything is read. */
const PICTURES = 25;

describe.each(captureNames())('%s', (name) => {
  test('steps to the end and back to the start show the same states', async () => {
    const client = new DapClient(captureHost());
    let stopped = await client.entered([`/logs/${name}.log`]);
    expect(stopped.reason).toBe('entry');
    expect(client.position).toBe(0);
    const path = [0];
    while (stopped.description !== 'The end of the log') {
      stopped = await client.move('next', { threadId: stopped.threadId });
      if (client.position === path.at(-1)) expect(stopped.description).toBe('The end of the log');
      else path.push(client.position);
      expect(client.position).toBe(Math.max(...path.slice(-2)));
      expect(path.length).toBeLessThan(20_000);
    }
    const wanted = new Set(
      path.filter((_, i) => i % Math.ceil(path.length / PICTURES) === 0 || i === path.length - 1),
    );
    const back = new Map<number, string>();
    const backPath = [client.position];
    while (stopped.description !== 'The start of the log') {
      if (wanted.has(client.position)) back.set(client.position, await client.picture(stopped));
      stopped = await client.move('stepBack', { threadId: stopped.threadId });
      if (client.position !== backPath.at(-1)) backPath.push(client.position);
      expect(backPath.length).toBeLessThanOrEqual(path.length);
    }
    back.set(client.position, await client.picture(stopped));
    expect(backPath.toReversed()).toEqual(path);
    for (const position of wanted) {
      const there = await client.move('kubelet/goto', { position });
      expect(await client.picture(there), `at ${position}`).toBe(back.get(position));
    }
    await client.ask('disconnect');
  }, 120_000);

  test('every thread has a stack, and its frames lead to lines or Go statements', async () => {
    const client = new DapClient(captureHost());
    await client.entered([`/logs/${name}.log`]);
    await client.ask('setExceptionBreakpoints', { filters: ['finding-high', 'finding-critical'] });
    const stopped = await client.move('continue', { threadId: 1 });
    const threads = await client.list('threads', {}, 'threads');
    expect(threads.map(({ name: own }) => own)).toEqual(
      expect.arrayContaining([
        'syncLoop',
        'PLEG',
        'status manager',
        'volume manager',
        'probe manager',
      ]),
    );
    expect(threads.map(({ id }) => id)).toContain(stopped.threadId);
    for (const { id } of threads)
      for (const frame of await client.frames(Number(id))) {
        if (frame['presentationHint'] === 'label') continue;
        expect(frame, JSON.stringify(frame)).toMatchObject({
          name: expect.stringMatching(/./) as string,
          line: expect.any(Number) as number,
          source: { name: expect.stringMatching(/\.(log|go)$/) as string },
        });
        expect(frame['line']).toBeGreaterThan(0);
      }
    await client.ask('disconnect');
  }, 60_000);
});
