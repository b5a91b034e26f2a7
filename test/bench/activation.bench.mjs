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

const times = { ours: [], empty: [] };
for (let run = 0; run < RUNS; run++) {
  const workbench = await openWorkbench({ beside: [empty], size: { width: 1500, height: 1100 } });
  try {
    const { page } = workbench;
    await openContainer(page, 'Kubelet');
    await page.getByRole('button', { name: 'Open Sample Incident' }).first().waitFor();
    const time = async (name) => {
      const row = page.locator('.runtime-extensions-editor .extension', { hasText: name });
      const text = await row.locator('.activation-time').innerText();
      return Number(/(\d+)\s*ms/.exec(text)?.[1] ?? NaN);
    };
    await runCommand(page, 'Developer: Show Running Extensions');
    times.ours.push(await time('Kubelet Debugger'));
    times.empty.push(await time('Does Nothing'));
  } finally {
    await workbench.close();
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const [ours, other] = [median(times.ours), median(times.empty)];
console.log(
  `activation: ${ours} ms (an extension that does nothing: ${other}, ratio ${(ours / other).toFixed(2)})`,
);
