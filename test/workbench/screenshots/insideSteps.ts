// What each part did up to the cursor.
import { showRoom } from '../lib/insideRoom.ts';
import { busyNode } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: busyNode(),
  size: { width: 1600, height: 1000 },
};

export async function show(workbench: Workbench): Promise<void> {
  await showRoom(workbench, 'Steps', /^Steps of the kubelet/);
}
