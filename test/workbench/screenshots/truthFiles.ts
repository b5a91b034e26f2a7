// What truth files tell of a kubelet of the lab beside what its log tells, on a real capture at --v=4.
import { openContainer, runCommand, webview } from '../lib/drive.ts';
import { labFolder } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: labFolder('cni-del-error-v4'),
  size: { width: 1600, height: 1200 },
};

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Worker Queues');
  await webview(page)
    .locator('kd-machine')
    .getByText('as its truth files tell it')
    .first()
    .waitFor();
}
