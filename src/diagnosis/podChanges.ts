import { differenceOf, replacedIn } from '../base/difference.ts';
import type { PodHistory } from '../kubelet/rebuild/history.ts';

export interface PodChange {
  readonly was: PodHistory | undefined;
  readonly is: PodHistory | undefined;
}

/** What one list of pods has instead of another. */
export function changesOf(
  before: readonly PodHistory[],
  now: readonly PodHistory[],
): readonly PodChange[] {
  const replaced = replacedIn(before, now);
  if (replaced !== undefined) return replaced;
  const changes: PodChange[] = [];
  const { gone, come } = differenceOf(before, now);
  for (const was of gone) changes.push({ was, is: undefined });
  for (const is of come) changes.push({ was: undefined, is });
  return changes;
}
