// A room of “Inside the kubelet” of a kubelet that is simulated in the editor itself, for pictures.
import { openContainer, quickInput, runCommand, webview } from './drive.ts';
import type { Workbench } from './workbench.ts';

export async function showRoom(
  { page }: Workbench,
  scenario: RegExp,
  version: string,
  room: string,
  table: RegExp,
): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).getByRole('option', { name: scenario }).first().click();
  await quickInput(page).getByRole('option', { name: version }).click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Worker Queues');
  const inside = webview(page).locator('kd-machine');
  await inside.getByRole('button', { name: room, exact: true }).click();
  await inside.getByRole('table', { name: table }).first().waitFor();
}
