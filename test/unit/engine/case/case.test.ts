import { unzipSync, strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { micros, MINUTE, parseRfc3339 } from '../../../../src/base/time.ts';
import { parseCase } from '../../../../src/engine/case/caseFile.ts';
import type { EngineClient } from '../../../../src/engine/client.ts';
import type { CaseCut } from '../../../../src/protocol/caseApi.ts';
import type { SessionInfo, SourceSpec } from '../../../../src/protocol/engineApi.ts';
import { labCaptureNames, readCapture } from '../../../support/captures.ts';
import { engineHere } from '../../../support/engine.ts';

const all = { start: 0, count: 1000 };
const plain = { title: '', notes: '', redact: false, version: '1.2.3' };

async function opened(capture: string): Promise<EngineClient> {
  const engine = await engineHere();
  const { log } = readCapture(capture);
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: '/var/log/node-a/kubelet.log', bytes: log }], year: 2026 },
  ]);
  return engine;
}

async function saved(
  engine: EngineClient,
  cut: CaseCut,
  rest: Partial<typeof plain> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { columns } = await engine.call('saveCase', [{ ...plain, ...rest, cut }]);
  return columns.bytes;
}

async function reopened(
  bytes: Uint8Array,
  request: { readonly useCaseRules?: boolean } = {},
): Promise<readonly [EngineClient, SessionInfo]> {
  const engine = await engineHere();
  const source: SourceSpec = { kind: 'bytes', name: 'x.kubelet-case', bytes };
  return [engine, await engine.call('open', [{ sources: [source], ...request }])];
}

async function findingIds(engine: EngineClient): Promise<readonly string[]> {
  const { rows } = await engine.call('findings', [all]);
  return rows.map(({ id, pod, severity }) => `${severity} ${id} ${pod ?? ''}`);
}

function fileOf(bytes: Uint8Array, name: string): string {
  return strFromU8(unzipSync(bytes)[name] ?? new Uint8Array(0));
}

test('a case says of each section how many lines it has of it', async () => {
  const engine = await engineHere();
  const text =
    '$ date\ntoday\n==> kubelet <==\nI1121 10:00:00.000000     100 kubelet.go:1] "Fine"\n';
  const sources: SourceSpec[] = [{ kind: 'bytes', name: 'node.log', bytes: strToU8(text) }];
  await engine.call('open', [{ sources, year: 2026 }]);
  const file = JSON.parse(fileOf(await saved(engine, { kind: 'whole' }), 'case.json')) as {
    sources: { lines: number; ofLines: number }[];
  };
  expect(file.sources.map(({ lines, ofLines }) => [lines, ofLines])).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

describe('a case of the whole log', () => {
  it('opens as it was saved: same times, findings, pods, cursor', async () => {
    const engine = await opened('teardown-v2');
    const time = parseRfc3339('2026-11-21T09:34:40Z') ?? micros(0);
    await engine.call('seek', [{ kind: 'time', time }]);
    await engine.call('setHindsight', ['then']);
    const bytes = await saved(engine, { kind: 'whole' }, { title: 'A hang', notes: 'see web-1' });
    const [again, info] = await reopened(bytes);
    const before = await engine.call('session', []);
    expect({ ...info, sources: [], openedCase: undefined, revision: 0, cursor: 0 }).toEqual({
      ...before,
      sources: [],
      revision: 0,
      cursor: 0,
    });
    expect({ ...info.cursor, revision: 0 }).toEqual({ ...before.cursor, revision: 0 });
    expect(info.sources[0]?.name).toBe('kubelet.log');
    expect(info.openedCase).toMatchObject({
      title: 'A hang',
      notes: 'see web-1',
      cut: 'The logs are whole.',
      savedBy: '1.2.3',
      redacted: false,
    });
    expect(await findingIds(again)).toEqual(await findingIds(engine));
    expect(Object.keys(unzipSync(bytes))).toEqual([
      'case.json',
      'findings.md',
      'findings.json',
      'logs/0-kubelet.log',
    ]);
    expect(fileOf(bytes, 'logs/0-kubelet.log')).toBe(
      new TextDecoder().decode(readCapture('teardown-v2').log),
    );
  });

  it('is the same, byte by byte, when it is saved again', async () => {
    const engine = await opened('teardown-v2');
    expect(await saved(engine, { kind: 'whole' })).toEqual(await saved(engine, { kind: 'whole' }));
  });
});

describe('a cut', () => {
  it('keeps the year, the kubelet’s version and the cursor, and says what was left out', async () => {
    const engine = await opened('teardown-v2');
    const time = parseRfc3339('2026-11-21T09:35:10Z') ?? micros(0);
    await engine.call('seek', [{ kind: 'time', time }]);
    const bytes = await saved(engine, { kind: 'around', time, reach: MINUTE / 4 });
    const [again, info] = await reopened(bytes);
    const whole = await engine.call('session', []);
    expect(info.inputs).toBeLessThan(whole.inputs / 2);
    expect(info.runs.map(({ version }) => version.text)).toEqual(
      whole.runs.map(({ version }) => version.text),
    );
    expect(info.to).toBeLessThan(time + MINUTE / 4);
    expect(info.gaps.map(({ text }) => text)).toContain(
      'lines were left out here when the case was saved',
    );
    expect(info.openedCase?.cut).toMatch(/^\d+ of \d+ lines: 2026-11-21T09:34:55/);
    const at = async (from: EngineClient): Promise<string | undefined> => {
      const { input } = await from.call('cursor', []);
      return input && (await from.call('input', [input]))?.text;
    };
    expect(await at(again)).toBe(await at(engine));
  });

  it('of a pod holds all its lines', async () => {
    const engine = await opened('teardown-v2');
    const { rows } = await engine.call('pods', [{ ...all, gone: true, text: 'default/' }]);
    const pod = rows[0];
    const bytes = await saved(engine, { kind: 'pod', pods: [pod?.key ?? ''] });
    const [again] = await reopened(bytes);
    const events = async (from: EngineClient): Promise<unknown> =>
      (await from.call('story', [pod?.key ?? '']))?.events.map(({ at, text }) => [at, text]);
    expect(await events(again)).toEqual(await events(engine));
  });

  it('around the findings still finds them', async () => {
    for (const capture of labCaptureNames().filter((name) => name.includes('cni'))) {
      const engine = await opened(capture);
      const loud = (await findingIds(engine)).filter((id) => !id.startsWith('info'));
      if (loud.length === 0) continue;
      const [again] = await reopened(await saved(engine, { kind: 'findings' }));
      const kept = (await findingIds(again)).filter((id) => !id.startsWith('info'));
      expect(kept, capture).toEqual(loud);
    }
  });

  it('around a time without lines, or of a pod that is not there, is refused with a sentence', async () => {
    const engine = await opened('teardown-v2');
    await expect(saved(engine, { kind: 'around', time: micros(5) })).rejects.toThrow(
      'There is no line in that cut.',
    );
    await expect(saved(engine, { kind: 'pod', pods: ['nobody'] })).rejects.toThrow(
      'The log does not mention that pod.',
    );
  });
});

describe('a redacted case', () => {
  it.each([
    'teardown-v2',
    ...labCaptureNames()
      .filter((name) => name.endsWith('-v2'))
      .slice(0, 4),
  ])('of %s names nobody, and is diagnosed alike', async (capture) => {
    const engine = await opened(capture);
    const pods = (await engine.call('pods', [{ ...all, gone: true }])).rows;
    const nodes = (await engine.call('session', [])).runs.map(({ node }) => node);
    const bytes = await saved(
      engine,
      { kind: 'whole' },
      { redact: true, title: `of ${pods[0]?.name ?? ''}` },
    );
    const texts = Object.values(unzipSync(bytes)).map((each) => strFromU8(each));
    const secret = [...pods.map(({ name }) => name), ...nodes.map(({ text }) => text)].filter(
      (name) => !/^(node|pod)-\d+$|^unknown/.test(name),
    );
    const told = secret.filter((name) =>
      texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
    );
    expect(told).toEqual([]);
    const [again, info] = await reopened(bytes);
    const bare = async (from: EngineClient): Promise<readonly string[]> =>
      (await from.call('findings', [all])).rows.map(
        ({ id, severity, count }) => `${id} ${severity} ${count}`,
      );
    expect(await bare(again)).toEqual(await bare(engine));
    expect(info.openedCase?.redacted).toBe(true);
  });
});

describe('what was set', () => {
  const pack = `rules:
  - id: own-rule
    title: An ADD
    severity: high
    signs: [{ text: 'SyncLoop ADD', heads: ['SyncLoop ADD'] }]
    explanation: A pod was added.
`;

  it('goes along: mutes at once, rules when asked for', async () => {
    const engine = await opened('teardown-v2');
    const [muted = ''] = (await findingIds(engine)).map((id) => id.split(' ')[1] ?? '');
    await engine.call('setRules', [
      [{ name: 'file:///home/me/own.yaml', text: pack }],
      [{ id: muted, pod: undefined, why: 'known' }],
    ]);
    const bytes = await saved(engine, { kind: 'whole' });
    expect(fileOf(bytes, 'case.json')).not.toContain('/home/me');
    const [careful, info] = await reopened(bytes);
    expect(info.openedCase).toMatchObject({ packs: 1, packsUsed: false, mutes: 1 });
    const ids = (await findingIds(careful)).join();
    expect(ids).not.toContain(muted);
    expect(ids).not.toContain('own-rule');
    const [trusting] = await reopened(bytes, { useCaseRules: true });
    expect((await findingIds(trusting)).join()).toContain('own-rule');
    expect(
      JSON.stringify(unzipSync(await saved(engine, { kind: 'whole' }, { redact: true }))),
    ).not.toContain('own-rule:');
  });
});

describe('a case that is none', () => {
  const log = strToU8(
    'I1121 09:34:00.000000     100 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["a/b"]\n',
  );
  const table = {
    kubeletCase: 1,
    sources: [{ file: 'logs/0-k', name: 'k', lines: 1, ofLines: 1 }],
  };
  const zip = (entries: Record<string, string | Uint8Array>): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries(entries).map(([name, data]) => [
          name,
          typeof data === 'string' ? strToU8(data) : data,
        ]),
      ),
    );

  it.each([
    ['no zip', strToU8('hello\n'), 'x.kubelet-case is no case: a case is a zip archive.'],
    ['empty', new Uint8Array(0), 'x.kubelet-case is no case: a case is a zip archive.'],
    [
      'cut off',
      zip({ 'case.json': JSON.stringify(table), 'logs/0-k': log }).slice(0, 60),
      'x.kubelet-case: case.json is not JSON',
    ],
    [
      'without its log',
      zip({ 'case.json': JSON.stringify(table) }),
      'No kubelet log was found in x.kubelet-case.',
    ],
  ])('%s: gets a sentence', async (_, bytes, sentence) => {
    await expect(reopened(bytes)).rejects.toThrow(sentence);
  });

  it.each([
    [
      { ...table, kubeletCase: 9 },
      'case.json: kubeletCase: must be 1: it was saved by a newer version',
    ],
    [{ ...table, sources: [] }, 'case.json: sources: names no log'],
    [
      { ...table, cursor: { source: 0, line: 1, time: 'noon' } },
      'case.json: cursor.time: must be a time like',
    ],
  ])('a wrong table of contents is told, its logs are opened', async (contents, sentence) => {
    const [, info] = await reopened(
      zip({ 'case.json': JSON.stringify(contents), 'logs/kubelet.log': log }),
    );
    expect(info.sources.map(({ problem }) => problem).join()).toContain(sentence);
    expect(info.inputs).toBe(1);
  });

  it('whose cursor points nowhere stands at the end', async () => {
    const contents = { ...table, cursor: { source: 7, line: 99, pod: 'nobody' } };
    const [, info] = await reopened(
      zip({ 'case.json': JSON.stringify(contents), 'logs/0-k': log }),
    );
    expect(info.cursor.position).toBe(0);
    expect(parseCase(JSON.stringify(contents)).ok).toBe(true);
  });
});
