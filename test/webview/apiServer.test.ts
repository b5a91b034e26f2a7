/// <reference types="node" />
// @vitest-environment happy-dom
// The page of the API server, moved by its own buttons and keys; its lessons show what they say.
import { afterEach, expect, test, vi } from 'vitest';
import { serverPage } from '../../src/engine/serverLab/serverPage.ts';
import type { ServerReason } from '../../src/protocol/apiServerApi.ts';
import { lessons } from '../../webview/apiServer/lessons.ts';
import { ApiServerPageElement } from '../../webview/apiServer/page.ts';
import { engineHere } from '../support/engine.ts';
import { clientOf } from './realPage.ts';

customElements.define('kd-api-server', ApiServerPageElement);

afterEach(() => {
  document.body.replaceChildren();
});

test('every button makes a move that the model takes', async () => {
  const engine = await engineHere();
  const page = new ApiServerPageElement(clientOf(engine).client, undefined, () => undefined);
  document.body.append(page);
  await page.begin();
  await page.updateComplete;
  const all = (selector: string): HTMLElement[] => [
    ...page.renderRoot.querySelectorAll<HTMLElement>(selector),
  ];
  const buttons = all('.kd-moves vscode-button');
  for (const [index, button] of buttons.entries()) {
    button.click();
    await vi.waitFor(() => {
      expect(all('.kd-step').length).toBe(index + 1);
    });
  }
  expect(buttons.length).toBe(24);
  page.dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
  await vi.waitFor(() => {
    expect(all('.kd-step').at(-1)?.textContent.trim()).toBe('put name=web');
  });
  engine.dispose();
});

/** What a lesson is there to show. */
const wanted: readonly (readonly ServerReason[])[] = [
  ['from-cache', 'initial-event', 'initial-events-end', 'event'],
  ['from-cache', 'initial-events-end'],
  ['lagging', 'from-cache'],
  ['asks-revision', 'from-cache'],
  ['from-etcd'],
  ['too-large', 'retried', 'from-cache'],
  ['expired'],
  ['from-etcd', 'from-cache'],
  ['cut-slow'],
  ['bookmark'],
  ['from-cache', 'from-etcd'],
  ['refused', 'from-cache', 'event'],
];

test.each(lessons.map((lesson, index) => ({ ...lesson, reasons: wanted[index] ?? [] })))(
  'the lesson “$name” shows it',
  ({ version, script, reasons }) => {
    const { messages } = serverPage({ version, script: script.join('\n') });
    expect(messages.map(({ reason }) => reason)).toEqual(expect.arrayContaining([...reasons]));
    expect(reasons.length).toBeGreaterThan(0);
  },
);
