// Driving a workbench as a person does: by keys, names and roles.
import type { ElementHandle, Frame, FrameLocator, Locator, Page } from 'playwright-core';

/** The quick input: command palette, pickers, input boxes. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible');
}

/** Takes the keyboard from a web page. One that had it when a quick input opened gets it back by a message, and so late:
 * on a slow machine that closes what a command asks by then. */
async function leavePage(page: Page): Promise<void> {
  // Chromium's `iframe:focus` finds none.
  if ((await page.evaluate('document.activeElement?.tagName')) === 'IFRAME')
    await page.locator('.activitybar [role="tab"]').first().focus();
}

/** Runs a command by its title in the palette. Early on keys get lost and extensions come late, so it tries again for 30 s. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await leavePage(page);
  const option = quickInput(page).getByRole('option', { name: startingWith(title) });
  const end = Date.now() + 30_000;
  for (;;) {
    await page.keyboard.press('F1');
    try {
      await quickInput(page).locator('input').first().fill(`>${title}`, { timeout: 2000 });
      await option.first().click({ timeout: 2000 });
      return;
    } catch (cause) {
      if (Date.now() > end) throw new Error(`The palette has no command "${title}".`, { cause });
      await page.keyboard.press('Escape');
    }
  }
}

/** Opens a file of the folder by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await leavePage(page);
  await page.keyboard.press('Control+P');
  await quickInput(page).locator('input').first().fill(name);
  await quickInput(page)
    .getByRole('option', { name: startingWith(name) })
    .first()
    .click();
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

/** Clicks the begin of a line that shows `text`: further right a click would follow a link. It takes one that a person could hit:
 * the editor also draws lines beyond its edges and beneath what sticks at its top, and moves while it reveals. */
export async function clickLine(page: Page, text: string): Promise<void> {
  const lines = page.locator('.view-line', { hasText: text });
  await lines.first().waitFor();
  const end = Date.now() + 30_000;
  let before: Point | undefined;
  for (;;) {
    const at = await pointOnTop(lines);
    if (at !== undefined && at.x === before?.x && at.y === before.y) {
      await page.mouse.click(at.x, at.y);
      return;
    }
    if (Date.now() > end) throw new Error(`No line that shows "${text}" can be clicked.`);
    before = at;
    await page.waitForTimeout(100);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointOnTop(lines: Locator): Promise<Point | undefined> {
  return lines.evaluateAll((elements) => {
    for (const element of elements) {
      const box = element.getBoundingClientRect();
      const point = { x: box.x + 5, y: box.y + box.height / 2 };
      if (element.contains(element.ownerDocument.elementFromPoint(point.x, point.y))) return point;
    }
    return undefined;
  });
}

function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`);
}

/** Opens the view container by its icon in the activity bar. */
export async function openContainer(page: Page, title: string): Promise<void> {
  // A badge adds what it counts.
  const name = new RegExp(`^${title}( - |$)`);
  const tab = page.locator('.activitybar').getByRole('tab', { name });
  await tab.waitFor();
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

/** The header of a view in the open container; it shows and hides the view's body. */
export function viewHeader(page: Page, title: string): Locator {
  return page.locator('.sidebar').getByRole('button', { name: `${title} Section` });
}

/** Shows the body of a view that stands folded; its header may count what is in it. */
export async function unfoldView(page: Page, title: string): Promise<void> {
  await page.locator('.sidebar .pane-header:not(.expanded)', { hasText: title }).click();
}

/** Picks from an open context menu by Enter: to a click VS Code's menus are deaf for their first 100 ms. */
export async function pickFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.hover();
  await page.locator('.monaco-menu .action-item.focused').filter({ has: item }).waitFor();
  await page.keyboard.press('Enter');
}

/** A row of any tree, by its accessible name. */
export function treeRow(page: Page, name: string | RegExp): Locator {
  return page.getByRole('treeitem', { name });
}

/** A notification with this text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.notification-toast', { hasText: text });
}

/** The document of the nth visible webview: it lies two frames deep. */
export function webview(page: Page, nth = 0): FrameLocator {
  return page
    .locator('iframe.webview.ready')
    .nth(nth)
    .contentFrame()
    .frameLocator('iframe#active-frame');
}

/** The same as a frame, to run code in. */
export async function webviewFrame(page: Page, nth = 0): Promise<Frame> {
  const element: ElementHandle = await page
    .locator('iframe.webview.ready')
    .nth(nth)
    .contentFrame()
    .locator('iframe#active-frame')
    .elementHandle();
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The webview closed while it was looked for.');
  return frame;
}
