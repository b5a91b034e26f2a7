import type { WorkerRow } from '../../../protocol/machineApi.ts';

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

/** Time since which a row waits, in µs; those that wait for nothing last, busy ones before idle ones. */
export function waitsSince({ pending, lastUndelivered, active, since }: WorkerRow): number {
  const waits = Math.min(pending?.since ?? Infinity, lastUndelivered?.since ?? Infinity);
  if (waits < Infinity) return waits;
  return (active === undefined ? 2 : 1) * 1e18 + (since ?? 0) / 1e3;
}
