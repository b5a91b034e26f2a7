// A connected cluster in the Sources view, the log of its node followed, and the goroutines of that kubelet.
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';
import { openContainer, quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';

const { settings } = await liveCluster();
export const options: WorkbenchOptions = { settings, size: { width: 1500, height: 1050 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  const node = treeRow(page, /^Node node-a/);
  await node.locator('.monaco-tl-twistie').click();
  await treeRow(page, /^Pod default\/web-1/).waitFor();
  await node.hover();
  await node.getByRole('button', { name: 'Open Node Log…' }).click();
  await treeRow(page, /^default\/web-1, terminating/).waitFor();
  await node.hover();
  await node.getByRole('button', { name: 'Show Node Goroutines…' }).click();
  const shown = webview(page).locator('kd-goroutines');
  const standing = shown.getByRole('region', { name: 'Unusual waits' });
  await standing.getByRole('button', { name: /StopPodSandbox/ }).click();
  await standing
    .getByRole('button', { name: /^pod_workers\.go/ })
    .first()
    .waitFor();
}
