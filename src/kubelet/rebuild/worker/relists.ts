// How far back the news of a relist may lie: usually one period of PLEG, longer when the relists before it failed.
import { countWhile } from '../../../base/bisect.ts';
import { micros, MINUTE, SECOND, type Micros } from '../../../base/time.ts';
import type { Run } from '../facts/runs.ts';

/** A relist comes a second after the last one's end. */
export const RELIST = 1.1 * SECOND;
/** The longest that one list call takes before it is given up (runtimeRequestTimeout). */
const LIST_TIMEOUT = 2 * MINUTE;

/** What hung with housekeeping, a relist or a sync, ends within this time of it. */
export const AFTER_HANG = 10 * SECOND;

export interface News {
  /** The end of the last relist before it that may have succeeded. */
  readonly since: Micros;
  /** How the relists in between failed; `at once`: the runtime answered. Undefined: there were none. */
  readonly failed: 'at once' | 'slowly' | undefined;
}

type Relisting = Pick<Run, 'listFailures' | 'slowPasses' | 'slowRelists'>;

/** What a relist at `at` saw first may have happened at any time since. */
export function newsAt({ listFailures, slowPasses, slowRelists }: Relisting, at: Micros): News {
  let since = at;
  let failed: News['failed'];
  for (let i = countWhile(listFailures, (failure) => failure <= at) - 1; i >= 0; i--) {
    const failure = listFailures[i] ?? at;
    const apart = since - failure;
    if (apart > LIST_TIMEOUT + 2 * RELIST) break;
    if (apart > 2 * RELIST) failed = 'slowly';
    failed ??= 'at once';
    since = failure;
  }
  const slow = slowAt({ slowRelists }, at);
  const pass = slowPasses.findLast(({ to }) => to <= at);
  if (pass !== undefined && Math.min(at, slow?.from ?? at) - pass.to < AFTER_HANG)
    return { since: micros(Math.min(since, pass.from - RELIST) - RELIST), failed: 'slowly' };
  if (slow !== undefined)
    return { since: micros(Math.min(since, slow.from) - RELIST), failed: 'slowly' };
  return { since: micros(since - (failed === 'slowly' ? LIST_TIMEOUT : 0) - RELIST), failed };
}

/** The slow relists that a time falls among. */
export function slowAt(
  { slowRelists }: Pick<Run, 'slowRelists'>,
  at: number,
): Run['slowRelists'][number] | undefined {
  const slow = slowRelists[countWhile(slowRelists, ({ from }) => from - RELIST <= at) - 1];
  return slow !== undefined && at <= slow.to + RELIST ? slow : undefined;
}
