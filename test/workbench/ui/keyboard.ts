// The whole way without a mouse: from a pod that is stuck to why, to the line that proves it, to a report in the clipboard.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { quickInput, treeRow, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1400, height: 1000 } });

/** Runs a command by typing its title. Early on keys get lost, so it tries again for a while. */
async function typed(page: Page, title: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press('F1');
    const option = quickInput(page).getByRole('option', { name: title }).first();
    try {
      await quickInput(page).locator('input').first().waitFor({ timeout: 3000 });
      await page.keyboard.type(title);
      await option.waitFor({ timeout: 3000 });
      await page.keyboard.press('Enter');
      return;
    } catch (error) {
      if (attempt > 8) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** The name of the row that has the keyboard, as a screen reader says it. */
async function focusedRow(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const list = document.activeElement;
    const id = list?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.getAttribute('aria-label') ?? '';
  });
}

/** Presses a chord till `done` holds: an editor that opens meanwhile takes the first half of a chord with it, and a person presses again. */
async function chord(page: Page, key: string, done: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press('Control+Alt+K');
    await page.keyboard.press(key);
    try {
      await done();
      return;
    } catch (error) {
      if (attempt > 4) throw error;
    }
  }
}

test('from a stuck pod to its cause to a copied report, by keys alone', async ({
  workbench: { page },
}) => {
  await typed(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .waitFor();
  await page.keyboard.type('containerd');
  await page.keyboard.press('Enter');
  await treeRow(page, /default\/web-1, terminating/)
    .first()
    .waitFor();

  await page.locator('.view-line', { hasText: 'kubelet' }).first().waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();

  await typed(page, 'Kubelet: Focus on Pods View');
  await page.keyboard.press('Home');
  await expect.poll(() => focusedRow(page)).toMatch(/^default\/web-1, terminating/);

  const pods = quickInput(page).getByRole('option', { name: /default\/web-1/ });
  await chord(page, 'w', () => pods.waitFor({ timeout: 3000 }));
  await page.keyboard.press('Enter');
  const answer = quickInput(page).getByRole('option', { name: /CNI/ }).first();
  await answer.waitFor();
  await page.keyboard.press('Escape');

  await typed(page, 'Kubelet: Focus on Findings View');
  await page.keyboard.press('Home');
  await expect.poll(() => focusedRow(page)).toMatch(/CNI DEL fails/);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('.view-line', { hasText: 'StopPodSandbox' }).count())
    .toBeGreaterThan(0);
  await expect.poll(() => focusedRow(page)).toMatch(/CNI DEL fails/);
  const report = /^CNI DEL fails.*\(default\/web-1\) \[high\][\s\S]*\ncause: [\s\S]*\nto do: /;
  await chord(page, 'c', () =>
    expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 3000 })
      .toMatch(report),
  );
});
