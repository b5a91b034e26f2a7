// The queues of the pod workers as a page, on a simulated node whose CNI hangs in a teardown, at --v=4.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { simulatedFolder } from '../lib/simulated.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: simulatedFolder('cni-del-hangs', { verbosity: 4, at: '2026-03-02T08:01:00Z' }),
  size: { width: 1500, height: 1200 },
});

test('the page tells what waits, what it replaced, and when the next sync is due', async ({
  workbench: { page },
}) => {
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Worker Queues');
  const machine = webview(page).locator('kd-machine');
  const table = machine.getByRole('table', {
    name: 'Pod workers by the log, the longest wait first',
  });
  const row = table.getByRole('row').nth(1);
  await row.getByText('default/web', { exact: true }).waitFor();
  await row.getByText('it replaced 1 update').click();
  await row.getByText('at once, when the work is done: an update waits').waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('the filter of the page is that of the other views', async ({ workbench: { page } }) => {
  const machine = webview(page).locator('kd-machine');
  await machine.getByRole('button', { name: 'Pod workers', exact: true }).click();
  const field = machine.getByRole('combobox', { name: 'Filter pods' });
  await field.fill('pod=default/other');
  await field.press('Enter');
  const table = machine.getByRole('table', { name: /^Pod workers by the log/ });
  await table.getByText('default/web', { exact: true }).waitFor({ state: 'detached' });
  await field.fill('pod=nobody');
  await field.press('Enter');
  await machine.getByText('No pod matches the filter.').waitFor();
});
