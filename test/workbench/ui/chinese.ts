// A VS Code whose language is Chinese: views, commands, pages and messages speak it, and nothing of them is cut off.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { root } from '../../../scripts/lib.mjs';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  viewHeader,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { layoutProblems } from '../lib/layout.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { settled } from '../lib/themes.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, settings } = await liveCluster();
afterAll(() => cluster.stop());
const size = { width: 1500, height: 1100 };
const test = workbenchTest({ settings, language: 'zh-cn', size });

async function picture(page: Page, name: string): Promise<void> {
  fs.mkdirSync(path.join(root, 'artifacts/ui'), { recursive: true });
  await page.screenshot({ path: path.join(root, `artifacts/ui/zh-${name}.png`) });
}

test('the views and what they say while nothing is open', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  for (const view of ['来源', 'Pod', 'Pod worker 队列', 'PLEG', '网络', '问题'])
    await viewHeader(page, view).waitFor();
  await page.locator('.sidebar').getByText('没有打开 kubelet 日志。').waitFor();
  await picture(page, 'welcome');
});

test('a command, its choices, and the trees', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: 打开示例事件');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .waitFor();
  await picture(page, 'choices');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .click();
  await treeRow(page, /^default\/web-1/)
    .first()
    .waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await picture(page, 'incident');
});

const pages: readonly (readonly [command: string, element: string, text: string])[] = [
  ['显示时间线', 'kd-timeline', '第 373 条，共 411 条'],
  ['显示问题', 'kd-findings', '按原因'],
  ['显示 Pod 页面', 'kd-pod', '容器'],
  ['显示网络页面', 'kd-network', '所有调用'],
  ['显示 PLEG 页面', 'kd-pleg', '事件'],
  ['显示同步循环', 'kd-sync-loop', '说明'],
  ['显示 Pod worker 队列', 'kd-machine', '正在处理'],
];

test.for(pages)('%s', async ([command, element, text], { workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, `Kubelet: ${command}`);
  const shown = webview(page).locator(element);
  if (element === 'kd-pod') await shown.getByRole('button', { name: 'default/web-1' }).click();
  await shown.getByText(text).first().waitFor();
  const frame = await webviewFrame(page);
  await settled(page);
  await picture(page, element);
  expect(await layoutProblems(frame)).toEqual([]);
  expect(await page.locator('.tab.active .label-name').textContent()).toMatch(/[一-鿿]|PLEG|Pod/);
});

test('what differs before and after the cursor', async ({ workbench: { page } }) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: 比较…');
  await pick(page, /^游标之前与之后/);
  await webview(page).locator('kd-compare').getByRole('table', { name: '新出现' }).waitFor();
  for (const where of ['.kd-sides', '.kd-bar', 'h2', '.kd-note'])
    expect(await englishOn(page, `kd-compare ${where}`), where).toEqual([]);
  await held(page, 'kd-compare');
});

/** Texts of a page with English words that are no names: three in a row. */
async function englishOn(page: Page, where: string): Promise<string[]> {
  const texts = await webview(page).locator(where).allInnerTexts();
  return texts.filter((text) => /[a-z]+ [a-z]+ [a-z]+/i.test(text));
}

async function held(page: Page, name: string): Promise<void> {
  await settled(page);
  await picture(page, name);
  expect(await layoutProblems(await webviewFrame(page))).toEqual([]);
}

async function pick(page: Page, option: RegExp): Promise<void> {
  await quickInput(page).getByRole('option', { name: option }).first().click();
}

test('the steps of an informer', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: 模拟…');
  await quickInput(page).locator('input').first().fill('API server');
  await pick(page, /API server/);
  await pick(page, /^1\.34/);
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: 显示 Informer');
  const informer = webview(page).locator('kd-informer');
  await informer.getByText('等待', { exact: false }).first().waitFor();
  expect(await englishOn(page, 'kd-informer .kd-lead')).toEqual([]);
  const steps = await englishOn(page, 'kd-informer .kd-step');
  // What the server answers is its own.
  expect(steps.filter((text) => !/connection refused|the server answered/.test(text))).toEqual([]);
  await held(page, 'kd-informer');
});

test('what goroutines are at, and where witnesses of a node differ', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: 连接到集群…');
  await pick(page, /^fake/);
  const node = treeRow(page, /node-a\W+Ready/).first();
  await node.hover();
  await node.getByRole('button', { name: '打开节点的日志…' }).click();
  await treeRow(page, /^default\/web-1/)
    .first()
    .waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: 显示节点的 goroutine…');
  await pick(page, /^node-a/);
  await webview(page).locator('kd-goroutines').getByText('同步循环').first().waitFor();
  expect(await englishOn(page, 'kd-goroutines h2')).toEqual([]);
  await held(page, 'kd-goroutines');
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: 比较节点…');
  await pick(page, /^node-a/);
  await webview(page).locator('kd-node table').nth(1).waitFor();
  expect(await englishOn(page, 'kd-node .kd-resource')).toEqual([]);
  expect(await englishOn(page, 'kd-node .kd-differs li')).toEqual([]);
  await held(page, 'kd-node');
});
