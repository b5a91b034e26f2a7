// The debugger attached to a node: threads, the real stack of a worker that hangs, and what its pod worker holds.
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';
import { openContainer, quickInput, runCommand, treeRow } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';

const { settings } = await liveCluster(80);
export const options: WorkbenchOptions = { settings, size: { width: 1500, height: 1100 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Debug This Node' }).click();
  await page.locator('.debug-variables').getByText('Log line').waitFor();
  const stack = page.locator('.debug-call-stack');
  await stack.getByText(/^default\/web-1: terminating/).click();
  await page.keyboard.press('ArrowRight');
  await stack.getByText(/^goroutine \d+ \[select, 1 min\], seen at/).waitFor();
}
