// The sync loop at the line with which the teardown of a network fails, with explanations.
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1100 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Sync Loop');
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByRole('button', { name: 'Step back' }).click();
  await loop.getByRole('button', { name: 'Explain' }).click();
  await loop.getByRole('button', { name: /^pod workers: / }).click();
  await loop.getByRole('region', { name: 'pod workers' }).waitFor();
}
