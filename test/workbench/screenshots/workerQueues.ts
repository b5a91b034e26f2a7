// The queues of pod workers as a tree and as a page, while a teardown hangs at --v=4.
import { openContainer, runCommand, webview } from '../lib/drive.ts';
import { simulatedFolder } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: simulatedFolder('cni-del-hangs', { verbosity: 4, at: '2026-03-02T08:01:00Z' }),
  size: { width: 1600, height: 1200 },
};

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  const tree = page.getByRole('tree', { name: 'Pod Worker Queues' });
  await tree.getByRole('treeitem').first().locator('.monaco-tl-twistie').click();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Worker Queues');
  await webview(page)
    .locator('kd-machine')
    .getByRole('table', { name: /^Pod workers by the log/ })
    .waitFor();
}
