// Three nodes on one clock, one of them folded.
import { simulatedNodes } from '../lib/simulated.ts';
import { runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: simulatedNodes(
    { 'node-a': 'cni-del-hangs', 'node-b': 'container-will-not-die', 'node-c': 'pods-come-and-go' },
    '2026-03-02T08:00:40Z',
  ),
  size: { width: 1500, height: 1000 },
};

export async function show({ page }: Workbench): Promise<void> {
  const timeline = webview(page).locator('kd-timeline');
  await timeline.locator('.kd-time').waitFor();
  await runCommand(page, 'View: Close Other Editors in Group');
  const chart = timeline.getByRole('application');
  await chart.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'z', '0']) await chart.press(key);
}
