import { describe, expect, it } from 'vitest';
import { ChannelError, Client, Server } from '../../src/protocol/channel.ts';
import { portPair } from '../../src/engine/host/portPair.ts';

interface Api {
  double(value: number): Promise<number>;
  refuse(): Promise<never>;
  hang(): Promise<void>;
  columns(): Promise<{ columns: { values: Float64Array } }>;
}

function connected(): {
  client: Client<Api, string>;
  server: Server<Api, string>;
  cancelled: string[];
  sent: Float64Array;
} {
  const [near, far] = portPair();
  const cancelled: string[] = [];
  const sent = new Float64Array([1, 2, 3]);
  const server = new Server<Api, string>(far, {
    double: (value) => value * 2,
    refuse() {
      throw new ChannelError('no log is open', 'nothing-open');
    },
    hang: ({ signal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled.push('hang');
          resolve();
        });
      }),
    columns: () => ({ columns: { values: sent } }),
  });
  return { client: new Client<Api, string>(near), server, cancelled, sent };
}

describe('channel', () => {
  it('answers a call', async () => {
    expect(await connected().client.call('double', [21])).toBe(42);
  });

  it('carries an error with its code', async () => {
    await expect(connected().client.call('refuse', [])).rejects.toMatchObject({
      message: 'no log is open',
      code: 'nothing-open',
    });
  });

  it('tells of a bug in a sentence, with its stack beside it', async () => {
    const [near, far] = portPair();
    const broken = (text: string) => (): never => {
      throw new TypeError(text);
    };
    const meant = (): never => {
      throw new Error('it is packed');
    };
    const handlers = { a: broken('x.y is undefined'), b: meant };
    const star = (answer: unknown): unknown => String(answer).replaceAll('undefined', '*');
    const server = new Server<{ a(): Promise<void>; b(): Promise<void> }, never>(
      far,
      handlers,
      star,
    );
    const client = new Client<{ a(): Promise<void>; b(): Promise<void> }, never>(near);
    await expect(client.call('a', [])).rejects.toMatchObject({
      message: 'This is a bug in Kubelet Debugger.',
      code: 'bug',
      detail: expect.stringMatching(/^TypeError: x\.y is \*\n +at /) as unknown,
    });
    await expect(client.call('b', [])).rejects.toMatchObject({
      message: 'it is packed',
      code: 'failed',
      detail: undefined,
    });
    server.dispose();
  });

  it('hands columns over instead of copying them', async () => {
    const { client, sent } = connected();
    const { columns } = await client.call('columns', []);
    expect([...columns.values]).toEqual([1, 2, 3]);
    expect(sent.length).toBe(0);
  });

  it('cancels on both sides', async () => {
    const { client, cancelled } = connected();
    const controller = new AbortController();
    const call = client.call('hang', [], { signal: controller.signal });
    await Promise.resolve();
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(cancelled).toEqual(['hang']);
  });

  it('rejects what is pending, and what comes later, when it is disposed', async () => {
    const { client } = connected();
    const pending = client.call('hang', []);
    client.dispose();
    await expect(pending).rejects.toMatchObject({ code: 'disposed' });
    await expect(client.call('double', [1])).rejects.toMatchObject({ code: 'disposed' });
  });

  it('refuses a method that is only inherited, and messages that are no envelopes', async () => {
    const [near, far] = portPair();
    const server = new Server<Api, string>(far, {
      double: (value) => value,
      refuse: () => new Promise(() => undefined),
      hang: () => undefined,
      columns: () => ({ columns: { values: new Float64Array() } }),
    });
    const answers: unknown[] = [];
    near.listen((message) => answers.push(message));
    near.post('nonsense');
    near.post({ kind: 'call', id: 7, method: 'toString', args: [] });
    await new Promise((resolve) => setTimeout(resolve, 0));
    server.dispose();
    expect(answers).toEqual([
      { kind: 'error', id: 7, message: 'there is no method toString', code: 'no-method' },
    ]);
  });

  it('delivers events in order', async () => {
    const { client, server } = connected();
    const heard: string[] = [];
    client.onEvent((event) => heard.push(event));
    server.emit('a');
    server.emit('b');
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(heard).toEqual(['a', 'b']);
  });
});
