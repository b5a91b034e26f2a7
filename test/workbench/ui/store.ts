// A log store: asked which nodes there are and what they say, read node by node, with a password that is nowhere but with the editor.
import { afterAll, expect } from 'vitest';
import { fleetLogs } from '../../lab/fleet.ts';
import { FakeLoki } from '../../support/fakeLoki.ts';
import { openContainer, quickInput, runCommand, treeRow } from '../lib/drive.ts';
import { workbenchTest } from '../lib/workbenchTest.ts';

const loki = await new FakeLoki().listen();
for (const { node, lines } of fleetLogs(12, 7, new Date(Date.now() - 20 * 60_000)))
  loki.push(
    node,
    lines.map(({ stamp, text }) => [BigInt(stamp), text] as const),
  );
loki.authorization = `Basic ${Buffer.from('me:swordfish').toString('base64')}`;
afterAll(() => {
  loki.close();
});
const test = workbenchTest({ size: { width: 1500, height: 900 } });

test('it asks for the address, the time and the password, and counts before it reads', async ({
  workbench: { page },
}) => {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Logs from a Log Store…');
  const input = quickInput(page);
  await input.getByPlaceholder('http://loki:3100').fill(loki.url);
  await page.keyboard.press('Enter');
  await input.getByRole('option', { name: /The last hour/ }).click();
  await input.getByRole('option', { name: /User and Password/ }).click();
  await input.getByText(/^User \(Press/).waitFor();
  await input.locator('input[type=text]').fill('me');
  await page.keyboard.press('Enter');
  await input.locator('input[type=password]').fill('swordfish');
  await page.keyboard.press('Enter');
  await input.getByText(/lines of 12 nodes/).waitFor();
  await input
    .getByRole('checkbox', { name: /^node-007/ })
    .first()
    .waitFor();
  expect(loki.asked.filter(({ path }) => path.includes('query_range'))).toEqual([]);
});

test('the store says which nodes say what, and those are read', async ({ workbench: { page } }) => {
  const input = quickInput(page);
  await input.getByRole('button', { name: 'Which nodes have which findings?' }).click();
  const del = input.getByRole('checkbox', { name: /CNI DEL fails.*1 of 12 nodes/ });
  await del.waitFor();
  await del.click();
  await page.keyboard.press('Enter');
  await input.getByText(/lines of 12 nodes/).waitFor();
  await input.getByText('1 Selected').waitFor();
  await input
    .getByRole('checkbox', { name: /^node-001/ })
    .first()
    .click();
  await page.keyboard.press('Enter');
  await treeRow(page, /^Log node-007/).waitFor();
  await treeRow(page, /^Log node-001/).waitFor();
  await page
    .getByRole('tree', { name: 'Findings' })
    .getByRole('treeitem', { name: /CNI DEL/i })
    .first()
    .waitFor();
});

test('the store is offered again, and its password is not asked for twice', async ({
  workbench: { page },
}) => {
  await runCommand(page, 'Kubelet: Open Logs from a Log Store…');
  const input = quickInput(page);
  await input.getByRole('option', { name: new URL(loki.url).host }).click();
  await input.getByRole('option', { name: /The last hour/ }).click();
  await input.getByText(/lines of 12 nodes/).waitFor();
  await page.keyboard.press('Escape');
});
