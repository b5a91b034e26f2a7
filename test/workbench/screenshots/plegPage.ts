// PLEG while the runtime of a simulated node hangs for five minutes, on a kubelet that logs each relist.
import { runCommand, webview } from '../lib/drive.ts';
import { simulatedFolder } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: simulatedFolder('runtime-hangs', { verbosity: 5, at: '2026-03-02T08:04:00Z' }),
  size: { width: 1600, height: 1100 },
};

export async function show({ page }: Workbench): Promise<void> {
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show PLEG Page');
  await webview(page).locator('kd-pleg canvas').first().waitFor();
}
