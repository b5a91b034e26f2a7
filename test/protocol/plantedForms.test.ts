// Every form of a secret, through what the engine answers: rows of trees and pages, tooltips, texts of documents, values of the debugger.
import { beforeAll, expect, test } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from '../support/engine.ts';
import { leaksIn, plantedLog } from '../support/plantedLog.ts';

const all = { start: 0, count: 10_000 };
let engine: EngineClient;
let keys: readonly string[];

beforeAll(async () => {
  engine = await engineHere();
  const bytes = new TextEncoder().encode(plantedLog());
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }], year: 2026 },
  ]);
  keys = (await engine.call('pods', [all])).rows.map(({ key }) => key);
});

async function leaksOf(answer: Promise<unknown>): Promise<readonly string[]> {
  return leaksIn(JSON.stringify(await answer));
}

test('lists, documents and exports', async () => {
  expect(leaksIn(plantedLog())).not.toEqual([]);
  expect(keys.length).toBeGreaterThan(100);
  const answers: readonly Promise<unknown>[] = [
    engine.call('session', []),
    engine.call('pods', [all]),
    engine.call('findings', [all]),
    engine.call('network', [all]),
    engine.call('pleg', [all]),
    engine.call('inputs', [all]),
    engine.call('window', [0, 0, 1 << 24]),
    engine.call('lanes', [all]),
    engine.call('compare', [{ before: {}, after: {} }]),
    engine.call('comparison', [{ before: {}, after: {} }]),
    engine.call('exportFindings', [{ format: 'text', redact: true, version: '0' }]),
  ];
  for (const answer of answers) expect(await leaksOf(answer)).toEqual([]);
});

test('each pod and each kind of question', async () => {
  for (const key of keys) {
    expect(await leaksOf(engine.call('pod', [key]))).toEqual([]);
    expect(await leaksOf(engine.call('story', [key]))).toEqual([]);
    expect(await leaksOf(engine.call('podPage', [key]))).toEqual([]);
    for (const kind of ['stuck', 'killed'] as const)
      expect(await leaksOf(engine.call('ask', [{ kind, podKey: key }]))).toEqual([]);
  }
});

test('each line', async () => {
  const { rows } = await engine.call('inputs', [all]);
  for (const { input } of rows.filter((_, i) => i % 7 === 3)) {
    expect(await leaksOf(engine.call('ask', [{ kind: 'normal', input }]))).toEqual([]);
    expect(await leaksOf(engine.call('goSource', [input, undefined]))).toEqual([]);
  }
});
