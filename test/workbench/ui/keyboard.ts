// The whole way without a mouse: through the rooms of a kubelet’s inside; from a pod that is stuck to why, to the line that proves it, to
// a report in the clipboard.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { quickInput, treeRow, webview, webviewFrame } from '../lib/drive.ts';
import { busyNode } from '../lib/simulated.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ content: busyNode(), size: { width: 1400, height: 1000 } });

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

/** Until it has the keyboard. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(target)}.`);
}

test('each room of the inside of a kubelet in trouble, in which axe finds no fault', async ({
  workbench: { page },
}) => {
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await typed(page, 'View: Close All Editors');
  await typed(page, 'Kubelet: Show Pod Worker Queues');
  const inside = webview(page).locator('kd-machine');
  const field = inside.getByRole('combobox', { name: 'Filter pods' });
  await field.waitFor();
  await page.keyboard.press('Tab');
  await tabTo(page, field);
  await page.keyboard.type('keep');
  await page.keyboard.press('Enter');
  const rooms = inside.getByRole('navigation', { name: 'Rooms' }).getByRole('button');
  const problems: string[] = [];
  for (const [place, text] of (await rooms.allTextContents()).entries()) {
    const name = text.replace(/≠.*/s, '').trim();
    await tabTo(page, rooms.nth(place));
    await page.keyboard.press('Enter');
    await inside.getByRole('region', { name, exact: true }).waitFor();
    await inside.getByTitle('Open its Go source').first().waitFor();
    const found = await accessibilityProblems(await webviewFrame(page));
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  expect(problems).toEqual([]);

  await tabTo(page, inside.getByTitle('Show the kubelet right after this step').first());
  await page.keyboard.press('Enter');
  await inside.getByRole('button', { name: 'Back to the cursor' }).waitFor();
  await typed(page, 'View: Close All Editors');
});

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
