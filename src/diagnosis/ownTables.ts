import type { SourceId } from '../base/input.ts';
import { mayHoldKubelet } from '../kubelet/evidence/writers.ts';
import type { LogTable } from '../log/record.ts';
import type { Tape } from '../replay/tape.ts';

/** What is read of one node, or of all; sections of other programs are left aside where the kubelet has its own. */
export function ownTables(tape: Tape, sources?: readonly SourceId[]): readonly LogTable[] {
  const all = tape.sources.map(({ table }) => table);
  const own = all.filter(({ source }) => sources?.includes(source) !== false);
  const kubeletsOwn = own.filter(mayHoldKubelet);
  return kubeletsOwn.some(hasTime) ? kubeletsOwn : own;
}

function hasTime({ time, length }: LogTable): boolean {
  return time.subarray(0, length).some((at) => !Number.isNaN(at));
}
