// Sandboxes that container GC could not stop (`removeSandbox` of kuberuntime_gc.go): when it would have said so again.
import { micros, MINUTE, type Micros } from '../../../base/time.ts';
import type { NetworkAttempt } from '../history.ts';

/** How long a call to the runtime may hang before the kubelet gives it up (runtimeRequestTimeout; twice that to make a sandbox). */
export const CALL = 2 * MINUTE;
/** GC comes a minute after its last run has ended (`wait.Until` of StartGarbageCollection, kubelet.go); it tries again what failed. */
const GC_PERIOD = MINUTE;

export function isHang(error: string): boolean {
  return /DeadlineExceeded|context deadline exceeded/.test(error);
}

/** When calls of GC hung last, each of another sandbox. */
export function gcHangs(
  drafts: readonly { readonly attempts: readonly NetworkAttempt[] }[],
): readonly Micros[] {
  return drafts.flatMap(
    ({ attempts }) =>
      attempts.findLast(({ by, error = '' }) => by === 'gc' && isHang(error))?.at ?? [],
  );
}

/**
 * From when on silence after a failure of GC tells that its next try went well, and when that ended at the latest. It stops one sandbox
 * after the other, in any order: what hangs of others may come after this one in a run and before it in the next.
 */
export function gcSilence(
  { at, error = '' }: NetworkAttempt,
  hangs: readonly Micros[],
): { readonly from: Micros; readonly until: Micros } {
  const own = isHang(error) ? 1 : 0;
  const around = hangs.filter((hang) => hang >= at - GC_PERIOD - CALL).length - own;
  const until = at + GC_PERIOD + (2 * around + own) * CALL;
  return { from: micros(until + GC_PERIOD / 2), until: micros(until) };
}
