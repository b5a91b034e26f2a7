// The last plans of computePodActions, each field with its reason, and the hashes of the containers.
import { showSimulated } from '../lib/insideRoom.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show(workbench: Workbench): Promise<void> {
  await showSimulated(workbench, /crash/i, '1.34', 'Pod actions', /^Plan of/);
}
