// What differs between two logs, before and after a moment, and between two moments; what is late; and where in time one stands.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownScenarios, runScenario } from '../../support/scenarios.ts';
import { quickInput, runCommand, treeRow } from '../lib/drive.ts';
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

test('the status bar tells time, node and findings, and leads to another time', async ({
  workbench: { page },
}) => {
  await treeRow(page, /^default\/web, terminating/).waitFor();
  const item = statusItem(page);
  await expect.poll(() => item.getAttribute('aria-label')).toContain('08:00:40.000');
  expect(await item.getAttribute('aria-label')).toMatch(/line \d+ of \d+ on the tape.*findings/);
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
  await runCommand(page, 'Kubelet: What Is Overdue Here?');
  await quickInput(page).getByText('Overdue at 08:00:40').waitFor();
  await choose(page, /^default\/web, waits for .*overdue/);
  await lineWith(page, 'SyncLoop').waitFor();
  await expect
    .poll(() => statusItem(page).getAttribute('aria-label'))
    .not.toContain('08:00:40.000');
});

test('two logs are compared: findings and messages that are new or gone', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Compare…');
  await choose(page, 'From cni-del-hangs.log to container-will-not-die.log');
  await lineWith(page, '# Comparison').waitFor();
  await lineWith(page, 'Container app will not die: StopContainer times out').waitFor();
  await lineWith(page, '## Gone').waitFor();
});

test('before and after the cursor are', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Compare…');
  await choose(page, 'Before and After the Cursor');
  await lineWith(page, '## New').waitFor();
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
