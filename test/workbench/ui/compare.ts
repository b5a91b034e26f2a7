// Differences between two logs, before and after a moment, and between two moments; what is late; and where in time one stands.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';
import { quickInput, runCommand, treeRow, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

/** Two nodes' logs of one time, the cursor where the first has waited for its CNI plug-in too long. */
function twoLogs(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-compared-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const sources = ['cni-del-hangs', 'container-will-not-die'].map((name, seed) => {
    const scenario = ownScenarios().get(name);
    if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
    fs.writeFileSync(
      path.join(folder, `${name}.log`),
      runScenario(scenario, { seed }).lines.join('\n'),
    );
    return `${name}.log`;
  });
  const incident = { title: 'two', description: '', sources, at: '2026-03-02T08:00:40Z' };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

const test = workbenchTest({ content: twoLogs(), size: { width: 1500, height: 1100 } });

async function choose(page: Page, option: string | RegExp): Promise<void> {
  await quickInput(page).getByRole('option', { name: option }).first().click();
}

function lineWith(page: Page, text: string | RegExp): Locator {
  return page.locator('.view-line', { hasText: text }).first();
}

/** Its label, which a screen reader is told. */
function statusItem(page: Page): Locator {
  return page.locator('.statusbar-item[id$="kubelet.cursor"] [aria-label]').first();
}

test('the status bar tells time, node and problems, and leads to another time', async ({
  workbench: { page },
}) => {
  await treeRow(page, /^default\/web, terminating/).waitFor();
  // What still opens takes the keyboard from an input that is open.
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await page.locator('.view-line').first().waitFor();
  await page.keyboard.press('Control+1');
  const item = statusItem(page);
  await expect.poll(() => item.getAttribute('aria-label')).toContain('08:00:40.000');
  expect(await item.getAttribute('aria-label')).toMatch(/entry \d+ of \d+.*problems/);
  await item.click();
  await quickInput(page).locator('input').first().fill('08:00:30');
  await page.keyboard.press('Enter');
  await expect.poll(() => item.getAttribute('aria-label')).toContain('08:00:3');
  await runCommand(page, 'Kubelet: Go to Time…');
  await quickInput(page).locator('input').first().fill('08:00:40');
  await page.keyboard.press('Enter');
  await expect.poll(() => item.getAttribute('aria-label')).toContain('08:00:40');
});

test('what is overdue leads to the last line that speaks of it', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: What Is Overdue at the Cursor?');
  await quickInput(page).getByText('Overdue at 08:00:40').waitFor();
  await choose(page, /^default\/web, waits for .*overdue/);
  await lineWith(page, 'SyncLoop').waitFor();
  await expect
    .poll(() => statusItem(page).getAttribute('aria-label'))
    .not.toContain('08:00:40.000');
});

test('two logs are compared on a page: what is new leads to its line and its finding', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Compare…');
  await choose(page, 'From cni-del-hangs.log to container-will-not-die.log');
  const compared = webview(page).locator('kd-compare');
  const title = compared.getByRole('button', { name: /^Container app is not stopped in time/ });
  await title.waitFor();
  await compared.getByRole('region', { name: 'Gone' }).waitFor();
  await compared.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^# Comparison\n[\s\S]*\n## Gone\n/);
  await title.click();
  await page.getByRole('tab', { name: /^container-will-not-die\.log/ }).waitFor();
  await compared.getByRole('button', { name: 'Show the finding' }).first().click();
  await page.getByRole('tab', { name: 'Kubelet Findings' }).waitFor();
  await webview(page)
    .locator('kd-findings article')
    .getByText('is not stopped in time')
    .first()
    .waitFor();
  // The page takes the focus late, and what asks in between would lose it.
  const findings = await webviewFrame(page);
  await expect.poll(() => findings.evaluate(() => document.hasFocus())).toBe(true);
});

test('before and after the cursor are, and two windows of time, on the same page', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Go to Time…');
  await quickInput(page).locator('input').first().fill('08:00:40');
  await page.keyboard.press('Enter');
  await expect.poll(() => statusItem(page).getAttribute('aria-label')).toContain('08:00:40');
  await runCommand(page, 'Kubelet: Compare…');
  await choose(page, /^Before and After the Cursor/);
  const compared = webview(page).locator('kd-compare');
  const begin = compared
    .getByRole('row', { name: /^Start/ })
    .locator('td')
    .last();
  await begin.getByText(/ 08:00:40/).waitFor();
  await runCommand(page, 'Kubelet: Compare…');
  await choose(page, 'Two Windows of Time…');
  const input = quickInput(page).locator('input').first();
  for (const [title, span] of [
    ['(1/2)', '..08:00:10'],
    ['(2/2)', '08:00:20..08:00:50'],
  ] as const) {
    await quickInput(page).getByText(title).waitFor();
    await input.fill(span);
    await page.keyboard.press('Enter');
  }
  await begin.getByText(/ 08:00:20/).waitFor();
  await compared.getByRole('button', { name: 'Swap before and after' }).click();
  await begin.getByText(/ 08:00:00/).waitFor();
});

test('two moments stand beside each other as texts, the earlier on the left', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Compare Two Moments…');
  await quickInput(page).locator('input').first().fill('08:00:05');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /Kubelet at 08:00:05\.0+ ↔/ }).waitFor();
  const [left, right] = [page.locator('.editor.original'), page.locator('.editor.modified')];
  await left.locator('.view-line', { hasText: /sync/ }).first().waitFor();
  await right
    .locator('.view-line', { hasText: /terminating/ })
    .first()
    .waitFor();
  await right.locator('.line-insert').first().waitFor();
});
