// All network calls of the sample, with the tries of the first unfolded.
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
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Network Page');
  const network = webview(page).locator('kd-network');
  await network
    .getByRole('button', { name: /^Attempts of/ })
    .first()
    .click();
  await network.locator('.kd-details').waitFor();
}
