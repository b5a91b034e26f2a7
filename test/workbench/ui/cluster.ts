// A cluster in the Sources view: connected by a command, its nodes and pods, the log of a node that is followed, its goroutines,
// and what is left when the API server goes.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { accessibilityProblems } from '../lib/axe.ts';
import {
  openContainer,
  openFile,
  quickInput,
  runCommand,
  toast,
  treeRow,
  webview,
  webviewFrame,
} from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const { cluster, content, kubelet, settings, write } = await liveCluster();
afterAll(() => cluster.stop());
const test = workbenchTest({ settings, content, size: { width: 1500, height: 1100 } });

/** Runs in the page: all that VS Code in a browser keeps there. */
async function readStores(): Promise<string> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(request.error ?? new Error('no store'));
      };
    });
  const found: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      found.push(await settled<unknown[]>(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  return JSON.stringify([found, Object.entries(localStorage)]);
}

test('it is connected by its context, and shows nodes and pods', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Connect to Cluster…');
  expect(cluster.server.requests).toEqual([]);
  await quickInput(page).getByRole('option', { name: /^fake/ }).click();
  await treeRow(page, /^Cluster fake, 2 nodes · 4 pods/).waitFor();
  await treeRow(page, /^Node node-b, NotReady, 1 pod, 1 in trouble/).waitFor();
  await treeRow(page, /^Node node-a, Ready/)
    .locator('.monaco-tl-twistie')
    .click();
  await treeRow(page, /^Pod default\/web-1, Running/).waitFor();
});

test('the log of a node is followed', async ({ workbench: { page } }) => {
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Open Node Log…' }).click();
  await treeRow(page, /^Log node-a, \d+ lines · following/).waitFor();
  await treeRow(page, /^default\/web-1, terminating/).waitFor();
  write(2);
  await page
    .getByRole('tree', { name: 'Findings' })
    .getByRole('treeitem', { name: /StopPodSandbox|sandbox/i })
    .first()
    .waitFor();
});

test('its goroutines show the worker of the pod that hangs', async ({ workbench: { page } }) => {
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Show Node Goroutines…' }).click();
  const shown = webview(page).locator('kd-goroutines');
  await shown.getByRole('heading', { name: 'node-a' }).waitFor();
  const standing = shown.getByRole('region', { name: 'Unusual waits' });
  await standing
    .getByRole('button', { name: /SyncTerminatingPod: waits for the runtime: StopPodSandbox/ })
    .click();
  await standing
    .getByRole('button', { name: 'pod_workers.go:1319' })
    .or(standing.getByRole('button', { name: /^pod_workers\.go:/ }))
    .first()
    .waitFor();
  await standing.getByRole('button', { name: 'default/web-1' }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('a node is compared: API server, kubelet, runtime and log', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  const node = treeRow(page, /^Node node-a/);
  await node.hover();
  await node.getByRole('button', { name: 'Compare Node…' }).click();
  const shown = webview(page).locator('kd-node');
  await shown.getByRole('heading', { name: 'node-a' }).waitFor();
  const differences = shown.getByRole('table', { name: 'Differences' });
  await differences.getByText('the kubelet no longer lists it').waitFor();
  await differences.getByText('the API server has no deletion for it').waitFor();
  const left = shown.getByRole('list', { name: 'Free resources on the node' });
  await left.getByText('5.5 GiB free of 50.0 GiB').waitFor();
  const all = shown.getByRole('table', { name: 'All pods' });
  await all.getByRole('row', { name: /web-2 Running Running runs main/ }).waitFor();
  expect(await accessibilityProblems(await webviewFrame(page))).toEqual([]);
});

test('a manifest tells of its pods, and leads to them and back', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'View: Close All Editors');
  await openFile(page, 'pods.yaml');
  const lenses = page.locator('.codelens-decoration');
  await lenses.getByText('no pod in fake').waitFor();
  await lenses.getByText(/^Running on node-a · sync/).waitFor();
  await lenses.getByText(/^Running on node-a · terminating.* problems?$/).click();
  await webview(page).locator('kd-pod').getByRole('heading', { name: 'default/web-1' }).waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Open Pod Manifest');
  await page.getByRole('tab', { name: /^pods\.yaml/ }).waitFor();
  await lenses.getByText('no pod in fake').waitFor();
  await runCommand(page, 'View: Close All Editors');
});

test('the verbosity is raised after a confirmation, and set back', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Raise Node Verbosity…');
  for (const choice of [/^node-a/, /^-v=6/, /^1 min/])
    await quickInput(page).getByRole('option', { name: choice }).click();
  expect(kubelet.puts).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Raise' }).click();
  const told = toast(page, 'logs at -v=6 for 1 min');
  await told.waitFor();
  expect(kubelet.puts).toEqual(['debug/flags/v 6']);
  await told.hover();
  await told.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => kubelet.puts).toEqual(['debug/flags/v 6', 'debug/flags/v 2']);
});

test('a kubelet that may not be asked is told with what mends it', async ({
  workbench: { page },
}) => {
  kubelet.allowed = false;
  // By its command: rows are drawn anew while the log of node-a can't be followed, and a click that falls between is lost.
  await runCommand(page, 'Kubelet: Open Node Log…');
  await quickInput(page)
    .getByRole('option', { name: /^node-b/ })
    .click();
  const told = toast(page, /You may not "get" nodes\/proxy/);
  await told.getByRole('button', { name: 'Show the Fix' }).click();
  await page.locator('.view-line', { hasText: 'kubectl create clusterrole' }).first().waitFor();
  kubelet.allowed = true;
});

test('when the API server goes, the last view stays and says so', async ({
  workbench: { page },
}) => {
  await cluster.server.stop();
  await treeRow(page, /^Cluster fake, stale since/).waitFor();
  await treeRow(page, /^Pod default\/web-1, Running/).waitFor();
  await runCommand(page, 'Kubelet: Disconnect from Cluster');
  await treeRow(page, /^Cluster fake/).waitFor({ state: 'detached' });
});

test('the token of the kubeconfig is in nothing that VS Code keeps', async ({
  workbench: { page, user },
}) => {
  const token = 'planted-token';
  expect(fs.readFileSync(cluster.kubeconfig, 'utf8')).toContain(token);
  const files = fs
    .readdirSync(user, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.some((file) => file.endsWith('.log'))).toBe(true);
  expect(files.filter((file) => fs.readFileSync(file).includes(token))).toEqual([]);
  const stores = await page.evaluate(readStores);
  expect(stores).toContain('workbench');
  expect(stores).not.toContain(token);
});
