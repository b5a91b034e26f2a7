// @vitest-environment happy-dom
// The field for a filter: what it offers, what keys do, and which filters a page hears of.
import { afterEach, expect, test } from 'vitest';
import type { CheckedFilter } from '../../src/protocol/findApi.ts';
import { FilterField, type FilterEvent } from '../../webview/shared/filterField.ts';

customElements.define('kd-filter-field', FilterField);

afterEach(() => {
  document.body.replaceChildren();
});

const keys = ['pod=', 'sev>=', 'after='];

/** Like the engine: keys for a word that is begun, two pods, and one thing that is wrong. */
function check(text: string, caret: number): Promise<CheckedFilter> {
  const before = text.slice(0, caret);
  const begun = /[a-z]*$/.exec(before)?.[0] ?? '';
  const names = before.endsWith('pod=') ? ['shop/a', 'shop/b'] : [];
  const words = names.length > 0 ? names : keys.filter((key) => key.startsWith(begun));
  const from = names.length > 0 ? caret : caret - begun.length;
  return Promise.resolve({
    completions: words.map((word) => ({ text: word, from, hint: `hint of ${word}` })),
    problem: /sev>=$|sev>=X/.test(text) ? 'sev wants D, I, W, E or F.' : undefined,
  });
}

async function opened(value = '') {
  const field = new FilterField();
  const heard: string[] = [];
  field.label = 'Filter pods';
  field.value = value;
  field.check = check;
  field.addEventListener('kd-filter', (event) => {
    heard.push((event as FilterEvent).detail);
  });
  document.body.append(field);
  await field.updateComplete;
  const input = field.renderRoot.querySelector('input');
  if (input === null) throw new Error('the field has an input');
  const all = (selector: string): Element[] => [...field.renderRoot.querySelectorAll(selector)];
  return {
    field,
    heard,
    input,
    options: () => all('#list:not([hidden]) .kd-word').map((word) => word.textContent),
    selected: () => all('[aria-selected="true"] .kd-word').map((word) => word.textContent),
    problem: () => all('#problem:not([hidden])').map((one) => one.textContent)[0],
    type(text: string): void {
      input.value = text;
      input.setSelectionRange(text.length, text.length);
      input.dispatchEvent(new Event('input'));
    },
    async press(key: string): Promise<boolean> {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      const goesOn = input.dispatchEvent(event);
      await field.updateComplete;
      return goesOn;
    },
  };
}

test('what is typed is completed by keys alone, and heard when it is a filter', async () => {
  const field = await opened();
  field.type('sev>=E po');
  await expect.poll(field.options).toEqual(['pod=']);
  expect(field.input.getAttribute('aria-expanded')).toBe('true');
  expect(field.heard).toEqual(['sev>=E po']);
  expect(field.input.hasAttribute('aria-activedescendant')).toBe(false);
  await field.press('ArrowDown');
  expect(field.selected()).toEqual(['pod=']);
  expect(field.input.getAttribute('aria-activedescendant')).toBe('option0');
  expect(await field.press('Enter')).toBe(false);
  await expect.poll(() => field.input.value).toBe('sev>=E pod=');
  await expect.poll(field.options).toEqual(['shop/a', 'shop/b']);
  await field.press('ArrowUp');
  expect(field.selected()).toEqual(['shop/b']);
  await field.press('Enter');
  await expect.poll(() => field.heard.at(-1)).toBe('sev>=E pod=shop/b');
  expect(field.input.value).toBe('sev>=E pod=shop/b ');
});

test('what is wrong is said, and the last filter stands', async () => {
  const field = await opened('web');
  field.type('web sev>=X');
  await expect.poll(() => field.options().length).toBe(3);
  expect(field.input.hasAttribute('aria-invalid')).toBe(false);
  // What may stand there is offered first; told that one does not want it, it says what is wrong.
  await field.press('Escape');
  await expect.poll(field.problem).toBe('sev wants D, I, W, E or F.');
  expect(field.input.getAttribute('aria-invalid')).toBe('true');
  expect(field.heard).toEqual([]);
  expect(field.field.value).toBe('web');
  field.type('web sev>=W');
  await expect.poll(() => field.heard).toEqual(['web sev>=W']);
  expect(field.problem()).toBeUndefined();
});

test('a key that opens the list takes its first', async () => {
  const field = await opened('s');
  await field.press('ArrowDown');
  await expect.poll(field.selected).toEqual(['sev>=']);
  await field.press('Enter');
  await expect.poll(() => field.input.value).toBe('sev>=');
});

test('Escape closes the list, then clears; the button clears at once', async () => {
  const field = await opened('po');
  await field.press('ArrowDown');
  await expect.poll(field.options).toEqual(['pod=']);
  await field.press('Escape');
  expect(field.options()).toEqual([]);
  expect(field.input.value).toBe('po');
  await field.press('Escape');
  await expect.poll(() => field.heard).toEqual(['']);
  expect(field.input.value).toBe('');
  expect(field.field.renderRoot.querySelector('button')).toBeNull();
  field.type('x');
  await expect.poll(() => field.heard).toEqual(['', 'x']);
  field.field.renderRoot.querySelector('button')?.click();
  await expect.poll(() => field.heard).toEqual(['', 'x', '']);
});

test('a filter that is set from outside takes the place of what is typed', async () => {
  const { field, input, heard } = await opened('a');
  field.value = 'pod=b';
  await field.updateComplete;
  expect(input.value).toBe('pod=b');
  expect(heard).toEqual([]);
});

test('what was typed just before the field goes away is heard, and what is wrong is not', async () => {
  const right = await opened('web');
  right.type('pod=a');
  right.field.remove();
  await expect.poll(() => right.heard).toEqual(['pod=a']);
  const cleared = await opened('web');
  cleared.type('');
  cleared.field.remove();
  await expect.poll(() => cleared.heard).toEqual(['']);
  const [wrong, untouched] = [await opened('web'), await opened('web')];
  wrong.type('web sev>=X');
  for (const { field } of [wrong, untouched]) field.remove();
  await new Promise((done) => setTimeout(done, 150));
  expect([wrong.heard, untouched.heard]).toEqual([[], []]);
});

test('what was typed is heard once when the field goes away after it was told', async () => {
  const field = await opened();
  field.type('pod=a');
  await expect.poll(() => field.heard).toEqual(['pod=a']);
  field.field.remove();
  await new Promise((done) => setTimeout(done, 150));
  expect(field.heard).toEqual(['pod=a']);
});
