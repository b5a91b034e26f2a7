// The timeline's tools in the real workbench, by keys and by mouse; and a log that means harm, which stays text in page and editor.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

/** Names and texts that a page, a terminal or a link would obey. The name of a pod is whatever a log says. */
const harm = '<img src=https://example.invalid/x onerror=alert(1)>\u202egnp\x1b[31m\0🙂';
const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-timeline-'));
const line = (second: number, severity: string, text: string): string =>
  `${severity}1121 09:34:${String(second).padStart(2, '0')}.541298   26449 ${text}`;
fs.writeFileSync(
  path.join(content, 'harm.log'),
  [
    line(
      1,
      'I',
      `kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/${harm}","default/web-1"]`,
    ),
    line(
      2,
      'E',
      `pod_workers.go:1324] "Error syncing pod, skipping" err="${harm}" pod="default/${harm}" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4"`,
    ),
    line(3, 'I', `kubelet.go:1] "${'x'.repeat(1_000_000)}"`),
    line(4, 'I', 'kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/web-1"]'),
    '',
  ].join('\n'),
);

const log = zlib
  .gunzipSync(fs.readFileSync(path.join(root, 'media/samples/teardown-containerd/kubelet.log.gz')))
  .toString();

const test = workbenchTest({ content, size: { width: 1500, height: 1100 } });

async function openSample(page: Page): Promise<void> {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByRole('button', { name: 'Open Sample Incident' }).click();
  await timelineOf(page).locator('.kd-time').waitFor();
}

function timelineOf(page: Page): Locator {
  return webview(page).locator('kd-timeline');
}

function hintOf(page: Page, text: string | RegExp): Locator {
  return timelineOf(page).locator('.kd-hint', { hasText: text });
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  const chart = timelineOf(page).getByRole('application');
  await chart.focus();
  for (const key of keys) await chart.press(key);
}

test('a range is summed, copied and taken back', async ({ workbench: { page } }) => {
  await openSample(page);
  await press(page, 'r');
  const range = timelineOf(page).getByRole('region', { name: 'Range' });
  await range.getByText('CNI DEL fails (bridge)').first().waitFor();
  await range.getByText('network failed', { exact: true }).waitFor();
  await range.getByRole('button', { name: 'Copy as Markdown' }).click();
  await hintOf(page, 'Copied').waitFor();
  await press(page, 'Escape');
  await range.waitFor({ state: 'detached' });
});

test('the mouse spans a range on the ruler', async ({ workbench: { page } }) => {
  const box = await timelineOf(page).getByRole('application').boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  await page.mouse.move(box.x + 400, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 700, box.y + 12, { steps: 4 });
  await page.mouse.up();
  await timelineOf(page).getByRole('region', { name: 'Range' }).waitFor();
  await press(page, 'Escape');
});

test('a right click, or the key for it, offers what keys do', async ({ workbench: { page } }) => {
  const chart = timelineOf(page).getByRole('application');
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  const menu = timelineOf(page).getByRole('menu', { name: 'Lane actions' });
  await page.mouse.click(box.x + 30, box.y + (await topOf(page, 'findings')) + 10, {
    button: 'right',
  });
  await menu.getByRole('menuitem', { name: 'Pin Lane on Top' }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await menu.getByRole('menuitem', { name: 'Pin Lane on Top' }).click();
  await timelineOf(page).getByText('Findings pinned to the top').first().waitFor();
  await chart.press('Shift+F10');
  await expect
    .poll(() => menu.getByRole('menuitem', { name: 'Unpin Lane' }).evaluate(isInFocus))
    .toBe(true);
  await page.keyboard.press('Enter');
  await timelineOf(page).getByText('Findings unpinned').first().waitFor();
  await page.mouse.click(box.x + 500, box.y + 200, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Mark This Time' }).waitFor();
  await menu.getByRole('menuitem', { name: 'Open in Perfetto…' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => chart.evaluate(isInFocus)).toBe(true);
});

/** Where the first lane of a kind begins, from the chart's top. */
async function topOf(page: Page, kind: string): Promise<number> {
  return (await webviewFrame(page)).evaluate((wanted) => {
    const { chart } = document.querySelector('kd-timeline') as unknown as { chart: SeenChart };
    const placed = chart.layout.lanes.find(({ lane }) => lane.kind === wanted);
    // Below the ruler.
    return 26 + (placed?.top ?? 0) - chart.scroll;
  }, kind);
}

test('counters stand on top, say what they are at the pointer, and fold', async ({
  workbench: { page },
}) => {
  const chart = timelineOf(page).getByRole('application');
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  const top = await topOf(page, 'counter');
  await page.mouse.move(box.x + box.width - 60, box.y + top + 15);
  const tip = timelineOf(page).locator('.kd-tip');
  await tip.getByText('Pods by worker state').waitFor();
  await page.mouse.click(box.x + 30, box.y + 26 + 12);
  await expect.poll(() => topOf(page, 'findings')).toBeLessThan(top + 10);
  await page.mouse.click(box.x + 30, box.y + 26 + 12);
  await expect.poll(() => topOf(page, 'findings')).toBeGreaterThan(top + 50);
});

test('all about an item is told beside the chart, by a click and by keys', async ({
  workbench: { page },
}) => {
  const box = await timelineOf(page).getByRole('application').boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  const panel = timelineOf(page).getByRole('region', { name: 'Selected' });
  await page.mouse.click(
    box.x + 190 + (box.width - 190) * 0.5,
    box.y + (await topOf(page, 'findings')) + 12,
  );
  await panel.getByRole('heading', { name: 'CNI DEL fails (bridge)' }).waitFor();
  await panel.getByRole('heading', { name: 'Proved by' }).waitFor();
  await panel.getByRole('button', { name: 'Show Finding' }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await press(page, 'Escape');
  await panel.waitFor({ state: 'detached' });
  await press(page, 'Home', 'e');
  await hintOf(page, /, 1 of \d+/).waitFor();
  await press(page, 'i');
  await expect.poll(() => panel.evaluate(isInFocus)).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

test('for Perfetto it asks first, and says that the file stays here', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Open Timeline in Perfetto…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/stays on this machine until you drop it there/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

function isInFocus(element: Element): boolean {
  return element.matches(':focus');
}

test('a pinch zooms where the fingers are', async ({ workbench: { page } }) => {
  const box = await timelineOf(page).getByRole('application').boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  const shown = async (): Promise<{ from: number; to: number }> =>
    (await webviewFrame(page)).evaluate(() => {
      const { chart } = document.querySelector('kd-timeline') as unknown as { chart: SeenChart };
      return { from: chart.window.from, to: chart.window.to };
    });
  await press(page, '0');
  const before = await shown();
  // A touchpad's pinch comes as a wheel with Ctrl.
  await page.mouse.move(box.x + box.width - 20, box.y + 120);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await expect
    .poll(async () => (await shown()).to - (await shown()).from)
    .toBeLessThan((before.to - before.from) * 0.8);
  const after = await shown();
  expect(before.to - after.to).toBeLessThan(after.from - before.from);
  await press(page, '0');
});

test('a search counts its hits and goes from one to the next', async ({ workbench: { page } }) => {
  await press(page, 'Home', '/');
  await timelineOf(page).locator('.kd-find input').fill('web-1 network failed');
  await timelineOf(page).getByText('– of 5').waitFor();
  await page.keyboard.press('Enter');
  await timelineOf(page).getByText('1 of 5', { exact: true }).waitFor();
  await hintOf(page, 'default/web-1: network failed, 09:34:10.').waitFor();
  await page.keyboard.press('Enter');
  await timelineOf(page).getByText('2 of 5', { exact: true }).waitFor();
  await page.keyboard.press('Shift+Enter');
  await timelineOf(page).getByText('1 of 5', { exact: true }).waitFor();
  await timelineOf(page).locator('.kd-find input').fill('');
});

test('keys go from item to item of a lane, and from error to error', async ({
  workbench: { page },
}) => {
  await press(page, 'Escape', 'Home', 'e');
  await hintOf(page, /, 1 of \d+/).waitFor();
  await press(page, 'e', 'e');
  await hintOf(page, /, 3 of \d+/).waitFor();
  await press(page, 'Shift+E');
  await hintOf(page, /, 2 of \d+/).waitFor();
  await press(page, 'Home', 'ArrowDown', '.');
  await hintOf(page, /: .* of \d+/).waitFor();
});

test('lanes are pinned, moved and grouped', async ({ workbench: { page } }) => {
  await press(page, 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'p');
  await hintOf(page, 'pinned to the top').waitFor();
  await press(page, 'p', 'Alt+ArrowUp', 'g');
  await hintOf(page, 'Lanes by node').waitFor();
  await timelineOf(page).getByLabel('Group lanes').selectOption('namespace');
  await hintOf(page, 'Lanes by namespace').waitFor();
});

test('two pods are laid over each other from their starts on', async ({ workbench: { page } }) => {
  await press(page, 'ArrowUp', 'c');
  await hintOf(page, 'press C again').waitFor();
  await press(page, 'ArrowDown', 'c');
  const table = timelineOf(page).getByRole('region', { name: 'Comparison' }).getByRole('table');
  await table.getByRole('row', { name: /^terminating/ }).waitFor();
  await press(page, 'Escape');
  await table.waitFor({ state: 'detached' });
});

test('a mark keeps its note, also over a reload of the page', async ({ workbench: { page } }) => {
  await press(page, 'Home', 'm');
  const note = timelineOf(page).getByLabel(/^Note of the mark at/);
  await note.fill('rebooted');
  await runCommand(page, 'Developer: Reload Webviews');
  await expect.poll(() => note.inputValue()).toBe('rebooted');
  await timelineOf(page)
    .getByRole('button', { name: /^Remove the mark/ })
    .click();
  await note.waitFor({ state: 'detached' });
});

test('the question mark tells all keys', async ({ workbench: { page } }) => {
  await press(page, '?');
  const dialog = timelineOf(page).getByRole('dialog');
  await dialog.getByText('pin or unpin the lane').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test.for([
  ['Light Modern', 'vs'],
  ['Default High Contrast', 'hc-black'],
  ['Default High Contrast Light', 'hc-light'],
  ['Dark Modern', 'vs-dark'],
] as const)(
  'axe finds no fault in range, marks and help: %s',
  async ([theme, shown], { workbench }) => {
    const { page, folder } = workbench;
    fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
    fs.writeFileSync(
      path.join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'workbench.colorTheme': theme }),
    );
    await page.locator(`.monaco-workbench.${shown}`).waitFor();
    await press(page, 'r', 'm');
    await timelineOf(page).getByText('network failed', { exact: true }).waitFor();
    expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
    await press(page, '?');
    expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
    await page.keyboard.press('Escape');
    await press(page, 'Escape');
    await timelineOf(page)
      .getByRole('button', { name: /^Remove the mark/ })
      .click();
  },
);

test('a log that means harm is only text: lanes, tooltip, search, range, editor', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Kubelet: Open Log…');
  const input = quickInput(page).locator('input').first();
  await quickInput(page).getByRole('option').first().waitFor();
  await input.fill(path.join(folder, 'harm.log'));
  await quickInput(page).getByRole('option', { name: 'harm.log' }).waitFor();
  await page.keyboard.press('Enter');
  await treeRow(page, /<img src=https/)
    .first()
    .waitFor();
  await press(page, 'Home', '0', 'e');
  await hintOf(page, '<img src=https').waitFor();
  await press(page, 'r');
  await timelineOf(page).getByRole('region', { name: 'Range' }).waitFor();
  const chart = timelineOf(page).getByRole('application');
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not there.');
  for (let y = 40; y < 300; y += 12)
    for (let x = 200; x < box.width - 20; x += 60) await page.mouse.move(box.x + x, box.y + y);
  await timelineOf(page).locator('.kd-find input').fill(harm.slice(0, 40));
  await timelineOf(page)
    .getByText(/of \d+/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: /harm\.log/ }).waitFor();
  const pictures = await timelineOf(page).locator('img').count();
  expect(pictures).toBe(0);
});

test('the end of a log that grows stays in sight while it is followed', async ({
  workbench: { page, folder },
}) => {
  const file = path.join(folder, 'growing.log');
  const begin = log.indexOf('\n', log.length / 4) + 1;
  fs.writeFileSync(file, log.slice(0, begin));
  await runCommand(page, 'Kubelet: Follow Log…');
  await quickInput(page)
    .getByRole('option', { name: /A File/ })
    .click();
  const input = quickInput(page).locator('input').first();
  await quickInput(page).getByRole('option').first().waitFor();
  await input.fill(file);
  await quickInput(page).getByRole('option', { name: 'growing.log' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /growing\.log/ }).waitFor();
  const lines = (count: number): Locator =>
    timelineOf(page).getByText(new RegExp(`of ${count.toLocaleString('en')}\\b`));
  await lines(log.slice(0, begin).split('\n').length - 1).waitFor();
  const window = async (): Promise<{ from: number; to: number; end: number }> =>
    (await webviewFrame(page)).evaluate(() => {
      const { chart } = document.querySelector('kd-timeline') as unknown as { chart: SeenChart };
      return { ...chart.window, end: chart.all.to };
    });
  await press(page, 'w', 'w');
  await expect.poll(async () => (await window()).to - (await window()).from).toBeLessThan(60e6);
  await press(page, ' ');
  await hintOf(page, 'Follows the end').waitFor();
  const before = await window();
  fs.appendFileSync(file, log.slice(begin));
  await lines(log.split('\n').length - 1).waitFor();
  await expect.poll(async () => (await window()).end).toBeGreaterThan(before.end);
  const after = await window();
  expect(after.to).toBe(after.end);
  expect(after.to - after.from).toBeCloseTo(before.to - before.from, -3);
});

/** What the page's element shows of itself. */
interface SeenChart {
  readonly scroll: number;
  readonly layout: {
    readonly lanes: readonly { readonly lane: { readonly kind: string }; readonly top: number }[];
  };
  readonly window: { readonly from: number; readonly to: number };
  readonly all: { readonly from: number; readonly to: number };
}
