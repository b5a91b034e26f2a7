// The kinds of the oracle for the kubelet's parts; `npm run -s trace -- KIND SCRIPT.jsonl` reads this table.
import { tracePodConfig } from './tracePodConfig.ts';
import { tracePleg } from './tracePleg.ts';
import { tracePodActions } from './tracePodActions.ts';
import { tracePodCache } from './tracePodCache.ts';
import { tracePodWorkers } from './tracePodWorkers.ts';
import { traceWorkQueue } from './traceWorkQueue.ts';

export type KubeletTrace = (scriptLines: readonly string[]) => string[];

export const kubeletTraces: Readonly<Record<string, KubeletTrace>> = {
  pleg: tracePleg,
  podactions: tracePodActions,
  podcache: tracePodCache,
  podconfig: tracePodConfig,
  podworkers: tracePodWorkers,
  workqueue: traceWorkQueue,
};
