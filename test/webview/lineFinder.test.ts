// The timeline's search through lines: asked part by part until all is looked through, and no longer than somebody wants it.
import { expect, test } from 'vitest';
import { micros } from '../../src/base/time.ts';
import type { LineFound, LineHits } from '../../src/protocol/timelineApi.ts';
import { LineFinder } from '../../webview/timeline/lineFinder.ts';
import type { PlacedLane } from '../../webview/timeline/layout.ts';
import type { TimelineModel } from '../../webview/timeline/model.ts';
import { hitAt, hitsByLane, RULER } from '../../webview/timeline/paintHits.ts';
import type { Scene } from '../../webview/timeline/scene.ts';
import type { ToolsHost } from '../../webview/timeline/toolsHost.ts';

function hits(total: number, share: number): LineHits {
  const columns = {
    counts: Uint32Array.of(total),
    lane: Uint32Array.of(RULER, RULER, 4),
    start: Float64Array.of(10, 60, 60),
    position: Uint32Array.of(1, 6, 6),
  };
  return { total, share, columns };
}

const row = { position: 6, at: micros(60), line: 7 } as LineFound['row'];

function finderOn(answers: readonly (LineHits | Error)[], found: Partial<LineFound> = {}) {
  const asked: string[] = [];
  const said: string[] = [];
  const went: unknown[] = [];
  let answered = 0;
  const model = {
    client: { call: () => Promise.resolve({ position: 3, time: micros(30) }) },
    findLines: async (filter: string, _view: unknown, _columns: number, signal: AbortSignal) => {
      asked.push(filter);
      await new Promise((done) => setTimeout(done));
      signal.throwIfAborted();
      const answer = answers[Math.min(answered++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    nextLine: () => Promise.resolve({ total: 9, index: undefined, lane: undefined, row, ...found }),
  } as unknown as TimelineModel;
  const host = {
    chart: undefined,
    inSight: { window: { from: 0, to: 100 }, width: 100, seen: [4], near: [4] },
    redraw: () => undefined,
    say: (text: string) => said.push(text),
    goTo: (...to: unknown[]) => {
      went.push(to);
      return Promise.resolve();
    },
  } as unknown as ToolsHost;
  return { finder: new LineFinder(model, host), asked, said, went };
}

test('first hits are there at once, and it asks on until all is looked through', async () => {
  const { finder, asked } = finderOn([hits(1, 0.2), hits(5, 0.6), hits(9, 1)]);
  await finder.set('sev>=E');
  expect(finder.found?.total).toBe(1);
  await expect.poll(() => finder.found?.share).toBe(1);
  expect(finder.found?.total).toBe(9);
  expect(asked).toHaveLength(3);
  // Another window is looked at again, when it stays.
  finder.moved();
  finder.moved();
  await expect.poll(() => asked.length).toBe(4);
});

test('another search ends the one before; without words there is none', async () => {
  const { finder, asked } = finderOn([hits(1, 0.5)]);
  await finder.set('first');
  await finder.set('');
  expect(finder.found).toBeUndefined();
  const { length } = asked;
  await new Promise((done) => setTimeout(done, 30));
  expect(asked).toHaveLength(length);
});

test('what is no filter finds nothing', async () => {
  const { finder, asked } = finderOn([new Error('sev wants D, I, W, E or F.')]);
  await finder.set('sev>=X');
  expect(finder.found).toBeUndefined();
  expect(finder.marks).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('a step goes to the line and says which it is, as far as that is known', async () => {
  const early = finderOn([hits(9, 0.5)]);
  await early.finder.set('x');
  await early.finder.next(1);
  early.finder.stop();
  expect(early.went).toEqual([[60, 6]]);
  expect(early.said.at(-1)).toMatch(/^Line 7, .* – of 9$/);
  expect(early.finder.index).toBeUndefined();
  const done = finderOn([hits(9, 1)], { index: 2 });
  await done.finder.set('x');
  await done.finder.next(1);
  expect(done.said.at(-1)).toMatch(/, 3 of 9$/);
  const last = finderOn([hits(9, 1)], { row: undefined });
  await last.finder.set('x');
  await last.finder.next(1);
  await last.finder.next(-1);
  expect(last.said.filter((text) => !text.endsWith('…'))).toEqual([
    'No more matches.',
    'No earlier matches.',
  ]);
  expect(last.went).toEqual([]);
});

test('the mark under the pointer is that of its lane, at its foot, or of the ruler', () => {
  const of = hitsByLane({ from: 1_000, columns: hits(9, 1).columns });
  const window = { from: 1_000, to: 1_100 };
  const scene = { window, width: 300, labelWidth: 100, alignment: undefined } as Scene;
  const placed = { lane: { id: 4 }, height: 30 } as PlacedLane;
  const other = { lane: { id: 5 }, height: 30 } as PlacedLane;
  expect(hitAt(scene, of, placed, { x: 222, y: 27 })).toBe(6);
  expect(hitAt(scene, of, placed, { x: 222, y: 10 })).toBeUndefined();
  expect(hitAt(scene, of, placed, { x: 230, y: 27 })).toBeUndefined();
  expect(hitAt(scene, of, other, { x: 220, y: 27 })).toBeUndefined();
  expect(hitAt(scene, of, undefined, { x: 118, y: 20 })).toBe(1);
});
