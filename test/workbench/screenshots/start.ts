// What a newcomer sees: the container with nothing open, and the walkthrough.
import { openContainer } from '../lib/drive.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1500, height: 900 } };

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await page.locator('.sidebar').getByText('Take the walkthrough').click();
  await page.getByText('From a log to the stuck pod').first().waitFor();
}
