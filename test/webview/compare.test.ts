/// <reference types="node" />
// @vitest-environment happy-dom
// The page of a comparison over a real engine: what it shows leads to the lines of its side, and what stands in its tab comes back.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { InputId } from '../../src/base/input.ts';
import { plainText } from '../../src/base/plainText.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import type { CompareRequest } from '../../src/protocol/compareApi.ts';
import { ComparePageElement } from '../../webview/compare/page.ts';
import { readRequest } from '../../webview/compare/request.ts';
import { engineHere } from '../support/engine.ts';
import { root } from '../support/texts.ts';
import { second } from '../support/rowSamples.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';
import { atRest, clientOf, shownTexts } from './realPage.ts';

customElements.define('kd-compare', ComparePageElement);

const engines: EngineClient[] = [];
afterEach(() => {
  document.body.replaceChildren();
  for (const engine of engines.splice(0)) engine.dispose();
});

const split: CompareRequest = { before: { to: second(10) }, after: { from: second(10) } };

async function shown(engine: EngineClient, request: CompareRequest | undefined) {
  engines.push(engine);
  const { client, asked } = clientOf(engine, { openLog: null, copy: null, showPage: null });
  const calls: (readonly [string, unknown])[] = [];
  const heard: Pick<PageClient, 'call' | 'onEvent'> = {
    onEvent: client.onEvent,
    call: (method, args, options) => {
      calls.push([method, args]);
      return client.call(method, args, options);
    },
  };
  const kept: string[] = [];
  const page = new ComparePageElement(heard as PageClient, request, (state) => kept.push(state));
  document.body.append(page);
  await page.begin();
  await atRest(page);
  const all = (selector: string): HTMLElement[] => [
    ...page.renderRoot.querySelectorAll<HTMLElement>(selector),
  ];
  return {
    page,
    kept,
    asked,
    calls,
    /** Each row of a section as its words. */
    rows: (section: string) =>
      all(`section[aria-label="${section}"] tbody tr`).map((row) =>
        row.textContent.replace(/\s+/g, ' ').trim(),
      ),
    sections: () => all('section').map((section) => section.getAttribute('aria-label')),
    async click(label: string | RegExp): Promise<void> {
      const button = all('button, vscode-button').find((each) => {
        const text = each.textContent.trim();
        return typeof label === 'string'
          ? [text, each.getAttribute('aria-label')].includes(label)
          : label.test(text);
      });
      if (button === undefined) throw new Error(`There is no button ${String(label)}.`);
      button.click();
      await atRest(page);
    },
  };
}

function log(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(
    lines
      .map((line, index) => {
        const time = `10:00:${String(index).padStart(2, '0')}`;
        return `${line.slice(0, 1)}1121 ${time}.000000     100 ${line.slice(2)}\n`;
      })
      .join(''),
  );
}

async function engineWith(...logs: readonly Uint8Array[]): Promise<EngineClient> {
  const engine = await engineHere();
  const sources = logs.map((bytes, index) => ({
    kind: 'bytes' as const,
    name: `node-${index}.log`,
    bytes,
  }));
  await engine.call('open', [{ sources, year: 2026 }]);
  return engine;
}

async function captured(): Promise<EngineClient> {
  const file = path.join(root, 'test/fixtures/captures/teardown-v2/kubelet.log.gz');
  return await engineWith(zlib.gunzipSync(fs.readFileSync(file)));
}

test('a finding that is new leads to the line that proves it, and to the page of findings', async () => {
  const engine = await captured();
  const page = await shown(engine, split);
  expect(page.rows('New')[0]).toMatch(
    /^CNI DEL fails \(bridge\).* high · default\/web-1 · Show the finding 11 /,
  );
  await page.click(/^CNI DEL fails/);
  const opened = page.calls.find(([method]) => method === 'openLog')?.[1];
  const [input] = opened as readonly [InputId];
  const { evidence = [], key } =
    (await engine.call('findings', [{ start: 0, count: 50 }])).rows.find(
      ({ id }) => id === 'cni-del-fails',
    ) ?? {};
  expect(evidence.map((each) => each.input)).toContainEqual(input);
  await page.click('Show the finding');
  expect(page.calls.at(-1)).toEqual(['showPage', ['findings', key]]);
});

test('a message leads to its first line on the side where the count stands', async () => {
  const retry = 'E kubelet.go:9] "Retry failed" err="x"';
  const calm = 'I kubelet.go:5] "Fine"';
  const rare = log(...Array.from({ length: 50 }, (_, i) => (i === 7 ? retry : calm)));
  const often = log(...Array.from({ length: 50 }, (_, i) => (i < 3 ? calm : retry)));
  const engine = await engineWith(rare, often);
  const page = await shown(engine, { before: { sources: [0] }, after: { sources: [1] } });
  const [, message] = page.rows('More often');
  expect(message).toMatch(/^Retry failed.* error 1 .*47 .*× 47$/);
  await page.click('1');
  await page.click('47');
  const lines = page.calls.filter(([method]) => method === 'openLog').map(([, args]) => args);
  const expected = await Promise.all(
    [
      [0, 8],
      [1, 4],
    ].map(
      async ([source = 0, line = 0]) => (await engine.call('inputAtLine', [source, line]))?.input,
    ),
  );
  expect(lines).toEqual(expected.map((input) => [input]));
});

test('sides are swapped, one kind of change is looked at, the whole is copied', async () => {
  const page = await shown(await captured(), split);
  const fresh = page.rows('New').length;
  await page.click('Swap before and after');
  expect(page.rows('Gone').length).toBe(fresh);
  expect(readRequest(page.kept.at(-1))).toEqual({ before: split.after, after: split.before });
  await page.click(/^Gone/);
  expect(page.sections()).toEqual(['Gone']);
  await page.click('Copy as Markdown');
  expect(page.calls.at(-1)).toEqual(['copy', [expect.stringMatching(/^# Comparison\n/)]]);
});

test('it says when nothing differs, and when nothing was chosen', async () => {
  const engine = await captured();
  const same = await shown(engine, { before: {}, after: {} });
  expect(shownTexts(same.page).join(' ')).toContain('is new, gone, or much more');
  const none = await shown(engine, undefined);
  expect(shownTexts(none.page).join(' ')).toContain('chooses what to compare');
});

test('lines that come later are told of, and another log ends it', async () => {
  const engine = await captured();
  const { page, calls } = await shown(engine, split);
  const asked = (): number => calls.filter(([method]) => method === 'compare').length;
  await engine.call('setClockOffset', [0, 1_000_000]);
  await atRest(page);
  expect(shownTexts(page)).toContain('Compare again');
  expect(asked()).toBe(1);
  await engine.call('open', [
    { sources: [{ kind: 'bytes', name: 'other.log', bytes: log('I a.go:1] "x"') }] },
  ]);
  await atRest(page);
  expect(shownTexts(page).join(' ')).toContain('chooses what to compare');
});

test('text of a log is only text', async () => {
  const evil = '<img src=x onerror=alert(1)>\u202e\u001b[31m';
  const engine = await engineWith(
    log('I kubelet.go:5] "Fine"'),
    log('I kubelet.go:5] "Fine"', `E x.go:1] "${evil}"`),
  );
  const { page, rows } = await shown(engine, { before: { sources: [0] }, after: { sources: [1] } });
  expect(page.renderRoot.querySelector('img')).toBeNull();
  expect(rows('New').join('\n')).toContain(plainText(evil));
});

test('what was kept is read again, and nothing else', () => {
  expect(readRequest(JSON.stringify(split))).toEqual(split);
  expect(readRequest('{"before":{"sources":[0,"x"]},"after":{"to":1}}')).toEqual({
    before: { sources: [0] },
    after: { to: 1 },
  });
  for (const text of [undefined, 5, '', 'null', '[]', '{"before":{}}', '{"before":1,"after":2}'])
    expect(readRequest(text), String(text)).toBeUndefined();
});
