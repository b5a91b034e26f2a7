// Differences before and after the cursor, and two moments beside each other.
import { simulatedNodes } from '../lib/simulated.ts';
import { quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: simulatedNodes(
    { 'node-a': 'cni-del-hangs', 'node-b': 'container-will-not-die' },
    '2026-03-02T08:00:40Z',
  ),
  size: { width: 1500, height: 1000 },
};

export async function show({ page }: Workbench): Promise<void> {
  await treeRow(page, /^default\/web, terminating/).waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Compare…');
  await quickInput(page).getByRole('option', { name: 'Before and After the Cursor' }).click();
  await webview(page).locator('kd-compare').getByRole('table', { name: 'New' }).waitFor();
  await runCommand(page, 'View: Split Editor Down');
  await runCommand(page, 'Kubelet: Compare Two Moments…');
  await quickInput(page).locator('input').first().fill('08:00:05');
  await page.keyboard.press('Enter');
  await page.locator('.editor.modified .line-insert').first().waitFor();
}
