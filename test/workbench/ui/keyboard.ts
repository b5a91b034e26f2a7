// The whole way without a mouse: from a pod that is stuck to why, to the line that proves it, to a report in the clipboard.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { quickInput, treeRow, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1400, height: 1000 } });

/**
 * Runs a command by typing its title, and waits till the palette has closed. Before the first command keys get lost while the window
 * starts, so opening the palette is tried again for a while; Enter is pressed once, on the row that it is meant for.
 */
async function typed(page: Page, title: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press('F1');
    try {
      await quickInput(page).locator('input').first().waitFor({ timeout: 3000 });
      await page.keyboard.type(title);
      await expect.poll(() => focusedRow(page), { timeout: 3000 }).toContain(title);
      break;
    } catch (error) {
      if (attempt > 8) throw error;
      await page.keyboard.press('Escape');
    }
  }
  await page.keyboard.press('Enter');
  await quickInput(page).waitFor({ state: 'detached' });
}

/** The name of the row that has the keyboard, as a screen reader says it. */
async function focusedRow(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const list = document.activeElement;
    const id = list?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.getAttribute('aria-label') ?? '';
  });
}

async function chord(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Control+Alt+K');
  await page.keyboard.press(key);
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
  await chord(page, 'w');
  await pods.waitFor();
  await page.keyboard.press('Enter');
  const answer = quickInput(page).getByRole('option', { name: /CNI/ }).first();
  await answer.waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'detached' });

  await typed(page, 'Kubelet: Focus on Findings View');
  await page.keyboard.press('Home');
  await expect.poll(() => focusedRow(page)).toMatch(/CNI DEL fails/);
  const chosen = page.locator('.monaco-list-row.focused.selected', { hasText: 'CNI DEL fails' });
  await page.keyboard.press('Enter');
  await chosen.first().waitFor();
  await expect
    .poll(() => page.locator('.view-line', { hasText: 'StopPodSandbox' }).count())
    .toBeGreaterThan(0);
  await expect.poll(() => focusedRow(page)).toMatch(/CNI DEL fails/);
  const report = /^CNI DEL fails.*\(default\/web-1\) \[high\][\s\S]*\ncause: [\s\S]*\nto do: /;
  await chord(page, 'c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(report);
});
