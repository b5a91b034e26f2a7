// The findings page with a runtime that hangs: one cause and what follows from it.
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';
import { quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show({ page }: Workbench): Promise<void> {
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).locator('input').first().fill('runtime');
  await quickInput(page)
    .getByRole('option', { name: /process is stopped/ })
    .click();
  await quickInput(page).getByRole('option', { name: '1.34' }).click();
  await treeRow(page, /PLEG/).first().waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Findings');
  await webview(page).locator('kd-findings .kd-details').waitFor();
}
