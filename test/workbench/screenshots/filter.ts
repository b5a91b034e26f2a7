// The filter language at work: a tree that is filtered, a page's field with what may stand there, and lines found on the timeline.
import path from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: path.join(root, 'media/samples'),
  size: { width: 1500, height: 1200 },
};

export async function show({ page }: Workbench): Promise<void> {
  await treeRow(page, /default\/web-1/)
    .first()
    .waitFor();
  const timeline = webview(page).locator('kd-timeline');
  await timeline.locator('.kd-time').waitFor();
  await runCommand(page, 'Kubelet: Filter Pods…');
  await quickInput(page).locator('input').first().fill('sev>=W msg~"sandbox|volume"');
  await quickInput(page).getByRole('option', { name: 'Show Matches' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.sidebar').getByText('Filter: sev').waitFor();
  await runCommand(page, 'Kubelet: Go to Start');
  const find = timeline.locator('.kd-find input');
  await find.fill('sev>=E msg:sandbox');
  await find.press('Enter');
  await timeline.getByText(/^\d+ of/).waitFor();
  const filter = timeline.locator('.kd-filter input');
  await filter.fill('sev>=I or p');
  await timeline.getByRole('option', { name: /^pod=/ }).waitFor();
  await filter.press('ArrowDown');
  await timeline.locator('.kd-filter [aria-selected="true"]').waitFor();
}
