// Lines found by the filter language: completed as it is typed, and picked by keys alone.
import { expect } from 'vitest';
import { openContainer, quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('a filter is completed, finds lines, and the one picked is where the cursor goes', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByRole('button', { name: 'Open Sample Incident' }).click();
  await treeRow(page, /^default\/web-1, terminating/).waitFor();
  // The log and the timeline take the focus when they are shown, and would close what has it.
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'Kubelet: Find Lines…');
  const list = quickInput(page);
  const input = list.locator('input').first();
  await list.getByRole('option', { name: /^sev>=/ }).waitFor();

  await input.fill('sev>=E po');
  await list.getByRole('option', { name: /^sev>=/ }).waitFor({ state: 'hidden' });
  await list.getByRole('option', { name: /^pod=/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => input.inputValue()).toBe('sev>=E pod=');
  await list.getByRole('option', { name: /^default\/web-1/ }).waitFor();
  await input.fill('sev>=E pod=default/web-1 msg:sandbox');
  const line = list.getByRole('option', { name: /^E 09:34:.*line \d+/ });
  await line.first().waitFor();
  const place = /line (\d+)/.exec((await line.first().getAttribute('aria-label')) ?? '')?.[1];
  await page.keyboard.press('Enter');
  await webview(page)
    .getByText(`entry ${place ?? ''} of 411`)
    .waitFor();
});
