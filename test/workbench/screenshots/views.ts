// The activity-bar container before anything is opened.
import { openContainer, viewHeader } from '../lib/drive.ts';
import type { Workbench } from '../lib/workbench.ts';

export async function show({ page }: Workbench): Promise<void> {
  await openContainer(page, 'Kubelet');
  await viewHeader(page, 'Findings').waitFor();
}
