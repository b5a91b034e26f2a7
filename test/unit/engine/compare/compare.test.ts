import { describe, expect, it } from 'vitest';
import { micros, parseRfc3339 } from '../../../../src/base/time.ts';
import { comparisonMarkdown } from '../../../../src/engine/export/comparison.ts';
import { nodeSources } from '../../../../src/engine/host/node/nodeSources.ts';
import { Session } from '../../../../src/engine/session.ts';
import type { CompareRequest, Comparison } from '../../../../src/protocol/compareApi.ts';
import { readCapture } from '../../../support/captures.ts';

const time = (text: string) => parseRfc3339(`2026-11-21T${text}Z`) ?? micros(NaN);

function line(second: number, severity: string, text: string): string {
  const clock = `10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  return `${severity}1121 ${clock}.000000     100 ${text}\n`;
}

async function opened(...logs: readonly (string | Uint8Array)[]): Promise<Session> {
  const session = new Session(nodeSources());
  const sources = logs.map((log, index) => ({
    kind: 'bytes' as const,
    name: `node-${index}.log`,
    bytes: typeof log === 'string' ? new TextEncoder().encode(log) : log,
  }));
  await session.open({ sources, year: 2026 }, new AbortController().signal);
  return session;
}

function changes({ rows }: Comparison): readonly string[] {
  return rows.map(
    ({ change, what, title, before, after }) =>
      `${change} ${what} ${title.slice(0, 40)}: ${before.count} -> ${after.count}`,
  );
}

const [retry, warn, calm] = [
  'kubelet.go:9] "Retry failed" err="x"',
  'kubelet.go:7] "Slow" took="2s"',
  'kubelet.go:5] "Fine"',
];

describe('two logs', () => {
  const log = (of: Readonly<Record<string, number>>): string =>
    Array.from({ length: 600 }, (_, second) =>
      Object.entries(of)
        .filter(([, every]) => second % every === 0)
        .map(([text, every]) => line(second, text === calm ? 'I' : every > 50 ? 'W' : 'E', text))
        .join(''),
    ).join('');

  it.each([
    ['nothing, when they are alike', { [retry]: 10 }, { [retry]: 10 }, []],
    ['nothing, when the rate is little higher', { [retry]: 20 }, { [retry]: 10 }, []],
    [
      'nothing of quiet lines',
      { [calm]: 10 },
      { [calm]: 1, [warn]: 600 },
      ['new message Slow: 0 -> 1'],
    ],
    [
      'what is new and gone',
      { [retry]: 10 },
      { [warn]: 60 },
      ['gone message Retry failed: 60 -> 0', 'new message Slow: 0 -> 10'],
    ],
    [
      'what is told more often',
      { [retry]: 40 },
      { [retry]: 5 },
      ['more message Retry failed: 15 -> 120'],
    ],
    [
      'what is told less often',
      { [retry]: 5 },
      { [retry]: 40 },
      ['less message Retry failed: 120 -> 15'],
    ],
  ])('tell %s', async (_, a, b, expected) => {
    const session = await opened(log({ ...a, [calm]: 1 }), log({ ...b, [calm]: 1 }));
    const found = session.compare({ before: { sources: [0] }, after: { sources: [1] } });
    expect(changes(found)).toEqual(expected);
  });
});

describe('two windows of one log', () => {
  const whole: CompareRequest = {
    before: { to: time('09:34:10.000000') },
    after: { from: time('09:34:10.000000') },
  };

  it('tell the fault that began between them', async () => {
    const session = await opened(readCapture('teardown-v2').log);
    const found = session.compare(whole);
    expect(changes(found).filter((row) => row.includes('finding'))).toEqual([
      'new finding CNI DEL fails (bridge): the sandbox’s ne: 0 -> 11',
    ]);
    expect(found.before.lines).toBeLessThan(411);
    expect(found.after.from).toBeLessThan(time('09:34:11.000000'));
    // Lines that tell of the kubelet's start come along, but are not of this stretch.
    expect(found.after.from).toBeGreaterThanOrEqual(time('09:34:10.000000'));
    const text = comparisonMarkdown(found);
    expect(text).toMatch(/^# Comparison\n/);
    expect(text).toContain('| high | CNI DEL fails (bridge)');
    expect(text).toMatch(/\| default\/web-1 \| – \| 11 \(/);
  });

  it('have together what the log has, each line once', async () => {
    const session = await opened(readCapture('teardown-v2').log);
    const { tape, findings } = session.incident;
    const all = session.compare({ before: {}, after: {} });
    for (const share of [0.2, 0.5, 0.9]) {
      const at = tape.timeAt(Math.floor(share * tape.length));
      const { before, after, rows } = session.compare({
        before: { to: micros(at - 1) },
        after: { from: at },
      });
      expect(before.lines + after.lines).toBe(tape.sources[0]?.table.lines);
      expect(before.errors.count + after.errors.count).toBe(all.before.errors.count);
      for (const row of rows.filter(({ what }) => what === 'finding')) {
        const whole = findings.filter(({ title }) => title === row.title);
        const count = whole.reduce((sum, finding) => sum + finding.count, 0);
        expect(row.before.count + row.after.count).toBe(count);
      }
    }
  });

  it('do not touch the session', async () => {
    const session = await opened(readCapture('teardown-v2').log);
    const before = session.info();
    session.compare(whole);
    expect(session.info()).toEqual(before);
  });

  it('are refused with a sentence when one is empty', async () => {
    const session = await opened(readCapture('teardown-v2').log);
    expect(() => session.compare({ before: { to: micros(5) }, after: {} })).toThrow(
      'There is no line in one of the two parts.',
    );
  });
});

describe('rates', () => {
  it('are those of the real length of a window, however short', async () => {
    const log = [...Array(71).keys()].map((second) => line(second, 'I', calm)).join('');
    const errors = (every: number, from: number, to: number): string =>
      [...Array(to - from).keys()]
        .filter((second) => second % every === 0)
        .map((second) => line(from + second, 'E', retry))
        .join('');
    const session = await opened(log + errors(10, 0, 50) + errors(1, 50, 71));
    const found = session.compare({
      before: { to: time('10:00:50.000000') },
      after: { from: time('10:00:50.000000'), to: time('11:00:00.000000') },
    });
    expect(found.before.errors).toMatchObject({ count: 6, rate: 6 * 72 });
    expect(found.after.errors).toMatchObject({ count: 21, rate: (21 * 3600) / 20 });
  });

  it('are not told of a part without length', async () => {
    const session = await opened(line(1, 'E', retry), line(1, 'E', retry).repeat(20));
    const found = session.compare({ before: { sources: [0] }, after: { sources: [1] } });
    expect(found.after.errors).toMatchObject({ count: 20, rate: undefined });
    expect(changes(found)).toEqual([]);
    expect(comparisonMarkdown(found)).toContain('| errors | 1 | 20 |');
  });
});

it('shows text of a log as text', async () => {
  const session = await opened(line(1, 'I', calm), line(1, 'E', 'x.go:1] "| <b>*[a](http://x)"'));
  const text = comparisonMarkdown(
    session.compare({ before: { sources: [0] }, after: { sources: [1] } }),
  );
  expect(text).toContain('\\| \\<b\\>\\*\\[a\\](http://x)');
});
