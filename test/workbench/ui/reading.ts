// Reading a log in the editor: its outline, folds, colours of names and ids, and what a line means.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import { clickLine, quickInput, runCommand } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: path.join(root, 'media/samples'),
  size: { width: 1500, height: 1100 },
});

async function openCause(page: Page): Promise<void> {
  const findings = page.getByRole('tree', { name: 'Findings' });
  await findings
    .getByRole('treeitem', { name: /^cause at/ })
    .first()
    .dblclick();
  await page.locator('.statusbar-item', { hasText: '09:34:10.840' }).waitFor();
  await clickLine(page, 'StopPodSandbox from runtime');
}

test('the outline has the run of the kubelet and its findings', async ({ workbench: { page } }) => {
  await openCause(page);
  await runCommand(page, 'Go to Symbol in Editor...');
  const input = quickInput(page);
  await input.getByRole('option', { name: /^kubelet v1\.34\.2/ }).waitFor();
  await input
    .getByRole('option', { name: /CNI DEL fails/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
});

test('lines that come again and again fold', async ({ workbench: { page } }) => {
  const folded = page.locator(
    '.monaco-editor .inline-folded, .monaco-editor .codicon-folding-collapsed',
  );
  await runCommand(page, 'Fold All');
  await folded.first().waitFor();
  await runCommand(page, 'Unfold All');
  await folded.first().waitFor({ state: 'detached' });
});

test('a line’s begin tells whether it is normal', async ({ workbench: { page } }) => {
  await openCause(page);
  const message = page
    .locator('.view-line', { hasText: 'StopPodSandbox from runtime service failed' })
    .first()
    .locator('span', { hasText: 'StopPodSandbox' })
    .last();
  const hover = page.locator('.monaco-hover:visible', { hasText: 'it belongs to CNI DEL fails' });
  await expect
    .poll(
      async () => {
        await page.mouse.move(5, 5);
        await message.hover();
        return await hover
          .first()
          .waitFor({ timeout: 3000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});

test('the cursor follows the caret, when it is told to', async ({ workbench: { page } }) => {
  const status = page.locator('.statusbar-item[id$="kubelet.cursor"] [aria-label]').first();
  const clickInEditor = async (text: string): Promise<void> => {
    await runCommand(page, 'View: Focus First Editor Group');
    await clickLine(page, text);
  };
  await openCause(page);
  const before = (await status.getAttribute('aria-label')) ?? '';
  await clickInEditor('Unhandled Error');
  expect(await status.getAttribute('aria-label')).toBe(before);
  await runCommand(page, 'Kubelet: Toggle Follow Caret');
  await page.getByText('The cursor follows the caret in logs.').waitFor();
  await clickInEditor('Failed to stop sandbox');
  await expect.poll(() => status.getAttribute('aria-label')).not.toBe(before);
  await runCommand(page, 'Kubelet: Toggle Follow Caret');
  await page.getByText('The cursor stays when the caret moves.').waitFor();
});

test('a line of a finding is marked: a lens above the first, signs beside all', async ({
  workbench: { page },
}) => {
  await openCause(page);
  const lens = page.locator('.codelens-decoration', { hasText: 'CNI DEL fails (bridge)' });
  await lens.first().waitFor();
  await expect.poll(() => page.locator('.glyph-margin-widgets .cgmr').count()).toBeGreaterThan(4);
  await page.locator('.sticky-line-content', { hasText: 'Kubelet version' }).first().waitFor();
});

test('names and known ids have colours of their own, and light up together', async ({
  workbench: { page },
}) => {
  await openCause(page);
  const lines = page.locator('.view-line', { hasText: 'Failed to stop sandbox' });
  const colorOf = (text: string): Promise<string> =>
    lines
      .first()
      .locator('span:not(:has(span))', { hasText: text })
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  const sandbox = '9936f76e4b93';
  await expect
    .poll(async () => (await colorOf(sandbox)) !== (await colorOf('containerd')))
    .toBe(true);
  await lines.first().locator('span:not(:has(span))', { hasText: sandbox }).first().click();
  await page.locator('.wordHighlightText').nth(1).waitFor();
});
