// Takes the pictures that the files of ./screenshots open, each in four themes:
//   node test/workbench/screenshots.ts [NAME…]
// Such a file exports `show`, which brings a workbench to what shall be seen, and may export `options` to open it with.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say, sayCounts } from '../../scripts/lib.mjs';
import { setTheme, type Theme, themes } from './lib/themes.ts';
import { type Workbench, type WorkbenchOptions, openWorkbench } from './lib/workbench.ts';

interface Picture {
  readonly show: (workbench: Workbench) => Promise<void>;
  readonly options?: WorkbenchOptions;
}

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
    for (const theme of Object.keys(themes) as Theme[]) {
      await setTheme(workbench, theme);
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
