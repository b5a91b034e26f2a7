import type { CAC } from 'cac';
import { addDap } from './dap.ts';
import { addFindings } from './findings.ts';
import { addPod } from './pod.ts';
import { addState } from './state.ts';
import { addSummary } from './summary.ts';
import { addWorkers } from './workers.ts';

/** Every command is one file that adds itself. */
export function addCommands(program: CAC): void {
  for (const add of [addSummary, addFindings, addPod, addState, addWorkers, addDap]) add(program);
}
