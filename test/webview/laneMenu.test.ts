// @vitest-environment happy-dom
// The menu of a lane: by keys, by the mouse, and gone when it is left.
import { afterEach, expect, test, vi } from 'vitest';
import { LaneMenu } from '../../webview/timeline/laneMenu.ts';

customElements.define('kd-lane-menu', LaneMenu);

afterEach(() => {
  document.body.replaceChildren();
});

async function opened() {
  const menu = new LaneMenu();
  const closed = vi.fn();
  const done: string[] = [];
  menu.addEventListener('kd-close', closed);
  menu.entries = ['pin', 'compare', 'mark'].map((label, index) => ({
    label,
    apart: index === 2,
    act: () => done.push(label),
  }));
  document.body.append(menu);
  await menu.openAt(10, 10);
  const press = (key: string): void => {
    const list = menu.renderRoot.querySelector('[role="menu"]');
    list?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  const inFocus = (): string | undefined => menu.shadowRoot?.activeElement?.textContent.trim();
  return { menu, closed, done, press, inFocus };
}

test('arrows go round its entries, Home and End to the first and last', async () => {
  const { press, inFocus } = await opened();
  expect(inFocus()).toBe('pin');
  const way = ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'End', 'Home'].map((key) => {
    press(key);
    return inFocus();
  });
  expect(way).toEqual(['mark', 'compare', 'mark', 'pin', 'mark', 'pin']);
});

test('an entry closes it and then does what it says', async () => {
  const { menu, closed, done } = await opened();
  menu.renderRoot.querySelectorAll('button')[1]?.click();
  expect(closed).toHaveBeenCalled();
  expect(done).toEqual(['compare']);
});

test('Escape and a focus elsewhere close it, and nothing is done', async () => {
  const { menu, closed, done, press } = await opened();
  press('Escape');
  expect(closed).toHaveBeenCalledTimes(1);
  menu.dispatchEvent(new FocusEvent('focusout', { relatedTarget: document.body }));
  expect(closed).toHaveBeenCalledTimes(2);
  expect(done).toEqual([]);
});

test('a line sets apart what belongs together, but not at the top', async () => {
  const { menu } = await opened();
  expect(menu.renderRoot.querySelectorAll('hr')).toHaveLength(1);
  menu.entries = menu.entries.slice(2);
  await menu.updateComplete;
  expect(menu.renderRoot.querySelectorAll('hr')).toHaveLength(0);
});
