// Logs of several nodes are judged one node at a time: what one kubelet suffers says nothing of the other's, and their lines of one
// second are no neighbours.
import type { History } from '../kubelet/rebuild/history.ts';
import { rebuild } from '../kubelet/rebuild/rebuild.ts';
import { Tape } from '../replay/tape.ts';
import { bySeverity, diagnose } from './diagnose.ts';
import type { Finding } from './finding.ts';
import type { Rule } from './rule.ts';

/** As `diagnose`; with several nodes each finding tells its own, also in its key. */
export function diagnoseNodes(
  history: History,
  tape: Tape,
  extra: readonly Rule[] = [],
): readonly Finding[] {
  const { nodes } = history;
  if (nodes === undefined) return diagnose(history, tape, extra);
  return nodes
    .flatMap(({ name, sources, history: { gaps } }) => {
      const own = new Tape(tape.sources.filter(({ table }) => sources.includes(table.source)));
      const keyOf = (key: string): string => `${key}@${name}`;
      return diagnose(rebuild(own, { gaps }), own, extra).map((finding): Finding => ({
        ...finding,
        key: keyOf(finding.key),
        causedBy: finding.causedBy === undefined ? undefined : keyOf(finding.causedBy),
        node: name,
      }));
    })
    .toSorted(bySeverity);
}
