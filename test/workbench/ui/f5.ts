// F5 on a log of one's own, of any name: from the file to the first finding by one key; the debug console; lines and keys where one looks.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openFile, pickFromMenu, quickInput, runCommand, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-f5-'));
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const log = zlib.gunzipSync(fs.readFileSync(capture)).toString();
fs.writeFileSync(path.join(content, 'node-a.log'), log);
/** Lines of flags before it make two parts of what is packed. */
const [flag = ''] = log.split('\n');
const long = `${`${flag}${' '.repeat(180)}\n`.repeat(6_000)}${log}`;
fs.writeFileSync(path.join(content, 'node-b.log.gz'), zlib.gzipSync(long));
const found = (text: string): number =>
  text.split('\n').findIndex((line) => line.includes('StopPodSandbox from runtime')) + 1;
fs.mkdirSync(path.join(content, 'must-gather.1/nodes'), { recursive: true });
fs.copyFileSync(capture, path.join(content, 'must-gather.1/nodes/kubelet.log.gz'));

const test = workbenchTest({ content, size: { width: 1500, height: 1100 } });
const pictures = path.join(root, 'artifacts/ui');
fs.mkdirSync(pictures, { recursive: true });

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/** The button of the status bar, not the editor's language. */
const offer = /Open as Kubelet Log|looks like a kubelet log/;

/** Of the lines in sight that show a text: the numbers that stand before them. */
async function numbersOf(page: Page, text: string): Promise<readonly number[]> {
  return await page
    .locator('.view-line', { hasText: text })
    .evaluateAll((lines) =>
      lines.flatMap((line) =>
        [...line.querySelectorAll('*')]
          .map((part) => Number(/\d+/.exec(getComputedStyle(part, '::before').content)?.[0]))
          .filter((number) => number > 0),
      ),
    );
}

/** In the console, whose suggestions Enter would take. */
async function say(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}

test('F5 debugs the log in front, and stops at its first finding', async ({
  workbench: { page },
}) => {
  await openFile(page, 'node-a.log');
  await page.locator('.statusbar').getByRole('button', { name: offer }).waitFor();
  await page.locator('.view-line', { hasText: 'FLAG: --address' }).click();
  await page.keyboard.press('F5');
  await page.locator('.exception-widget', { hasText: 'high: CNI DEL fails' }).waitFor();
  await page.locator('.statusbar', { hasText: `Ln ${found(log)}` }).waitFor();
  await picture(page, 'f5');
});

test('why and goto answer in the debug console, which keeps the keyboard', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Debug Console: Focus on Debug Console View');
  const console = page.locator('.repl');
  await say(page, 'why web-1');
  await console.getByText('CNI DEL fails (bridge)').first().waitFor();
  await say(page, 'goto 09:35:20');
  await console.getByText('09:35:19.').first().waitFor();
  await page.locator('.view-line', { hasText: '09:35:19.' }).first().waitFor();
  await say(page, 'help');
  await console.getByText('why a pod is stuck').first().waitFor();
  await picture(page, 'f5-console');
  await page.keyboard.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});

test('lines of a part have the numbers of the whole log', async ({ workbench: { page } }) => {
  await page.keyboard.press('Control+P');
  await quickInput(page).locator('input').first().fill('node-b');
  await quickInput(page)
    .getByRole('option', { name: /^node-b/ })
    .first()
    .click();
  await page.locator('.statusbar').getByRole('button', { name: offer }).waitFor();
  await page.keyboard.press('F5');
  await page.locator('.exception-widget').waitFor();
  await expect.poll(() => numbersOf(page, 'StopPodSandbox from runtime')).toContain(found(long));
  await picture(page, 'f5-numbers');
  await page.keyboard.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  // Other documents have those of the editor.
  await openFile(page, 'node-a.log');
  await page.locator('.margin-view-overlays .line-numbers').first().waitFor();
});

test('a folder opens from the Explorer, with a verdict, and the timeline has the keys', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'File: Focus on Files Explorer');
  await page
    .getByRole('treeitem', { name: /must-gather/ })
    .first()
    .click({ button: 'right' });
  await pickFromMenu(page, 'Open Log…');
  await page
    .locator('.notification-toast', { hasText: /problems: CNI DEL fails .*default\/web-1/ })
    .waitFor();
  await picture(page, 'f5-verdict');
  await runCommand(page, 'Kubelet: Show Timeline');
  const isOnChart = async (): Promise<boolean> =>
    (await webviewFrame(page)).evaluate(
      () =>
        document.querySelector('kd-timeline')?.shadowRoot?.activeElement?.matches('.kd-chart') ===
        true,
    );
  await expect.poll(isOnChart).toBe(true);
});
