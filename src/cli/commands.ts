import type { CAC } from 'cac';
import { addCase } from './case.ts';
import { addCompare } from './compare.ts';
import { addCompletion } from './completion.ts';
import { addDap } from './dap.ts';
import { addFindings } from './findings.ts';
import { addFleet } from './fleet.ts';
import { addGoroutines } from './goroutines.ts';
import { addGrep } from './grep.ts';
import { addHelp } from './help.ts';
import { addLatencies } from './latencies.ts';
import { addMcp } from './mcp.ts';
import { addPod } from './pod.ts';
import { runProgram } from './run.ts';
import { addSample } from './sample.ts';
import { addSimulate } from './simulate.ts';
import { addState } from './state.ts';
import { addSummary } from './summary.ts';
import { addTestRules } from './testRules.ts';
import { addTimeline } from './timeline.ts';
import { addWhose } from './whose.ts';
import { addWhy } from './why.ts';
import { addWorkers } from './workers.ts';

/** The engine's thread is in the same bundle: the package has what both need but once. */
export { serveThread } from '../engine/host/node/serveThread.ts';

/** Every command is one file that adds itself. */
export const all: readonly ((program: CAC) => void)[] = [
  addSummary,
  addFindings,
  addPod,
  addLatencies,
  addWhy,
  addWhose,
  addState,
  addTimeline,
  addWorkers,
  addGrep,
  addSimulate,
  addTestRules,
  addCase,
  addCompare,
  addGoroutines,
  addSample,
  addFleet,
  addDap,
  addMcp,
  addCompletion,
  addHelp,
];

export function runAll(): void {
  runProgram(all);
}
