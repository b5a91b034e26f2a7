// Findings as they were known at the cursor, in lists and in the numbers beside them.
import { expect, test } from 'vitest';
import { micros, parseRfc3339 } from '../../../../src/base/time.ts';
import { engineOn } from '../../../support/engine.ts';

const all = { start: 0, count: 100 };
const time = (text: string) => parseRfc3339(`2026-11-21T${text}Z`) ?? micros(NaN);

test('in the mode then nothing counts that no line had told', async () => {
  const engine = await engineOn('teardown-v2');
  const problems = async (at: string): Promise<readonly string[]> => {
    await engine.call('seek', [{ kind: 'time', time: time(at) }]);
    const { rows, total } = await engine.call('findings', [all]);
    const { findings } = await engine.call('session', []);
    expect(Object.values(findings).reduce((sum, count) => sum + count, 0)).toBe(total);
    return rows
      .filter(({ severity }) => severity !== 'info')
      .map(
        ({ pod = '', count, ended }) => `${pod} ${count} ${ended === undefined ? 'open' : 'over'}`,
      );
  };
  expect(await problems('09:34:05')).toEqual(['default/web-1 5 over', ' 6 open']);
  await engine.call('setHindsight', ['then']);
  expect(await problems('09:34:05')).toEqual([]);
  expect(await problems('09:34:12')).toEqual(['default/web-1 2 open']);
  expect(await problems('09:34:52')).toEqual(['default/web-1 5 open', ' 6 open']);
  expect(await problems('09:35:20')).toEqual(['default/web-1 5 over', ' 6 open']);
  const { rows } = await engine.call('findings', [all]);
  expect(rows[0]?.explanation).toContain('Seen 5 times, ~12.5 s apart.');
  engine.dispose();
});

test('what a finding cites and says of its number is of then, too', async () => {
  const engine = await engineOn('teardown-v2');
  await engine.call('setHindsight', ['then']);
  await engine.call('seek', [{ kind: 'time', time: time('09:34:12') }]);
  const { time: now } = await engine.call('cursor', []);
  const { rows } = await engine.call('findings', [all]);
  expect(rows.flatMap(({ evidence }) => evidence).every(({ at }) => (at ?? 0) <= now)).toBe(true);
  expect(rows[0]?.explanation).toContain('Seen 2 times.');
  expect(rows[0]?.explanation).not.toContain('5 times');
  engine.dispose();
});
