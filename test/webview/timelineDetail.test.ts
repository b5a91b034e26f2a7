// @vitest-environment happy-dom
// The panel about a selected item: its proof lines are links, hostile text stays text, Escape closes it.
import { render } from 'lit';
import { expect, test, vi } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { micros } from '../../src/base/time.ts';
import type { TimelineDetail } from '../../src/protocol/timelineApi.ts';
import { detailPart, type DetailActions } from '../../webview/timeline/detail.ts';
import type { TimelineItem } from '../../webview/timeline/items.ts';
import { lookOf } from '../../webview/timeline/kinds.ts';
import { keyAction } from '../../webview/timeline/keys.ts';

const start = Date.UTC(2026, 10, 21, 9, 34) * 1_000;
const kind = { slug: 'terminating', shape: 'span', severity: 'none' } as const;
const item: TimelineItem = {
  ...{ index: 0, lane: 1, start, end: start + 2_500_000, kind, look: lookOf(kind) },
  ...{ known: 'inferred', count: 1, position: 7, top: 5, height: 16 },
};
const input = { source: sourceId(0), offset: 40 };
const line = {
  ...{ input, position: 7, at: micros(start), severity: 'info', site: 'kubelet.go:1', line: 8 },
  text: 'I1121 <img src=x onerror=alert(1)> deleted',
};

function shown(detail: TimelineDetail | undefined): { host: HTMLElement; on: DetailActions } {
  const host = document.createElement('div');
  const on = { openLine: vi.fn(), showFinding: vi.fn(), showItem: vi.fn(), closeDetail: vi.fn() };
  render(detailPart({ item, lane: undefined, detail }, on), host);
  return { host, on };
}

const told = { count: 1, lines: [line], more: 3, why: undefined, finding: undefined };

test('it says what, when, how long, how it is known, and links the lines', () => {
  const { host, on } = shown(told);
  const text = host.textContent.replaceAll(/\s+/g, ' ');
  for (const part of ['terminating', '09:34:00', '2.5 s', 'inferred', 'deleted', '3 more'])
    expect(text).toContain(part);
  expect(host.querySelector('img')).toBeNull();
  host.querySelector<HTMLButtonElement>('.kd-proofs button')?.click();
  expect(on.openLine).toHaveBeenCalledWith(input);
});

test('a finding is linked, and what is unknown says why', () => {
  const why = 'lines were dropped';
  const { host, on } = shown({ ...told, lines: [], more: 0, why, finding: 'cni-del-fails 1' });
  expect(host.textContent).toContain(why);
  expect(host.textContent).toContain('No line of its own proves it.');
  host.querySelector<HTMLButtonElement>('button.kd-link')?.click();
  expect(on.showFinding).toHaveBeenCalledWith('cni-del-fails 1');
});

test('Escape in it closes it, and a key leads to it', () => {
  const { host, on } = shown(undefined);
  host
    .querySelector('section')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(on.closeDetail).toHaveBeenCalled();
  const plain = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  expect(keyAction({ key: 'i', ...plain })).toBe('detail');
});
