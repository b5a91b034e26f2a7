// The page of latencies: who was slow and why, any order, a pod behind each row, and the table as text.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { openContainer, quickInput, runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('it says who was slow, at what, and what the log says meanwhile', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'Kubelet: Go to End');
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Latencies');
  const latencies = webview(page).locator('kd-latencies');
  const slow = latencies.getByRole('region', { name: 'Slow, and why' });
  await slow.getByText('default/web-1').first().waitFor();
  await slow.getByText('1 other pod').first().waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('a click on a heading sorts, another turns it round', async ({ workbench: { page } }) => {
  const latencies = webview(page).locator('kd-latencies');
  const pods = latencies.locator('tbody th[scope="row"] button');
  const names = async (): Promise<string[]> =>
    (await pods.allTextContents()).map((name) => name.trim());
  await latencies.getByRole('button', { name: 'Pod', exact: true }).click();
  await expect.poll(async () => (await names())[0]).toBe((await names()).toSorted()[0]);
  await latencies.getByRole('button', { name: 'Pod', exact: true }).click();
  await expect.poll(async () => (await names())[0]).toBe((await names()).toSorted().at(-1));
});

test('the table comes as text, and a row leads to its pod', async ({ workbench: { page } }) => {
  const latencies = webview(page).locator('kd-latencies');
  await latencies.getByRole('button', { name: 'Export as CSV' }).click();
  await page.locator('.view-line', { hasText: 'startup_seconds' }).first().waitFor();
  await runCommand(page, 'Kubelet: Show Pod Latencies');
  const all = latencies.getByRole('region', { name: 'All pods' });
  await all.getByRole('button', { name: 'default/web-1', exact: true }).first().click();
  await webview(page).locator('kd-pod').getByRole('heading', { name: 'default/web-1' }).waitFor();
});
