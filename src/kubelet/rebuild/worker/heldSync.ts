// A sync that waits for its pod's volumes. Up to 1.26 nothing cancels that wait (WaitForAttachAndMount in pkg/kubelet/kubelet.go takes no
// context then): who asks the worker to end waits with it, and neither a REMOVE nor a clean-up of directories says that it is over.
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import { BACK_OFF, type Clues, step } from './clues.ts';
import { CLEAN_UP } from './endTimes.ts';
import type { Fact } from '../facts/fact.ts';
import type { Run } from '../facts/runs.ts';
import type { LogEnd } from '../logEnd.ts';
import type { WorkerFact } from './workerFact.ts';

/** `podAttachAndMountTimeout` of pkg/kubelet/volumemanager. */
const VOLUMES_TIMEOUT = 2 * MINUTE + 3 * SECOND;
/** A failed sync is tried again within this time. */
const RETRIED = 1.6 * BACK_OFF;

/** Until when a sync surely goes on that waited for volumes when an end was asked for. */
export function heldUntil(
  clues: Clues,
  { machine }: Run,
  created: WorkerFact,
  cause: Fact['at'],
): Micros | undefined {
  const { all, errors, prints, starts, kills } = clues;
  if (machine === 'pending' || created.step.kind !== 'created') return undefined;
  const failed = errors.findLast(({ at }) => at < cause);
  const from = failed?.at ?? created.at;
  if (failed !== undefined && cause - failed.at < RETRIED) return undefined;
  const isSince = ({ at }: Fact): boolean => at >= from && at < cause;
  // It looks at its sandbox after its volumes.
  if ([...prints, ...starts, ...kills].some(isSince)) return undefined;
  const mounted = mountedAt(all, cause);
  if (mounted === undefined) return undefined;
  const next = all.find(({ at, event }) => at >= cause && afterwards.has(event.kind));
  const begun = failed === undefined ? from : from + BACK_OFF;
  return micros(Math.min(next?.at ?? Infinity, mounted, begun + VOLUMES_TIMEOUT));
}

/** What only comes after the wait: its failure, a sandbox, a kill. */
const afterwards: ReadonlySet<string> = new Set([
  'worker.error',
  'sandbox.needed',
  'container.killing',
  'pleg.event',
]);

/** When all volumes were mounted whose mounts had begun by then, and were not done; `Infinity` when they never were. */
function mountedAt(all: readonly Fact[], then: number): number | undefined {
  const open = new Set<string>();
  let isOpen = false;
  for (const { event, at } of all) {
    isOpen ||= at > then && open.size > 0;
    if (at > then && !isOpen) return undefined;
    if (event.kind !== 'volume') continue;
    if (event.step === 'mountStarted') open.add(event.volume);
    else if (event.step === 'mounted') open.delete(event.volume);
    if (isOpen && open.size === 0) return at;
  }
  return open.size > 0 ? Infinity : undefined;
}

/** Of the steps after a request those that such a sync lets happen; when it hid some, nobody knows when they came. */
export function afterHeld(
  steps: readonly WorkerFact[],
  { remove, cleaned }: Clues,
  until: Micros,
  to: LogEnd,
): readonly WorkerFact[] {
  const later = steps.filter(({ at }) => at >= until);
  const [first] = steps;
  if (first === undefined || later.length === steps.length || !to.isAfter(until)) return later;
  return [
    { ...first, at: until, step: { kind: 'maybeAcknowledged' } },
    { ...first, at: until, step: { kind: 'maybeTerminated' } },
    { ...first, at: until, step: { kind: 'maybeFinished' } },
    ...later,
    ...(later.some(({ step: { kind } }) => kind === 'finished')
      ? []
      : gone(remove ?? cleaned, until)),
  ];
}

/** One that no source has any more is over soon. */
function gone(proof: Fact | undefined, until: Micros): readonly WorkerFact[] {
  if (proof === undefined) return [];
  return [{ ...step({ kind: 'finished' }, proof, 0), at: micros(until + CLEAN_UP) }];
}
