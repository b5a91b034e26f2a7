// The page of the pod that cannot be torn down, with the answer to why it is stuck.
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1700, height: 1150 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Page');
  const pod = webview(page).locator('kd-pod');
  await pod.getByRole('button', { name: 'default/web-1' }).click();
  await pod.getByRole('button', { name: 'Why is it stuck?' }).click();
  await pod.getByRole('region', { name: 'Answer' }).waitFor();
}
