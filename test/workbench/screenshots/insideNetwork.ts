// What the dockershim remembers of each sandbox, and the calls of the plug-in.
import { showSimulated } from '../lib/insideRoom.ts';
import type { Workbench, WorkbenchOptions } from '../lib/workbench.ts';

export const options: WorkbenchOptions = { size: { width: 1600, height: 1000 } };

export async function show(workbench: Workbench): Promise<void> {
  await showSimulated(workbench, /finds no network namespace/, '1.23', 'Network', /^networkReady/);
}
