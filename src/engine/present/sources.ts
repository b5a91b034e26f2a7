import type { KubeletRun } from '../../kubelet/rebuild/history.ts';
import type { RunRow } from '../../protocol/rows.ts';
import { shown } from './values.ts';

export function runRow(run: KubeletRun): RunRow {
  return {
    from: run.from,
    to: run.to,
    pid: run.pid,
    version: shown(run.version),
    verbosity: shown(run.verbosity),
    runtime: shown(run.runtime),
    node: shown(run.node),
    input: run.startProvedBy[0],
  };
}
