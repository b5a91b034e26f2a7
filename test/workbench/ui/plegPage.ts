// The page of PLEG, on a simulated node whose runtime hangs for five minutes.
import { expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import { runCommand, webview, webviewFrame } from '../lib/drive.ts';
import { simulatedFolder } from '../lib/simulated.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({
  content: simulatedFolder('runtime-hangs', { verbosity: 5, at: '2026-03-02T08:04:00Z' }),
  size: { width: 1500, height: 1100 },
});

test('it says since when no relist succeeds, and who holds it up', async ({
  workbench: { page },
}) => {
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show PLEG Page');
  const pleg = webview(page).locator('kd-pleg');
  await pleg.getByText(/No relist has succeeded since 08:00:22\.\d{3}/).waitFor();
  await pleg.getByRole('img', { name: /^Relists over time\..*Stalled from 08:00:22/ }).waitFor();
  await pleg
    .getByRole('table', { name: 'Periods without a relist' })
    .getByText('5 min 1 s')
    .waitFor();
  await pleg
    .getByRole('table', { name: /calls to the runtime timed out/ })
    .getByRole('button', { name: 'default/web-0' })
    .waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('the chart moves the cursor, and follows it', async ({ workbench: { page } }) => {
  const pleg = webview(page).locator('kd-pleg');
  const over = pleg.locator('.kd-relists .u-over');
  const box = await over.boundingBox();
  if (box === null) throw new Error('The chart has no place.');
  await over.dblclick({ position: { x: box.width * 0.02, y: box.height / 2 } });
  await pleg.getByText('Relists succeed: PLEG is healthy').waitFor();
  await runCommand(page, 'Kubelet: Go to End');
  await pleg.getByText(/at 08:0[78]:/).waitFor();
});
