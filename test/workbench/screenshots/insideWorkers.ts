// What the workers of a node in trouble held beside what its log tells.
import { showRoom } from '../lib/insideRoom.ts';
import { busyNode } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: busyNode(),
  size: { width: 1600, height: 1000 },
};

export async function show(workbench: Workbench): Promise<void> {
  await showRoom(workbench, 'Pod workers', /^Pod workers as the kubelet held/);
}
