// The queues of a lesson, with deltas that have piled up.
import { openContainer, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Show Queue Laboratory');
  const queues = webview(page).locator('kd-queues');
  await queues.getByRole('button', { name: 'Deltas pile up' }).click();
  await queues.getByRole('button', { name: /^Delete default\/web@6/ }).click();
  await queues.getByText('7 of 9').waitFor();
}
