import { expect, test } from 'vitest';
import { goPlaceAt, printsAt } from '../../../src/extension/editor/goPlaces.ts';

test.each([
  ['I1121 09:34:10.000000   26449 kubelet.go:2515] "SyncLoop ADD"', 'kubelet.go:2515'],
  ['{"ts":1,"caller":"kubelet/kubelet.go:2515","msg":"x"}', 'kubelet/kubelet.go:2515'],
  ['\t/go/src/k8s.io/kubernetes/pkg/x.go:12 +0x5', '/go/src/k8s.io/kubernetes/pkg/x.go:12'],
])('a place in %s', (line, place) => {
  const start = line.indexOf(place);
  const found = { place, start, end: start + place.length };
  for (const at of [start, start + 4, found.end]) expect(goPlaceAt(line, at)).toEqual(found);
  expect(goPlaceAt(line, start - 1)).toBeUndefined();
  expect(goPlaceAt(line, found.end + 1)).toBeUndefined();
});

test('a megabyte without blanks is looked through at once', () => {
  const long = 'a/'.repeat(500_000);
  expect(goPlaceAt(long, 500_000)).toBeUndefined();
});

test('a statement is known by its message, also on the lines below', () => {
  const text = 'package x\n\nklog.InfoS(\n\t"SyncLoop ADD", "pods", y)\n';
  expect(printsAt(text, 3, 'SyncLoop ADD')).toBe(true);
  expect(printsAt(text, 1, 'SyncLoop DELETE')).toBe(false);
  expect(printsAt(text, 3, '')).toBe(false);
});
