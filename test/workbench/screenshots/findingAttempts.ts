// The findings page on a finding of many attempts, as narrow as a small screen leaves it.
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1024, height: 700 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Findings');
  await webview(page).locator('kd-findings .kd-attempt').first().waitFor();
}
