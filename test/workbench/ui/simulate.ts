// Simulating, as a person meets it: a scenario and a kubelet are picked, and the incident is on the screen.
import { quickInput, runCommand, treeRow, webview } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const test = workbenchTest({ size: { width: 1500, height: 1100 } });

test('a scenario is picked by what happens in it', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).locator('input').first().fill('tear down networks');
  await quickInput(page)
    .getByRole('option', { name: /The CNI plug-in cannot tear down networks/ })
    .click();
  await quickInput(page).getByRole('option', { name: '1.23' }).click();
  await treeRow(page, /cni-del-fails\.log, \d+ lines/).waitFor();
  await treeRow(page, /CNI DEL fails/)
    .first()
    .waitFor();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
});
