// How long the extension takes to activate when its view is opened, beside an extension that does nothing in a view of its own, as
// VS Code itself counts both. The first whose view is opened in a window waits for what VS Code does for the first time, whoever it is:
// so each is opened in every second window.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runNode } from '../../scripts/lib.mjs';
import { openContainer, runCommand } from '../workbench/lib/drive.ts';
import { publisher, writeVsix } from '../workbench/lib/languagePack.ts';
import { openWorkbench } from '../workbench/lib/workbench.ts';

const RUNS = 5;

if (runNode(['scripts/package.mjs']) !== 0) throw new Error('the packing failed');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-activation-'));
process.once('exit', () => {
  fs.rmSync(folder, { recursive: true, force: true });
});
const container = { id: 'nothing', title: 'Nothing', icon: 'icon.svg' };
const view = { id: 'nothing.view', name: 'Nothing' };
const empty = writeVsix(
  folder,
  {
    name: 'does-nothing',
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    main: './main.js',
    contributes: {
      viewsContainers: { activitybar: [container] },
      views: { nothing: [view] },
      viewsWelcome: [{ view: view.id, contents: 'There is nothing.' }],
    },
  },
  {
    'main.js': `
const { window } = require('vscode');
exports.activate = () => {
  window.registerTreeDataProvider('${view.id}', { getChildren: () => [], getTreeItem: (x) => x });
};
`,
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
);
const both = [
  { id: 'kubelet-debugger.kubelet-debugger', title: 'Kubelet', shown: 'No kubelet log is open.' },
  { id: `${publisher}.does-nothing`, title: 'Nothing', shown: 'There is nothing.' },
];

/** For each of both and each window what VS Code counts, in milliseconds: loading the code, and the call of `activate`. */
const times = both.map(() => []);
for (let run = 0; run < 2 * RUNS; run++) {
  const { id, title, shown } = both[run % 2];
  const workbench = await openWorkbench({ beside: [empty], size: { width: 1500, height: 1100 } });
  try {
    const { page } = workbench;
    await openContainer(page, title);
    await page.locator('.sidebar').getByText(shown).first().waitFor();
    times[run % 2].push(await partsOf(page, id));
  } finally {
    await workbench.close();
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const [ours, other] = times.map((each) => median(each.map(({ load, call }) => load + call)));
const parts = times.map((each) =>
  [({ load }) => load, ({ call }) => call].map((part) => median(each.map(part))).join(' + '),
);
console.log(
  `activation: ${ours} ms (an extension that does nothing: ${other}, ratio ${(ours / other).toFixed(2)}); loading + call: ${parts.join(', ')}`,
);

/** By the table of extensions in VS Code's report on its start. */
async function partsOf(page, id) {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    await runCommand(page, 'Developer: Startup Performance');
    const lines = page.locator('.monaco-editor .view-line');
    await lines.first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const text = await page.evaluate(() => globalThis.navigator.clipboard.readText());
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    // The report comes in pieces.
    const [, , , load, call] = rows.find(([, name]) => name === id) ?? [];
    if (call !== undefined) return { load: Number(load), call: Number(call) };
  }
  throw new Error(`The report on the start has no ${id}.`);
}
