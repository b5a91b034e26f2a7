// The debugger attached to a node: it stops at the newest line with the worker's real stack, waits for lines, stops at one that comes,
// and leaves the following as it was.
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openContainer, quickInput, runCommand, treeRow } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, settings, write } = await liveCluster(80);
afterAll(() => cluster.stop());
const test = workbenchTest({ settings, size: { width: 1500, height: 1100 } });

function toolbar(page: Page, name: string): Locator {
  return page
    .locator('.debug-toolbar')
    .getByRole('button', { name: new RegExp(`^${name}( \\(|$)`) });
}

async function debugNode(page: Page): Promise<void> {
  await openContainer(page, 'Kubelet');
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Debug This Node' }).click();
  await toolbar(page, 'Continue').waitFor();
}

/** Only the rows of a list that are on screen are there. */
async function downTo(page: Page, row: Locator): Promise<void> {
  for (let steps = 0; steps < 40 && !(await row.isVisible()); steps++)
    await page.keyboard.press('ArrowDown');
  await row.waitFor();
}

async function picture(page: Page, name: string): Promise<void> {
  fs.mkdirSync(path.join(root, 'artifacts/ui'), { recursive: true });
  await page.screenshot({ path: path.join(root, `artifacts/ui/${name}.png`) });
}

test('a node is debugged where it is now, with the real stack of a worker that hangs', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  await debugNode(page);
  await page.locator('.debug-variables').getByText('Log line').waitFor();
  const stack = page.locator('.debug-call-stack');
  await stack.getByText(/^default\/web-1: terminating/).click();
  await page.keyboard.press('ArrowRight');
  await stack.getByText(/^goroutine \d+ \[select, 1 min\], seen at/).waitFor();
  await downTo(page, stack.getByText('(*Kubelet).SyncTerminatingPod'));
  await picture(page, 'attach-stack');
  await downTo(page, stack.getByText('(*podWorkers).podWorkerLoop', { exact: true }));
  await page.keyboard.press('Enter');
  await page.locator('.debug-variables').getByText('Pod worker').waitFor();
});

test('at the end it waits for lines, and stops when an error comes', async ({
  workbench: { page },
}) => {
  const errors = page.locator('.debug-breakpoints .monaco-list-row', { hasText: 'Error lines' });
  await errors.click();
  await page.keyboard.press('Space');
  await errors.locator('.checked, input:checked').waitFor();
  await toolbar(page, 'Continue').click();
  await toolbar(page, 'Pause').waitFor();
  write(1);
  await toolbar(page, 'Continue').waitFor();
  await page.locator('.debug-call-stack').getByText('Trouble').first().waitFor();
  await page
    .locator('.view-line', { hasText: 'StopPodSandbox from runtime service failed' })
    .first()
    .waitFor();
  await picture(page, 'attach');
  await toolbar(page, 'Continue').click();
  await toolbar(page, 'Pause').waitFor();
  await toolbar(page, 'Pause').click();
  await toolbar(page, 'Continue').waitFor();
});

test('what was not followed before is followed no more when it ends; what was goes on', async ({
  workbench: { page },
}) => {
  await toolbar(page, 'Disconnect').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await openContainer(page, 'Kubelet');
  const log = treeRow(page, /^Log node-a, \d+ lines/);
  await log.waitFor();
  await expect.poll(() => log.getAttribute('aria-label')).not.toContain('following');
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Open Node Log…' }).click();
  const followed = treeRow(page, /^Log node-a, \d+ lines · following/);
  await followed.waitFor();
  await debugNode(page);
  await toolbar(page, 'Disconnect').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await openContainer(page, 'Kubelet');
  await followed.waitFor();
});

test('a followed log without a file is debugged from its cursor; of a node it attaches', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Debug This Log');
  // Only what was attached to is left by “Disconnect”; what was launched, by “Stop”.
  await toolbar(page, 'Disconnect').waitFor();
  await toolbar(page, 'Continue').click();
  await toolbar(page, 'Pause').waitFor();
  await toolbar(page, 'Disconnect').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Stop Following');
  await treeRow(page, /^Log node-a, \d+ lines/).waitFor();
  await runCommand(page, 'Kubelet: Debug This Log');
  await toolbar(page, 'Continue').waitFor();
  await picture(page, 'debug-without-file');
  await toolbar(page, 'Stop').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});
