import type { Micros } from '../../../base/time.ts';
import type { WorkerRow } from '../../../protocol/machineApi.ts';

/** What the log's worker and the kubelet's both have, by the log's names. */
export const heldFields = [
  'present',
  'state',
  'working',
  'pending',
  'started',
  'terminationRequested',
  'startedTerminating',
  'terminated',
  'deleted',
  'evicted',
  'finished',
  'gracePeriod',
] as const;

/** Flags that are the time of something. */
const times: Readonly<Partial<Record<HeldField, string>>> = {
  started: 'startedAt',
  terminationRequested: 'terminatingAt',
  terminated: 'terminatedAt',
};

export type HeldField = (typeof heldFields)[number];

/** A value as the kubelet held it; undefined where its version has no such field. */
export function heldOf(row: WorkerRow, field: HeldField): string | boolean | number | undefined {
  switch (field) {
    case 'present':
      return true;
    case 'state':
      return row.state;
    case 'working':
      return row.working;
    case 'pending':
      return row.pending !== undefined || row.lastUndelivered !== undefined;
    default: {
      const text = (name: string | undefined): string | undefined =>
        name === undefined ? undefined : row.fields[name];
      const own = text(field);
      if (field === 'gracePeriod') return own === undefined ? undefined : Number(own);
      if (own !== undefined) return own === 'true';
      const at = text(times[field]);
      return at === undefined ? undefined : at !== 'not yet';
    }
  }
}

/** Which update a value is of, that holds for one after the other: what overtakes one that waits keeps its StartTime (UpdatePod). */
export function sinceOf(
  { active, pending, lastUndelivered }: WorkerRow,
  field: HeldField,
): Micros | undefined {
  if (field === 'working') return active?.since;
  if (field !== 'pending') return undefined;
  const waits = pending ?? lastUndelivered;
  return waits?.startTime ?? waits?.since;
}
