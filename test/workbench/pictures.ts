// Takes the pictures of the walkthrough (media/walkthrough) and of README (docs/pictures) from the real workbench, light and dark:
//   node test/workbench/pictures.ts
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import UPNG from 'upng-js';
import { root, say } from '../../scripts/lib.mjs';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  viewHeader,
  webview,
} from './lib/drive.ts';
import { setTheme, settled } from './lib/themes.ts';
import { type Workbench, openWorkbench } from './lib/workbench.ts';

/** Colours of a picture: text on flat ground needs few, and a package should be small. */
const COLOURS = 96;
/** Bytes that a picture may have. */
const LIMIT = 150_000;

type Clip = { x: number; y: number; width: number; height: number };

const workbench = await openWorkbench({ size: { width: 1360, height: 850 } });
const { page } = workbench;
try {
  await openContainer(page, 'Kubelet');
  await viewHeader(page, 'Findings').waitFor();
  await page.mouse.move(900, 600);
  await take(workbench, 'walkthrough', 'open', { x: 0, y: 0, width: 560, height: 370 });

  await openSample(page);
  await take(workbench, 'readme', 'incident');
  await take(workbench, 'walkthrough', 'step', { x: 0, y: 0, width: 900, height: 460 });
  await take(
    workbench,
    'walkthrough',
    'timeline',
    await boxOf(page.locator('iframe.webview.ready')),
  );

  await widenSidebar(page, 560);
  await foldOthers(page);
  await take(workbench, 'walkthrough', 'findings', { x: 0, y: 0, width: 720, height: 560 });
  await foldOthers(page);

  await widenSidebar(page, 330);
  await runCommand(page, 'Kubelet: Go to Start');
  await runCommand(page, 'Kubelet: Debug This Log');
  await page.locator('.debug-toolbar').waitFor();
  await runCommand(page, 'View: Toggle Panel Visibility');
  await runCommand(page, 'View: Show Run and Debug');
  await page.locator('.debug-call-stack').getByText('PLEG').waitFor();
  await runCommand(page, 'Kubelet: Go to Time…');
  await quickInput(page).locator('input').first().fill('09:34:11.66');
  await page.keyboard.press('Enter');
  const worker = page.locator('.debug-call-stack').getByText(/default\/web-1: /);
  await worker.first().click();
  await page.keyboard.press('ArrowRight');
  const scope = page.locator('.debug-variables').getByText('Pod worker');
  await scope.waitFor();
  const state = page.locator('.debug-variables .monaco-list-row', { hasText: /^state/ });
  if (!(await state.isVisible())) {
    await scope.click();
    await page.keyboard.press('ArrowRight');
  }
  await state.waitFor();
  await page.mouse.move(700, 840);
  await take(workbench, 'readme', 'debug');
  await take(workbench, 'walkthrough', 'debug', { x: 0, y: 0, width: 1000, height: 620 });
} catch (error) {
  await page.screenshot({ path: 'artifacts/pictures-failed.png' });
  throw error;
} finally {
  await workbench.close();
}

async function openSample(shown: Page): Promise<void> {
  await runCommand(shown, 'Kubelet: Open Sample Incident');
  await quickInput(shown)
    .getByRole('option', { name: /containerd/ })
    .click();
  await treeRow(shown, /default\/web-1/)
    .first()
    .waitFor();
  await webview(shown).locator('kd-timeline .kd-time').waitFor();
}

/** Folds or unfolds all views but the findings. */
async function foldOthers(shown: Page): Promise<void> {
  for (const view of ['Pods', 'Sources'])
    await shown.locator('.sidebar .pane-header', { hasText: view }).first().click();
}

/** Drags the sidebar's edge until it is so wide. */
async function widenSidebar(shown: Page, width: number): Promise<void> {
  const sidebar = await boxOf(shown.locator('.part.sidebar'));
  const edge = sidebar.x + sidebar.width;
  await shown.mouse.move(edge, 300);
  await shown.mouse.down();
  await shown.mouse.move(sidebar.x + width, 300, { steps: 5 });
  await shown.mouse.up();
  await shown.mouse.move(900, 10);
}

async function boxOf(shown: Locator): Promise<Clip> {
  const box = await shown.first().boundingBox();
  if (box === null) throw new Error('What is to be pictured is not on screen.');
  return box;
}

async function take(
  shown: Workbench,
  purpose: 'readme' | 'walkthrough',
  name: string,
  clip?: Clip,
): Promise<void> {
  const folder = purpose === 'readme' ? 'docs/pictures' : 'media/walkthrough';
  fs.mkdirSync(path.join(root, folder), { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(shown, theme);
    await settled(shown.page);
    const picture = await shown.page.screenshot({
      animations: 'disabled',
      ...(clip === undefined ? {} : { clip }),
    });
    const small = withFewColours(picture);
    const file = `${folder}/${name}-${theme}.png`;
    fs.writeFileSync(path.join(root, file), small);
    say(`${file}: ${(small.length / 1000).toFixed(1)} kB`);
    if (small.length > LIMIT) {
      process.exitCode = 1;
      console.error(`${file} has more than ${LIMIT} bytes.`);
    }
  }
}

function withFewColours(png: Buffer): Uint8Array {
  const bytes = new Uint8Array(png).buffer;
  const image = UPNG.decode(bytes);
  return new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS));
}
