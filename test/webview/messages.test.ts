/// <reference types="node" />
// @vitest-environment happy-dom
// What crosses to a page for one picture of it stays small: every page over the biggest capture, and over a log made to be hard.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { LitElement } from 'lit';
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { FindingsPage } from '../../webview/findings/page.ts';
import { freshState } from '../../webview/findings/state.ts';
import { NetworkPageElement } from '../../webview/network/page.ts';
import { PlegPageElement } from '../../webview/pleg/page.ts';
import { PodPageElement } from '../../webview/pod/page.ts';
import { SyncLoopPageElement } from '../../webview/syncLoop/page.ts';
import { TimelinePage } from '../../webview/timeline/page.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';
import { engineHere } from '../support/engine.ts';
import { root } from '../support/texts.ts';
import { atRest, clientOf } from './realPage.ts';

const MOST = 200_000;

const pages: Readonly<
  Record<string, (client: PageClient) => LitElement & { begin(): Promise<void> }>
> = {
  findings: (client) => new FindingsPage(client, freshState, () => undefined, undefined),
  network: (client) => new NetworkPageElement(client),
  PLEG: (client) => new PlegPageElement(client),
  pod: (client) => new PodPageElement(client),
  'sync loop': (client) => new SyncLoopPageElement(client, true),
  timeline: (client) => new TimelinePage(client, undefined, () => undefined, true),
};

customElements.define('kd-findings', FindingsPage);
customElements.define('kd-network', NetworkPageElement);
customElements.define('kd-pleg', PlegPageElement);
customElements.define('kd-pod', PodPageElement);
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

test.each([
  ['the biggest capture', biggestCapture],
  ['a log that is hard on pages', () => new TextEncoder().encode(hardLog())],
])('%s', async (_, log) => {
  const engine = await engineOn(log());
  const { rows } = await engine.call('pods', [{ start: 0, count: 1, gone: true }]);
  const sizes: Record<string, number> = {};
  for (const [name, make] of Object.entries(pages)) {
    const { client, asked } = clientOf(engine);
    await engine.call('selectPod', [name === 'pod' ? rows[0]?.key : undefined]);
    const page = make(client);
    document.body.append(page);
    await page.begin();
    for (const place of ['start', 'end'] as const) {
      await engine.call('seek', [{ kind: place }]);
      await atRest(page);
    }
    // The names of all lanes come once for a tape.
    for (const { method, answer } of asked.filter((each) => each.method !== 'lanes'))
      sizes[`${name}: ${method}`] = Math.max(sizes[`${name}: ${method}`] ?? 0, bytesOf(answer));
    page.remove();
  }
  engine.dispose();
  expect(Object.entries(sizes).filter(([, size]) => size > MOST)).toEqual([]);
});
