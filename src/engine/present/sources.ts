import type { History, KubeletRun } from '../../kubelet/rebuild/history.ts';
import type { RunRow, SourceRow } from '../../protocol/rows.ts';
import type { ClockProposal } from '../../replay/clockProposals.ts';
import { shown, shownVerbosity } from './values.ts';

export function runRow(run: KubeletRun): RunRow {
  return {
    from: run.from,
    to: run.to,
    pid: run.pid,
    version: shown(run.version),
    verbosity: shownVerbosity(run),
    runtime: shown(run.runtime),
    node: shown(run.node),
    input: run.startProvedBy[0],
  };
}

const nobodys: ReadonlySet<string> = new Set(['kubelet', 'text', 'other', 'unknown', 'host']);

/** Where no line tells what a kubelet did: the programs whose lines there are for certain, those with most lines first. */
export function withoutKubelet(
  { understood }: Pick<History, 'understood'>,
  rows: readonly SourceRow[],
): { readonly withoutKubelet?: readonly string[] } {
  if (understood.lines === 0 || understood.facts > 0) return {};
  const counts = new Map<string, number>();
  for (const { writers } of rows)
    for (const { program, known, records } of writers)
      if (known === 'seen' && !nobodys.has(program))
        counts.set(program, (counts.get(program) ?? 0) + records);
  return {
    withoutKubelet: [...counts].sort(([, a], [, b]) => b - a).map(([program]) => program),
  };
}

/** Rows of sources, each with what would bring its clock onto that of another unless that is done. */
export function sourceRows(
  sources: readonly { readonly row: SourceRow }[],
  proposals: ReadonlyMap<number, ClockProposal>,
): readonly SourceRow[] {
  return sources.map(({ row }, index) => {
    const proposal = proposals.get(index);
    const beside = proposal === undefined ? undefined : sources[proposal.beside]?.row.name;
    if (proposal === undefined || beside === undefined) return row;
    const { offset, ids } = proposal;
    return offset === row.clockOffset ? row : { ...row, proposedOffset: { offset, beside, ids } };
  });
}
