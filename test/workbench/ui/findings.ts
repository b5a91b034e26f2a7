// What was found, as a person reads it, asks about it, silences it and hands it on.
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  pickFromMenu,
  quickInput,
  runCommand,
  toast,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: path.join(root, 'media/samples'),
  settings: { 'kubelet.rulePacks': ['own.yaml'] },
  size: { width: 1600, height: 1100 },
});

const pack = (title: string): string => `rules:
  - id: own-rule
    title: ${title}
    severity: critical
    signs: [{ text: 'SyncLoop DELETE', heads: ['SyncLoop DELETE'] }]
    explanation: A pod was deleted.
`;

function finding(page: Page, name: string | RegExp): Locator {
  return page.getByRole('tree', { name: 'Findings' }).getByRole('treeitem', { name }).first();
}

async function choose(page: Page, option: string | RegExp): Promise<void> {
  await quickInput(page).getByRole('option', { name: option }).first().click();
}

async function type(page: Page, text: string): Promise<void> {
  await quickInput(page).locator('input').first().fill(text);
  await page.keyboard.press('Enter');
}

/** Lenses of lines that are scrolled away are kept, but hidden. */
function lens(page: Page): Locator {
  return page
    .locator('.codelens-decoration a', { hasText: 'CNI DEL fails' })
    .filter({ visible: true })
    .first();
}

/** The page lies in the editor group beside the timeline. */
function findingsPage(page: Page): Locator {
  return webview(page).locator('kd-findings');
}

test('lines that a finding explains have a lens and a mark in the gutter', async ({
  workbench: { page },
}) => {
  await finding(page, /CNI DEL fails/).waitFor();
  // The log that was found opens by itself, timeline and text: what is closed before comes after.
  await page
    .getByRole('tab', { name: /^kubelet\.log/ })
    .first()
    .waitFor();
  await runCommand(page, 'View: Close All Editors');
  await finding(page, /^cause at/).click();
  await lens(page).waitFor();
  await expect
    .poll(() => page.locator('.margin .cgmr, .glyph-margin-widgets .cgmr').count())
    .toBeGreaterThan(0);
});

test('the lens opens the page on its finding', async ({ workbench: { page } }) => {
  await lens(page).click();
  await findingsPage(page)
    .getByRole('heading', { name: /CNI DEL fails/ })
    .waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('a line on the page goes to the log', async ({ workbench: { page } }) => {
  await findingsPage(page).locator('.kd-lines button').first().click();
  await page
    .locator('.view-line', { hasText: 'StopPodSandbox from runtime service failed' })
    .first()
    .waitFor();
});

test('the tree is filtered, and grouped by pod', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Filter Findings…');
  await type(page, 'nothing-of-the-kind');
  await page.locator('.sidebar').getByText('Nothing matches the filter').waitFor();
  await runCommand(page, 'Kubelet: Clear Findings Filter');
  await runCommand(page, 'Kubelet: Group Findings…');
  await choose(page, 'By Pod');
  await finding(page, /^The node/).waitFor();
  await runCommand(page, 'Kubelet: Group Findings…');
  await choose(page, 'By Cause');
  await finding(page, /^high: CNI DEL fails|CNI DEL fails/).waitFor();
});

test('why a pod is stuck is answered with its lines', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Why Is This Pod Stuck?');
  await choose(page, /web-1/);
  await quickInput(page)
    .getByRole('option', { name: /CNI|network|sandbox/i })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
});

test('a rule pack is read when it is written, and again when it changes', async ({
  workbench: { page, folder },
}) => {
  const file = path.join(folder, 'own.yaml');
  fs.writeFileSync(file, pack('A deletion of mine'));
  await finding(page, /A deletion of mine/).waitFor();
  fs.writeFileSync(file, pack('Another name of it'));
  await finding(page, /Another name of it/).waitFor();
  fs.writeFileSync(file, pack('Still there').replace('severity: critical', 'severity: loud'));
  await finding(page, /Another name of it/).waitFor({ state: 'detached' });
  fs.writeFileSync(file, pack('A deletion of mine'));
  await finding(page, /A deletion of mine/).waitFor();
});

test('a finding is muted with a reason, and shown again', async ({ workbench: { page } }) => {
  await finding(page, /A deletion of mine/).click({ button: 'right' });
  await pickFromMenu(page, /Mute/);
  await type(page, 'it is only a test');
  await finding(page, /A deletion of mine/).waitFor({ state: 'detached' });
  await runCommand(page, 'Kubelet: Show Muted Findings…');
  await quickInput(page).getByText('it is only a test').waitFor();
  await quickInput(page).locator('.monaco-list-row', { hasText: 'own-rule' }).click();
  await page.keyboard.press('Enter');
  await finding(page, /A deletion of mine/).waitFor();
});

test('a report without names is a document before it is a file', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Export Findings…');
  await choose(page, /Markdown/);
  await choose(page, /Redact Names/);
  await page.locator('.view-line', { hasText: '# Findings' }).first().waitFor();
  await page.locator('.view-line', { hasText: 'pod-1' }).first().waitFor();
  await runCommand(page, 'View: Close All Editors');
  await page.getByRole('button', { name: "Don't Save" }).click();
});

test('a case is saved, and opens by a double click as it was', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Kubelet: Save Case…');
  await choose(page, /Around the Findings/);
  await choose(page, 'Original Names');
  await type(page, 'Hang of web-1');
  await type(page, 'look at the bridge');
  await expect
    .poll(() => quickInput(page).locator('input').first().inputValue())
    .toContain('Hang-of-web-1.kubelet-case');
  await page.keyboard.press('Enter');
  await toast(page, 'saved.').waitFor();
  const file = path.join(folder, 'Hang-of-web-1.kubelet-case');
  expect(fs.readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  await runCommand(page, 'Kubelet: Close Log');
  await runCommand(page, 'View: Show Explorer');
  await page
    .locator('.explorer-folders-view')
    .getByRole('treeitem', { name: 'Hang-of-web-1.kubelet-case' })
    .dblclick();
  await toast(page, 'Hang of web-1: look at the bridge').waitFor();
  await findingsPage(page).locator('.kd-card', { hasText: 'CNI DEL fails' }).first().waitFor();
  await findingsPage(page).getByText('Hang of web-1').waitFor();
});
