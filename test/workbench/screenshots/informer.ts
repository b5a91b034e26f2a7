// The informers of a simulated outage of the API server, at a step in the midst of it.
import { openContainer, quickInput, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Simulate…');
  await quickInput(page).locator('input').first().fill('API server');
  await quickInput(page)
    .getByRole('option', { name: /API server/ })
    .first()
    .click();
  await quickInput(page).getByRole('option', { name: '1.34' }).click();
  await webview(page).locator('kd-timeline .kd-time').waitFor();
  await runCommand(page, 'View: Close All Editors');
  await runCommand(page, 'Kubelet: Show Informer');
  const informer = webview(page).locator('kd-informer');
  // The log opens at its end; the steps of the outage lie before what is listed there.
  const problem = informer.locator('.kd-steps .kd-is-problem').last();
  await informer.getByRole('list', { name: /^Steps/ }).focus();
  const isListed = (): Promise<boolean> =>
    problem.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 10 && !(await isListed()); tries++)
    await page.keyboard.press('PageUp');
  await problem.click();
  await informer.getByRole('button', { name: 'Next step' }).click();
  await informer.getByRole('img', { name: 'How the waits grow' }).waitFor();
}
