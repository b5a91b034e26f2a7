// @vitest-environment happy-dom
// A phase whose end no line tells: hatched, without a length, and with the reason in words; beside it one that is known.
import { render } from 'lit';
import { expect, test } from 'vitest';
import { sourceId } from '../../src/base/input.ts';
import { formatTimeOfDay, micros, SECOND } from '../../src/base/time.ts';
import type { LatencyOrder, LatencyPage } from '../../src/protocol/latencyApi.ts';
import type { PhaseRow, PodPage } from '../../src/protocol/pageApi.ts';
import { AskedRows } from '../../webview/shared/askedRows.ts';
import { Links } from '../../webview/shared/links.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';
import { latencyTable } from '../../webview/latencies/table.ts';
import { phaseList } from '../../webview/pod/phases.ts';
import { isUntold, knownOf, sentenceOf, timeOf } from '../../webview/timeline/describe.ts';
import type { TimelineItem } from '../../webview/timeline/items.ts';
import { lookOf } from '../../webview/timeline/kinds.ts';

const at = (seconds: number) => micros(Date.UTC(2026, 10, 21, 9, 34) * 1_000 + seconds * SECOND);

function phase(kind: string, name: string, rest: Partial<PhaseRow>): PhaseRow {
  return {
    ...{ kind, name, from: at(0), to: at(4), length: 4 * SECOND, known: 'inferred' },
    ...{ provedBy: [{ source: sourceId(0), offset: 0 }], usual: undefined },
    ...{ isWait: true, isSlow: false, ...rest },
  };
}

const known = phase('teardown', 'Sandbox and network teardown', {});
const cut = phase('terminating', 'Termination (total)', {
  ...{ to: at(40), length: undefined, known: 'unknown' },
});
const open = { ...cut, to: undefined };
const latest = formatTimeOfDay(at(40));

function shown(template: unknown): HTMLElement {
  const host = document.createElement('div');
  render(template, host);
  return host;
}

const words = (element: Element | null | undefined): string =>
  element?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';

test('the page of a pod hatches it, and says why it has no length', () => {
  const page = { phases: [known, cut, open] } as unknown as PodPage;
  const host = shown(phaseList(page, () => undefined));
  const rows = [...host.querySelectorAll('tbody tr')];
  const lengths = rows.map((row) => words(row.querySelectorAll('td')[2]));
  expect(lengths).toEqual([
    '4 s',
    `end unknown: no line tells its end; at the latest it was ${latest}, when the kubelet’s process ended or the pod was gone`,
    'end unknown: no line tells its end',
  ]);
  expect(rows.map((row) => row.querySelectorAll('[mask="url(#kd-hatch)"]').length)).toEqual([
    0, 1, 1,
  ]);
  // Nothing says of it that it goes on, or that nothing of it is known; and it is not the slowest.
  expect(host.querySelector('.kd-open')).toBeNull();
  expect(rows.map((row) => words(row.querySelector('.kd-known')))).toEqual(['≈ inferred', '', '']);
  expect(words(host.querySelector('h2'))).toContain('Sandbox and network teardown, 4 s');
  expect(words(host.querySelector('.kd-slowest'))).toContain('Sandbox and network teardown');
});

test('where all ends are unknown no phase is the slowest', () => {
  const host = shown(phaseList({ phases: [cut] } as unknown as PodPage, () => undefined));
  expect(words(host.querySelector('h2'))).toBe('Phases');
  expect(host.querySelector('.kd-slowest')).toBeNull();
});

test('the latencies hatch it in the strip, and its cell says why', () => {
  const cells = { terminating: { ...cut, more: 1 }, teardown: { ...known, more: 0 } };
  const row = { podKey: 'a', pod: 'default/web-1', begun: at(0), cells };
  const page = { rows: [row], spread: [] } as unknown as LatencyPage;
  const actions = {
    links: new Links({} as unknown as PageClient, () => undefined),
    asked: new AskedRows<LatencyOrder>(50, () => undefined, {
      by: 'terminating',
      direction: 'down',
    }),
  };
  const host = shown(latencyTable(page, actions));
  const text = words([...host.querySelectorAll('tbody tr')].at(-1));
  expect(text).toContain(`end unknown: no line tells its end; at the latest it was ${latest}`);
  expect(text).not.toContain('40 s');
  expect(host.innerHTML).not.toContain('the longest of');
  const strip = [...host.querySelectorAll('rect[class]')];
  expect(strip.map((bar) => [bar.getAttribute('class'), bar.getAttribute('mask')])).toEqual([
    ['kd-terminating', 'url(#kd-hatch)'],
    ['kd-teardown', null],
  ]);
});

test('the timeline tells when it began, and no length', () => {
  const kind = { slug: 'phase.kill', shape: 'span', severity: 'none' } as const;
  const item: TimelineItem = {
    ...{ index: 0, lane: 1, start: at(0), end: at(40), kind, look: lookOf(kind) },
    ...{ known: 'unknown', count: 1, position: 7, top: 22, height: 6 },
  };
  expect(timeOf(item)).toBe('09:34:00.000000 – end unknown');
  expect(knownOf(item)).toBe('no line tells its end');
  expect(sentenceOf(item, 'default/web-1')).toContain('end unknown, no line tells its end');
  expect(isUntold({ ...item, known: 'inferred' })).toBe(false);
  const state = { ...item, kind: { ...kind, slug: 'unknown' } };
  expect(timeOf(state)).toContain('(40 s)');
  expect(knownOf(state)).toContain('lost, suppressed');
});
