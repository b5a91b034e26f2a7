// The latencies of all pods of the sample at its end.
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'Kubelet: Go to End');
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Latencies');
  await webview(page).locator('kd-latencies .kd-spread').first().waitFor();
}
