// The informers of a connected cluster on their page, without a log; and one request sent to it from the laboratory, after a confirmation.
import { afterAll, expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  quickInput,
  runCommand,
  treeRow,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, settings } = await liveCluster();
afterAll(() => cluster.stop());
const test = workbenchTest({ settings, size: { width: 1500, height: 1100 } });

test('the informers of the cluster are shown without a log', async ({ workbench: { page } }) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  await treeRow(page, /^Cluster fake, 2 nodes · 4 pods/).waitFor();
  await runCommand(page, 'Kubelet: Show Informer');
  const informer = webview(page).locator('kd-informer');
  await informer.getByRole('img', { name: 'The reflector watches' }).waitFor();
  await informer.getByRole('row', { name: /streaming list the first list 4 objects/ }).waitFor();
  const store = informer.getByRole('table', { name: 'Store' });
  await store.getByText('default/importer').waitFor();
  await informer.getByRole('button', { name: /^node-a/ }).click();
  await store.getByText('default/importer').waitFor({ state: 'detached' });
  await store.getByText('default/web-1').waitFor();
  await informer.getByRole('button', { name: 'Cluster: nodes' }).click();
  await store.getByText('node-b').waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('what makes it list again is told', async ({ workbench: { page } }) => {
  const informer = webview(page).locator('kd-informer');
  cluster.server.faults.push(
    ...Array.from({ length: 2 }, () => ({
      status: { code: 410, reason: 'Expired', message: 'too old resource version: 1 (9)' },
    })),
  );
  cluster.server.cutWatches('close');
  await informer
    .getByRole('row', { name: /keeps that version no longer \(410\).*too old resource version/ })
    .first()
    .waitFor();
});

test('the log’s own reflectors stand beside', async ({ workbench: { page } }) => {
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /containerd/ })
    .first()
    .click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Informer');
  const informer = webview(page).locator('kd-informer');
  await informer.getByRole('button', { name: 'Kubelet’s log' }).click();
  await informer.getByRole('table', { name: 'Lines of reflectors' }).waitFor();
  await informer.getByRole('table', { name: 'Reflectors' }).getByText('*v1.Pod').first().waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('a request is sent once it is agreed to, and both answers are shown', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show API Server Laboratory');
  const lab = webview(page).locator('kd-api-server');
  await lab.getByRole('button', { name: 'LIST n', exact: true }).click();
  const trial = lab.getByRole('region', { name: 'Try on the Cluster' });
  await trial.getByText('The cluster fake, whose pods were seen last at version').waitFor();
  await trial.getByLabel('resourceVersion', { exact: true }).fill('999');
  await trial.getByLabel('namespace').fill('default');
  await trial.getByLabel('namespace').press('Tab');
  const sent = cluster.server.requests.length;
  await trial.getByRole('button', { name: 'Try on the Cluster…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('/api/v1/namespaces/default/pods?resourceVersion=999', { exact: false })
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(cluster.server.requests.length).toBe(sent);
  await trial.getByRole('button', { name: 'Try on the Cluster…' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await trial.getByText('The model answers the same').waitFor();
  await trial.getByText('504 Timeout').nth(1).waitFor();
  expect(cluster.server.requests.slice(sent)).toEqual([
    'GET /api/v1/namespaces/default/pods?resourceVersion=999',
  ]);
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});
