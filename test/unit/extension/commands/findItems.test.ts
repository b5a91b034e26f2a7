import { expect, test } from 'vitest';
import { micros } from '../../../../src/base/time.ts';
import { sourceId } from '../../../../src/base/input.ts';
import { findHeading, findItems } from '../../../../src/extension/commands/findItems.ts';
import type { FoundLines } from '../../../../src/protocol/findApi.ts';

const input = { source: sourceId(0), offset: 7 };
const nothing: FoundLines = { completions: [], problem: undefined, rows: [], more: false };
const row = {
  input,
  position: 3,
  at: micros(0),
  severity: 'error',
  site: 'a.go:1',
  line: 4,
  text: 'E1121 $(flame)\n\tmore',
};

test('a line leads to its place, and shows its begin as text', () => {
  const items = findItems('flame', { ...nothing, rows: [row], more: true });
  expect(items).toEqual([
    { kind: 'line', label: 'E1121 $\u200b(flame)', description: 'line 4 · a.go:1', input },
  ]);
  const text = `E1121 09:34:10.840254   26449 a.go:1] "Failed" err="${'x'.repeat(200)}"`;
  const at = micros(Date.UTC(2026, 10, 21, 9, 34, 10, 840) * 1000);
  const [line] = findItems('x', { ...nothing, rows: [{ ...row, text, at }] });
  expect(line?.label).toMatch(/^E 09:34:10\.840(000)? "Failed" err="x+…$/);
  expect(line?.label.length).toBeLessThan(70);
  expect(findHeading('x', { ...nothing, rows: [row], more: true })).toBe('the first 1 lines');
  expect(findHeading('x', { ...nothing, rows: [row] })).toBe('lines found: 1');
  expect(findHeading(' ', nothing)).toBe('');
});

test('a completion takes the place of what was begun; a key waits for its value', () => {
  const found = {
    ...nothing,
    completions: [
      { text: 'sev>=', from: 6, hint: 'D, I, W, E or F' },
      { text: 'shop/web-0', from: 6, hint: '' },
    ],
  };
  const items = findItems('pod=a s', found);
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'completion', filter: 'pod=a sev>=' },
    { kind: 'completion', filter: 'pod=a shop/web-0 ' },
  ]);
  expect(findItems('', found).every(({ kind }) => kind === 'completion')).toBe(true);
});

test('what is wrong with a filter stands in place of lines', () => {
  const problem = 'sev wants D, I, W, E or F, not X.';
  expect(findItems('sev=X', { ...nothing, problem })).toEqual([
    { kind: 'problem', label: problem, description: '' },
  ]);
});
