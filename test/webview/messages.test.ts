/// <reference types="node" />
// @vitest-environment happy-dom
// What crosses to a page for one picture of it stays small: every page over the biggest capture, and over a log made to be hard.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { LitElement } from 'lit';
import { afterEach, expect, test, vi } from 'vitest';
import { micros, type Micros } from '../../src/base/time.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import type { NodeComparison } from '../../src/protocol/clusterApi.ts';
import { pageNames, type PageName } from '../../src/protocol/hostApi.ts';
import { ApiServerPageElement } from '../../webview/apiServer/page.ts';
import { ComparePageElement } from '../../webview/compare/page.ts';
import { FindingsPage } from '../../webview/findings/page.ts';
import { freshState } from '../../webview/findings/state.ts';
import { GoroutinePageElement } from '../../webview/goroutines/page.ts';
import { InformerPageElement } from '../../webview/informer/page.ts';
import { LatenciesPageElement } from '../../webview/latencies/page.ts';
import { MachinePageElement } from '../../webview/machine/page.ts';
import { NetworkPageElement } from '../../webview/network/page.ts';
import { NodePageElement } from '../../webview/node/page.ts';
import { PlegPageElement } from '../../webview/pleg/page.ts';
import { PodPageElement } from '../../webview/pod/page.ts';
import { QueuesPageElement } from '../../webview/queues/page.ts';
import { SyncLoopPageElement } from '../../webview/syncLoop/page.ts';
import { TimelinePage } from '../../webview/timeline/page.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';
import { engineHere } from '../support/engine.ts';
import { root } from '../support/texts.ts';
import { atRest, clientOf } from './realPage.ts';

const MOST = 200_000;

const pages: Readonly<
  Record<PageName, (client: PageClient, middle: Micros) => LitElement & { begin(): Promise<void> }>
> = {
  apiServer: (client) => new ApiServerPageElement(client, undefined, () => undefined),
  compare: (client, middle) =>
    new ComparePageElement(
      client,
      { before: { to: middle }, after: { from: middle } },
      () => undefined,
    ),
  findings: (client) => new FindingsPage(client, freshState, () => undefined, undefined),
  goroutines: (client) => new GoroutinePageElement(client),
  informer: (client) => new InformerPageElement(client),
  latencies: (client) => new LatenciesPageElement(client),
  machine: (client) => new MachinePageElement(client, undefined, () => undefined, undefined),
  network: (client) => new NetworkPageElement(client),
  node: (client) => new NodePageElement(client),
  pleg: (client) => new PlegPageElement(client),
  pod: (client) => new PodPageElement(client),
  queues: (client) => new QueuesPageElement(client, undefined, () => undefined),
  syncLoop: (client) => new SyncLoopPageElement(client, true),
  timeline: (client) => new TimelinePage(client, undefined, () => undefined, true),
};

customElements.define('kd-api-server', ApiServerPageElement);
customElements.define('kd-compare', ComparePageElement);
customElements.define('kd-findings', FindingsPage);
customElements.define('kd-goroutines', GoroutinePageElement);
customElements.define('kd-informer', InformerPageElement);
customElements.define('kd-latencies', LatenciesPageElement);
customElements.define('kd-machine', MachinePageElement);
customElements.define('kd-node', NodePageElement);
customElements.define('kd-network', NetworkPageElement);
customElements.define('kd-pleg', PlegPageElement);
customElements.define('kd-pod', PodPageElement);
customElements.define('kd-queues', QueuesPageElement);
customElements.define('kd-sync-loop', SyncLoopPageElement);
customElements.define('kd-timeline', TimelinePage);
const drawn = new Proxy({}, { get: () => () => ({ width: 10 }), set: () => true });
HTMLCanvasElement.prototype.getContext = (() => drawn) as never;
vi.stubGlobal('Path2D', function () {
  return drawn;
});

afterEach(() => {
  document.body.replaceChildren();
});

/** Bytes of an answer as it is copied: columns as they are, all else about as its JSON. */
function bytesOf(value: unknown): number {
  if (value === undefined) return 0;
  let columns = 0;
  const rest = JSON.stringify(value, (_, each: unknown) => {
    if (!ArrayBuffer.isView(each)) return each;
    columns += each.byteLength;
    return undefined;
  });
  return columns + Buffer.byteLength(rest);
}

/** 3,000 pods whose teardown fails, lines of 20 kB, and a runtime that hangs. */
function hardLog(): string {
  const lines: string[] = [];
  const stamp = (index: number): string =>
    `${String(9 + Math.floor(index / 3_600)).padStart(2, '0')}:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}.000000`;
  for (let index = 0; index < 3_000; index++) {
    const uid = `5c0e91e5-ca33-4316-ac70-${String(index).padStart(12, '0')}`;
    const pod = `default/web-${index}`;
    const long = index % 10 === 0 ? 'x'.repeat(20_000) : '';
    const sandbox = String(index).padStart(64, '9');
    lines.push(
      `I1121 ${stamp(index)}    1 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["${pod}"]`,
      `I1121 ${stamp(index)}    1 kubelet.go:2531] "SyncLoop DELETE" source="api" pods=["${pod}"]`,
      `E1121 ${stamp(index)}    1 pod_workers.go:1324] "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${uid}\\" with KillPodSandboxError: \\"rpc error: code = Unknown desc = failed to destroy network for sandbox \\\\\\"${sandbox}\\\\\\": plugin type=\\\\\\"bridge\\\\\\" failed (delete): ${long}\\"" pod="${pod}" podUID="${uid}"`,
    );
    if (index % 5 === 0)
      lines.push(
        `I1121 ${stamp(index)}    1 kubelet.go:2453] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5s ago; threshold is 3m0s"`,
      );
  }
  return `${lines.join('\n')}\n`;
}

function biggestCapture(): Uint8Array {
  const folders = ['lab', 'captures'].flatMap((name) => {
    const folder = path.join(root, 'test/fixtures', name);
    return fs.readdirSync(folder).map((each) => path.join(folder, each, 'kubelet.log.gz'));
  });
  const logs = folders
    .filter((file) => fs.existsSync(file))
    .map((file) => zlib.gunzipSync(fs.readFileSync(file)));
  return logs.toSorted((a, b) => b.length - a.length)[0] ?? new Uint8Array(0);
}

async function engineOn(bytes: Uint8Array): Promise<EngineClient> {
  const engine = await engineHere();
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'x.log', bytes }], year: 2026 }]);
  return engine;
}

/** A dump of 20,000 goroutines that wait, each with a stack of its own. */
function manyGoroutines(): string {
  return Array.from({ length: 20_000 }, (_, index) =>
    [
      `goroutine ${index + 1} [select, ${index % 90} minutes]:`,
      ...Array.from(
        { length: 12 },
        (__, depth) =>
          `k8s.io/kubernetes/pkg/kubelet.(*Kubelet).call${index % 700}x${depth}(0xc0001)\n\t/src/pkg/kubelet/kubelet.go:${100 + depth} +0x1d`,
      ),
      '',
    ].join('\n'),
  ).join('\n');
}

/** A node with as many pods as a kubelet is ever given, and four witnesses who never agree. */
function crowdedNode(): NodeComparison {
  const heard = { at: micros(1), problem: undefined };
  const difference = { text: 'the runtime lacks it'.repeat(3), since: micros(0) };
  return {
    node: 'node-a',
    api: heard,
    kubelet: heard,
    runtime: heard,
    log: heard,
    resources: [],
    pods: Array.from({ length: 500 }, (_, index) => ({
      key: `default/web-${index}`,
      namespace: 'default',
      name: `web-${index}`,
      uid: `5c0e91e5-ca33-4316-ac70-${String(index).padStart(12, '0')}`,
      podKey: `5c0e91e5-ca33-4316-ac70-${String(index).padStart(12, '0')}`,
      api: 'Running',
      kubelet: 'Running',
      runtime: undefined,
      log: { text: 'terminating, working', known: 'inferred', provedBy: [] },
      differences: [{ ...difference, severity: 'error' }],
    })),
  };
}

/** The answers of a page at the begin and the end of the tape, each with its bytes. */
async function answersOf(
  name: PageName,
  engine: EngineClient,
): Promise<readonly (readonly [string, number])[]> {
  const { client, asked } = clientOf(engine, { compareNode: crowdedNode() });
  const { from = micros(0), to = from } = await engine.call('session', []);
  const page = pages[name](client, micros((from + to) / 2));
  document.body.append(page);
  await page.begin();
  for (const place of ['start', 'end'] as const) {
    await engine.call('seek', [{ kind: place }]);
    await atRest(page);
  }
  page.remove();
  expect(asked.length, name).toBeGreaterThan(0);
  return asked.map(({ method, answer }) => [`${name}: ${method}`, bytesOf(answer)]);
}

test.each([
  ['the biggest capture', biggestCapture],
  ['a log that is hard on pages', () => new TextEncoder().encode(hardLog())],
])('%s', async (_, log) => {
  const engine = await engineOn(log());
  await engine.call('openGoroutines', [{ kind: 'text', name: 'x.txt', text: manyGoroutines() }]);
  const { rows } = await engine.call('pods', [{ start: 0, count: 1, gone: true }]);
  const large: (readonly [string, number])[] = [];
  for (const name of pageNames) {
    await engine.call('selectPod', [name === 'pod' ? rows[0]?.key : undefined]);
    large.push(...(await answersOf(name, engine)).filter(([, size]) => size > MOST));
  }
  engine.dispose();
  expect(large).toEqual([]);
});

test('the steps of an informer whose API server is away', async () => {
  const engine = await engineHere();
  const file = path.join(root, 'media/scenarios/api-unreachable.yaml');
  const text = fs.readFileSync(file, 'utf8');
  await engine.call('open', [{ sources: [{ kind: 'scenario', name: 'x.yaml', text }] }]);
  const sizes = await answersOf('informer', engine);
  engine.dispose();
  expect(sizes.filter(([, size]) => size > MOST)).toEqual([]);
});
