import type { WorkerRow, WorkRow } from '../../../protocol/machineApi.ts';

/** Of many workers those with an update that waits are kept, then those at work. */
export function busyness({ pending, lastUndelivered, active }: Partial<Work>): number {
  if (pending !== undefined || lastUndelivered !== undefined) return 2;
  return active === undefined ? 0 : 1;
}

interface Work {
  readonly pending: unknown;
  readonly lastUndelivered: unknown;
  readonly active: unknown;
}

/** Time since which a row waits, in µs, by the first update that was not taken; those that wait for nothing last, busy ones before idle ones. */
export function waitsSince({ pending, lastUndelivered, active, since }: WorkerRow): number {
  const first = (work: WorkRow | undefined): number =>
    work?.replaced[0]?.at ?? work?.since ?? Infinity;
  const waits = Math.min(first(pending), first(lastUndelivered));
  if (waits < Infinity) return waits;
  return (active === undefined ? 2 : 1) * 1e18 + (since ?? 0) / 1e3;
}
