// The live part as a person has it: the extension in a real VS Code, beside a real cluster of two nodes, whose kubelets may be of two versions.
// Order and arrival are asserted; how long each thing took is printed.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { spawnSync } from 'node:child_process';
import {
  openContainer,
  quickInput,
  runCommand,
  toast,
  treeRow,
  unfoldView,
  webview,
} from '../workbench/lib/drive.ts';
import { openWorkbench, type Workbench } from '../workbench/lib/workbench.ts';
import { podPath } from './api.ts';
import { until } from './program.ts';
import { StartedLab } from './startedLab.ts';

type Say = (text: string) => void;
type Test = (name: string, run: () => Promise<void>) => Promise<void>;

/** The minor versions of the kubelets of node-a and node-b. */
type Minors = readonly [nodeA: string, nodeB: string];

export async function showsLive(every: Test, say: Say, minors: Minors): Promise<void> {
  const packed = spawnSync(process.execPath, ['scripts/package.mjs'], { encoding: 'utf8' });
  assert.equal(packed.status, 0, packed.stderr);
  const args = ['--nodes', '2', '--kubelet', minors.join(','), '--truth', '--v', '4'];
  const lab = new StartedLab(...args);
  // A workbench ends this process when it is ended from outside.
  process.once('exit', () => void lab.interrupt());
  let workbench: Workbench | undefined;
  try {
    await lab.says('the lab is up', 20 * 60_000);
    const settings = { 'kubelet.kubeconfig': path.join(lab.dir, 'kubeconfig') };
    workbench = await openWorkbench({ settings, size: { width: 1600, height: 1200 } });
    const { page } = workbench;
    const shown = new Shown(lab, page, say, minors);
    const test: Test = (name, run) =>
      every(name, async () => {
        try {
          await run();
        } catch (error) {
          await page.screenshot({ path: 'artifacts/lab-workbench.png' });
          throw error;
        }
      });
    await test(`workbench: two nodes, of ${minors.join(' and ')}`, () => shown.connects());
    await test('workbench: pods appear, change and vanish', () => shown.podsComeAndGo());
    await test('workbench: a CNI DEL that fails is in Network and a finding', () =>
      shown.faultIsShown());
    await test('workbench: a kubelet is restarted', () => shown.kubeletRestarts());
    await test('workbench: the verbosity is raised and set back', () => shown.verbosity());
    await test('workbench: the goroutine of a hung DEL stands under its pod', () =>
      shown.hangIsTied());
    await test('workbench: the API server is killed and comes back', () => shown.serverReturns());
    await test('workbench: a node is compared, with what it has left', () => shown.compares());
  } finally {
    await workbench?.close();
    assert.equal(await lab.interrupt(), 0, lab.output);
  }
}

/** What is on screen, against what the lab does. */
class Shown {
  private readonly lab: StartedLab;
  private readonly page: Page;
  private readonly say: Say;
  private readonly minors: Minors;

  constructor(lab: StartedLab, page: Page, say: Say, minors: Minors) {
    this.lab = lab;
    this.page = page;
    this.say = say;
    this.minors = minors;
  }

  private tree(view: string): Locator {
    return this.page.getByRole('tree', { name: view });
  }

  private async nodeButton(node: string, name: string): Promise<void> {
    const row = treeRow(this.page, new RegExp(`^Node ${node}`));
    await row.hover();
    await row.getByRole('button', { name }).click();
  }

  async connects(): Promise<void> {
    const { page } = this;
    await openContainer(page, 'Kubelet');
    await runCommand(page, 'Kubelet: Connect to Cluster…');
    await quickInput(page).getByRole('option', { name: /^lab/ }).click();
    await treeRow(page, /^Cluster lab, 2 nodes/).waitFor();
    for (const [i, node] of ['node-a', 'node-b'].entries()) {
      const row = treeRow(page, new RegExp(`^Node ${node}, Ready`));
      await row.filter({ hasText: `v${this.minors[i] ?? ''}` }).waitFor();
    }
    await treeRow(page, /^Node node-a/)
      .locator('.monaco-tl-twistie')
      .click();
    await treeRow(page, /^Pod default\/web, Running/).waitFor();
  }

  async podsComeAndGo(): Promise<void> {
    const api = this.lab.api();
    const created = this.lab.ask('/create', { name: 'comes' });
    await until('the API server has the pod', 30_000, async () => {
      return (await api.answers(podPath('default', 'comes'))) || undefined;
    });
    await this.took('the pod is in the tree', treeRow(this.page, /^Pod default\/comes/).waitFor());
    await created;
    await this.took(
      'Running is shown after the API server said it',
      treeRow(this.page, /^Pod default\/comes, Running/).waitFor(),
    );
    const deleted = this.lab.ask('/delete', { name: 'comes' });
    await treeRow(this.page, /^Pod default\/comes, Terminating/).waitFor();
    await until('the API server has the pod no more', 90_000, async () => {
      return !(await api.answers(podPath('default', 'comes'))) || undefined;
    });
    const gone = treeRow(this.page, /^Pod default\/comes/).waitFor({ state: 'detached' });
    await this.took('the pod is gone from the tree', gone);
    await deleted;
    api.close();
  }

  async faultIsShown(): Promise<void> {
    await this.lab.ask('/create', { name: 'broken' });
    await this.nodeButton('node-a', 'Open Node Log…');
    await treeRow(this.page, /^Log node-a, .* following/).waitFor();
    await this.tree('Pods')
      .getByRole('treeitem', { name: /^default\/broken, sync/ })
      .waitFor();
    await this.lab.ask('/fault', { name: 'cni-del', on: 'on' });
    void this.lab.ask('/delete', { name: 'broken' });
    await until('the fault is in the log', 90_000, () => {
      return this.lab.read('var/log/kubelet.log').includes('injected') || undefined;
    });
    await unfoldView(this.page, 'Network');
    const network = this.tree('Network').getByRole('treeitem', { name: /default\/broken/ });
    const finding = this.tree('Findings').getByRole('treeitem', {
      name: /default\/broken|CNI DEL/,
    });
    await this.took('Network shows it after its line', network.first().waitFor());
    await this.took('and then a finding', finding.first().waitFor());
    await this.lab.ask('/fault', { name: 'cni-del', on: 'off' });
  }

  async kubeletRestarts(): Promise<void> {
    await this.lab.ask('/restart-kubelet');
    await treeRow(this.page, /^Log node-a, .* following/).waitFor();
    await this.lab.ask('/create', { name: 'again' });
    const again = this.tree('Pods').getByRole('treeitem', { name: /^default\/again, sync/ });
    await this.took('a pod of the new run is in Pods', again.waitFor());
  }

  /** From level 5 on each relist is logged; those lines come, and end. */
  async verbosity(): Promise<void> {
    const { page } = this;
    const size = this.lab.read('var/log/kubelet.log').length;
    const loud = (): number =>
      this.lab.read('var/log/kubelet.log').slice(size).split('"GenericPLEG: Relisting"').length - 1;
    await runCommand(page, 'Kubelet: Raise Node Verbosity…');
    for (const choice of [/^node-a/, /^-v=8/, /^1 min/])
      await quickInput(page).getByRole('option', { name: choice }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Raise' }).click();
    const told = toast(page, 'logs at -v=8 for 1 min');
    await told.waitFor();
    await until('the kubelet is loud', 60_000, () => loud() > 0 || undefined);
    await told.hover();
    await told.getByRole('button', { name: 'Cancel' }).click();
    await told.waitFor({ state: 'detached' });
    const quiet = loud();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    assert(loud() - quiet <= 2, `${loud() - quiet} relists are in the log after it was set back`);
    this.say(`  ${quiet} relists in the log while it was raised, ${loud() - quiet} in 12 s after`);
  }

  async hangIsTied(): Promise<void> {
    const { page } = this;
    await this.lab.ask('/create', { name: 'hung' });
    await this.lab.ask('/fault', { name: 'cni-del-hang', on: 'on' });
    void this.lab.ask('/delete', { name: 'hung' });
    const began = Date.now();
    const standing = webview(page)
      .locator('kd-goroutines')
      .getByRole('region', { name: 'Unusual waits' });
    const workers = standing
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /SyncTerminatingPod: .*StopPodSandbox/ }) });
    // A worker of before the fault may stand there as well.
    const worker = workers.filter({ has: page.getByRole('button', { name: 'default/hung' }) });
    await until('the worker stands out', 180_000, async () => {
      await this.nodeButton('node-a', 'Show Node Goroutines…');
      return await worker
        .first()
        .waitFor({ timeout: 8_000 })
        .then(
          () => true,
          async () => {
            for (const text of await workers.allInnerTexts()) this.say(`  another: ${text}`);
          },
        );
    });
    this.say(`  it stands under default/hung ${Math.round((Date.now() - began) / 1000)} s later`);
    await this.lab.ask('/fault', { name: 'cni-del-hang', on: 'off' });
  }

  async serverReturns(): Promise<void> {
    await this.lab.ask('/fault', { name: 'apiserver-down', on: 'on' });
    const stale = treeRow(this.page, /^Cluster lab, stale since/);
    await this.took('the view is stale', stale.waitFor());
    await treeRow(this.page, /^Pod default\/web, Running/).waitFor();
    await this.lab.ask('/fault', { name: 'apiserver-down', on: 'off' });
    await this.took('the view is live again', stale.waitFor({ state: 'detached' }));
    await this.lab.ask('/create', { name: 'after' });
    await treeRow(this.page, /^Pod default\/after, Running/).waitFor();
    await this.tree('Sources')
      .getByRole('treeitem', { name: /^Disconnected/ })
      .first()
      .waitFor();
    await this.tree('Pods')
      .getByRole('treeitem', { name: /^default\/after, sync/ })
      .waitFor();
  }

  async compares(): Promise<void> {
    await runCommand(this.page, 'Kubelet: Compare Node…');
    await quickInput(this.page)
      .getByRole('option', { name: /^node-b/ })
      .click();
    const node = webview(this.page).locator('kd-node');
    await node.getByRole('heading', { name: 'node-b' }).waitFor();
    const left = node.getByRole('list', { name: 'Free resources on the node' });
    await left
      .getByText(/free of/)
      .first()
      .waitFor();
  }

  private async took(what: string, done: Promise<void>): Promise<void> {
    const began = Date.now();
    await done;
    this.say(`  ${what} after ${Date.now() - began} ms`);
  }
}
