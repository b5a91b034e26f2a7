// What waits for a sync loop that pauses.
import { showRoom } from '../lib/insideRoom.ts';
import { busyNode } from '../lib/simulated.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = {
  content: busyNode('2026-03-02T08:04:54Z'),
  size: { width: 1600, height: 1000 },
};

export async function show(workbench: Workbench): Promise<void> {
  await showRoom(workbench, 'Channels', /^Channels to the sync loop/);
}
