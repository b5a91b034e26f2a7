// Our informer against the real kube-apiserver: random changes, while connections are cut, the server is killed and its
// history compacted. In the end the store is what GET says, and the handler has heard a history without holes or doubles.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../src/cluster/main.ts';
import type { KubeObject } from '../../src/informer/object.ts';
import { podPath } from './api.ts';
import type { Cluster } from './cluster.ts';
import { compactEtcd } from './etcd.ts';
import { Follower, keyOf } from './informerFollower.ts';
import { Relay } from './informerRelay.ts';
import { until } from './program.ts';

const changes = 10_000;
const lanes = 16;
const resource = '/api/v1/pods';
/** Of pods that no scheduler sees. */
const spec = { containers: [{ name: 'app', image: 'registry.test/app:1' }] };

export async function tryInformer(cluster: Cluster): Promise<string[]> {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const relay = await Relay.start();
  const file = path.join(cluster.plan.dir, 'relay.kubeconfig');
  writeFileSync(
    file,
    cluster.control.kubeconfig(`https://127.0.0.1:${relay.port}`, cluster.control.caFile),
    { mode: 0o600 },
  );
  const connection = connect({ files: [file], environment: {} });
  assert(connection.ok);
  const ways = [
    ['streaming lists', { streamingLists: true }],
    ['lists', { streamingLists: false }],
    ['lists in JSON', { streamingLists: false, encoding: 'json' }],
  ] as const;
  const followers = ways.map(([name, way]) => {
    return new Follower(name, connection.value.listerWatcher({ path: resource, ...way }));
  });
  await until('the informers are synced', 30_000, () => {
    return followers.every(({ informer }) => informer.hasSynced) || undefined;
  });
  const began = Date.now();
  const writer = new Writer(cluster, random);
  await writer.write(changes * 0.2);
  relay.cut();
  await writer.write(changes * 0.2);
  await cluster.control.kill();
  await cluster.control.start();
  await writer.write(changes * 0.2);
  // What happens now nobody sees, and the history in which it could be looked up goes: 410.
  relay.pause();
  await writer.write(changes * 0.2);
  await compactEtcd();
  await cluster.control.kill();
  await cluster.control.start();
  relay.resume();
  await writer.write(changes * 0.2);
  const seconds = (Date.now() - began) / 1000;
  const wanted = await contents(cluster);
  const lines = [`${writer.done} changes in ${seconds.toFixed(1)} s, seed ${seed}`];
  lines.push(...(await Promise.all(followers.map((follower) => follower.caughtUp(wanted)))));
  connection.value.dispose();
  relay.stop();
  return lines;
}

/** Creates, changes and deletes, many at a time, each name in one lane only. */
class Writer {
  done = 0;
  private readonly cluster: Cluster;
  private readonly random: () => number;
  private readonly there = new Set<string>();

  constructor(cluster: Cluster, random: () => number) {
    this.cluster = cluster;
    this.random = random;
  }

  async write(count: number): Promise<void> {
    const each = Array.from({ length: lanes }, async (_, lane) => {
      for (let n = lane; n < count; n += lanes) await this.change(lane);
    });
    await Promise.all(each);
  }

  private async change(lane: number): Promise<void> {
    const { api } = this.cluster.control;
    const name = `trial-${lane}-${Math.floor(this.random() * 40)}`;
    const all = podPath('default');
    const text = `${this.done} "quoted" \\ ä ` + 'x'.repeat(this.random() * 2000);
    const metadata = { name, annotations: { text } };
    this.done += 1;
    if (!this.there.has(name)) {
      await api.change('POST', all, { metadata, spec });
      this.there.add(name);
    } else if (this.random() < 0.3) {
      await api.change('DELETE', `${all}/${name}`);
      this.there.delete(name);
    } else await api.change('PATCH', `${all}/${name}`, { metadata });
  }
}

async function contents(cluster: Cluster): Promise<ReadonlyMap<string, KubeObject>> {
  const { items } = JSON.parse(await cluster.control.api.text(resource)) as { items: KubeObject[] };
  return new Map(items.map((item) => [keyOf(item), { kind: 'Pod', apiVersion: 'v1', ...item }]));
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
