// The page of network calls: which teardown fails, what it holds up, and its tries.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { openContainer, quickInput, runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('it says what fails and what that holds up', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Network Page');
  const network = webview(page).locator('kd-network');
  await network.getByText('8 network calls fail').waitFor();
  await network
    .getByRole('region', { name: 'Blocked' })
    .getByRole('button', { name: 'default/web-1 stays in Terminating' })
    .waitFor();
});

test('a call unfolds its tries, which lead to their lines', async ({ workbench: { page } }) => {
  const network = webview(page).locator('kd-network');
  await network.getByRole('button', { name: 'Attempts of DEL for default/web-1' }).click();
  const tries = network.locator('.kd-details');
  await tries.getByText('ipam lease store is unreachable').first().waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
  await tries.getByRole('button').first().click();
  await page.locator('.view-line', { hasText: 'ipam lease store' }).first().waitFor();
});

test('it is filtered by call and by text', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Go to End');
  const network = webview(page).locator('kd-network');
  const calls = network.getByRole('table', { name: 'Network calls' });
  await network.getByRole('button', { name: 'Setups (ADD)' }).click();
  await network.getByText('No call up to the cursor matches').waitFor();
  await network.getByRole('button', { name: 'All calls' }).click();
  const field = network.getByRole('combobox');
  await field.fill('web-1');
  await expect.poll(() => calls.getByRole('button', { name: /^Attempts of/ }).count()).toBe(1);
  await field.fill('');
  await expect
    .poll(() => calls.getByRole('button', { name: /^Attempts of/ }).count())
    .toBeGreaterThan(5);
});

test('a pod’s name opens its page', async ({ workbench: { page } }) => {
  const network = webview(page).locator('kd-network');
  await network.getByRole('button', { name: 'default/web-1', exact: true }).click();
  await webview(page).locator('kd-pod').getByRole('heading', { name: 'default/web-1' }).waitFor();
});
