// Nothing secret is shown, kept or handed on: tokens are planted wherever a cluster has them, and everything that leaves the engine is searched.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { engineHere } from '../support/engine.ts';
import { FakeCluster, fakeNode, fakePod } from '../support/fakeCluster.ts';
import { FakeKubelet } from '../support/fakeKubelet.ts';

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

/** Each place has a word of its own, so that a failure tells which. */
const planted = (place: string): string => `planted-${place}-0123456789`;
const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';

function plantedPod(): object {
  const pod = fakePod('web', 'node-a', undefined, uid);
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations: { token: planted('annotation') } },
    spec: {
      ...pod.spec,
      containers: [
        {
          name: 'main',
          command: ['app', `--password=${planted('command')}`],
          env: [{ name: 'DB_PASSWORD', value: planted('env') }],
        },
      ],
    },
  };
}

function plantedKubelet(): FakeKubelet {
  const kubelet = new FakeKubelet();
  const lines = [
    `I1121 13:42:01.346912     298 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["default/web"]`,
    `I1121 13:42:02.346912     298 round_trippers.go:463]     Authorization: Bearer ${planted('log')}`,
    `E1121 13:42:03.346912     298 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to pull: https://jane:${planted('url')}@registry.test/v2/" pod="default/web" podUID="${uid}"`,
  ];
  kubelet.files.set('kubelet.log', Buffer.from(`${lines.join('\n')}\n`));
  kubelet.endpoints.set('pods', JSON.stringify({ items: [plantedPod()] }));
  kubelet.endpoints.set('runningpods/', JSON.stringify({ items: [plantedPod()] }));
  const header = { Authorization: [`Bearer ${planted('header')}`] };
  const config = { kubeletconfig: { staticPodURLHeader: header, logging: { verbosity: 2 } } };
  kubelet.endpoints.set('configz', JSON.stringify(config));
  kubelet.endpoints.set('flagz', `\nkubelet flags\n\ncloud-config=${planted('flag')}\nv=2\n`);
  kubelet.endpoints.set(
    'metrics',
    `kubelet_running_pods 1\nother{token="${planted('metric')}"} 1\n`,
  );
  return kubelet;
}

/** A kubeconfig whose user signs in by a program, which also complains of what it holds. */
function execKubeconfig({ dir, kubeconfig }: FakeCluster): string {
  const plugin = path.join(dir, 'sign-in');
  const status = { token: planted('exec') };
  const apiVersion = 'client.authentication.k8s.io/v1';
  const credential = JSON.stringify({ apiVersion, kind: 'ExecCredential', status });
  writeFileSync(
    plugin,
    `#!/bin/sh\necho 'refreshing Bearer ${planted('stderr')}' >&2\necho '${credential}'\n`,
  );
  chmodSync(plugin, 0o755);
  const file = path.join(dir, 'exec-config');
  const exec = {
    apiVersion,
    command: plugin,
    args: [planted('argument')],
    interactiveMode: 'Never',
  };
  const config: unknown = JSON.parse(readFileSync(kubeconfig, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...Object(config), users: [{ name: 'u', user: { exec } }] }),
  );
  return file;
}

/** All that the engine says, and all that it makes to be written. */
class Ear {
  readonly said: string[] = [];
  readonly engine: EngineClient;

  constructor(engine: EngineClient) {
    this.engine = engine;
    engine.onEvent((event) => this.said.push(JSON.stringify(event)));
  }

  async hear(answer: Promise<unknown>): Promise<void> {
    this.said.push(
      await answer.then(
        (value) => JSON.stringify(value),
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      ),
    );
  }

  async hearTape(): Promise<void> {
    const { engine } = this;
    const { sources } = await engine.call('session', []);
    for (const { source } of sources) await this.hear(engine.call('window', [source, 0, 1 << 20]));
    await this.hear(
      engine.call('exportFindings', [{ format: 'json', redact: false, version: '0' }]),
    );
    const request = {
      title: '',
      notes: '',
      cut: { kind: 'whole' },
      redact: false,
      version: '0',
    } as const;
    const { columns } = await engine.call('saveCase', [request]);
    for (const bytes of Object.values(unzipSync(columns.bytes)))
      this.said.push(Buffer.from(bytes).toString());
  }

  get leaks(): readonly string[] {
    return [...new Set(this.said.flatMap((text) => text.match(/planted-\w+/g) ?? []))];
  }
}

test('tokens, passwords and headers leave the engine by no way', async () => {
  const kubelet = plantedKubelet();
  const cluster = await FakeCluster.start(kubelet.answer);
  toEnd.push(() => cluster.stop());
  cluster.put('nodes', fakeNode('node-a'));
  cluster.put('pods', plantedPod());
  const engine = await engineHere();
  toEnd.push(async () => {
    await engine.call('close', []);
    await engine.call('disconnectCluster', []);
    engine.dispose();
  });
  const ear = new Ear(engine);
  const kubeconfig = execKubeconfig(cluster);
  await ear.hear(engine.call('contexts', [kubeconfig]));
  await ear.hear(
    engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: true }]),
  );
  expect(cluster.server.requests.length).toBeGreaterThan(0);
  await expect.poll(async () => (await engine.call('cluster', []))?.pods).toBe(1);
  await ear.hear(engine.call('cluster', []));
  await ear.hear(engine.call('clusterPods', ['node-a']));
  await ear.hear(engine.call('nodeLog', ['node-a']));
  await engine.call('open', [{ sources: [{ kind: 'node', node: 'node-a' }] }]);
  await expect
    .poll(async () => (await engine.call('session', [])).inputs, { timeout: 10_000 })
    .toBeGreaterThan(6);
  await ear.hear(engine.call('compareNode', ['node-a', '']));
  await ear.hear(engine.call('pods', [{ start: 0, count: 9 }]));
  await ear.hear(engine.call('podPage', [uid]));
  await ear.hearTape();
  expect(ear.said.join('')).toContain('Error syncing pod, skipping');
  expect(ear.said.join('')).toContain('Sample of /configz');
  // A proxy on the way that quotes what it was sent.
  kubelet.refusal = { code: 502, text: `bad gateway: Authorization: Bearer ${planted('echo')}` };
  await ear.hear(engine.call('nodeLog', ['node-a']));
  await ear.hear(engine.call('verbosity', ['node-a']));
  await ear.hear(engine.call('setVerbosity', ['node-a', 4]));
  await ear.hear(engine.call('compareNode', ['node-a', '']));
  expect(ear.said.join('')).toContain('bad gateway');
  // One that knows the bare token.
  kubelet.refusal = { code: 502, text: `nobody is ${planted('exec')} here` };
  await ear.hear(engine.call('nodeLog', ['node-a']));
  expect(ear.said.join('')).toContain('nobody is *');
  expect(ear.leaks).toEqual([]);
});

test('a sign-in program that fails is quoted without what it holds', async () => {
  const cluster = await FakeCluster.start();
  toEnd.push(() => cluster.stop());
  const kubeconfig = execKubeconfig(cluster);
  writeFileSync(
    path.join(cluster.dir, 'sign-in'),
    `#!/bin/sh\necho "cannot refresh Bearer ${planted('stderr')}" >&2\nexit 1\n`,
  );
  const engine = await engineHere();
  toEnd.push(() => {
    engine.dispose();
  });
  const ear = new Ear(engine);
  await ear.hear(
    engine.call('connectCluster', [{ context: 'fake', kubeconfig, runsPrograms: true }]),
  );
  expect(ear.said.join('')).toContain('cannot refresh Bearer');
  expect(ear.leaks).toEqual([]);
});
