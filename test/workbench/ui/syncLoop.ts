// The sync loop drawn as a machine: by mouse and by keys, stepped and played.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { openContainer, quickInput, runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('its parts tell what they hold', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Sync Loop');
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByRole('button', { name: /^CNI: now \d+ failing/ }).click();
  await loop.getByRole('region', { name: 'CNI' }).getByText('failed attempts so far').waitFor();
  await loop.getByRole('button', { name: /^pod workers: / }).click();
  await loop
    .getByRole('region', { name: 'pod workers' })
    .getByRole('button', { name: 'default/web-1' })
    .waitFor();
});

test('explanations say what a part does, and where its code is', async ({
  workbench: { page },
}) => {
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByRole('button', { name: 'Explain' }).click();
  await loop
    .getByRole('region', { name: 'pod workers' })
    .getByText('pkg/kubelet/pod_workers.go')
    .waitFor();
  await loop.getByRole('region', { name: 'What happened here' }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('keys step, and the way of the line lights up', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Go to Start');
  const loop = webview(page).locator('kd-sync-loop');
  await loop.getByText('Before the first line').waitFor();
  const machine = loop.getByRole('region', { name: /^The machine at the cursor/ });
  await machine.focus();
  for (
    let step = 0;
    step < 12 && (await loop.locator('.kd-wire.kd-lit').count()) === 0;
    step += 1
  ) {
    const before = await loop.locator('.kd-bar .kd-note').textContent();
    await machine.press('ArrowRight');
    await expect.poll(() => loop.locator('.kd-bar .kd-note').textContent()).not.toBe(before);
  }
  expect(await loop.locator('.kd-wire.kd-lit').count()).toBeGreaterThan(0);
});

test('it plays, and stops when told', async ({ workbench: { page } }) => {
  const loop = webview(page).locator('kd-sync-loop');
  const place = loop.locator('.kd-bar .kd-note');
  const before = await place.textContent();
  await loop.getByRole('button', { name: '20 / s' }).click();
  await loop.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => place.textContent()).not.toBe(before);
  await loop.getByRole('button', { name: 'Pause' }).click();
  await loop.getByRole('button', { name: 'Play' }).waitFor();
});
