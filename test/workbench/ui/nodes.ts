// Several nodes on one timeline: each under its own heading, folded and unfolded, one clock, and each click leads to its node's log.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { treeRow, webview, webviewFrame } from '../lib/drive.ts';
import { simulatedNodes } from '../lib/simulated.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const content = simulatedNodes(
  { 'node-a': 'cni-del-hangs', 'node-b': 'container-will-not-die', 'node-c': 'pods-come-and-go' },
  '2026-03-02T08:00:40Z',
);
const test = workbenchTest({ content, size: { width: 1500, height: 1300 } });

interface Seen {
  readonly groups: readonly { readonly name: string; readonly y: number }[];
  readonly lanes: readonly { readonly name: string; readonly node: string; readonly y: number }[];
}

/** What the chart shows, from the top of the chart. */
async function seen(page: Page): Promise<Seen> {
  return (await webviewFrame(page)).evaluate(() => {
    const { chart } = document.querySelector('kd-timeline') as unknown as { chart: SeenChart };
    const { layout, scroll } = chart;
    const top = 26 + layout.pinned.height - scroll;
    return {
      groups: layout.groups.map((each) => ({ name: each.name, y: top + each.top })),
      lanes: layout.lanes.map((each) => ({
        name: each.lane.name,
        node: each.lane.node,
        y: top + each.top,
      })),
    };
  });
}

interface SeenChart {
  readonly scroll: number;
  readonly layout: {
    readonly pinned: { readonly height: number };
    readonly groups: readonly { readonly name: string; readonly top: number }[];
    readonly lanes: readonly {
      readonly top: number;
      readonly lane: { readonly name: string; readonly node: string };
    }[];
  };
}

/** The machine may be busy. */
const soon = { timeout: 15_000 };

function chartOf(page: Page): Locator {
  return webview(page).locator('kd-timeline').getByRole('application');
}

async function clickHeading(page: Page, name: string): Promise<void> {
  const y = (await seen(page)).groups.find((group) => group.name === name)?.y ?? 0;
  await chartOf(page).click({ position: { x: 40, y: y + 12 } });
}

async function hasCounters(page: Page): Promise<boolean> {
  const [counters, next] = (await seen(page)).groups;
  return counters !== undefined && next !== undefined && next.y - counters.y > 40;
}

/** Lanes of a node that are shown. */
async function lanesOf(page: Page, node: string): Promise<string[]> {
  return (await seen(page)).lanes.filter((lane) => lane.node === node).map(({ name }) => name);
}

test('each node has its lanes under its own heading, on one clock', async ({
  workbench: { page },
}) => {
  await treeRow(page, /^default\/web, terminating/).waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await expect
    .poll(async () => (await seen(page)).groups.map(({ name }) => name), soon)
    .toEqual(['Counters', 'node-a', 'node-b', 'node-c']);
  expect(await webview(page).getByLabel('Group lanes').inputValue()).toBe('node');
  expect(await lanesOf(page, 'node-b')).toEqual([
    'Sync loop · node-b',
    'PLEG · node-b',
    'default/stubborn',
  ]);
  expect((await lanesOf(page, 'node-c')).length).toBeGreaterThan(3);
});

test('a click on a heading folds its node, another unfolds it; keys fold all', async ({
  workbench: { page },
}) => {
  await clickHeading(page, 'node-b');
  await expect.poll(() => lanesOf(page, 'node-b'), soon).toEqual([]);
  expect((await lanesOf(page, 'node-a')).length).toBeGreaterThan(2);
  await clickHeading(page, 'node-b');
  await expect.poll(() => lanesOf(page, 'node-b'), soon).toHaveLength(3);
  await chartOf(page).press('Shift+Z');
  await expect
    .poll(async () => (await seen(page)).lanes.every(({ node }) => node === ''), soon)
    .toBe(true);
  await chartOf(page).press('Shift+Z');
  await expect.poll(() => lanesOf(page, 'node-c'), soon).not.toEqual([]);
});

test('what is found in a folded node unfolds it', async ({ workbench: { page } }) => {
  await chartOf(page).press('Shift+Z');
  await webview(page).locator('.kd-find input').fill('stubborn');
  await page.keyboard.press('Enter');
  await expect.poll(() => lanesOf(page, 'node-b'), soon).toHaveLength(3);
  await webview(page)
    .locator('.kd-hint', { hasText: /^default\/stubborn · node-b: / })
    .waitFor();
  expect(await lanesOf(page, 'node-c')).toEqual([]);
  await chartOf(page).press('Shift+Z');
});

test('a click in a lane shows the line of that node, a double click goes there and says which it is', async ({
  workbench: { page },
}) => {
  const status = page.locator('.statusbar-item[id$="kubelet.cursor"] [aria-label]').first();
  // The keys of the test before have unfolded all; without the counters all lanes are in sight.
  if (await hasCounters(page)) await clickHeading(page, 'Counters');
  for (const node of ['node-c', 'node-a', 'node-b']) {
    const lane = (await seen(page)).lanes.find((each) => each.name === `Sync loop · ${node}`);
    const chart = chartOf(page);
    await chart.press('0');
    // From left to right until an item is under the pointer.
    const tip = webview(page).locator('.kd-tip');
    const box = await chart.boundingBox();
    const named = tip.getByText(`Sync loop · ${node} ·`);
    const position = { x: 191, y: (lane?.y ?? 0) + 11 };
    while (position.x < (box?.width ?? 0) && !(await named.isVisible())) {
      position.x += 4;
      await chart.hover({ position });
    }
    await named.waitFor();
    const before = await status.getAttribute('aria-label');
    await chart.click({ position });
    await page.getByRole('tab', { name: new RegExp(`^${node}\\.log`), selected: true }).waitFor();
    expect(await status.getAttribute('aria-label')).toBe(before);
    await chart.dblclick({ position });
    await expect.poll(() => status.getAttribute('aria-label'), soon).toContain(node);
  }
});
