// The claim that the engine's edge stars all that leaves it, for each method that there is: whatever a handler answers or throws.
import { beforeEach, expect, test, vi } from 'vitest';
import { ChannelError } from '../../src/protocol/channel.ts';
import type { EngineApi } from '../../src/protocol/engineApi.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from '../support/engine.ts';
import { leaksIn } from '../support/plantedLog.ts';
import { plantedSecrets } from '../support/secretForms.ts';

/** What each handler does in place of its own. */
const asked: { names: string[]; act: () => unknown } = { names: [], act: () => undefined };
vi.mock(import('../../src/engine/handlers.ts'), async (original) => {
  const { engineHandlers } = await original();
  return {
    engineHandlers(...parts) {
      const real = engineHandlers(...parts);
      asked.names = Object.keys(real);
      const stand = asked.names.map((name) => [name, () => asked.act()]);
      return Object.fromEntries(stand) as typeof real;
    },
  };
});

/** Texts are starred wherever they stand in an answer; bytes are not: each method that gives some has a test of what is in them. */
type ByteMethod = {
  [K in keyof EngineApi]: Awaited<ReturnType<EngineApi[K]>> extends {
    readonly columns: infer Columns;
  }
    ? Uint8Array<ArrayBuffer> extends Columns[keyof Columns]
      ? K
      : never
    : never;
}[keyof EngineApi];
const bytes: Readonly<Record<ByteMethod, string>> = {
  saveCase: 'test/unit/cliSecrets.test.ts unpacks it',
  timeline: 'numbers of kinds',
  timelineCounters: 'numbers of counters',
  timelineGroups: 'numbers of groups',
  laneRanks: 'numbers of lanes',
};

const texts = plantedSecrets.map(({ text }) => text);
let engine: EngineClient;
beforeEach(async () => {
  asked.act = () => undefined;
  engine = await engineHere();
});

async function heard(name: string): Promise<string> {
  const call = engine.call.bind(engine) as (name: string, args: unknown[]) => Promise<unknown>;
  return await call(name, []).then(
    (answer) => JSON.stringify(answer),
    (error: unknown) =>
      error instanceof ChannelError ? `${error.message}\n${error.detail}` : String(error),
  );
}

test('there are handlers, and few that give bytes', () => {
  expect(asked.names.length).toBeGreaterThan(80);
  expect(asked.names).toEqual(expect.arrayContaining(Object.keys(bytes)));
});

test('what any method answers is starred, in whatever it stands', async () => {
  const answer = { text: texts.join('\n'), rows: texts.map((text) => [{ cell: { text } }]) };
  expect(leaksIn(JSON.stringify(answer))).not.toEqual([]);
  asked.act = () => answer;
  for (const name of asked.names) {
    const said = await heard(name);
    expect([name, said.length > 1_000, leaksIn(said)]).toEqual([name, true, []]);
  }
});

test.each([
  ['a sentence', (text: string) => new ChannelError(text, 'x')],
  ['a sentence with more beside it', (text: string) => new ChannelError('it', 'x', text)],
  ['an error', (text: string) => new Error(text)],
  ['a bug', (text: string) => new TypeError(text)],
])('what any method throws is starred: %s', async (_, made) => {
  asked.act = () => {
    throw made(texts.join('\n'));
  };
  for (const name of asked.names) expect([name, leaksIn(await heard(name))]).toEqual([name, []]);
});
