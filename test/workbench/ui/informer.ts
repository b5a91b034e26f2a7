// The page of informers: it follows the cursor through a simulated outage, is gone through step by step, and says where it can
// know nothing.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { openContainer, quickInput, runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('a log that was not simulated says how to get one that was', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Informer');
  await webview(page).locator('kd-informer').getByText('“Kubelet: Simulate…” plays').waitFor();
});

test('in a simulated outage it shows the back-off', async ({ workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).locator('input').first().fill('API server');
  await quickInput(page)
    .getByRole('option', { name: /API server/ })
    .first()
    .click();
  await quickInput(page).getByRole('option', { name: '1.34' }).click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Informer');
  const informer = webview(page).locator('kd-informer');
  await informer.getByRole('button', { name: 'Kubelet of node-a' }).click();
  await informer
    .getByRole('button', { name: /refused/ })
    .last()
    .click();
  await informer.getByRole('button', { name: 'Next step' }).click();
  await informer.getByRole('img', { name: 'The reflector waits before it asks again' }).waitFor();
  await informer.getByRole('img', { name: 'How the waits grow' }).waitFor();
  await informer.getByText('Back to the cursor').waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('the arrow keys go through the steps, and the cursor takes it back', async ({
  workbench: { page },
}) => {
  const informer = webview(page).locator('kd-informer');
  await informer.getByRole('button', { name: 'Controller', exact: true }).click();
  await informer.getByText(/as a controller with client-go .* watches them/).waitFor();
  await informer
    .getByRole('button', { name: /^\d.*stored default\/web-0/ })
    .last()
    .click();
  await informer.getByRole('table', { name: 'Store' }).getByText('this step').waitFor();
  await informer.getByRole('list', { name: /^Steps/ }).focus();
  const did = informer.locator('.kd-did').first();
  const before = await did.textContent();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => did.textContent()).not.toBe(before);
  await runCommand(page, 'Kubelet: Go to End');
  await informer.getByText('follows the cursor').waitFor();
  expect(
    await webview(page)
      .locator('body')
      .evaluate((body) => body.scrollTop),
  ).toBe(0);
});
