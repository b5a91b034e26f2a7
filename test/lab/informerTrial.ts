// Our informer against the real kube-apiserver: random changes, while connections are cut, the server is killed and its
// history compacted. In the end the store is what GET says, and the handler has heard a history without holes or doubles.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { connect } from '../../src/cluster/main.ts';
import type { ListerWatcher } from '../../src/informer/listerWatcher.ts';
import { metaNamespaceKey, type KubeObject } from '../../src/informer/object.ts';
import { isExpired, type RequestError } from '../../src/informer/requestError.ts';
import { restRetry } from '../../src/informer/restRetry.ts';
import { SharedInformer } from '../../src/informer/sharedInformer.ts';
import { realClock } from '../support/realClock.ts';
import type { Cluster } from './cluster.ts';
import { apiHost, apiPort } from './controlPlane.ts';
import { until } from './program.ts';

const changes = 10_000;
const lanes = 16;
const resource = '/api/v1/configmaps';

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
  const followers = [true, false].map((streamingLists) => {
    const raw = connection.value.listerWatcher<KubeObject>({ path: resource, streamingLists });
    return new Follower(streamingLists ? 'streaming lists' : 'lists', raw);
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
  await compact();
  await cluster.control.kill();
  await cluster.control.start();
  relay.resume();
  await writer.write(changes * 0.2);
  const seconds = (Date.now() - began) / 1000;
  const wanted = await contents(cluster);
  const lines = [`${writer.done} changes in ${seconds.toFixed(1)} s, seed ${seed}`];
  for (const follower of followers) {
    await until(`the store of the informer with ${follower.name} is the server's`, 40_000, () => {
      return follower.versions() === versionsOf([...wanted.values()]) || undefined;
    }).catch(() => undefined);
    lines.push(follower.check(wanted));
  }
  connection.value.dispose();
  relay.stop();
  return lines;
}

class Follower {
  readonly name: string;
  readonly informer: SharedInformer<KubeObject>;
  /** What a handler that trusts its notifications believes. */
  private readonly believed = new Map<string, KubeObject>();
  private readonly senseless: string[] = [];
  private readonly counts = { lists: 0, streamed: 0, expired: 0, watches: 0 };

  constructor(name: string, raw: ListerWatcher<KubeObject>) {
    this.name = name;
    this.informer = new SharedInformer<KubeObject>({
      listerWatcher: restRetry(this.counting(raw), realClock),
      clock: realClock,
      random: Math.random,
      onProblem: (thrown) => this.senseless.push(String(thrown)),
      observe: (event) => {
        if (event.type !== 'listed') return;
        this.counts[event.streamed ? 'streamed' : 'lists'] += 1;
      },
    });
    this.informer.addEventHandler({
      onAdd: (object) => {
        this.note('added', object, false);
        this.believed.set(keyOf(object), object);
      },
      onUpdate: (before, after) => {
        this.note('updated', before, true);
        this.believed.set(keyOf(after), after);
      },
      onDelete: (object) => {
        const key = 'key' in object ? object.key : keyOf(object);
        if (!this.believed.delete(key)) this.senseless.push(`deleted ${key}, which was not there`);
      },
    });
    this.informer.run();
  }

  versions(): string {
    return versionsOf(this.informer.indexer.list());
  }

  /** One line of figures; throws where something was lost or doubled. */
  check(wanted: ReadonlyMap<string, KubeObject>): string {
    const store = new Map(this.informer.indexer.list().map((each) => [keyOf(each), each]));
    this.informer.stop();
    assert.deepEqual(store, wanted, `the store of the informer with ${this.name}`);
    assert.deepEqual(this.believed, wanted, `what its handler believes`);
    assert.deepEqual(this.senseless, []);
    const { lists, streamed, expired, watches } = this.counts;
    assert(expired > 0, `the informer with ${this.name} has met no 410`);
    assert.equal(streamed > 0, this.name === 'streaming lists');
    return `${this.name}: ${store.size} objects equal to GET; ${lists} lists, ${streamed} streamed, ${watches} watches, ${expired} times 410`;
  }

  private note(what: string, object: KubeObject, there: boolean): void {
    const key = keyOf(object);
    if (this.believed.has(key) !== there) this.senseless.push(`${what} ${key}`);
  }

  private counting(raw: ListerWatcher<KubeObject>): ListerWatcher<KubeObject> {
    const note = (error: RequestError): void => {
      if (isExpired(error)) this.counts.expired += 1;
    };
    return {
      ...raw,
      watch: (options, observer) =>
        raw.watch(options, {
          event: (event) => {
            observer.event(event);
          },
          closed: () => {
            observer.closed();
          },
          opened: () => {
            this.counts.watches += 1;
            observer.opened();
          },
          failed: (error) => {
            note(error);
            observer.failed(error);
          },
        }),
    };
  }
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
    const all = '/api/v1/namespaces/default/configmaps';
    const data = { text: `${this.done} "quoted" \\ ä ` + 'x'.repeat(this.random() * 2000) };
    this.done += 1;
    if (!this.there.has(name)) {
      await api.change('POST', all, { metadata: { name }, data });
      this.there.add(name);
    } else if (this.random() < 0.3) {
      await api.change('DELETE', `${all}/${name}`);
      this.there.delete(name);
    } else await api.change('PATCH', `${all}/${name}`, { data });
  }
}

/** What lies between the informers and the server, to be cut. */
class Relay {
  readonly port: number;
  private readonly server: net.Server;
  private readonly sockets: Set<net.Socket>;
  private paused = false;

  private constructor(server: net.Server, sockets: Set<net.Socket>) {
    this.server = server;
    this.sockets = sockets;
    const address = server.address();
    this.port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    server.on('connection', (socket) => {
      if (this.paused) socket.destroy();
    });
  }

  static async start(): Promise<Relay> {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((near) => {
      const far = net.connect(apiPort, apiHost);
      near.pipe(far).pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Relay(server, sockets);
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  pause(): void {
    this.paused = true;
    this.cut();
  }

  resume(): void {
    this.paused = false;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }
}

/** Makes etcd forget all but the present. */
async function compact(): Promise<void> {
  const { header } = (await etcd('range', { key: Buffer.from('\0').toString('base64') })) as {
    header: { revision: string };
  };
  await etcd('compaction', { revision: header.revision, physical: true });
}

function etcd(what: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:2379/v3/kv/${what}`;
    const request = http.request(url, { method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`etcd ${what}: ${response.statusCode ?? ''} ${text}`));
      });
    });
    request.on('error', reject).end(JSON.stringify(body));
  });
}

async function contents(cluster: Cluster): Promise<ReadonlyMap<string, KubeObject>> {
  const { items } = JSON.parse(await cluster.control.api.text(resource)) as { items: KubeObject[] };
  return new Map(
    items.map((item) => [keyOf(item), { kind: 'ConfigMap', apiVersion: 'v1', ...item }]),
  );
}

function keyOf(object: KubeObject): string {
  return metaNamespaceKey(object) ?? '';
}

function versionsOf(objects: readonly KubeObject[]): string {
  return objects
    .map((object) => `${keyOf(object)}@${object.metadata?.resourceVersion ?? ''}`)
    .sort()
    .join();
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
