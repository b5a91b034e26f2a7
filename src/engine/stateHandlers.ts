import type { Handlers } from '../protocol/channel.ts';
import type { StateApi } from '../protocol/stateApi.ts';
import { diffRows, wholeStateText } from './present/diff.ts';
import { overdueRows } from './present/overdue.ts';
import type { Session } from './session.ts';

/** What is asked about the whole state of one session. */
export function wholeStateHandlers(session: Session): Handlers<StateApi> {
  return {
    diff: (from, to) => diffRows(session.incident, session.momentAt(from), session.momentAt(to)),
    stateText: (at) => wholeStateText(session.incident, session.momentAt(at)),
    overdue() {
      const { incident, moment } = session.asked;
      return overdueRows(incident, moment);
    },
  };
}
