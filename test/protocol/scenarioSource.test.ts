import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineHandlers } from '../../src/engine/handlers.ts';
import { webSources } from '../../src/engine/host/web/webSources.ts';
import { GoroutineDumps } from '../../src/engine/goroutineDumps.ts';
import { Live } from '../../src/engine/live.ts';
import { liveSources } from '../../src/engine/liveSources.ts';
import { Stores } from '../../src/engine/store/stores.ts';
import { Session } from '../../src/engine/session.ts';
import type { SourceSpec } from '../../src/protocol/engineApi.ts';
import { parseScenario } from '../../src/simulate/parse.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { engineHere } from '../support/engine.ts';

const all = { start: 0, count: 500 };
const text = fs.readFileSync('media/scenarios/cni-del-fails.yaml', 'utf8');
const scenario = { kind: 'scenario', name: 'cni-del-fails.yaml', text } as const;

function cliLog(seed: number, kubelet: number): string {
  const parsed = parseScenario(text);
  const lines: string[] = [];
  if (parsed.ok)
    simulate(parsed.value, { seed, kubelet, onLine: (line) => lines.push(`${line}\n`) });
  return lines.join('');
}

describe('a scenario as a source', () => {
  it('is diagnosed as the incident that it plays', async () => {
    const engine = await engineHere();
    const info = await engine.call('open', [{ sources: [scenario] }]);
    expect(info.sources.map(({ name, path }) => [name, path])).toEqual([
      ['cni-del-fails.log', undefined],
    ]);
    expect(new Date(Number(info.from) / 1000).toISOString()).toMatch(/^2026-03-02T08:00:0/);
    const findings = await engine.call('findings', [all]);
    expect(findings.rows[0]?.id).toBe('cni-del-fails');
    engine.dispose();
  });

  it('has the lines that the same seed and kubelet give on the command line', async () => {
    const live = new Live(undefined);
    const sources = liveSources(webSources(), live, new Stores(undefined));
    const session = new Session(sources);
    const { signal } = new AbortController();
    await session.open({ sources: [{ ...scenario, seed: 7, kubelet: 23 }] }, signal);
    const { window } = engineHandlers(
      session,
      live,
      new GoroutineDumps(live, sources),
      new Stores(undefined),
    );
    expect((await window(0, 0, 4 << 20, { signal })).text).toBe(cliLog(7, 23));
    session.dispose();
  });

  it('gives one log for each node', async () => {
    const engine = await engineHere();
    const two = text.replace('lasts:', 'nodes: [node-a, node-b]\nlasts:');
    const { sources } = await engine.call('open', [{ sources: [{ ...scenario, text: two }] }]);
    expect(sources.map(({ name }) => name)).toEqual([
      'cni-del-fails.node-a.log',
      'cni-del-fails.node-b.log',
    ]);
    engine.dispose();
  });

  it('comes in two files when the log is rotated, which tell the same story', async () => {
    const engine = await engineHere();
    const ask = async (played: string) => {
      const { sources } = await engine.call('open', [{ sources: [{ ...scenario, text: played }] }]);
      const { rows } = await engine.call('findings', [all]);
      const pods = await engine.call('pods', [all]);
      return {
        files: sources.map(({ name }) => name),
        findings: rows.map(({ id, began, last, count }) => ({ id, began, last, count })),
        pods: pods.rows.map(({ key, state }) => [key, state.text]),
      };
    };
    const whole = await ask(text);
    const rotated = await ask(
      text.replace('actions:', 'actions:\n  - { at: 20s, do: rotate-log }'),
    );
    expect(whole.files).toEqual(['cni-del-fails.log']);
    expect(rotated).toEqual({ ...whole, files: ['cni-del-fails.log.1', 'cni-del-fails.log'] });
    engine.dispose();
  });

  it.each<[string, string, RegExp]>([
    ['no YAML', 'title: [', /^bad\.yaml: This is no YAML/],
    ['another YAML', 'apiVersion: v1\nkind: Pod\n', /^bad\.yaml: This is no scenario: at /],
    ['nothing', '', /^bad\.yaml: This is no scenario/],
    ['an alias of nothing', 'title: *nobody', /^bad\.yaml: This is no YAML: .*nobody/],
    ['a book', `title: ${'x'.repeat(2 << 20)}`, /^bad\.yaml is too long for a scenario\.$/],
  ])('says in a sentence what is wrong with %s', async (_, wrong, sentence) => {
    const engine = await engineHere();
    const source: SourceSpec = { kind: 'scenario', name: 'bad.yaml', text: wrong };
    await expect(engine.call('open', [{ sources: [source] }])).rejects.toThrow(sentence);
    engine.dispose();
  });

  it('can be given up while it runs', async () => {
    const engine = await engineHere();
    const stop = new AbortController();
    const endless = text.replace('lasts: 100s', 'lasts: 100000h');
    const request = { sources: [{ ...scenario, text: endless }] };
    const opening = engine.call('open', [request], { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort();
    await expect(opening).rejects.toThrow(/abort|cancel/i);
    await engine.call('open', [{ sources: [scenario] }]);
    engine.dispose();
  });
});
