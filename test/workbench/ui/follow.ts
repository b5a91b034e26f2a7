// Logs that go on: a file that grows and is rotated, and a big one, which is shown in parts.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-follow-'));
const log = zlib.gunzipSync(
  fs.readFileSync(path.join(root, 'media/samples/teardown-containerd/kubelet.log.gz')),
);
const half = log.indexOf(10, log.length / 4) + 1;
fs.writeFileSync(path.join(content, 'growing.log'), log.subarray(0, half));
const copies = Math.ceil((12 << 20) / log.length);
fs.writeFileSync(
  path.join(content, 'big.log'),
  Buffer.concat(Array.from({ length: copies }, () => log)),
);

const test = workbenchTest({ content, size: { width: 1500, height: 1100 } });

async function chooseFile(page: Page, folder: string, name: string): Promise<void> {
  const input = quickInput(page).locator('input').first();
  await quickInput(page).getByRole('option').first().waitFor();
  await input.fill(path.join(folder, name));
  await quickInput(page).getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
}

test('a followed file brings its findings as it grows, over a rotation', async ({
  workbench: { page, folder },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Follow Log…');
  await quickInput(page)
    .getByRole('option', { name: /A File/ })
    .click();
  await chooseFile(page, folder, 'growing.log');
  const source = page
    .getByRole('tree', { name: 'Sources' })
    .getByRole('treeitem', { name: /Log growing\.log.*following/ });
  await source.waitFor();
  await page.getByRole('tab', { name: /growing\.log/ }).waitFor();

  const file = path.join(folder, 'growing.log');
  const cut = log.indexOf(10, (3 * log.length) / 4) + 1;
  fs.appendFileSync(file, log.subarray(half, cut));
  const finding = page
    .getByRole('tree', { name: 'Findings' })
    .getByRole('treeitem', { name: /CNI DEL fails/ });
  await finding.first().waitFor({ timeout: 5_000 });

  fs.renameSync(file, `${file}.1`);
  fs.writeFileSync(file, log.subarray(cut));
  const lines = log.filter((byte) => byte === 10).length;
  await page
    .getByRole('tree', { name: 'Sources' })
    .getByRole('treeitem', { name: new RegExp(`${lines} lines`) })
    .waitFor({ timeout: 5_000 });
  const last = log.toString().trimEnd().split('\n').at(-1) ?? '';
  await page.locator('.view-line', { hasText: last.slice(0, 30) }).waitFor();

  await runCommand(page, 'Kubelet: Stop Following');
  await source.waitFor({ state: 'detached' });
});

test('a big log is shown in parts, each leading to the next', async ({
  workbench: { page, folder },
}) => {
  await runCommand(page, 'Kubelet: Open Log…');
  await chooseFile(page, folder, 'big.log');
  await page.getByRole('tab', { name: /big\.log/ }).waitFor();
  // It opens with the timeline, at its worst finding.
  await webview(page).locator('kd-timeline').getByRole('application').waitFor();
  await page.getByRole('tab', { name: /big\.log/ }).click();
  await runCommand(page, 'Kubelet: Go to End');
  await page
    .locator('.codelens-decoration', { hasText: 'Earlier Lines' })
    .waitFor({ state: 'attached' });
  const began = Date.now();
  await runCommand(page, 'Kubelet: Go to Start');
  await page.locator('.view-line', { hasText: 'I1121' }).first().waitFor();
  await page.locator('.line-numbers', { hasText: /^1$/ }).waitFor();
  const took = Date.now() - began;
  console.log(`another part shown after ${took} ms`);
  expect(took).toBeLessThan(10_000);
  // The editor is still to be led to the cursor's line when its first lines are there.
  await page.getByText('Ln 1, Col 1').waitFor();
  const later = page.locator('.codelens-decoration', { hasText: 'Later Lines' });
  const atEnd = async (): Promise<boolean> => {
    await runCommand(page, 'Go to Line/Column...');
    await quickInput(page).locator('input').first().fill(':999999');
    await page.keyboard.press('Enter');
    return await later.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(atEnd, { timeout: 30_000 }).toBe(true);
  await later.locator('a').click();
  await page.locator('.codelens-decoration', { hasText: 'Earlier Lines' }).waitFor();
});
