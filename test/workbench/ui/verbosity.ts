// A raised verbosity when the window closes before its time: set back at once, else the next window offers to.
import { afterAll, expect } from 'vitest';
import { openContainer, quickInput, runCommand, toast, treeRow } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import type { Workbench } from '../lib/workbench.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, kubelet, settings } = await liveCluster();
afterAll(() => cluster.stop());
const test = workbenchTest({ settings });

/** What VS Code in a browser says of itself when its window goes. */
const shutdown =
  /\[lifecycle\] Long running operations during shutdown|IndexedDB database|vscode-log:|Canceled: Canceled/;

async function raise({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  await treeRow(page, /^Cluster fake, 2 nodes/).waitFor();
  await runCommand(page, 'Kubelet: Raise Node Verbosity…');
  for (const choice of [/^node-a/, /^-v=6/, /^1 min/])
    await quickInput(page).getByRole('option', { name: choice }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Raise' }).click();
  await toast(page, 'logs at -v=6 for 1 min').waitFor();
}

async function closeAndOpen(workbench: Workbench): Promise<void> {
  await workbench.page.reload();
  await workbench.page.locator('.monaco-workbench').waitFor();
  expect(workbench.problems().filter((problem) => !shutdown.test(problem))).toEqual([]);
}

test('a window that closes sets it back', async ({ workbench }) => {
  await raise(workbench);
  await closeAndOpen(workbench);
  await expect
    .poll(() => kubelet.puts, { timeout: 10_000 })
    .toEqual(['debug/flags/v 6', 'debug/flags/v 2']);
});

test('what it could not set back the next window offers to', async ({ workbench }) => {
  kubelet.puts.length = 0;
  await raise(workbench);
  kubelet.allowed = false;
  await closeAndOpen(workbench);
  await openContainer(workbench.page, 'Kubelet');
  const told = toast(workbench.page, 'not set back to -v=2');
  await told.waitFor();
  kubelet.allowed = true;
  await told.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => kubelet.puts).toEqual(['debug/flags/v 6', 'debug/flags/v 2']);
});
