// A kubelet whose verbosity was changed while it ran (PUT /debug/flags/v): only in some stretches of its run do the lines of v≥4 say what
// the workers did. Outside them it is inferred.
import { micros, SECOND, type Micros } from '../../../base/time.ts';
import type { Fact } from './fact.ts';
import type { FactTable } from './factTable.ts';

export interface Stretch {
  readonly from: Micros;
  readonly to: Micros;
}

/** A sync loop at v≥4 prints at least each two seconds; one that prints nothing else either hangs. */
const SILENT = 5 * SECOND;

/** The stretches of v≥4; undefined when the whole run is one. */
export function loudStretches(
  facts: FactTable,
  first: number,
  end: number,
): readonly Stretch[] | undefined {
  const found: Stretch[] = [];
  let from: Micros | undefined;
  let last = micros(-Infinity);
  /** The first line since then that at v≥4 would have others beside it. */
  let alone: Micros | undefined;
  const look = ({ at, event }: Fact): void => {
    if (event.kind === 'config' || event.kind === 'pleg.event') {
      if (at - last > SILENT) alone ??= at;
      return;
    }
    if (event.kind === 'loop.housekeeping' && event.took !== undefined) return;
    if (alone !== undefined && at - alone > SILENT) {
      if (from !== undefined) found.push({ from, to: last });
      from = at;
    }
    from ??= facts.list[first]?.at ?? at;
    alone = undefined;
    last = at;
  };
  facts.each(['config', 'pleg.event', ...loud], look, first, end);
  if (from === undefined) return found;
  if (alone === undefined && found.length === 0 && from === facts.list[first]?.at) return undefined;
  return [...found, { from, to: alone === undefined ? micros(Infinity) : last }];
}

const loud = [
  'worker.first',
  'worker.notified',
  'worker.requeued',
  'worker.begin',
  'worker.end',
  'loop.housekeeping',
  'loop.sync',
] as const;

export function isIn({ from, to }: Stretch, at: Micros): boolean {
  return at >= from && at <= to;
}
