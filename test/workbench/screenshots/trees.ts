// The five trees with the older incident, wide enough to read, with what is stuck unfolded.
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';
import { openContainer, quickInput, runCommand, unfoldView, webview } from '../lib/drive.ts';

export const options: WorkbenchOptions = { size: { width: 1500, height: 1500 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Open Sample Incident');
  await quickInput(page)
    .getByRole('option', { name: /dockershim/ })
    .click();
  const pod = page.getByRole('tree', { name: 'Pods' }).getByRole('treeitem', { name: /web-1/ });
  await pod.first().waitFor();
  await pod.first().locator('.monaco-tl-twistie').click();
  for (const view of ['Network', 'PLEG']) await unfoldView(page, view);
  const pleg = page.getByRole('tree', { name: 'PLEG' }).getByRole('treeitem', { name: /web-1/ });
  await pleg.first().locator('.monaco-tl-twistie').click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  const sash = page.locator('.monaco-sash.vertical:not(.disabled)').first();
  const box = await sash.boundingBox();
  if (box === null) throw new Error('There is no edge to drag.');
  await page.mouse.move(box.x + 2, 700);
  await page.mouse.down();
  await page.mouse.move(box.x + 420, 700, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(box.x + 700, 20);
}
