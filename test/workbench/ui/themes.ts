// Every page in every theme: opened as a person does, unfolded, and looked at by axe-core; nothing moves that
// need not, and in little room nothing sticks out.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import type { PageId } from '../../../src/extension/contributions.ts';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { layoutProblems, motions, narrowTo } from '../lib/layout.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { setTheme, settled, themes, type Theme } from '../lib/themes.ts';
import type { Workbench } from '../lib/workbench.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, settings } = await liveCluster();
afterAll(() => cluster.stop());
const test = workbenchTest({ settings, size: { width: 1500, height: 1100 } });

async function pick(page: Page, option: RegExp): Promise<void> {
  await quickInput(page).getByRole('option', { name: option }).first().click();
}

async function simulate(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).locator('input').first().fill(name);
  await pick(page, new RegExp(name));
  await pick(page, /^1\.34/);
  await webview(page).locator('kd-timeline .kd-time').waitFor();
}

/** The page alone in the window. */
async function show(page: Page, command: string, element: string): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, `Kubelet: ${command}`);
  await webview(page).locator(element).locator('h1').first().waitFor({ state: 'attached' });
}

/** All that there are, in an order in which each finds what it needs. */
const pages: Readonly<Record<PageId, (page: Page) => Promise<void>>> = {
  async goroutines(page) {
    await openContainer(page, 'Kubelet');
    await runCommand(page, 'Kubelet: Connect to Cluster…');
    await pick(page, /^fake/);
    const node = treeRow(page, /^Node node-a/);
    await node.hover();
    await node.getByRole('button', { name: 'Open Node Log…' }).click();
    await treeRow(page, /^default\/web-1, terminating/).waitFor();
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Kubelet: Show Node Goroutines…');
    await pick(page, /^node-a/);
    const standing = webview(page)
      .locator('kd-goroutines')
      .getByRole('region', { name: 'Unusual waits' });
    await standing.getByRole('button', { name: /StopPodSandbox/ }).click();
    await standing
      .getByRole('button', { name: /^pod_workers\.go/ })
      .first()
      .waitFor();
  },
  async node(page) {
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Kubelet: Compare Node…');
    await pick(page, /^node-a/);
    await webview(page).getByRole('table', { name: 'All pods' }).waitFor();
  },
  async network(page) {
    await runCommand(page, 'Kubelet: Disconnect from Cluster');
    await runCommand(page, 'Kubelet: Open Sample Incident');
    await pick(page, /dockershim/);
    await webview(page).locator('kd-timeline .kd-time').waitFor();
    await show(page, 'Show Network Page', 'kd-network');
    const tries = webview(page).getByRole('button', { name: /^Attempts of/ });
    await tries.first().click();
    await webview(page).locator('kd-network .kd-details').waitFor();
  },
  latencies: (page) => show(page, 'Show Pod Latencies', 'kd-latencies'),
  async pod(page) {
    await show(page, 'Show Pod Page', 'kd-pod');
    const pod = webview(page).locator('kd-pod');
    await pod.getByRole('button', { name: 'default/web-1' }).click();
    await pod.getByRole('button', { name: 'Why is it stuck?' }).click();
    await pod.getByRole('region', { name: 'Answer' }).waitFor();
  },
  async findings(page) {
    await show(page, 'Show Findings', 'kd-findings');
    await webview(page).locator('kd-findings .kd-fold').click();
    await webview(page).locator('kd-findings .kd-details').waitFor();
  },
  async compare(page) {
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Kubelet: Compare…');
    await pick(page, /^Before and After the Cursor/);
    await webview(page).locator('kd-compare').getByRole('table', { name: 'New' }).waitFor();
  },
  async syncLoop(page) {
    await show(page, 'Show Sync Loop', 'kd-sync-loop');
    const loop = webview(page).locator('kd-sync-loop');
    await loop.getByRole('button', { name: 'Explain' }).click();
    await loop.getByRole('button', { name: /^pod workers: / }).click();
    await loop.getByRole('region', { name: 'pod workers' }).waitFor();
  },
  async machine(page) {
    await show(page, 'Show Pod Worker Queues', 'kd-machine');
    await webview(page)
      .locator('kd-machine')
      .getByRole('table', { name: /^Pod workers by the log/ })
      .waitFor();
  },
  async pleg(page) {
    await simulate(page, 'process is stopped');
    await show(page, 'Show PLEG Page', 'kd-pleg');
    await webview(page).locator('kd-pleg canvas').first().waitFor();
  },
  async informer(page) {
    await simulate(page, 'API server');
    await show(page, 'Show Informer', 'kd-informer');
    const informer = webview(page).locator('kd-informer');
    await informer
      .getByRole('button', { name: /waits .* before it lists/ })
      .last()
      .click();
    await informer.getByRole('img', { name: 'How the waits grow' }).waitFor();
  },
  async apiServer(page) {
    await show(page, 'Show API Server Laboratory', 'kd-api-server');
    const server = webview(page).locator('kd-api-server');
    await server.getByRole('button', { name: 'A slow client is cut off' }).click();
    await server.getByRole('button', { name: 'wait ms=1000' }).click();
    await server.getByText('11 of 11').waitFor();
  },
  async queues(page) {
    await show(page, 'Show Queue Laboratory', 'kd-queues');
    const queues = webview(page).locator('kd-queues');
    await queues.getByRole('button', { name: 'Deltas pile up' }).click();
    await queues.getByRole('button', { name: 'Next move' }).click();
    await queues.getByText('2 of 9').waitFor();
  },
  async timeline(page) {
    await show(page, 'Show Timeline', 'kd-timeline');
    const chart = webview(page).locator('kd-timeline').getByRole('application');
    await chart.focus();
    for (const key of ['r', 'm']) await chart.press(key);
    await webview(page).getByRole('region', { name: 'Range' }).waitFor();
  },
};

/** A window of so many pixels at a zoom is one of fewer CSS pixels. */
const windows = [
  ['1024 at 100 %', { width: 1024, height: 700 }],
  ['1024 at 200 %', { width: 512, height: 350 }],
  ['1920 at 100 %', { width: 1920, height: 1080 }],
  ['1920 at 200 %', { width: 960, height: 540 }],
] as const;
/** FACE=all: each page in each of them; else each in one. */
const isWhole = process.env['FACE'] === 'all';

/** The page's problems in a window, in a light theme and a dark one. */
async function windowProblems(
  workbench: Workbench,
  name: string,
  [words, size]: (typeof windows)[number],
): Promise<string[]> {
  const { page } = workbench;
  await page.setViewportSize(size);
  const frame = await webviewFrame(page);
  const problems: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(workbench, theme);
    const found = await accessibilityProblems(frame);
    problems.push(...found.map((problem) => `${words}, ${theme}: ${problem}`));
  }
  await picture(page, `${name}-${words.replace(' %', '').replaceAll(' ', '-')}`);
  return [...problems, ...(await layoutProblems(frame)).map((one) => `${words}: ${one}`)];
}

test.for(Object.entries(pages))(
  'axe finds no fault in any theme, nothing is cut off in little room: %s',
  async ([name, open], { workbench }) => {
    const { page } = workbench;
    await open(page);
    for (const theme of Object.keys(themes) as Theme[]) {
      await setTheme(workbench, theme);
      const problems = await accessibilityProblems(await webviewFrame(page));
      expect(problems, theme).toEqual([]);
    }
    expect(await motions(await webviewFrame(page)), 'motion').toEqual([]);
    const size = page.viewportSize();
    for (const width of [900, 740, 500]) {
      const frame = await webviewFrame(page);
      await narrowTo(frame, width);
      await settled(page);
      await picture(page, `${name}-${width}`);
      expect.soft(await layoutProblems(frame), `${width} px`).toEqual([]);
    }
    await sideBar(page, false);
    const some = isWhole
      ? windows
      : [windows[Object.keys(pages).indexOf(name) % windows.length] ?? windows[0]];
    for (const one of some) expect.soft(await windowProblems(workbench, name, one)).toEqual([]);
    if (size !== null) await page.setViewportSize(size);
    await sideBar(page, true);
  },
);

/** In a narrow window a person closes it. */
async function sideBar(page: Page, isShown: boolean): Promise<void> {
  const bar = page.locator('.part.sidebar');
  if ((await bar.isVisible()) === isShown) return;
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await bar.waitFor({ state: isShown ? 'visible' : 'hidden' });
}

async function picture(page: Page, name: string): Promise<void> {
  fs.mkdirSync(path.join(root, 'artifacts/ui'), { recursive: true });
  await page.screenshot({ path: path.join(root, `artifacts/ui/${name}.png`) });
}
