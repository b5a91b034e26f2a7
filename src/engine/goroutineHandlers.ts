import { MINUTE } from '../base/time.ts';
import type { Handlers } from '../protocol/channel.ts';
import type { GoroutineApi, GoroutineGroup, StackRow } from '../protocol/goroutineApi.ts';
import type { GoroutineDumps, OpenDump } from './goroutineDumps.ts';
import { incidentOf } from './filter/handlers.ts';
import type { RowFilters } from './filter/rowFilter.ts';
import { stackSubject } from './filter/subjects.ts';
import {
  goroutinePage,
  keptStacks,
  stackFrames,
  wholeGoroutines,
  type Compared,
} from './present/goroutines.ts';
import type { Session } from './session.ts';

/** The engine's methods on goroutine dumps; a log that is open tells whose worker one may be. */
export function goroutineHandlers(
  session: Session,
  dumps: GoroutineDumps,
  filters: RowFilters,
): Handlers<GoroutineApi> {
  return {
    openGoroutines: (source, { signal }) => dumps.open(source, signal),
    goroutines(filter, order, { signal }) {
      const compared = comparedWith(dumps.needed, session);
      if (filter.trim() === '') return goroutinePage(dumps.needed, compared, order);
      const whole = wholeGoroutines(dumps.needed, compared);
      const keep = (group: GoroutineGroup): Promise<readonly StackRow[]> =>
        filters.keep(
          incidentOf(session),
          filter,
          group.stacks,
          (row) => stackSubject(whole.node, group.title, row),
          signal,
        );
      return keptStacks(whole, order, keep);
    },
    goroutineStack: (id) => stackFrames(dumps.needed, id),
  };
}

/** A log that goes on may end a while before the dump: a kubelet that waits says nothing. */
const quiet = 10 * MINUTE;

/** The time of the dump where the log has it, else the cursor. */
function comparedWith({ at }: OpenDump, session: Session): Compared | undefined {
  if (!session.isOpen) return undefined;
  const { incident, moment } = session;
  const { from, to } = incident.history;
  const isFollowed = incident.sources.some((source) => source.isFollowed);
  const has = at !== undefined && at >= from && (isFollowed || at <= to + quiet);
  if (!has) return { incident, moment };
  const position = incident.tape.length - 1;
  return { incident, moment: { time: at, position, hindsight: 'now' } };
}
