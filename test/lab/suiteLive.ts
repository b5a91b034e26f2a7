// The live part against a real cluster, through the engine as the extension uses it: nodes and pods, a node's log that is followed while
// connections are cut and the API server is killed, the worker that hangs, and what somebody without rights is told.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from '../support/engine.ts';
import { podPath } from './api.ts';
import { inLanes } from './peer.ts';
import { until } from './program.ts';
import { stackIsReal, stopsAtAdd } from './suiteDebug.ts';
import { StartedLab } from './startedLab.ts';

type Say = (text: string) => void;
type Test = (name: string, run: () => Promise<void>) => Promise<void>;

export async function followsLive(test: Test, say: Say): Promise<void> {
  const lab = new StartedLab('--v', '4');
  const engine = await engineHere();
  const live = new Live(lab, engine, say);
  try {
    await lab.says('the lab is up', 20 * 60_000);
    await test('live: nodes and pods come and go within a second', () => live.podsComeAndGo());
    await test('live: a fault is found within 5 s of its line', () => live.faultIsFound());
    await test('live: the goroutine of a hung CNI DEL stands under its pod', () =>
      live.hangIsTied());
    await test('live: the debugger stops at the line of an ADD', () => live.debuggerStops());
    await test('live: the API server is killed and comes back', () => live.serverReturns());
    await test('live: a kubelet is restarted, and its verbosity raised and set back', () =>
      live.kubeletReturns());
    await test('live: no line of the log is lost or doubled', () => live.logIsWhole());
    await test('live: who has no rights gets the sentence', () => live.rightsAreTold());
    await test('live: no token is in what was shown', () => live.keepsSecrets());
  } finally {
    await engine.call('close', []);
    await engine.call('disconnectCluster', []);
    engine.dispose();
    assert.equal(await lab.interrupt(), 0, lab.output);
  }
}

const all = { start: 0, count: 500 };

class Live {
  private readonly lab: StartedLab;
  private readonly engine: EngineClient;
  private readonly say: Say;

  constructor(lab: StartedLab, engine: EngineClient, say: Say) {
    this.lab = lab;
    this.engine = engine;
    this.say = say;
  }

  private get kubeconfig(): string {
    return path.join(this.lab.dir, 'kubeconfig');
  }

  private async connect(kubeconfig = this.kubeconfig): Promise<void> {
    const request = { context: 'lab', kubeconfig, runsPrograms: false };
    await this.engine.call('connectCluster', [request]);
    await until(
      'the view is live',
      10_000,
      async () => (await this.state()) === 'live' || undefined,
    );
  }

  private async state(): Promise<string | undefined> {
    return (await this.engine.call('cluster', []))?.state;
  }

  private async shows(pod: string): Promise<boolean> {
    const rows = await this.engine.call('clusterPods', ['node-a']);
    return rows.some(({ name }) => name === pod);
  }

  async podsComeAndGo(): Promise<void> {
    const began = Date.now();
    await this.connect();
    this.say(`  the first tree came after ${Date.now() - began} ms`);
    assert.equal(await this.shows('web'), true);
    const api = this.lab.api();
    const created = this.lab.ask('/create', { name: 'comes' });
    await until('the API server has the pod', 10_000, async () => {
      return (await api.answers(podPath('default', 'comes'))) || undefined;
    });
    await this.within('the pod is shown', () => this.shows('comes'));
    await created;
    const deleted = this.lab.ask('/delete', { name: 'comes' });
    await until('the API server has the pod no more', 60_000, async () => {
      return !(await api.answers(podPath('default', 'comes'))) || undefined;
    });
    await this.within('the pod is shown no more', async () => !(await this.shows('comes')));
    await deleted;
    api.close();
  }

  async faultIsFound(): Promise<void> {
    await this.lab.ask('/create', { name: 'broken' });
    assert.equal((await this.engine.call('nodeLog', ['node-a'])).kind, 'found');
    await this.engine.call('open', [{ sources: [{ kind: 'node', node: 'node-a' }] }]);
    await this.lab.ask('/fault', { name: 'cni-del', on: 'on' });
    void this.lab.ask('/delete', { name: 'broken' });
    await until('the fault is in the log', 60_000, () => {
      return this.lab.read('var/log/kubelet.log').includes('injected') || undefined;
    });
    await this.within('the fault is found after its line', async () => {
      const { rows } = await this.engine.call('findings', [all]);
      return rows.some(({ id, pod }) => id.startsWith('cni-del') && pod === 'default/broken');
    });
    const { rows } = await this.engine.call('network', [all]);
    assert(rows.some(({ command, pod }) => command === 'DEL' && pod === 'default/broken'));
    await this.lab.ask('/fault', { name: 'cni-del', on: 'off' });
  }

  async hangIsTied(): Promise<void> {
    await this.lab.ask('/create', { name: 'hung' });
    await this.lab.ask('/fault', { name: 'cni-del-hang', on: 'on' });
    void this.lab.ask('/delete', { name: 'hung' });
    try {
      await until('the worker waits for a minute', 150_000, async () => {
        await this.engine.call('openGoroutines', [{ kind: 'node', node: 'node-a' }]);
        const { groups } = await this.engine.call('goroutines', ['', {}]);
        const [worker] = groups.find(({ id }) => id === 'pod-worker')?.stacks ?? [];
        if (worker?.notable !== true) return undefined;
        assert.match(
          worker.doing ?? '',
          /SyncTerminatingPod: waits for the runtime: StopPodSandbox/,
        );
        assert.deepEqual(
          worker.pods.map(({ name }) => name),
          ['default/hung'],
        );
        this.say(`  ${worker.minutes} min: ${worker.why}`);
        return true;
      });
      await stackIsReal(this.kubeconfig, 'default/hung', this.say);
    } finally {
      await this.lab.ask('/fault', { name: 'cni-del-hang', on: 'off' });
    }
  }

  async debuggerStops(): Promise<void> {
    const create = () => this.lab.ask('/create', { name: 'attached' });
    await stopsAtAdd(this.kubeconfig, 'default/attached', create, this.say);
  }

  async serverReturns(): Promise<void> {
    await this.lab.ask('/fault', { name: 'apiserver-down', on: 'on' });
    await this.within('the view is stale', async () => (await this.state()) === 'stale');
    assert.equal(await this.shows('web'), true);
    await this.lab.ask('/fault', { name: 'apiserver-down', on: 'off' });
    await this.within('the view is live again', async () => (await this.state()) === 'live');
    await this.lab.ask('/create', { name: 'after' });
    await this.within('the view is right again', () => this.shows('after'));
    const row = await this.engine.call('cluster', []);
    // A server that just came back may fall silent once more.
    assert((row?.silences.length ?? 0) >= 1, 'the silence stays visible');
  }

  /** What is open goes on with the new process; a relist says so from level 5 on, each second. */
  async kubeletReturns(): Promise<void> {
    const runs = async (): Promise<number> => (await this.engine.call('session', [])).runs.length;
    const before = await runs();
    await this.lab.ask('/restart-kubelet');
    await this.within('the new run is seen', async () => (await runs()) > before);
    assert.equal(await this.engine.call('verbosity', ['node-a']), 4);
    const relists = (): number =>
      this.lab.read('var/log/kubelet.log').split('"GenericPLEG: Relisting"').length;
    await this.engine.call('setVerbosity', ['node-a', 5]);
    const quiet = relists();
    await until('the kubelet is loud', 30_000, () => relists() > quiet + 2 || undefined);
    await this.engine.call('setVerbosity', ['node-a', 4]);
    const after = relists();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    assert(relists() <= after + 1, 'it is quiet again');
  }

  /** Three more cuts, while pods come and go, and 10,000 lines: a kubelet of this verbosity writes one for each question. */
  async logIsWhole(): Promise<void> {
    const count = (): number => this.lab.read('var/log/kubelet.log').split('\n').length;
    const before = count();
    const api = this.lab.api();
    for (let cut = 0; cut < 3; cut++) {
      await inLanes(3_500, async () => {
        await api.text('/api/v1/nodes/node-a/proxy/healthz');
      });
      await this.lab.ask('/fault', { name: 'apiserver-down', on: 'on' });
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await this.lab.ask('/fault', { name: 'apiserver-down', on: 'off' });
      await this.lab.ask('/create', { name: `noise-${cut}` });
    }
    api.close();
    assert(count() - before > 10_000, `only ${count() - before} lines came`);
    const size = this.lab.read('var/log/kubelet.log').length;
    await until('the engine has the log', 60_000, async () => {
      const { sources } = await this.engine.call('session', []);
      return (sources[0]?.bytes ?? 0) >= size || undefined;
    });
    const { text } = await this.engine.call('window', [0, 0, 256 << 20]);
    const file = this.lab.read('var/log/kubelet.log');
    const lines = text.split('\n').length;
    assert(file.startsWith(text), 'what was followed is the begin of the file, byte for byte');
    this.say(`  ${lines} lines over four cuts, as in the file`);
  }

  async rightsAreTold(): Promise<void> {
    const file = path.join(this.lab.dir, 'jane.kubeconfig');
    const config = readFileSync(this.kubeconfig, 'utf8').replace('"token"', '"as":"jane","token"');
    writeFileSync(file, config, { mode: 0o600 });
    const own = await engineHere();
    await own.call('connectCluster', [{ context: 'lab', kubeconfig: file, runsPrograms: false }]);
    const told = await own.call('nodeLog', ['node-a']);
    await until('her view is stale', 5_000, async () => {
      return (await own.call('cluster', []))?.problem?.includes('jane') || undefined;
    });
    await own.call('disconnectCluster', []);
    own.dispose();
    assert.equal(told.kind, 'obstacle');
    assert.match(told.text, /^You may not "get" nodes\/proxy\. That right is not harmless/);
    assert.match(told.mend.join('\n'), /kubectl create clusterrole .*--resource=nodes\/proxy/);
  }

  async keepsSecrets(): Promise<void> {
    const token = /"token":"(\w+)"/.exec(readFileSync(this.kubeconfig, 'utf8'))?.[1] ?? '';
    assert(token.length > 10);
    const shown = [
      await this.engine.call('cluster', []),
      await this.engine.call('clusterPods', ['node-a']),
      await this.engine.call('session', []),
      await this.engine.call('window', [0, 0, 256 << 20]),
      await this.engine.call('window', [1, 0, 256 << 20]),
    ];
    assert.equal(JSON.stringify(shown).includes(token), false);
  }

  /** Says how long it took; that it comes at all is what is asserted, for the machine may be busy. */
  private async within(what: string, done: () => Promise<boolean>): Promise<void> {
    const began = Date.now();
    await until(what, 30_000, async () => (await done()) || undefined);
    this.say(`  ${what} after ${Date.now() - began} ms`);
  }
}
