// The sample incident, as a person meets it: from the welcome button to the line that proves the cause, by mouse and by keys.
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  unfoldView,
  viewHeader,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1100 } });

/** A row of one view; views stand in the order of their headers. */
function rowOf(page: Page, view: string, name: string | RegExp): Locator {
  return page.getByRole('tree', { name: view }).getByRole('treeitem', { name });
}

/** Where the cursor is, as the status bar tells a screen reader. */
async function statusText(page: Page): Promise<string> {
  const item = page.locator(
    '.statusbar-item[id="kubelet-debugger.kubelet-debugger.kubelet.cursor"]',
  );
  await item.waitFor();
  return (await item.locator('[aria-label]').first().getAttribute('aria-label')) ?? '';
}

test('the welcome button opens the sample: trees, log and timeline', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByRole('button', { name: 'Open Sample Incident' }).click();
  await rowOf(page, 'Pods', /^default\/web-1, terminating.*, health failing/).waitFor();
  await unfoldView(page, 'Network');
  await rowOf(page, 'Network', /default\/web-1 network teardown.*bridge/)
    .first()
    .waitFor();
  await rowOf(page, 'Findings', /CNI DEL fails/)
    .first()
    .waitFor();
  await rowOf(page, 'Sources', /kubelet\.log, 411 lines/).waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await page.locator('.view-line', { hasText: 'Error syncing pod, skipping' }).first().waitFor();
});

test('the network view names sandbox, plug-in, message, how often and what it blocks', async ({
  workbench: { page },
}) => {
  const row = rowOf(page, 'Network', /default\/web-1 network teardown/).first();
  const label = (await row.getAttribute('aria-label')) ?? '';
  expect(label).toContain('sandbox 9936f76e4b93');
  expect(label).toContain('plug-in bridge');
  expect(label).toContain('ipam lease store is unreachable');
  expect(label).toMatch(/\d+ failures in/);
  expect(label).toContain('default/web-1 stays in Terminating');
});

test('a double click on a row moves the cursor to its line', async ({ workbench: { page } }) => {
  const before = await statusText(page);
  await rowOf(page, 'Findings', /^cause at/)
    .first()
    .dblclick();
  await expect.poll(() => statusText(page)).not.toBe(before);
  expect(await statusText(page)).toContain('09:34:10.840');
  await page
    .locator('.view-line', { hasText: 'StopPodSandbox from runtime service failed' })
    .first()
    .waitFor();
});

test('steps move it, back and forth', async ({ workbench: { page } }) => {
  const before = await statusText(page);
  await runCommand(page, 'Kubelet: Step Forward');
  await expect.poll(() => statusText(page)).not.toBe(before);
  await runCommand(page, 'Kubelet: Step Back');
  await expect.poll(() => statusText(page)).toBe(before);
});

test('a tooltip says how a value is known, and shows the lines that prove it', async ({
  workbench: { page },
}) => {
  const row = rowOf(page, 'Network', /default\/web-1 network teardown/).first();
  const tooltip = page.locator('.monaco-hover:visible', { hasText: 'Seen in these lines' });
  await expect
    .poll(
      async () => {
        await page.mouse.move(900, 5);
        await row.hover();
        return await tooltip
          .getByText('rpc error: code = Unknown')
          .first()
          .waitFor({ timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});

test('hindsight can be taken away, and is told', async ({ workbench: { page } }) => {
  const choose = async (mode: string): Promise<void> => {
    // A tree that draws its rows anew as a picker opens takes the keyboard back, and the picker closes: 3 of 120 times, if it had it.
    await page.keyboard.press('Control+1');
    await runCommand(page, 'Kubelet: Select Hindsight…');
    await quickInput(page)
      .getByRole('option', { name: new RegExp(mode) })
      .click();
  };
  const timeline = webview(page).locator('kd-timeline');
  await choose('Only up to the Cursor');
  await timeline.getByText('only up to the cursor').waitFor();
  await choose('Whole Log');
  await timeline.getByText('only up to the cursor').waitFor({ state: 'detached' });
});

test('a typed time moves it, and a bad one gets a sentence', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Go to Time…');
  const input = quickInput(page).locator('input').first();
  await input.fill('soon');
  await quickInput(page).getByText('A time of day').waitFor();
  await input.fill('09:35:06.8');
  await page.keyboard.press('Enter');
  await expect.poll(() => statusText(page)).toContain('09:35:06.');
});

test('the timeline tells in words what it draws, and its list moves the cursor', async ({
  workbench: { page },
}) => {
  const timeline = webview(page).locator('kd-timeline');
  await timeline.getByRole('button', { name: 'Show as list' }).click();
  const grid = timeline.getByRole('grid');
  await grid
    .getByRole('row', { name: /09:34:10\.\d+ default\/web-1 network failed/ })
    .first()
    .dblclick();
  await expect.poll(() => statusText(page)).toContain('09:34:10.');
  await grid.press('End');
  await grid.press('Enter');
  await expect.poll(() => statusText(page)).not.toContain('09:34:10.');
  await grid.press('F6');
  await timeline.getByRole('application').waitFor();
});

test('keys step, zoom and pan the chart', async ({ workbench: { page } }) => {
  const chart = webview(page).locator('kd-timeline').getByRole('application');
  await chart.focus();
  const before = await statusText(page);
  await chart.press('ArrowLeft');
  await expect.poll(() => statusText(page)).not.toBe(before);
  for (const key of ['w', 'w', 'd', 'a', 's', '0', 'ArrowDown', 'ArrowUp']) await chart.press(key);
});

test.for([
  ['Light Modern', 'vs'],
  ['Default High Contrast', 'hc-black'],
  ['Default High Contrast Light', 'hc-light'],
  ['Dark Modern', 'vs-dark'],
] as const)('axe finds no fault in the page: %s', async ([theme, shown], { workbench }) => {
  const { page, folder } = workbench;
  fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  fs.writeFileSync(
    path.join(folder, '.vscode/settings.json'),
    JSON.stringify({ 'workbench.colorTheme': theme }),
  );
  await page.locator(`.monaco-workbench.${shown}`).waitFor();
  const timeline = webview(page).locator('kd-timeline');
  await timeline.getByRole('button', { name: 'Show as list' }).click();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await timeline.getByRole('button', { name: 'Show as chart' }).click();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('error lines that a finding explains are problems', async ({ workbench: { page } }) => {
  await runCommand(page, 'Problems: Focus on Problems View');
  await treeRow(page, /^Error: CNI DEL fails/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await runCommand(page, 'View: Hide Panel');
});

test('an id in the log says whose it is', async ({ workbench: { page } }) => {
  await rowOf(page, 'Findings', /^cause at/)
    .first()
    .click();
  const id = page.locator('.view-line span', { hasText: '5c0e91e5-ca33-4316-ac70-0cfb035016d4' });
  const hover = page.locator('.monaco-hover:visible', { hasText: 'default/web-1' });
  // A hover goes away when the editor redraws under it; then the pointer has to come again.
  await expect
    .poll(
      async () => {
        await page.mouse.move(5, 5);
        await id.last().hover();
        return await hover
          .first()
          .waitFor({ timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});

test('closing empties the views', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Close Log');
  await viewHeader(page, 'Findings').waitFor();
  await page.locator('.sidebar').getByText('No kubelet log is open.').waitFor();
  await webview(page).getByText('No kubelet log is open.').waitFor();
});
