// When each pod is due again and why, in a narrow window.
import { showRoom } from '../lib/insideRoom.ts';
import { busyNode } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: busyNode(),
  size: { width: 900, height: 1000 },
};

export async function show(workbench: Workbench): Promise<void> {
  await showRoom(workbench, 'Work queue', /^Pods in the work queue/);
}
