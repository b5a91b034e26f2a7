// The filter language in a view and on a page: completed, wrong, standing, and taken away by one click.
import { expect } from 'vitest';
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

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('a view shows what matches while its filter is typed', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByRole('button', { name: 'Open Sample Incident' }).click();
  const stuck = treeRow(page, /^default\/web-1, terminating/);
  const other = treeRow(page, /^default\/web-2, /);
  await stuck.waitFor();
  await other.waitFor();
  // The log and the timeline take the focus when they are shown, and would close what has it.
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'Kubelet: Filter Pods…');
  const list = quickInput(page);
  const input = list.locator('input').first();
  await list.getByRole('option', { name: /^pod=/ }).waitFor();
  await input.fill('sev>=E po');
  await list.getByRole('option', { name: /^sev>=/ }).waitFor({ state: 'hidden' });
  await list.getByRole('option', { name: /^pod=/ }).click();
  await expect.poll(() => input.inputValue()).toBe('sev>=E pod=');
  await input.fill('sev>=E pod=default/*');
  await other.waitFor({ state: 'detached' });
  await input.fill('sev>=X');
  await list.getByRole('option', { name: /sev wants D, I, W, E or F/ }).waitFor();
  expect(await other.count()).toBe(0);
  await input.fill('sev>=E pod=default/*');
  await list.getByRole('option', { name: 'Show Matches' }).waitFor();
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'hidden' });
  await page.locator('.sidebar').getByText('Filter: sev>=E pod=default/*').waitFor();
  await stuck.waitFor();
});

test('one click takes the filter away', async ({ workbench: { page } }) => {
  await page.locator('.sidebar .pane-header', { hasText: 'Pods' }).hover();
  await page.locator('.sidebar').getByRole('button', { name: 'Clear Pods Filter' }).click();
  await treeRow(page, /^default\/web-2, /).waitFor();
  await page.locator('.sidebar').getByText('Filter: ').waitFor({ state: 'detached' });
});

test('who goes away from the box has the filter from before', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Filter Pods…');
  const input = quickInput(page).locator('input').first();
  await input.fill('web-2');
  await treeRow(page, /^default\/web-1, /).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await treeRow(page, /^default\/web-1, /).waitFor();
});

test('the field of a page is completed by keys alone', async ({ workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show PLEG Page');
  const pleg = webview(page).locator('kd-pleg');
  const rows = pleg.getByRole('table', { name: 'PLEG events, newest first' }).getByRole('row');
  await rows.nth(3).waitFor();
  const field = pleg.getByRole('combobox', { name: 'Filter pods and events' });
  await field.focus();
  await page.keyboard.type('po');
  await pleg.getByRole('option', { name: /^pod=/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pleg.getByRole('option', { name: /^default\/web-2/ }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await page.keyboard.type('default/web-2');
  await expect
    .poll(async () => (await rows.allTextContents()).slice(1).every((row) => /web-2/.test(row)))
    .toBe(true);
  await page.keyboard.type(' sev>=Q');
  await pleg.getByRole('option', { name: /^E/ }).waitFor({ state: 'hidden' });
  await pleg.getByRole('alert').getByText('sev wants D, I, W, E or F').waitFor();
  await pleg.getByRole('button', { name: 'Clear the filter' }).click();
  await pleg.getByText('sev wants').waitFor({ state: 'hidden' });
});

test('the timeline’s search finds lines, and goes from one to the next', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Timeline');
  const timeline = webview(page).locator('kd-timeline');
  await timeline.locator('.kd-time').waitFor();
  await runCommand(page, 'Kubelet: Go to Start');
  const find = timeline.getByRole('combobox', { name: 'Find pods, events and lines' });
  const lines = timeline.getByRole('button', { name: /^lines/ });
  // No event is called so, and the search goes through lines by itself.
  await find.fill('sev>=E pod=default/web-1 msg:"stop sandbox"');
  await expect.poll(() => lines.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => lines.textContent()).toMatch(/– of [1-9]\d*\s*$/);
  await find.press('Enter');
  await expect.poll(() => lines.textContent()).toMatch(/1 of [1-9]\d*\s*$/);
  await timeline.locator('.kd-hint', { hasText: /^Line \d+, 09:34:\d\d\.\d+, 1 of/ }).waitFor();
  await page.locator('.view-line', { hasText: 'Failed to stop sandbox' }).first().waitFor();
  await find.press('Enter');
  await expect.poll(() => lines.textContent()).toMatch(/2 of [1-9]\d*\s*$/);
  await find.press('Shift+Enter');
  await expect.poll(() => lines.textContent()).toMatch(/1 of [1-9]\d*\s*$/);
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await find.fill('sandbox');
  const events = timeline.getByRole('button', { name: /^events/ });
  await expect.poll(() => events.getAttribute('aria-pressed')).toBe('true');
  await lines.click();
  await expect.poll(() => lines.getAttribute('aria-pressed')).toBe('true');
});

test('lanes are those that a filter leaves', async ({ workbench: { page } }) => {
  const timeline = webview(page).locator('kd-timeline');
  const field = timeline.getByRole('combobox', { name: 'Filter pods' });
  await field.fill('sev>=E');
  await timeline.getByRole('button', { name: 'Show as list' }).click();
  const list = timeline.locator('kd-item-list');
  await list.getByText('default/web-1').first().waitFor();
  await expect.poll(() => list.getByText('default/web-2').count()).toBe(0);
  await timeline.getByRole('button', { name: 'Clear the filter' }).last().click();
  await list.getByText('default/web-2').first().waitFor();
});
