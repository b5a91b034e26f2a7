// A room of “Inside the kubelet” of a kubelet that is simulated in the editor itself, for pictures.
import { openContainer, quickInput, runCommand, webview } from './drive.ts';
import type { Workbench } from './workbench.ts';

/** A scenario that comes with the extension is simulated first. */
export async function showSimulated(
  workbench: Workbench,
  scenario: RegExp,
  version: string,
  room: string,
  table: RegExp,
): Promise<void> {
  const { page } = workbench;
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).getByRole('option', { name: scenario }).first().click();
  await quickInput(page).getByRole('option', { name: version }).click();
  await showRoom(workbench, room, table);
}

/** Of what is open. */
export async function showRoom({ page }: Workbench, room: string, shown: RegExp): Promise<void> {
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Pod Worker Queues');
  const inside = webview(page).locator('kd-machine');
  await inside.getByRole('button', { name: new RegExp(`^${room}( |$)`) }).click();
  await inside
    .getByText(shown)
    .or(inside.getByRole('table', { name: shown }))
    .first()
    .waitFor();
}
