// VS Code's own debug view over a log: a breakpoint set by a click, hit, threads and values read, and a step back.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { openFile, runCommand } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const content = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-debug-'));
const capture = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
const log = zlib.gunzipSync(fs.readFileSync(capture)).toString();
fs.writeFileSync(path.join(content, 'kubelet.log'), log);
const lines = log.split('\n');
const deletion = lines.findIndex((line) => line.includes('"SyncLoop DELETE"')) + 1;

const test = workbenchTest({ content, size: { width: 1500, height: 1100 } });

function toolbar(page: Page, name: string): Locator {
  return page
    .locator('.debug-toolbar')
    .getByRole('button', { name: new RegExp(`^${name}( \\(|$)`) });
}

/** A click into the margin left of a line's number, as a person sets a breakpoint. */
async function clickGutter(page: Page, line: number): Promise<void> {
  const number = page.locator('.margin-view-overlays .line-numbers', {
    hasText: new RegExp(`^${line}$`),
  });
  // The editor may still be scrolling to the line, and draws its numbers anew as it does.
  const place = async (): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> => {
    for (;;) {
      await number.waitFor();
      const box = await number.boundingBox();
      if (box !== null) return box;
    }
  };
  let box = await place();
  for (let before = NaN; box.y !== before; box = await place()) {
    before = box.y;
    await page.waitForTimeout(300);
  }
  await page.mouse.click(box.x - 8, box.y + box.height / 2);
}

/** The line at which it stands: threads whose stacks were looked at have marks too, but none further down. */
async function markedLine(page: Page): Promise<number> {
  await page.locator('.view-overlays .debug-top-stack-frame-line').first().waitFor();
  // All at once: while the editor draws its lines anew, one that was there a moment ago is waited for in vain.
  return await page.evaluate(() => {
    const placed = (selector: string): readonly { text: string; y: number }[] =>
      [...document.querySelectorAll(selector)].map((element) => ({
        text: element.textContent,
        y: element.getBoundingClientRect().y,
      }));
    const marks = placed('.view-overlays .debug-top-stack-frame-line');
    const numbers = placed('.margin-view-overlays .line-numbers');
    const marked = numbers.filter(({ y }) => marks.some((mark) => Math.abs(y - mark.y) < 3));
    return marked.length === 0 ? NaN : Math.max(...marked.map(({ text }) => Number(text)));
  });
}

async function appears(wanted: Locator): Promise<boolean> {
  return await wanted.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

test('a breakpoint set in the log is hit, and a step leads back from it', async ({
  workbench: { page },
}) => {
  await openFile(page, 'kubelet.log');
  await page.keyboard.press('Control+G');
  await page.keyboard.type(`${deletion}`);
  await page.keyboard.press('Enter');
  await clickGutter(page, deletion);
  await page.locator('.monaco-editor .codicon-debug-breakpoint').first().waitFor();

  await runCommand(page, 'Kubelet: Debug This Log');
  const stack = page.locator('.debug-call-stack');
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBe(deletion);
  await page.screenshot({ path: path.join(root, 'artifacts/ui/debug-hit.png') });
  const top = stack.getByText('SyncLoop DELETE').first();
  // A stack that was never looked at may be closed.
  if (!(await appears(top))) {
    await stack.getByText('syncLoop', { exact: true }).first().click();
    await page.keyboard.press('ArrowRight');
  }
  await top.waitFor();

  for (const name of ['PLEG', 'status manager', 'volume manager', 'probe manager'])
    await stack.getByText(name, { exact: true }).waitFor();
  await stack.getByText(/^default\/web-1: /).waitFor();
  const variables = page.locator('.debug-variables');
  await variables.getByText('Sync loop').waitFor();
  const message = variables.locator('.monaco-list-row', { hasText: /^message/ });
  if (!(await appears(message))) {
    await variables.getByText('Log line').click();
    await page.keyboard.press('ArrowRight');
  }
  expect(await message.textContent()).toContain('SyncLoop DELETE');

  // Behind the line stands what it is about.
  await page.locator('.view-line', { hasText: /default\/web-1:\ssync/ }).waitFor();
  await toolbar(page, 'Step Back').click();
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBeLessThan(deletion);
  fs.mkdirSync(path.join(root, 'artifacts/ui'), { recursive: true });
  await page.screenshot({ path: path.join(root, 'artifacts/ui/debug.png') });
  await toolbar(page, 'Step Over').click();
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBe(deletion);
  await toolbar(page, 'Reverse').click();
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBe(1);
  // A step of our own views is a stop of the debugger, too.
  await runCommand(page, 'Kubelet: Step Forward by One Line');
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBe(2);
  await toolbar(page, 'Play').click();
  await toolbar(page, 'Pause').click();
  await toolbar(page, 'Continue').click();
  await expect.poll(() => markedLine(page), { timeout: 15_000 }).toBe(deletion);
  await toolbar(page, 'Stop').click();
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});
