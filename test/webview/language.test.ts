/// <reference types="node" />
// @vitest-environment happy-dom
// In a language of made-up words every page shows those, what the log says, and nothing that stands in its code in English.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { LitElement } from 'lit';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { micros } from '../../src/base/time.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import type { NodeComparison } from '../../src/protocol/clusterApi.ts';
import { engineHere } from '../support/engine.ts';
import { line, second } from '../support/rowSamples.ts';
import { pageTexts, root } from '../support/texts.ts';
import { atRest, clientOf, shownTexts, type Asked } from './realPage.ts';

/** Names that are the same in every language. */
const names =
  /^(µs|ms|s|min|h|d|UTC|PLEG|CNI|ADD|DEL|UID|PodConfig|syncLoop|Enter|Space|Home|End|Escape|Shift|Alt|client|go|(Delta|Real)?FIFO|populated|initialPopulationCount|HasSynced|closed|knownObjects|true|false|Add|Update|Delete|Replace|Resync|Pop|Close|ErrRequeue|default|web|db|job|kind|fifo|op|args|etcd|Kubernetes|LIST|WATCH|n|limit|continue|sendInitialEvents|do|put|name|rv|client|stream|lag|wait|compact|relist|match|Exact|NotOlderThan|slow|list|watch)$/;

/** What was written on canvases. */
const written = new Set<string>();

/** Nothing draws here; what would be written is kept. */
function canvasOfWords(): unknown {
  const widths = { width: 10, addColorStop: () => undefined };
  const get = (_: object, name: string | symbol) =>
    name === 'fillText' ? (text: string) => written.add(text) : () => widths;
  return new Proxy({}, { get, set: () => true });
}

/** `since ⟦0⟧` would hide a value that is English; so each part between two holes is made up alone. */
const madeUp = (text: string): string =>
  text
    .split(/(\{\d\})/)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : `⟦${part}⟧`))
    .join('');

beforeAll(() => {
  const data = document.createElement('script');
  data.id = 'kd-texts';
  data.type = 'application/json';
  data.textContent = JSON.stringify(
    Object.fromEntries(pageTexts().map((text) => [text, madeUp(text)])),
  );
  document.head.append(data);
  HTMLCanvasElement.prototype.getContext = canvasOfWords as never;
  vi.stubGlobal('Path2D', function () {
    return canvasOfWords();
  });
});

const engines: EngineClient[] = [];
afterEach(() => {
  document.body.replaceChildren();
  document.body.className = '';
  written.clear();
  for (const engine of engines.splice(0)) engine.dispose();
});

async function freshEngine(): Promise<EngineClient> {
  const engine = await engineHere();
  engines.push(engine);
  return engine;
}

async function incident(): Promise<EngineClient> {
  const engine = await freshEngine();
  const file = path.join(root, 'media/samples/teardown-dockershim/kubelet.log.gz');
  const bytes = zlib.gunzipSync(fs.readFileSync(file));
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }] }]);
  await engine.call('seek', [{ kind: 'end' }]);
  return engine;
}

async function scenario(name: string): Promise<EngineClient> {
  const engine = await freshEngine();
  const text = fs.readFileSync(path.join(root, `media/scenarios/${name}.yaml`), 'utf8');
  await engine.call('open', [{ sources: [{ kind: 'scenario', name: `${name}.yaml`, text }] }]);
  await engine.call('seek', [{ kind: 'end' }]);
  return engine;
}

const plain = (text: string): string => text.replace(/[\\"]/g, '').replace(/\s+/g, ' ');

/** A text without what is made up, times, files and Go functions, in pieces. */
const piecesOf = (text: string): string[] =>
  text
    .replace(
      /⟦[^⟦⟧]*⟧|\d\d:\d\d:\d\d(\.\d+)?|\S+\.go\b|\b[A-Za-z]\w*\.[A-Za-z]\w*\b|\bnewSource\w+|\b[\da-f]{8,}\b/g,
      ' · ',
    )
    .split(/[·,:;()|/≈…]| – /)
    .map((piece) => plain(piece).trim());

/** All strings of an answer, however deep. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(stringsOf);
}

/** Pieces of what is shown that are English, and not of the log. */
function bare(page: Element, asked: readonly Asked[]): string[] {
  const strings = asked.flatMap(({ answer }) => stringsOf(answer));
  // Lists leave the header of a line out.
  const lines = strings.map((text) => text.replace(/^[IWEF]\d{4} [^\]]*\] /, ''));
  const told = new Set([...strings, ...lines].flatMap(piecesOf));
  const all = strings.map(plain).join('\n');
  const isTold = (piece: string): boolean =>
    !piece.split(/[^A-Za-zµ]+/).some((word) => /[A-Za-z]{2}/.test(word) && !names.test(word)) ||
    told.has(piece) ||
    // Long ones may be cut; a word or two would be found anywhere.
    (piece.length > 20 && all.includes(piece));
  /** Two things that were told may stand side by side. */
  const areTold = (piece: string): boolean =>
    isTold(piece) ||
    [...piece.matchAll(/ /g)].some(
      ({ index }) => isTold(piece.slice(0, index)) && isTold(piece.slice(index + 1)),
    );
  const pieces = [...shownTexts(page), ...written].flatMap(piecesOf);
  return [...new Set(pieces)].filter((piece) => !areTold(piece));
}

async function opened<T extends LitElement & { begin(): Promise<void> }>(page: T): Promise<T> {
  customElements.get(page.localName);
  document.body.append(page);
  await page.begin();
  await atRest(page);
  return page;
}

test('network', async () => {
  const { NetworkPageElement } = await import('../../webview/network/page.ts');
  customElements.define('kd-network', NetworkPageElement);
  const { client, asked } = clientOf(await incident());
  const page = await opened(new NetworkPageElement(client));
  for (const button of page.renderRoot.querySelectorAll<HTMLElement>('.kd-unfold')) button.click();
  await atRest(page);
  expect(bare(page, asked)).toEqual([]);
  expect(page.renderRoot.querySelectorAll('.kd-details').length).toBeGreaterThan(0);
});

test('latencies', async () => {
  const { LatenciesPageElement } = await import('../../webview/latencies/page.ts');
  customElements.define('kd-latencies', LatenciesPageElement);
  const { client, asked } = clientOf(await incident());
  const page = await opened(new LatenciesPageElement(client));
  expect(page.renderRoot.querySelectorAll('tbody tr').length).toBeGreaterThan(3);
  expect(bare(page, asked)).toEqual([]);
  for (const button of page.renderRoot.querySelectorAll<HTMLElement>('.kd-sort')) {
    button.click();
    await atRest(page);
    expect(bare(page, asked)).toEqual([]);
  }
});

test('PLEG', async () => {
  const { PlegPageElement } = await import('../../webview/pleg/page.ts');
  customElements.define('kd-pleg', PlegPageElement);
  const { client, asked } = clientOf(await scenario('runtime-hangs'));
  const page = await opened(new PlegPageElement(client));
  expect(bare(page, asked)).toEqual([]);
});

test('findings', async () => {
  const { FindingsPage } = await import('../../webview/findings/page.ts');
  const { freshState } = await import('../../webview/findings/state.ts');
  customElements.define('kd-findings', FindingsPage);
  const { client, asked } = clientOf(await incident());
  for (const grouping of ['kind', 'cause', 'severity', 'pod'] as const) {
    const state = { ...freshState, grouping, harmless: true };
    const page = new FindingsPage(client, state, () => undefined, undefined);
    await opened(page);
    expect(bare(page, asked)).toEqual([]);
    page.remove();
  }
});

test('pod', async () => {
  const { PodPageElement } = await import('../../webview/pod/page.ts');
  customElements.define('kd-pod', PodPageElement);
  const engine = await incident();
  const { client, asked } = clientOf(engine);
  const page = await opened(new PodPageElement(client));
  expect(bare(page, asked)).toEqual([]);
  const { rows } = await engine.call('pods', [{ start: 0, count: 9, gone: true }]);
  for (const { key } of rows) {
    await engine.call('selectPod', [key]);
    await atRest(page);
    expect(bare(page, asked)).toEqual([]);
  }
  expect(rows.length).toBeGreaterThan(1);
});

test('sync loop', async () => {
  const { SyncLoopPageElement } = await import('../../webview/syncLoop/page.ts');
  customElements.define('kd-sync-loop', SyncLoopPageElement);
  const { client, asked } = clientOf(await incident());
  const page = await opened(new SyncLoopPageElement(client, true));
  for (const { textContent, parentElement } of page.renderRoot.querySelectorAll('.kd-toggle'))
    if (textContent.includes('Explain'))
      parentElement?.querySelectorAll<HTMLElement>('.kd-toggle')[1]?.click();
  for (const part of page.renderRoot.querySelectorAll('.kd-part')) {
    part.dispatchEvent(new Event('click'));
    await page.updateComplete;
    expect(bare(page, asked)).toEqual([]);
  }
});

test('informers', async () => {
  const { InformerPageElement } = await import('../../webview/informer/page.ts');
  customElements.define('kd-informer', InformerPageElement);
  const { client, asked } = clientOf(await scenario('api-unreachable'));
  const page = await opened(new InformerPageElement(client));
  expect(bare(page, asked)).toEqual([]);
});

test('queues', async () => {
  const { QueuesPageElement } = await import('../../webview/queues/page.ts');
  customElements.define('kd-queues', QueuesPageElement);
  const { client, asked } = clientOf(await freshEngine());
  const page = await opened(new QueuesPageElement(client, undefined, () => undefined));
  expect(bare(page, asked)).toEqual([]);
  const press = async (key: string): Promise<void> => {
    page.dispatchEvent(new KeyboardEvent('keydown', { key }));
    await atRest(page);
    expect(bare(page, asked), key).toEqual([]);
  };
  for (const key of 'aausrdfpppcp') await press(key);
  expect(page.renderRoot.querySelectorAll('.kd-step').length).toBe(12);
  for (const lesson of page.renderRoot.querySelectorAll<HTMLElement>('.kd-cards button')) {
    lesson.click();
    await atRest(page);
    for (let last = 12; last > 0; last--) await press('ArrowRight');
  }
}, 120_000);

test('API server', async () => {
  const { ApiServerPageElement } = await import('../../webview/apiServer/page.ts');
  customElements.define('kd-api-server', ApiServerPageElement);
  const { client, asked } = clientOf(await freshEngine());
  const page = await opened(new ApiServerPageElement(client, undefined, () => undefined));
  expect(bare(page, asked)).toEqual([]);
  for (const lesson of page.renderRoot.querySelectorAll<HTMLElement>('.kd-cards button')) {
    lesson.click();
    await atRest(page);
    for (const step of [...page.renderRoot.querySelectorAll<HTMLElement>('.kd-step')].slice(-1))
      step.click();
    await atRest(page);
    expect(bare(page, asked)).toEqual([]);
  }
}, 60_000);

test('goroutines', async () => {
  const { GoroutinePageElement } = await import('../../webview/goroutines/page.ts');
  customElements.define('kd-goroutines', GoroutinePageElement);
  const engine = await freshEngine();
  const folder = path.join(root, 'test/fixtures/lab/cni-del-hang-v2');
  const unpacked = (name: string): Buffer =>
    zlib.gunzipSync(fs.readFileSync(path.join(folder, name)));
  const bytes = unpacked('kubelet.log.gz');
  await engine.call('open', [{ sources: [{ kind: 'bytes', name: 'kubelet.log', bytes }] }]);
  const text = unpacked('goroutines-2.txt.gz').toString();
  await engine.call('openGoroutines', [{ kind: 'text', name: 'goroutines-2.txt', text }]);
  const { client, asked } = clientOf(engine);
  const page = await opened(new GoroutinePageElement(client));
  for (const each of page.renderRoot.querySelectorAll('details')) each.open = true;
  for (const button of page.renderRoot.querySelectorAll<HTMLElement>('[aria-expanded]'))
    button.click();
  await atRest(page);
  expect(bare(page, asked)).toEqual([]);
});

test('comparison', async () => {
  const { ComparePageElement } = await import('../../webview/compare/page.ts');
  customElements.define('kd-compare', ComparePageElement);
  const engine = await incident();
  const { client, asked } = clientOf(engine);
  const { from = second(0), to = from } = await engine.call('session', []);
  const middle = micros((from + to) / 2);
  for (const request of [
    { before: { to: middle }, after: { from: middle } },
    { before: {}, after: {} },
    { before: { to: micros(5) }, after: {} },
    undefined,
  ]) {
    const page = await opened(new ComparePageElement(client, request, () => undefined));
    expect(bare(page, asked)).toEqual([]);
    page.remove();
  }
});

test('node', async () => {
  const { NodePageElement } = await import('../../webview/node/page.ts');
  customElements.define('kd-node', NodePageElement);
  const silent = { at: undefined, problem: 'no answer came' };
  const pod = { key: 'a', namespace: 'default', name: 'web-1', uid: 'u', podKey: 'u' };
  const held = { text: 'kept by worker', known: 'inferred', provedBy: [line(1)] } as const;
  const compared: NodeComparison = {
    node: 'node-a',
    api: { at: second(1), problem: undefined },
    kubelet: silent,
    runtime: { at: second(2), problem: undefined },
    log: { at: second(3), problem: undefined },
    resources: [{ name: 'Memory', text: '1 GiB free', free: 0.1, severity: 'warning' }],
    pods: [
      {
        ...pod,
        api: 'Running',
        kubelet: undefined,
        runtime: undefined,
        log: held,
        differences: [{ text: 'the runtime lacks it', since: second(0), severity: 'error' }],
      },
      { ...pod, key: 'b', api: undefined, kubelet: 'x', runtime: 'x', log: held, differences: [] },
    ],
  };
  const { client, asked } = clientOf(await freshEngine(), { compareNode: compared });
  const page = await opened(new NodePageElement(client));
  expect(bare(page, asked)).toEqual([]);
});

test('timeline, its list and its keys', async () => {
  const { TimelinePage } = await import('../../webview/timeline/page.ts');
  customElements.define('kd-timeline', TimelinePage);
  document.body.className = 'vscode-using-screen-reader';
  const { client, asked } = clientOf(await incident());
  const page = await opened(new TimelinePage(client, undefined, () => undefined, true));
  expect(bare(page, asked)).toEqual([]);
  for (const key of ['?', 'Escape', 'r', 'm', 'g', 'g', 'n']) {
    page.renderRoot
      .querySelector('.kd-help, [tabindex="0"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    await atRest(page);
    expect(bare(page, asked)).toEqual([]);
  }
});
