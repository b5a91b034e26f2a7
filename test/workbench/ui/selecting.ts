// Selecting is not jumping: a click shows a line and leaves the cursor; a double click and Enter go there; back and forward.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openContainer, quickInput, runCommand, unfoldView, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: path.join(root, 'media/samples'),
  size: { width: 1500, height: 1000 },
});

/** Of the sample. */
const end = '09:08:02.059';
/** What the first row of Network says there. */
let rowAtEnd: string | null = null;

async function cursor(page: Page): Promise<string> {
  const text = await page
    .locator('[id="kubelet.cursor"], .statusbar-item[id*="kubelet.cursor"]')
    .first()
    .textContent();
  return /\d\d:\d\d:\d\d\.\d+/.exec(text ?? '')?.[0] ?? '';
}

test('a click on a row shows its line, and time stays', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'Kubelet: Go to End');
  await expect.poll(() => cursor(page)).toBe(end);
  await unfoldView(page, 'Network');
  const row = page.getByRole('tree', { name: 'Network' }).getByRole('treeitem').first();
  rowAtEnd = await row.getAttribute('aria-label');
  await row.click();
  await page.locator('.view-line', { hasText: 'failed' }).first().waitFor();
  await page.waitForTimeout(700);
  expect(await cursor(page)).toBe(end);
});

test('a double click goes there, and back leads to where one was', async ({
  workbench: { page },
}) => {
  const row = page.getByRole('tree', { name: 'Network' }).getByRole('treeitem').first();
  await row.dblclick();
  await expect.poll(() => cursor(page)).not.toBe(end);
  const there = await cursor(page);
  await runCommand(page, 'Kubelet: Go Back to Previous Cursor');
  await expect.poll(() => cursor(page)).toBe(end);
  await runCommand(page, 'Kubelet: Go Forward to Next Cursor');
  await expect.poll(() => cursor(page)).toBe(there);
});

test('Enter goes to the row that has the focus', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Go Back to Previous Cursor');
  await expect.poll(() => cursor(page)).toBe(end);
  const rows = page.getByRole('tree', { name: 'Network' }).getByRole('treeitem');
  // A row that VS Code has not fetched anew yet has no target for a click.
  await expect.poll(() => rows.first().getAttribute('aria-label')).toBe(rowAtEnd);
  await rows
    .and(page.getByRole('treeitem', { name: /slow-4/ }))
    .first()
    .click();
  await page.waitForTimeout(700);
  expect(await cursor(page)).toBe(end);
  await page.keyboard.press('Enter');
  await expect.poll(() => cursor(page)).not.toBe(end);
});
