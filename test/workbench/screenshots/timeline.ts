// The timeline at work: a range with its sums, a mark, a pinned lane, a search.
import path from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { treeRow, webview } from '../lib/drive.ts';
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
  const chart = timeline.getByRole('application');
  await chart.focus();
  // Counters, findings, sync loop and PLEG stand before the pods.
  for (let lane = 0; lane < 7; lane++) await chart.press('ArrowDown');
  for (const key of ['p', 'Home', 'r', 'm']) await chart.press(key);
  await timeline.getByLabel(/Note of the mark/).fill('the node was rebooted');
  const find = timeline.locator('.kd-find input');
  await find.fill('network failed');
  await find.press('Enter');
  await timeline.getByText(/^1 of/).waitFor();
}
