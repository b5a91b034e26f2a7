// Takes the pictures that the files of ./screenshots open, each in four themes:
//   node test/workbench/screenshots.ts [NAME…]
// Such a file exports `show`, which brings a workbench to what shall be seen, and may export `options` to open it with.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { root, say, sayCounts } from '../../scripts/lib.mjs';
import { type Workbench, type WorkbenchOptions, openWorkbench } from './lib/workbench.ts';

interface Picture {
  readonly show: (workbench: Workbench) => Promise<void>;
  readonly options?: WorkbenchOptions;
}

/** File name → the theme's name in settings, and the class that says it is on. */
const themes = {
  light: { name: 'Default Light Modern', shown: 'vs' },
  dark: { name: 'Default Dark Modern', shown: 'vs-dark' },
  'hc-black': { name: 'Default High Contrast', shown: 'hc-black' },
  'hc-light': { name: 'Default High Contrast Light', shown: 'hc-light' },
} as const;

const dir = path.join(root, 'test/workbench/screenshots');
const out = path.join(root, 'artifacts/screenshots');
const wanted = process.argv.slice(2);
const names = fs
  .readdirSync(dir)
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

fs.mkdirSync(out, { recursive: true });
let failed = 0;
for (const name of names) {
  try {
    await take(name);
  } catch (error) {
    failed += 1;
    console.error(`FAIL ${name}: ${error instanceof Error ? (error.stack ?? error.message) : ''}`);
  }
}
sayCounts(names.length - failed, failed);
process.exitCode = failed > 0 || names.length === 0 ? 1 : 0;

async function take(name: string): Promise<void> {
  const file = pathToFileURL(path.join(dir, `${name}.ts`)).href;
  const { show, options = {} } = (await import(file)) as Picture;
  const workbench = await openWorkbench(options);
  try {
    await show(workbench);
    for (const [theme, { name: label, shown }] of Object.entries(themes)) {
      await setTheme(workbench, label, shown);
      const picture = path.join(out, `${name}-${theme}.png`);
      await workbench.page.screenshot({ path: picture, animations: 'disabled' });
      say(path.relative(root, picture));
    }
    const problems = workbench.problems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await workbench.close();
  }
}

/** By the folder's settings: a running workbench watches those, but not its user's file. */
async function setTheme({ folder, page }: Workbench, label: string, shown: string): Promise<void> {
  const file = path.join(folder, '.vscode/settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': label }));
  await page.locator(`.monaco-workbench.${shown}`).waitFor();
  await settled(page);
}

/** Until two pictures in a row are equal: colours fade, and pages redraw when they hear of a theme. */
async function settled(page: Page): Promise<void> {
  let last = await page.screenshot();
  for (let turn = 0; turn < 20; turn += 1) {
    await page.waitForTimeout(150);
    const next = await page.screenshot();
    if (next.equals(last)) return;
    last = next;
  }
}
