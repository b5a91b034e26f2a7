// How long the extension takes to activate, beside an extension that does nothing, as VS Code itself counts it in the same window.
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
const empty = writeVsix(
  folder,
  {
    name: 'does-nothing',
    displayName: 'Does Nothing',
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
  },
  { 'main.js': 'exports.activate = () => undefined;\n' },
);

/** For each run what VS Code counts, in milliseconds: loading the code, and the call of `activate`. */
const times = { ours: [], empty: [] };
for (let run = 0; run < RUNS; run++) {
  const workbench = await openWorkbench({ beside: [empty], size: { width: 1500, height: 1100 } });
  try {
    const { page } = workbench;
    await openContainer(page, 'Kubelet');
    await page.getByRole('button', { name: 'Open Sample Incident' }).first().waitFor();
    const rows = await performanceRows(page);
    times.ours.push(partsOf(rows, 'kubelet-debugger.kubelet-debugger'));
    times.empty.push(partsOf(rows, `${publisher}.does-nothing`));
  } finally {
    await workbench.close();
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const of = (parts, value) => median(parts.map(value));
const all = ({ load, call }) => load + call;
const [ours, other] = [of(times.ours, all), of(times.empty, all)];
const parts = Object.values(times).map(
  (each) => `${of(each, ({ load }) => load)} + ${of(each, ({ call }) => call)}`,
);
console.log(
  `activation: ${ours} ms (an extension that does nothing: ${other}, ratio ${(ours / other).toFixed(2)}); loading + call: ${parts.join(', ')}`,
);

/** The table of extensions in the report on VS Code's start, a list of cells for each row. */
async function performanceRows(page) {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    await runCommand(page, 'Developer: Startup Performance');
    const lines = page.locator('.monaco-editor .view-line');
    await lines.first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    // The report comes in pieces.
    if (rows.some(([, name]) => name === `${publisher}.does-nothing`)) return rows;
  }
  throw new Error('The report on the start names no extension.');
}

function partsOf(rows, name) {
  const [, , , load, call] = rows.find((row) => row[1] === name) ?? [];
  return { load: Number(load), call: Number(call) };
}
