/// <reference types="node" />
// Pages over a real engine, without an editor: what they ask is answered, and kept for tests that hold the page against it.
import type { LitElement } from 'lit';
import type { EngineClient } from '../../src/engine/client.ts';
import { relayedMethods } from '../../src/protocol/hostApi.ts';
import type { PageClient } from '../../webview/shared/pageClient.ts';

export interface Asked {
  readonly method: string;
  readonly answer: unknown;
}

/** `own`: answers that no engine in a test can give. */
export function clientOf(
  engine: EngineClient,
  own: Readonly<Record<string, unknown>> = {},
): { readonly client: PageClient; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const isRelayed = (method: string): boolean => relayedMethods.some((each) => each === method);
  const ask = engine.call.bind(engine) as (method: string, args: never) => Promise<unknown>;
  const answerTo = async (method: string, args: never): Promise<unknown> =>
    isRelayed(method) && !(method in own) ? await ask(method, args) : own[method];
  const client = {
    async call(method: string, args: never) {
      const answer = await answerTo(method, args);
      asked.push({ method, answer });
      return answer;
    },
    onEvent: (listener: never) => engine.onEvent(listener),
  };
  return { client: client as unknown as PageClient, asked };
}

/** All that a person reads of an element or has read out: its words, and its labels, tooltips and placeholders. */
export function shownTexts(element: Element | ShadowRoot): string[] {
  const own =
    element instanceof Element
      ? ['aria-label', 'title', 'placeholder', 'aria-description'].flatMap(
          (name) => element.getAttribute(name) ?? [],
        )
      : [];
  const inside = element instanceof Element ? (element.shadowRoot?.childNodes ?? []) : [];
  const children = [...inside, ...element.childNodes].flatMap((child) => {
    if (child instanceof Element) return child.tagName === 'STYLE' ? [] : shownTexts(child);
    return child.nodeType === 3 ? [child.textContent ?? ''] : [];
  });
  return [...own, ...children].map((text) => text.trim()).filter((text) => text !== '');
}

/** Resolves when nothing of the page has changed for a while. */
export async function atRest(page: LitElement): Promise<void> {
  for (let quiet = 0, before = ''; quiet < 5;) {
    await new Promise((done) => setTimeout(done, 20));
    await page.updateComplete;
    const now = shownTexts(page).join('\n');
    quiet = now === before && now !== '' ? quiet + 1 : 0;
    before = now;
  }
}
