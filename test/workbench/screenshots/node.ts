// A node's pods by four witnesses, where they differ.
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';
import { openContainer, quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';

const { settings } = await liveCluster();
export const options: WorkbenchOptions = { settings, size: { width: 1500, height: 900 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  const node = treeRow(page, /^Node node-a/);
  await node.waitFor();
  await node.hover();
  await node.getByRole('button', { name: 'Open Node Log…' }).click();
  await treeRow(page, /^default\/web-1, terminating/).waitFor();
  await runCommand(page, 'Kubelet: Compare Node…');
  await quickInput(page)
    .getByRole('option', { name: /^node-a/ })
    .click();
  await webview(page).locator('kd-node').getByRole('table', { name: 'All pods' }).waitFor();
}
