// The API server in the midst of a lesson.
import { openContainer, runCommand, webview } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await runCommand(page, 'Kubelet: Show API Server Laboratory');
  const server = webview(page).locator('kd-api-server');
  await server.getByRole('button', { name: 'List and watch, and a streaming list beside' }).click();
  await server.getByText('of 7').waitFor();
}
