// The drawing of the sync loop: every part has its place and its words, and each way that a line can take has wires.
import { expect, test } from 'vitest';
import { explanations } from '../../webview/syncLoop/explanations.ts';
import { middleOf, places, wires } from '../../webview/syncLoop/places.ts';
import { wordsOf } from '../../src/protocol/lineWords.ts';

test('no two parts lie over each other, and all are in the field', () => {
  const all = Object.values(places);
  for (const one of all) {
    expect(one.x).toBeGreaterThan(0);
    expect(one.x + one.width).toBeLessThan(1004);
    expect(one.y + one.height).toBeLessThan(530);
    for (const other of all) {
      if (one === other) continue;
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect(apart, `${one.name} and ${other.name}`).toBe(true);
    }
  }
});

test('each part is joined to another, and explained by its code', () => {
  const joined = new Set(wires.flatMap(({ from, to }) => [from, to]));
  expect([...joined].toSorted()).toEqual(Object.keys(places).toSorted());
  for (const { text, file } of Object.values(explanations)) {
    expect(text.length).toBeGreaterThan(40);
    expect(file).toMatch(/^pkg\/kubelet\/[\w/]+\.go$/);
  }
});

test('a klog line is shown without its header, another one whole', () => {
  expect(
    wordsOf('I1121 09:34:04.541000   26449 kubelet.go:2515] "SyncLoop ADD" source="api"'),
  ).toBe('SyncLoop ADD source="api"');
  expect(wordsOf('{"msg":"SyncLoop ADD"}')).toBe('{"msg":"SyncLoop ADD"}');
  expect(wordsOf('<img src=x>')).toBe('<img src=x>');
});

test('what a line went through has a middle, from the left of the drawing to its right', () => {
  expect(middleOf([])).toBe(0.5);
  const [left, right] = [middleOf(['api']), middleOf(['runtime', 'cni'])];
  expect(left).toBeLessThan(0.15);
  expect(right).toBeGreaterThan(0.8);
  expect(middleOf(['api', 'cni'])).toBeCloseTo(0.5, 1);
});
