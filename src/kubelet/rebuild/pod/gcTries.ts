// Sandboxes that container GC could not stop (`removeSandbox` of kuberuntime_gc.go): when it would have said so again.
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import { CALL, isHang } from '../facts/fact.ts';
import type { NetworkAttempt } from '../history.ts';

/** GC comes a minute after its last run has ended (`wait.Until` of StartGarbageCollection, kubelet.go); it tries again what failed. */
const GC_PERIOD = MINUTE;

/** The last call of GC that hung of each sandbox: it makes one after the other, so that none began before the last one had failed. */
export function gcHangs(
  drafts: readonly { readonly attempts: readonly NetworkAttempt[] }[],
): readonly NetworkAttempt[] {
  const tries = drafts
    .flatMap(({ attempts }) => attempts.filter(({ by }) => by === 'gc'))
    .sort((a, b) => a.at - b.at);
  const isLong = ({ at }: NetworkAttempt, place: number): boolean =>
    at - (tries[place - 1]?.at ?? -Infinity) >= CALL - SECOND;
  const hung = new Set(tries.filter((one, i) => isHang(one.error ?? '') && isLong(one, i)));
  return drafts.flatMap(({ attempts }) => attempts.findLast((one) => hung.has(one)) ?? []);
}

/**
 * From when on silence after a failure of GC tells that its next try went well, and when that ended at the latest. It stops one sandbox
 * after the other, in any order: what hangs of others may come after this one in a run and before it in the next.
 */
export function gcSilence(
  one: NetworkAttempt,
  hangs: readonly NetworkAttempt[],
): { readonly from: Micros; readonly until: Micros } {
  const own = hangs.includes(one) ? 1 : 0;
  const around = hangs.filter(({ at }) => at >= one.at - GC_PERIOD - CALL).length - own;
  const until = one.at + GC_PERIOD + (2 * around + own) * CALL;
  return { from: micros(until + GC_PERIOD / 2), until: micros(until) };
}
