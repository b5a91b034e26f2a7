import type { WorkerRow, WorkRow } from '../../../protocol/machineApi.ts';

/** Of many workers those with an update that waits are kept, then those at work. What is left to a worker that has ended waits for nobody. */
export function busyness({ goroutine, pending, lastUndelivered, active }: Work): number {
  if (goroutine === 'none') return 0;
  if (pending !== undefined || lastUndelivered !== undefined) return 2;
  return active === undefined ? 0 : 1;
}

interface Work {
  readonly goroutine: WorkerRow['goroutine'];
  readonly pending: unknown;
  readonly lastUndelivered: unknown;
  readonly active: unknown;
}

/** Time since which a row waits, in µs, by the first update that was not taken; those that wait for nothing last, busy ones before idle ones. */
export function waitsSince(row: WorkerRow): number {
  const { pending, lastUndelivered, since } = row;
  const busy = busyness(row);
  if (busy < 2) return (2 - busy) * 1e18 + (since ?? 0) / 1e3;
  const first = (work: WorkRow | undefined): number =>
    work?.replaced[0]?.at ?? work?.since ?? Infinity;
  return Math.min(first(pending), first(lastUndelivered));
}
