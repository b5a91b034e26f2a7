// From a frame of a log to the line of the kubelet's source at its version, on a machine with Go and an empty module cache: one click on the
// frame, one on "Get the Source", one to say yes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openFile, runCommand, webview } from '../lib/drive.ts';
import { setTheme } from '../lib/themes.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const pictures = path.join(root, 'artifacts/ui');
const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-source-'));
/** As v1.9.4 writes them: those places are in its source. */
const old = `I0321 10:00:00.000000    1234 server.go:182] Version: v1.9.4
I0321 10:00:01.000000    1234 kubelet.go:1840] SyncLoop (ADD, "api"): "web-1_default(0f0e3a0c-2cf1-11e8-9d3f-08002744c1f5)"
I0321 10:00:09.000000    1234 kubelet.go:1856] SyncLoop (DELETE, "api"): "web-1_default(0f0e3a0c-2cf1-11e8-9d3f-08002744c1f5)"
`;
fs.writeFileSync(path.join(content, 'old.log'), old);
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const lines = zlib.gunzipSync(fs.readFileSync(capture)).toString().split('\n');
const added = lines.findIndex((line) => line.includes('"SyncLoop ADD"'));
const recent = `${lines.slice(0, added + 1).join('\n')}\n`;
fs.writeFileSync(path.join(content, 'recent.log'), recent);

const test = workbenchTest({
  content,
  size: { width: 1500, height: 1000 },
  settings: { 'files.associations': { '*.log': 'kubelet-log' } },
  // The person's own modules are not those of this machine; the PATH is: started from a terminal the server asks no login shell for another.
  env: { GOMODCACHE: path.join(content, 'none'), GOFLAGS: '', VSCODE_CLI: '1' },
});

/** Debugs a log to its end, and gives the frame of the sync loop. */
async function debugToEnd(page: Page, log: string): Promise<Locator> {
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, log);
  await runCommand(page, 'Kubelet: Debug This Log');
  const stack = page.locator('.debug-call-stack');
  await page
    .locator('.debug-toolbar')
    .getByRole('button', { name: /^Continue( \(|$)/ })
    .click();
  const view = page.locator('.activitybar').getByRole('tab', { name: /^Run and Debug/ });
  if ((await view.getAttribute('aria-selected')) !== 'true') await view.click();
  const frame = stack.getByText('syncLoopIteration').first();
  // A stack that was never looked at may be closed.
  const isOpen = await frame.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) {
    await stack.getByText('syncLoop', { exact: true }).first().click();
    await page.keyboard.press('ArrowRight');
  }
  await frame.waitFor();
  return frame;
}

/** The number of the line that the caret is on, in the editor in front. */
async function caretLine(page: Page): Promise<string> {
  const editor = page.locator('.editor-group-container.active .monaco-editor').first();
  return await editor.locator('.line-numbers.active-line-number').innerText();
}

async function stop(page: Page): Promise<void> {
  await page
    .locator('.debug-toolbar')
    .getByRole('button', { name: /^Stop( \(|$)/ })
    .click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
}

for (const [version, log, place, statement] of [
  ['v1.9.4', 'old.log', '1856', 'SyncLoop (DELETE'],
  ['v1.34.2', 'recent.log', '2515', 'SyncLoop ADD'],
] as const)
  test(`three clicks lead from a frame of ${version} to its statement`, async ({
    workbench: { page },
  }) => {
    const frame = await debugToEnd(page, log);
    await frame.click();
    await page
      .getByText(
        `Kubernetes ${version} source for pkg/kubelet/kubelet.go is not available locally.`,
      )
      .waitFor();
    await page.getByRole('button', { name: `Get the Source of ${version}…` }).click();
    const question = page.getByRole('dialog', { name: /Get the Go source/ });
    await question.waitFor();
    fs.mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, `go-source-question-${version}.png`) });
    await question.getByRole('button', { name: 'Get the Source' }).click();
    const shown = page.locator('.view-line', { hasText: statement }).first();
    await shown.waitFor({ timeout: 90_000 });
    await expect.poll(() => caretLine(page)).toBe(place);
    // Behind the statement stands how often it wrote a line.
    await page.locator('.view-line', { hasText: /1×/ }).first().waitFor();
    await page.screenshot({ path: path.join(pictures, `go-source-${version}.png`) });
    await stop(page);
  });

test('the function above the statement tells what it wrote, and leads back to it', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Go to Line/Column...');
  await page.keyboard.type('2430');
  await page.keyboard.press('Enter');
  const skipped = page.getByRole('button', {
    name: /^wrote 2 lines · 09:33:47\.573 Skipping pod synchronization/,
  });
  await skipped.waitFor();
  await page.screenshot({ path: path.join(pictures, 'go-source-lenses.png') });
  await skipped.click();
  const line = lines.findIndex((text) => text.includes('"Skipping pod synchronization"')) + 1;
  await expect.poll(() => caretLine(page)).toBe(String(line));
});

test('a part of the sync loop leads to its function', async ({ workbench }) => {
  const { page } = workbench;
  await runCommand(page, 'View: Close All Editors');
  // Without the panel all of the page is in the picture.
  await page.keyboard.press('Control+J');
  await runCommand(page, 'Kubelet: Show Sync Loop');
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByRole('button', { name: /^pod workers: / }).click();
  const link = loop.getByRole('button', { name: 'podWorkers.podWorkerLoop' }).first();
  await link.waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(workbench, theme);
    await page.screenshot({ path: path.join(pictures, `go-source-page-${theme}.png`) });
  }
  await link.click();
  await page.locator('.view-line', { hasText: 'podWorkerLoop(' }).first().waitFor();
  await page.screenshot({ path: path.join(pictures, 'go-source-from-page.png') });
});
