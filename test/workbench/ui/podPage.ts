// The page of one pod, as somebody who hunts a stuck pod uses it.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('without a pod it lists them, and one is chosen by its name', async ({
  workbench: { page },
}) => {
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
  await pod.getByRole('heading', { name: 'default/web-1' }).waitFor();
});

test('it tells the state, the wait, phases, containers, network, findings and lines', async ({
  workbench: { page },
}) => {
  const pod = webview(page).locator('kd-pod');
  await pod.getByText('CNI DEL of its sandbox').first().waitFor();
  await pod.getByRole('table', { name: 'Phases' }).getByText('Termination (total)').waitFor();
  await pod
    .getByRole('table', { name: /^Containers/ })
    .getByText('exited')
    .waitFor();
  await pod.getByRole('region', { name: 'Network' }).getByText('ipam lease store').waitFor();
  await pod.getByRole('region', { name: 'Findings' }).getByText('CNI DEL fails').first().waitFor();
  await pod
    .getByRole('table', { name: 'Lines that name the pod' })
    .getByText('SyncLoop ADD')
    .waitFor();
});

test('the answer to why it is stuck names its lines', async ({ workbench: { page } }) => {
  const pod = webview(page).locator('kd-pod');
  await pod.getByRole('button', { name: 'Why is it stuck?' }).click();
  const answer = pod.getByRole('region', { name: 'Answer' });
  await answer.getByText(/It has been waiting for CNI DEL/).waitFor();
  await answer.getByRole('button', { name: 'kubelet.log:370' }).first().waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await answer.getByRole('button', { name: 'Close' }).click();
});

test('a time leads to its line, and the page follows the cursor', async ({
  workbench: { page },
}) => {
  const pod = webview(page).locator('kd-pod');
  const lines = pod.getByRole('table', { name: 'Lines that name the pod' });
  await lines
    .getByRole('row', { name: /SyncLoop ADD/ })
    .getByRole('button')
    .click();
  await page.locator('.view-line', { hasText: 'SyncLoop ADD' }).first().waitFor();
  await pod.getByText('09:34:04.541', { exact: false }).first().waitFor();
  await pod.getByText('The log shows nothing that it waits for.').waitFor();
});

test('the tree of pods opens it for another one', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Go to End');
  const row = treeRow(page, /^default\/web-2/).first();
  await row.hover();
  await row.getByRole('button', { name: 'Show Pod Page' }).click();
  await webview(page).locator('kd-pod').getByRole('heading', { name: 'default/web-2' }).waitFor();
});

test('the timeline opens it for the pod of a lane', async ({ workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Timeline');
  const timeline = webview(page).locator('kd-timeline');
  const chart = timeline.getByRole('application');
  await chart.focus();
  const lane = timeline.getByText(/^default\/web-1, \d+ items/);
  for (let down = 0; down < 12 && (await lane.count()) === 0; down += 1) {
    await chart.press('ArrowDown');
    await page.waitForTimeout(100);
  }
  await chart.press('o');
  await page.getByRole('tab', { name: /Kubelet Pod/ }).waitFor();
});

test('closing the log empties it', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Close Log');
  await webview(page, 1).getByText('No kubelet log is open.').waitFor();
});
