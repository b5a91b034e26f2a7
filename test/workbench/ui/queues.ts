// The laboratory of queues: moves by buttons and keys, versions, a consumer that comes seldom, lessons, scripts and Go source.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { openContainer, runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1000 } });

test('buttons and keys move all three, and no log is needed', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Show Queue Laboratory');
  const queues = webview(page).locator('kd-queues');
  await queues.getByRole('button', { name: 'Add', exact: true }).click();
  const all = queues.getByRole('region', { name: /^The laboratory/ });
  await all.focus();
  await page.keyboard.press('u');
  const real = queues.getByRole('region', { name: 'RealFIFO' });
  await real.getByText('default/web@2').waitFor();
  const fifo = queues.getByRole('region', { name: 'FIFO', exact: true });
  expect(await fifo.getByRole('listitem').count()).toBe(1);
  expect(await real.getByRole('listitem').count()).toBe(2);
  await page.keyboard.press('ArrowLeft');
  await queues.getByText('1 of 2').waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('an older client-go has no RealFIFO, and puts back what asks for it', async ({
  workbench: { page },
}) => {
  const queues = webview(page).locator('kd-queues');
  const requeue = queues.getByRole('button', { name: 'Pop, ErrRequeue' });
  expect(await requeue.isDisabled()).toBe(true);
  await queues.getByRole('button', { name: '1.32', exact: true }).click();
  await queues.getByText('Since client-go 1.33').waitFor();
  await requeue.click();
  const delta = queues.getByRole('region', { name: 'DeltaFIFO' });
  await delta.getByText('The consumer returned ErrRequeue').waitFor();
});

test('a consumer that comes seldom lets deltas pile up', async ({ workbench: { page } }) => {
  const queues = webview(page).locator('kd-queues');
  await queues.getByRole('button', { name: 'Start over' }).click();
  await queues.getByRole('button', { name: 'after every fourth move' }).click();
  await queues.getByRole('region', { name: /^The laboratory/ }).focus();
  for (const [index, key] of ['a', 'u', 'd', 'd'].entries()) {
    await page.keyboard.press(key);
    await queues.getByText(`${index === 3 ? 5 : index + 1} of`).waitFor();
  }
  const delta = queues.getByRole('region', { name: 'DeltaFIFO' });
  await delta.getByText('oldest first: 3').waitFor();
});

test('a script is replayed, and one that is none leaves all as it was', async ({
  workbench: { page },
}) => {
  const queues = webview(page).locator('kd-queues');
  const script = queues.getByRole('textbox', { name: 'The moves as a script' });
  await script.fill('{"kind":"deltafifo","known":true}\n{"op":"Add","args":["a/x@1"]}');
  await queues.getByRole('button', { name: 'Replay' }).click();
  await queues.getByText('1 of 1').waitFor();
  await script.fill('{"kind":"deltafifo"}\n{"op":"Explode"}');
  await queues.getByRole('button', { name: 'Replay' }).click();
  await queues.getByRole('alert').getByText('Explode').waitFor();
  await queues.getByText('1 of 1').waitFor();
});

test('what it had comes back with the window', async ({ workbench: { page } }) => {
  await runCommand(page, 'Developer: Reload Webviews');
  await webview(page).locator('kd-queues').getByText('1 of 1').waitFor();
});
