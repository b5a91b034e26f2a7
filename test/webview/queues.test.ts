/// <reference types="node" />
// @vitest-environment happy-dom
// The page of queues, moved by its own buttons and keys: it shows what client-go had, and its lessons teach what they say.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { queuePage } from '../../src/engine/queues/queuePage.ts';
import { lessons } from '../../webview/queues/lessons.ts';
import { QueuesPageElement } from '../../webview/queues/page.ts';
import { engineHere } from '../support/engine.ts';
import { root } from '../support/texts.ts';
import { clientOf } from './realPage.ts';

customElements.define('kd-queues', QueuesPageElement);

afterEach(() => {
  document.body.replaceChildren();
});

async function opened(kept?: unknown) {
  const engine = await engineHere();
  const keep = vi.fn();
  const page = new QueuesPageElement(clientOf(engine).client, kept, keep);
  document.body.append(page);
  await page.begin();
  await page.updateComplete;
  const all = (selector: string): HTMLElement[] => [
    ...page.renderRoot.querySelectorAll<HTMLElement>(selector),
  ];
  const current = (): number =>
    all('.kd-step').findIndex((step) => step.getAttribute('aria-current') === 'step');
  const press = async (key: string, until: () => boolean): Promise<void> => {
    page.dispatchEvent(new KeyboardEvent('keydown', { key }));
    await vi.waitFor(() => {
      expect(until()).toBe(true);
    });
  };
  return {
    page,
    all,
    current,
    press,
    keep,
    end: () => {
      engine.dispose();
    },
  };
}

const fixtures = path.join(root, 'test/fixtures/informer');

test.each([
  ['recorded/deltafifo-001', '1.37'],
  ['recorded/realfifo-002', '1.37'],
  ['recorded-1.32/deltafifo-002', '1.32'],
])('%s, move by move', async (name, version) => {
  const lines = fs.readFileSync(path.join(fixtures, `${name}.script.jsonl`), 'utf8').trim();
  const trace = fs
    .readFileSync(path.join(fixtures, `${name}.trace.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { q: string[]; items: Record<string, string[]> });
  const shown = await opened({ version, lines: lines.split('\n'), at: -1 });
  const isReal = name.includes('realfifo');
  for (const [at, { q, items }] of trace.entries()) {
    await shown.press('ArrowRight', () => shown.current() === at);
    const chips = shown.all(`.kd-queue:nth-child(${isReal ? 3 : 2}) .kd-line .kd-chip`);
    const texts = chips.map(({ textContent }) => textContent.replace(/\s+new$/, '').trim());
    expect(texts, `move ${at}`).toEqual(isReal ? q : q.flatMap((key) => items[key] ?? []));
  }
  shown.end();
});

test.each(lessons)('the lesson “$name” says why at each move', ({ script, version }) => {
  for (const at of script.slice(1).keys()) {
    const { queues } = queuePage({ version, script: script.join('\n'), at });
    for (const { said, functions } of queues) {
      expect(said.length).toBeGreaterThan(0);
      expect(functions.length > 0 || said[0]?.reason === 'none').toBe(true);
    }
  }
});

test('a move at an earlier step takes the place of what came after, and can be taken back', async () => {
  const { all, press, keep, end } = await opened();
  const count = (): number => all('.kd-step').length;
  for (const [index, key] of ['a', 'u', 'd'].entries())
    await press(key, () => count() === index + 1);
  await press('ArrowLeft', () => all('.kd-step')[1]?.getAttribute('aria-current') === 'step');
  await press('p', () => all('.kd-step')[2]?.textContent.trim() === 'Pop');
  expect(count()).toBe(3);
  await press('Backspace', () => count() === 2);
  expect(keep).toHaveBeenLastCalledWith({
    version: '1.37',
    lines: [
      '{"kind":"fifo"}',
      '{"op":"Add","args":["default/web@1"]}',
      '{"op":"Update","args":["default/web@2"]}',
    ],
  });
  end();
});

test('a consumer that comes after every fourth move is given what has piled up', async () => {
  const { all, press, end } = await opened();
  all('.kd-toggle')
    .find(({ textContent }) => textContent.trim() === 'after every fourth move')
    ?.click();
  const counts = [1, 2, 3, 5];
  for (const [index, key] of ['a', 'u', 'd', 'd'].entries())
    await press(key, () => all('.kd-step').length === counts[index]);
  const given = all('.kd-queue:nth-child(2) > p .kd-chip');
  expect(given.map(({ textContent }) => textContent.trim())).toEqual([
    'Added default/web@1',
    'Updated default/web@2',
    'Deleted default/web@3',
  ]);
  end();
});

test.each([undefined, null, 'x', { version: '2.0', lines: ['x'] }, { version: '1.9', lines: [] }])(
  'what another version kept is no trouble: %j',
  async (kept) => {
    const { all, end } = await opened(kept);
    expect(all('.kd-queue').length).toBe(3);
    expect(all('.kd-step')).toEqual([]);
    end();
  },
);
