// The sample incident as a folder that is one shows it: trees, log, timeline.
import path from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { treeRow, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: path.join(root, 'media/samples'),
  size: { width: 1500, height: 1000 },
};

export async function show({ page }: Workbench): Promise<void> {
  await treeRow(page, /default\/web-1/)
    .first()
    .waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
}
