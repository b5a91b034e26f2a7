// The findings page in a real VS Code on a log with more than 9,000 findings: from the command, or a click, until its first rows are drawn.
// Each figure is the median of five.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fail, runNode } from '../../scripts/lib.mjs';
import { needs } from '../../scripts/parts.mjs';
import { longLog } from './longLog.mjs';

const lacking = needs.workbench();
if (lacking) fail(lacking);
const code = runNode(['scripts/package.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (code !== 0) fail('The extension could not be packaged.');
const { openWorkbench } = await import('../workbench/lib/workbench.ts');
const { openContainer, quickInput, runCommand, webview } =
  await import('../workbench/lib/drive.ts');

const NAME = 'many.log';
const LINES = 37_000;
const TIMES = 5;
const LIMIT = 500;
/** Two pods of the capture crash; each round others do, so that each has a finding. */
const crashes = (line) =>
  line.includes('default/crash-') && /SyncLoop ADD|Error syncing/.test(line);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kubelet-bench-'));
const log = longLog('churn-v2', LINES, crashes);
fs.writeFileSync(path.join(folder, NAME), `${log.join('\n')}\n`);

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** How long something takes until an element stands there, ms. */
async function timed(act, drawn) {
  const began = performance.now();
  await act();
  await drawn.waitFor();
  return performance.now() - began;
}

function report(name, times) {
  const value = median(times);
  console.log(
    `findings, ${name}: ${value.toFixed(0)} ms (limit: ${LIMIT}, ratio ${(value / LIMIT).toFixed(2)})`,
  );
}

const workbench = await openWorkbench({ content: folder, size: { width: 1360, height: 850 } });
try {
  const { page } = workbench;
  const shown = webview(page).locator('kd-findings');
  const [cards, rows] = [shown.locator('.kd-card').first(), shown.locator('tbody tr').first()];
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Log…');
  const input = quickInput(page).locator('input').first();
  await quickInput(page).getByRole('option').first().waitFor();
  await input.fill(path.join(workbench.folder, NAME));
  await quickInput(page).getByRole('option', { name: NAME }).waitFor();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'Findings' });
  await tree.getByRole('treeitem').first().waitFor({ timeout: 180_000 });
  await webview(page).locator('kd-timeline .kd-time').waitFor({ timeout: 60_000 });
  const command = quickInput(page).getByRole('option', { name: 'Kubelet: Show Findings' }).first();
  const opened = [];
  // The first time VS Code loads what each webview needs.
  for (let time = 0; time <= TIMES; time++) {
    await runCommand(page, 'View: Close All Editors');
    await page.keyboard.press('F1');
    await quickInput(page).locator('input').first().fill('>Kubelet: Show Findings');
    await command.waitFor();
    const took = await timed(() => command.click(), cards);
    if (time > 0) opened.push(took);
  }
  console.log(`findings: ${await shown.locator('.kd-count').innerText()}`);
  report('the page from its command', opened);
  const choose = (name) => () => shown.getByRole('radio', { name }).click();
  for (const [name, drawn] of [
    ['By cause', shown.getByRole('tree', { name: 'Findings' }).locator('.kd-card').first()],
    ['By severity', shown.locator('.kd-tree h2').filter({ hasText: 'Medium' }).first()],
    ['By pod', shown.locator('.kd-tree h2').filter({ hasText: 'default/crash' }).first()],
    ['As a table', rows],
  ]) {
    const times = [];
    for (let time = 0; time < TIMES; time++) {
      await choose('By kind')();
      await shown.locator('[data-kind]').first().waitFor();
      times.push(await timed(choose(name), drawn));
    }
    report(name, times);
  }
  const sorted = [];
  for (let time = 0; time < TIMES; time++) {
    await shown.locator('th', { hasText: 'Times' }).locator('button').click();
    const heading = shown.locator('th[aria-sort=ascending]').filter({ hasText: 'Finding' });
    const button = shown.locator('th', { hasText: 'Finding' }).locator('button');
    sorted.push(await timed(() => button.click(), heading));
  }
  report('sorted by a click', sorted);
} finally {
  await workbench.close();
  fs.rmSync(folder, { recursive: true });
}
