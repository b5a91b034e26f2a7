// A hostile log, and a kubelet that is, in every page: markup, colours, turned and hidden text, a huge line. It is only ever shown.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { PageId } from '../../../src/extension/contributions.ts';
import { quickInput, runCommand, treeRow, webview, webviewFrame } from '../lib/drive.ts';
import { liveCluster } from '../lib/liveCluster.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const evil =
  '<img src=https://evil.invalid/x onerror=alert(1)><script>alert(2)</script>\u202e\u0000\u001b[31mred';
const sandbox = '9'.repeat(64);
const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';

function hostileFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-hostile-'));
  process.once('exit', () => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const head = (second: number): string =>
    `E1121 09:00:${String(second).padStart(2, '0')}.000000    1 pod_workers.go:1324]`;
  const failure = (second: number, text: string): string =>
    `${head(second)} "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"rpc error: code = DeadlineExceeded desc = failed to destroy network for sandbox \\\\\\"${sandbox}\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${text}\\"" pod="default/a" podUID="${uid}"`;
  const lines = [
    'I1121 09:00:00.000000    1 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/a"]',
    'I1121 09:00:01.000000    1 kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["default/a"]',
    failure(2, evil),
    failure(14, `${evil}${'x'.repeat(1_000_000)}`),
    `I1121 09:00:15.000000    1 kubelet.go:2453] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s ${evil}"`,
    failure(26, evil),
  ];
  fs.writeFileSync(path.join(folder, 'kubelet.log'), `${lines.join('\n')}\n`);
  const incident = { title: 'hostile', description: '', sources: ['kubelet.log'] };
  fs.writeFileSync(path.join(folder, 'kubelet-incident.json'), JSON.stringify(incident));
  return folder;
}

const { cluster, kubelet, settings } = await liveCluster();
afterAll(() => cluster.stop());
for (const endpoint of ['pods', 'runningpods/'])
  kubelet.endpoints.set(
    endpoint,
    JSON.stringify({
      items: [
        {
          metadata: { name: evil, namespace: 'default', uid: evil },
          spec: { containers: [{ name: evil }] },
          status: { phase: evil },
        },
      ],
    }),
  );
kubelet.endpoints.set(
  'debug/pprof/goroutine',
  [
    'goroutine 7 [select, 9 minutes]:',
    'k8s.io/kubernetes/pkg/kubelet.(*Kubelet).sync<img>\u202e(0x1)',
    '\t/src/pkg/kubelet/evil.go:1 +0x1d',
    'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop(0x1)',
    '\t/src/pkg/kubelet/pod_workers.go:1314 +0x1d',
    '',
  ].join('\n'),
);

const test = workbenchTest({
  content: hostileFolder(),
  settings,
  size: { width: 1500, height: 1000 },
});

/** Elements that only the log can have brought, wherever they are. VS Code has a script of its own in the document itself. */
async function injected(page: Page): Promise<number> {
  const frame = await webviewFrame(page);
  return await frame.evaluate(() => {
    const count = (root: Document | ShadowRoot): number =>
      root.querySelectorAll(root instanceof ShadowRoot ? 'img, script' : 'img').length +
      [...root.querySelectorAll('*')].reduce(
        (sum, { shadowRoot }) => sum + (shadowRoot === null ? 0 : count(shadowRoot)),
        0,
      );
    return count(document);
  });
}

async function show(page: Page, command: string): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, `Kubelet: ${command}`);
}

const toNode = /^node-a/;

async function pick(page: Page, option: RegExp): Promise<void> {
  await quickInput(page).getByRole('option', { name: option }).first().click();
}

/** Every page that there is: how it is opened, and words by which it is known to show something. */
const pages: Readonly<
  Record<PageId, readonly [open: (page: Page) => Promise<void>, words: string | RegExp]>
> = {
  timeline: [(page) => show(page, 'Show Timeline'), /entry \d+ of \d+/],
  findings: [(page) => show(page, 'Show Findings'), '<img src=https://evil.invalid/x'],
  pod: [
    async (page) => {
      await show(page, 'Show Pod Page');
      await webview(page).getByRole('button', { name: 'default/a' }).click();
    },
    '<img src=https://evil.invalid/x',
  ],
  latencies: [(page) => show(page, 'Show Pod Latencies'), 'default/a'],
  network: [(page) => show(page, 'Show Network Page'), 'bridge'],
  compare: [
    async (page) => {
      await show(page, 'Compare…');
      await pick(page, /^Two Windows of Time/);
      const box = quickInput(page).locator('input').first();
      for (const [title, span] of [
        ['(1/2)', '..09:00:01.5'],
        ['(2/2)', '09:00:01.5..'],
      ] as const) {
        await quickInput(page).getByText(title).waitFor();
        await box.fill(span);
        await page.keyboard.press('Enter');
      }
    },
    'bridge',
  ],
  pleg: [(page) => show(page, 'Show PLEG Page'), 'PLEG'],
  syncLoop: [(page) => show(page, 'Show Sync Loop'), 'syncLoop'],
  machine: [(page) => show(page, 'Show Pod Worker Queues'), 'default/a'],
  informer: [(page) => show(page, 'Show Informer'), /./],
  apiServer: [(page) => show(page, 'Show API Server Laboratory'), 'etcd'],
  queues: [(page) => show(page, 'Show Queue Laboratory'), 'DeltaFIFO'],
  node: [
    async (page) => {
      await runCommand(page, 'Kubelet: Connect to Cluster…');
      await pick(page, /^fake/);
      await treeRow(page, /^Node node-a/).waitFor();
      await show(page, 'Compare Node…');
      await pick(page, toNode);
    },
    'default/<img src=https://evil.invalid/x',
  ],
  goroutines: [
    async (page) => {
      await show(page, 'Show Node Goroutines…');
      await pick(page, toNode);
    },
    'sync<img>',
  ],
};

test.for(Object.entries(pages))(
  'a hostile log and kubelet are text: %s',
  async ([name, [open, words]], { workbench: { page } }) => {
    if (name === 'timeline') await webview(page).locator('kd-timeline .kd-time').waitFor();
    await open(page);
    const shown = webview(page).locator('main > *');
    await shown.getByText(words).first().waitFor();
    expect(await injected(page)).toBe(0);
    const text = await shown.first().evaluate((host) => host.shadowRoot?.textContent ?? '');
    expect(['\u0000', '\u001b', '\u202e'].filter((mark) => text.includes(mark))).toEqual([]);
  },
);
