// A log of one's own: opened from the welcome button, shown as the file that it is; and one that means harm.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openContainer, quickInput, runCommand, toast, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-logs-'));
const sample = fs.readFileSync(path.join(root, 'media/samples/teardown-containerd/kubelet.log.gz'));
fs.writeFileSync(path.join(content, 'node-a.log'), zlib.gunzipSync(sample));
fs.writeFileSync(path.join(content, 'node-b.txt'), zlib.gunzipSync(sample));
fs.writeFileSync(path.join(content, 'node-c.log.gz'), sample);
fs.writeFileSync(path.join(content, 'empty.log'), '');
/** A pod's error whose text tries what a page, a tree, a terminal or a command link would obey. */
const harm = [
  '<img src=https://example.invalid/x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[x](command:workbench.action.closeWindow)',
  '$(flame)',
  '\\x1b[31m\x1b[31m',
  '\u202egnp.exe',
  '\0',
  '🙂'.repeat(50),
].join(' ');
fs.writeFileSync(
  path.join(content, 'harm.log'),
  [
    'I1121 09:34:04.541298   26449 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web-1"]',
    `E1121 09:34:10.840466   26449 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"5c0e91e5-ca33-4316-ac70-0cfb035016d4\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox \\\\\\"9936f76e4b93f8f70d9597148674052df94aee5f64d0b7b11c993c2418d3960d\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${harm}\\"" pod="default/web-1" podUID="5c0e91e5-ca33-4316-ac70-0cfb035016d4"`,
    `I1121 09:34:11.000000   26449 kubelet.go:1] "${'x'.repeat(1_000_000)}"`,
    '',
  ].join('\n'),
);

/** VS Code takes a file with a NUL near its begin for a binary one, and does not show it. */
fs.writeFileSync(
  path.join(content, 'binary.log'),
  'I1121 09:34:04.541298   26449 kubelet.go:2515] "SyncLoop ADD\0\r" source="api" pods=["default/web-9"]\n',
);

const test = workbenchTest({ content, size: { width: 1500, height: 1100 } });

/** Types a path into VS Code's own dialog, which first lists the folder that it opens with. */
async function chooseFile(page: Page, folder: string, name: string): Promise<void> {
  const input = quickInput(page).locator('input').first();
  await quickInput(page).getByRole('option').first().waitFor();
  await input.fill(path.join(folder, name));
  await quickInput(page).getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
}

test('the welcome button asks for a file and opens it as it is', async ({
  workbench: { page, folder },
}) => {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByRole('button', { name: 'Open Log…', exact: true }).click();
  await chooseFile(page, folder, 'node-a.log');
  const findings = page.getByRole('tree', { name: 'Findings' });
  await findings
    .getByRole('treeitem', { name: /CNI DEL fails/ })
    .first()
    .click();
  // It opens with the timeline, at the worst finding.
  await webview(page).locator('kd-timeline').getByRole('application').waitFor();
  await page.getByRole('tab', { name: /node-a\.log/ }).click();
  await page.getByText('Kubelet Log', { exact: true }).waitFor();
});

test('what cannot be read gets a sentence, and what was open stays', async ({ workbench }) => {
  const { page, folder } = workbench;
  await runCommand(page, 'Kubelet: Open Log…');
  await chooseFile(page, folder, 'empty.log');
  await toast(page, /empty\.log/).waitFor();
  await page
    .getByRole('tree', { name: 'Pods' })
    .getByRole('treeitem', { name: /default\/web-1/ })
    .waitFor();
  // VS Code writes what it shows as an error to the console, too.
  expect(workbench.problems()).toEqual([expect.stringContaining('empty.log is empty')]);
});

test('a log that means harm is only text, in trees, page and editor', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Kubelet: Open Log…');
  await chooseFile(page, folder, 'harm.log');
  const findings = page.getByRole('tree', { name: 'Findings' });
  const failing = findings.getByRole('treeitem', { name: /<img src=https/ });
  await failing.first().waitFor();
  // Of a long text a row shows the begin: another of them has more of the harm.
  await findings.getByRole('treeitem', { name: '\\u{1b}[31m' }).first().waitFor();
  await failing.first().click();
  await runCommand(page, 'Kubelet: Show Timeline');
  const timeline = webview(page).locator('kd-timeline');
  await timeline.getByRole('button', { name: 'Show as list' }).click();
  await timeline
    .getByRole('grid')
    .getByRole('row', { name: /default\/web-1/ })
    .first()
    .click();
  await page.getByRole('tab', { name: /harm\.log/ }).waitFor();
});

test('what VS Code takes for binary is shown in a window', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Kubelet: Open Log…');
  await chooseFile(page, folder, 'binary.log');
  await page.getByRole('tab', { name: /binary\.log/ }).waitFor();
  await page.locator('.view-line', { hasText: 'SyncLoop ADD␀␍' }).waitFor();
});

for (const [name, source] of [
  ['node-b.txt', 'node-b.txt'],
  ['node-c.log.gz', 'node-c.log'],
] as const)
  test(`${name}, shown in an editor, is offered, and opens at the worst finding`, async ({
    workbench: { page },
  }) => {
    await page.keyboard.press('Control+P');
    await quickInput(page).locator('input').first().fill(name);
    await quickInput(page)
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    const bar = page.locator('.statusbar');
    const offer = bar.getByRole('button', { name: /Open as Kubelet Log|looks like a kubelet log/ });
    await offer.click();
    await page
      .getByRole('tree', { name: 'Sources' })
      .getByRole('treeitem', { name: new RegExp(source) })
      .first()
      .waitFor();
    await bar.getByRole('button', { name: /09:34:10\.840/ }).waitFor();
    await page.getByRole('tab', { name: 'Kubelet Timeline' }).waitFor();
    await offer.waitFor({ state: 'detached' });
  });
