// The participant @kubelet in VS Code's own chat: it answers by itself, and its lines are links that lead to them.
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { runCommand } from '../lib/drive.ts';
import { wasAsked, writeMuteModel } from '../lib/muteModel.ts';
import { simulatedFolder } from '../lib/simulated.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: simulatedFolder('cni-del-fails', { verbosity: 4, at: '2026-03-02T08:00:30Z' }),
  beside: [writeMuteModel()],
  settings: { 'chat.disableAIFeatures': false },
  size: { width: 1600, height: 1000 },
});

/** Asks, and gives the answer that has such words: the chat draws only what is in sight. */
async function ask(page: Page, question: string, words: string | RegExp): Promise<Locator> {
  await page.locator('.interactive-input-part .monaco-editor').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(question);
  // A list of participants or of commands may be open, and takes the first Enter.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const answer = page.locator('.interactive-response', { hasText: words });
  await answer.waitFor();
  return answer;
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(root, `artifacts/ui/${name}.png`) });
}

async function currentLine(page: Page): Promise<string> {
  return await page
    .locator('.editor-group-container .line-numbers.active-line-number')
    .first()
    .innerText();
}

test('a model is chosen, whichever', async ({ workbench: { page } }) => {
  await page
    .getByRole('treeitem', { name: /CNI DEL fails/ })
    .first()
    .waitFor();
  await runCommand(page, 'Chat: Open Chat');
  const picker = page.locator('.interactive-input-part').getByRole('button', { name: /Auto|Mute/ });
  await picker.first().click();
  await page.getByRole('option', { name: /^Mute/ }).first().click();
  await page.locator('.interactive-input-part').getByRole('button', { name: /Mute/ }).waitFor();
});

test('/why says what holds a pod, with lines that are links', async ({ workbench: { page } }) => {
  const answer = await ask(page, '@kubelet /why default/web-1', 'waits for CNI DEL of its sandbox');
  // The question stays above its answer, over the first.
  const link = answer.getByRole('link', { name: /^kubelet\.log:\d+$/ }).last();
  const [, line = ''] = /:(\d+)$/.exec(await link.innerText()) ?? [];
  await link.click();
  await expect.poll(() => currentLine(page)).toBe(line);
  await picture(page, 'chat-why');
});

test('/explain tells of the line at the caret', async ({ workbench: { page } }) => {
  const line = await currentLine(page);
  const answer = await ask(page, '@kubelet /explain ', 'written by kubelet');
  await answer
    .getByRole('link', { name: `kubelet.log:${line}` })
    .first()
    .waitFor();
  await picture(page, 'chat-explain');
});

test('/timeline tells of a span, line by line', async ({ workbench: { page } }) => {
  const question = '@kubelet /timeline 08:00:10 08:00:20 default/web-1';
  const answer = await ask(page, question, /08:00:1\d\.\d+ default\/web-1: /);
  expect(await answer.getByRole('link', { name: /^kubelet\.log:\d+$/ }).count()).toBeGreaterThan(1);
  expect(await answer.getByRole('link', { name: /^\d+:\d+$/ }).count()).toBe(0);
  await picture(page, 'chat-timeline');
});

test('what cannot be answered gets a sentence, and no model was asked', async ({
  workbench: { page },
}) => {
  await ask(page, '@kubelet /why default/nope', 'The log mentions no pod default/nope');
  expect(await page.locator('.interactive-response', { hasText: wasAsked }).count()).toBe(0);
});
