// Statuses with their versions, results of probes, back-offs.
import { showSimulated } from '../lib/insideRoom.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show(workbench: Workbench): Promise<void> {
  await showSimulated(workbench, /in no registry/, '1.34', 'Statuses and probes', /^Statuses of/);
}
