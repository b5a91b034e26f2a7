import type { Uri } from 'vscode';
import { expect, test } from 'vitest';
import {
  connectEngine,
  ENGINE_ENDED,
  EngineHung,
  type EngineClient,
} from '../../../src/engine/client.ts';
import { portPair } from '../../../src/engine/host/portPair.ts';
import { Session, type EngineHost } from '../../../src/extension/session.ts';
import { TrustGate } from '../../../src/extension/trust.ts';
import { ChannelError, Server, type Handlers } from '../../../src/protocol/channel.ts';
import type { EngineApi, EngineEvent } from '../../../src/protocol/engineApi.ts';
import { cursor, sessionInfo } from '../../support/rowSamples.ts';

function file(path: string): Uri {
  const made: unknown = { path, fsPath: path };
  return made as Uri;
}

const trusted = new TrustGate(() => true);

/** An engine that answers only what a session needs, and tells what it was asked. */
function engine() {
  const asked: string[] = [];
  const [near, far] = portPair();
  const handlers: Partial<Handlers<EngineApi>> = {
    hello: (protocol) => ({ protocol }),
    open(request) {
      asked.push(`open ${request.sources.length}`);
      const [source] = request.sources;
      if (source?.kind === 'path' && source.path === '/missing')
        throw new ChannelError('/missing is not there.', 'unreadable');
      return sessionInfo;
    },
    close: () => undefined,
    session() {
      asked.push('session');
      return { ...sessionInfo, pods: 3 };
    },
  };
  const server = new Server<EngineApi, EngineEvent>(far, handlers as Handlers<EngineApi>);
  const host: EngineHost = {
    start: async () => ({ client: await connectEngine(near), stop: () => Promise.resolve() }),
    sourceOf: ({ path }) => Promise.resolve({ kind: 'path', path }),
  };
  return { asked, server, host, session: new Session(host, trusted) };
}

test('opening tells the views once, with what is open', async () => {
  const { session } = engine();
  const heard: (number | undefined)[] = [];
  session.onChanged((info) => heard.push(info?.pods));
  await session.open([file('/logs/kubelet.log')]);
  expect(heard).toEqual([2]);
  expect(session.cursor).toEqual(cursor);
  expect(session.opened.map(({ uri }) => uri.path)).toEqual(['/logs/kubelet.log']);
  await session.close();
  expect(heard).toEqual([2, undefined]);
  expect(session.cursor).toBeUndefined();
});

test('what was open stays when another cannot be opened', async () => {
  const { session } = engine();
  await session.open([file('/logs/kubelet.log')]);
  await expect(session.open([file('/missing')])).rejects.toThrow('/missing is not there.');
  expect(session.info?.inputs).toBe(411);
  expect(session.opened.map(({ uri }) => uri.path)).toEqual(['/logs/kubelet.log']);
});

test('the cursor is followed, and a changed tape is asked for', async () => {
  const { session, server, asked } = engine();
  await session.open([file('/logs/kubelet.log')]);
  const moves: number[] = [];
  session.onCursor(({ cursor: { position } }) => moves.push(position));
  const changed = new Promise((resolve) => session.onChanged(resolve));
  server.emit({ kind: 'cursorMoved', cursor: { ...cursor, position: 7 }, reason: 'step' });
  server.emit({ kind: 'changed', revision: 2 });
  expect(await changed).toMatchObject({ pods: 3 });
  expect(moves).toEqual([7]);
  expect(asked).toEqual(['open 1', 'session']);
});

test('an engine that did not start is started by the next question', async () => {
  const { host } = engine();
  let starts = 0;
  const failing: EngineHost = {
    ...host,
    start: () => (++starts === 1 ? Promise.reject(new Error('no thread')) : host.start()),
  };
  const session = new Session(failing, trusted);
  await expect(session.open([file('/a')])).rejects.toThrow('no thread');
  await session.open([file('/a')]);
  expect(starts).toBe(2);
});

test('an engine that ends over a log is told of, and what was open before is open again', async () => {
  const engines: ReturnType<typeof engine>[] = [];
  let client: EngineClient | undefined;
  const ending: EngineHost = {
    async start() {
      const one = engine();
      engines.push(one);
      const started = await one.host.start();
      ({ client } = started);
      return started;
    },
    sourceOf({ path }) {
      if (path === '/huge')
        client?.dispose(new ChannelError('There is not enough memory.', ENGINE_ENDED));
      return Promise.resolve({ kind: 'path', path });
    },
  };
  const session = new Session(ending, trusted);
  await session.open([file('/logs/kubelet.log')]);
  await expect(session.open([file('/huge')])).rejects.toThrow('There is not enough memory.');
  expect(session.info?.inputs).toBe(411);
  expect(session.opened.map(({ uri }) => uri.path)).toEqual(['/logs/kubelet.log']);
  expect(engines.map(({ asked }) => asked)).toEqual([['open 1'], ['open 1']]);

  // With nothing to go back to it starts from nothing.
  await session.close();
  await expect(session.open([file('/huge')])).rejects.toThrow('There is not enough memory.');
  expect(session.info).toBeUndefined();
  await session.open([file('/logs/kubelet.log')]);
  expect(session.info?.inputs).toBe(411);
  expect(engines).toHaveLength(3);
});

test('a question over which an engine hung is not asked again', async () => {
  let starts = 0;
  let client: EngineClient | undefined;
  const session = new Session(
    {
      ...engine().host,
      start: async () => {
        starts++;
        const started = await engine().host.start();
        client = started.client;
        return started;
      },
    },
    trusted,
  );
  await session.open([file('/a')]);
  const hung = new EngineHung('debugEvaluate', 60);
  const answer = session.ask('debugEvaluate', ['slow']);
  client?.dispose(hung);
  await expect(answer).rejects.toThrow(hung);
  expect(starts).toBe(2);
  expect(session.opened.map(({ uri }) => uri.path)).toEqual(['/a']);
  await expect(session.ask('debugEvaluate', ['slow'])).rejects.toThrow(hung);
  expect(starts).toBe(2);
});
