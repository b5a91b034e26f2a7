// The calls of sync functions on one line of time, in a narrow window.
import { showSimulated } from '../lib/insideRoom.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 900, height: 1000 } };

export async function show(workbench: Workbench): Promise<void> {
  await showSimulated(
    workbench,
    /finds no network namespace/,
    '1.23',
    'Sync functions',
    /^Calls for/,
  );
}
