// Colour themes of a running workbench.
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** Short name → the theme's name in settings, and the class that says it is on. */
export const themes = {
  light: { name: 'Light Modern', shown: 'vs' },
  dark: { name: 'Dark Modern', shown: 'vs-dark' },
  'hc-black': { name: 'Default High Contrast', shown: 'hc-black' },
  'hc-light': { name: 'Default High Contrast Light', shown: 'hc-light' },
} as const;
export type Theme = keyof typeof themes;

/** By the folder's settings: a running workbench watches those, but not its user's file. */
export async function setTheme({ folder, page }: Workbench, theme: Theme): Promise<void> {
  const { name, shown } = themes[theme];
  const file = path.join(folder, '.vscode/settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': name }));
  await page.locator(`.monaco-workbench.${shown}`).waitFor();
  await settled(page);
}

/** Until two pictures in a row are equal: colours fade, and pages redraw when they hear of a theme. */
export async function settled(page: Page): Promise<void> {
  let last = await page.screenshot();
  for (let turn = 0; turn < 20; turn += 1) {
    await page.waitForTimeout(150);
    const next = await page.screenshot();
    if (next.equals(last)) return;
    last = next;
  }
}
