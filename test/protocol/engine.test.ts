import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import type { SourceSpec } from '../../src/protocol/engineApi.ts';
import { micros } from '../../src/base/time.ts';
import { sourceId } from '../../src/base/input.ts';
import { readCapture } from '../support/captures.ts';
import { engineHere, engineOn } from '../support/engine.ts';

const all = { start: 0, count: 500 };

/** Asks everything that can be asked; the answers came through structuredClone. */
async function askEverything(engine: EngineClient): Promise<void> {
  const { from, to, inputs } = await engine.call('session', []);
  for (const target of [
    { kind: 'start' },
    { kind: 'position', position: Math.floor(inputs / 2) },
    { kind: 'end' },
  ] as const) {
    await engine.call('seek', [target]);
    await engine.call('step', ['line', -3]);
    await engine.call('step', ['event', 1]);
    const pods = await engine.call('pods', [all]);
    for (const { key } of pods.rows) {
      expect(await engine.call('pod', [key])).toMatchObject({ key });
      expect(await engine.call('story', [key])).toMatchObject({ key });
    }
    await engine.call('pleg', [all]);
    await engine.call('network', [all]);
    await engine.call('findings', [all]);
    await engine.call('loop', []);
    await engine.call('overdue', []);
    await engine.call('diff', [from ?? micros(0), to ?? micros(1)]);
    expect(await engine.call('stateText', [to ?? micros(1)])).toMatch(/^# /);
    const lines = await engine.call('inputs', [all]);
    for (const row of lines.rows.slice(0, 20)) {
      expect(await engine.call('input', [row.input])).toEqual(row);
      expect(await engine.call('inputAtLine', [row.input.source, row.line])).toEqual(row);
    }
    await engine.call('marks', [0]);
    expect((await engine.call('window', [0, 0, 4096])).firstLine).toBe(1);
    await engine.call('identify', [['no such thing', '']]);
    await engine.call('lanes', [all]);
    await engine.call('timeline', [{ from: from ?? micros(0), to: to ?? micros(1), width: 800 }]);
  }
}

function text(content: string): SourceSpec {
  return { kind: 'bytes', name: 'kubelet.log', bytes: new TextEncoder().encode(content) };
}

const hostile = `I1121 09:34:04.541298   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["<img src=x onerror=alert(1)>/\\u202Eevil"]
E1121 09:34:05.541298   26449 pod_workers.go:1324] "Error syncing pod, skipping" err="\\u0000<script>\\x1b[31m" pod="default/w" podUID="x"
`;

describe('every question', () => {
  it.each<[string, SourceSpec]>([
    ['an empty line', text('\n')],
    ['a log that is no log', text('hello\nworld\n')],
    ['half a line', text('I1121 09:34:04.5412')],
    [
      'a log of an unknown kubelet',
      text(
        'I1121 09:34:04.541298   26449 server.go:1] "Kubelet version" kubeletVersion="v1.99.0"\n',
      ),
    ],
    ['hostile text', text(hostile)],
    [
      'a log cut in the middle',
      {
        kind: 'bytes',
        name: 'cut.log',
        bytes: readCapture('teardown-v2').log.slice(20_000, 50_000),
      },
    ],
    ['a log of JSON', { kind: 'bytes', name: 'json.log', bytes: readCapture('churn-v3-json').log }],
  ])('has an answer on %s', async (_, source) => {
    const engine = await engineHere();
    await engine.call('open', [{ sources: [source], year: 2026 }]);
    await askEverything(engine);
    engine.dispose();
  });

  it('has a sentence when no log is open, and for what is not there', async () => {
    const engine = await engineHere();
    await expect(engine.call('pods', [all])).rejects.toMatchObject({
      message: 'No log is open.',
      code: 'nothing-open',
    });
    await expect(engine.call('open', [{ sources: [] }])).rejects.toMatchObject({
      message: 'There is nothing to open.',
    });
    await expect(engine.call('open', [{ sources: [text('')] }])).rejects.toMatchObject({
      message: 'kubelet.log is empty.',
    });
    await engine.call('open', [{ sources: [text('x')] }]);
    await expect(engine.call('window', [7, 0, 10])).rejects.toMatchObject({
      message: 'There is no source 7.',
    });
    await expect(
      engine.call('seek', [{ kind: 'input', input: { source: sourceId(7), offset: 0 } }]),
    ).rejects.toMatchObject({
      message: 'That line is not in the log.',
    });
    engine.dispose();
  });

  it('keeps what was open when another log can not be read', async () => {
    const engine = await engineHere();
    await engine.call('open', [{ sources: [text('I1121 09:34:04.541298   26449 a.go:1] "x"\n')] }]);
    await expect(
      engine.call('open', [{ sources: [{ kind: 'path', path: '/not/there' }] }]),
    ).rejects.toMatchObject({ message: '/not/there does not exist.' });
    expect((await engine.call('session', [])).inputs).toBe(1);
    engine.dispose();
  });

  it('refuses a caller of another protocol', async () => {
    const engine = await engineHere();
    await expect(engine.call('hello', [99])).rejects.toMatchObject({ code: 'protocol' });
    engine.dispose();
  });
});

it('reads what unpacks out of all proportion when that is allowed', async () => {
  const line = `I1121 09:34:04.541298   26449 a.go:1] "A" b="${'x'.repeat(16_000)}"\n`;
  const bytes = zlib.gzipSync(Buffer.alloc(70 << 20, line), { level: 9 });
  const sources = [{ kind: 'bytes', name: 'big.log.gz', bytes }] as const;
  const engine = await engineHere();
  const cut = await engine.call('open', [{ sources, year: 2026 }]);
  expect(cut.sources[0]).toMatchObject({ tooLarge: true });
  expect(cut.sources[0]?.problem).toContain('more than 200 times its size');
  const whole = await engine.call('open', [{ sources, year: 2026, allowLarge: true }]);
  expect(whole.sources[0]).toMatchObject({ problem: undefined, bytes: 70 << 20 });
  expect(whole.sources[0]).not.toHaveProperty('tooLarge');
  engine.dispose();
});

describe('a look at a file that is not open', () => {
  const { log } = readCapture('teardown-v2');
  it.each([
    ['a log of a kubelet', 'node.log', log, true],
    ['a packed one', 'node.log.gz', zlib.gzipSync(log), true],
    ['prose', 'notes.txt', Buffer.from('the kubelet was slow\n'.repeat(300)), false],
    ['nothing', 'empty.log', Buffer.alloc(0), false],
    ['what is broken', 'broken.gz', zlib.gzipSync(log).subarray(0, 20), false],
  ])('tells %s', async (_, name, of, is) => {
    const engine = await engineHere();
    const source = { kind: 'bytes', name, bytes: new Uint8Array(of) } as const;
    expect(await engine.call('isNodeLog', [source])).toBe(is);
    expect((await engine.call('session', [])).sources).toEqual([]);
  });
});

it('keeps what was open when another that is being opened is stopped', async () => {
  const engine = await engineOn('teardown-v2');
  const { tape } = await engine.call('session', []);
  const stopped = new AbortController();
  const source = { kind: 'bytes', name: 'other.log', bytes: readCapture('churn-v2').log } as const;
  const opening = engine.call('open', [{ sources: [source] }], { signal: stopped.signal });
  stopped.abort();
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await engine.call('session', [])).tape).toBe(tape);
});
