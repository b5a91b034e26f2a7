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
import { workbenchTest } from '../lib/workbenchTest.ts';

const pictures = path.join(root, 'artifacts/ui');
const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-source-'));
/** As v1.9.4 writes them: those places are in its source. */
const old = `I0321 10:00:00.000000    1234 server.go:182] Version: v1.9.4
I0321 10:00:01.000000    1234 kubelet.go:1840] SyncLoop (ADD, "api"): "web-1_default(0f0e3a0c-2cf1-11e8-9d3f-08002744c1f5)"
I0321 10:00:09.000000    1234 kubelet.go:1856] SyncLoop (DELETE, "api"): "web-1_default(0f0e3a0c-2cf1-11e8-9d3f-08002744c1f5)"
`;
fs.mkdirSync(path.join(content, 'old'));
fs.mkdirSync(path.join(content, 'recent'));
fs.writeFileSync(path.join(content, 'old/kubelet.log'), old);
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const lines = zlib.gunzipSync(fs.readFileSync(capture)).toString().split('\n');
const added = lines.findIndex((line) => line.includes('"SyncLoop ADD"'));
const recent = `${lines.slice(0, added + 1).join('\n')}\n`;
fs.writeFileSync(path.join(content, 'recent/kubelet.log'), recent);

const test = workbenchTest({
  content,
  size: { width: 1500, height: 1000 },
  // The person's own modules are not those of this machine.
  env: { GOMODCACHE: path.join(content, 'none'), GOFLAGS: '' },
});

/** Debugs a log to its end, and gives its call stack. */
async function debugToEnd(page: Page, folder: string): Promise<Locator> {
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'kubelet.log', folder);
  await runCommand(page, 'Kubelet: Debug This Log');
  const stack = page.locator('.debug-call-stack');
  await page
    .locator('.debug-toolbar')
    .getByRole('button', { name: /^Continue( \(|$)/ })
    .click();
  await stack.getByText('syncLoopIteration').first().waitFor();
  return stack;
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

for (const [version, folder, place, statement] of [
  ['v1.9.4', 'old', '1856', 'SyncLoop (DELETE'],
  ['v1.34.2', 'recent', '2515', 'SyncLoop ADD'],
] as const)
  test(`three clicks lead from a frame of ${version} to its statement`, async ({
    workbench: { page },
  }) => {
    const stack = await debugToEnd(page, folder);
    await stack.getByText('syncLoopIteration').first().click();
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
  const loop = page.getByText(/wrote 1 line · 0?/).first();
  await runCommand(page, 'Go to Line/Column...');
  await page.keyboard.type('2430');
  await page.keyboard.press('Enter');
  await loop.waitFor();
  await page.getByRole('button', { name: 'stop here' }).first().waitFor();
  await page.screenshot({ path: path.join(pictures, 'go-source-lenses.png') });
});

test('a part of the sync loop leads to its function', async ({ workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Sync Loop');
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByRole('button', { name: /^pod workers: / }).click();
  await loop.getByRole('button', { name: 'podWorkers.podWorkerLoop' }).first().click();
  await page.locator('.view-line', { hasText: 'podWorkerLoop(' }).first().waitFor();
  await page.screenshot({ path: path.join(pictures, 'go-source-page.png') });
});
