// What a question is about: the moment, the pods.
import { shownLine } from '../../base/shownText.ts';
import { formatRfc3339, type Micros } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { timeNamed } from '../namedTime.ts';
import type { Session } from '../session.ts';
import { AskedWrongly } from './answer.ts';

export function timeIn(session: Session, text: string): Micros {
  const { history } = session.incident;
  const time = timeNamed(history, text);
  if (time === undefined)
    throw new AskedWrongly(
      `A time is written like 2026-11-21T09:34:10Z or 09:34:10, not ${shownLine(text, 100)}.`,
    );
  if (time < history.from || time > history.to)
    throw new AskedWrongly(
      `${formatRfc3339(time)} is outside the log, which goes from ${formatRfc3339(history.from)} to ${formatRfc3339(history.to)}.`,
    );
  return time;
}

/** With everything that the log tells of it, also what it tells later; without a time where the cursor stands. */
export function momentIn(session: Session, at: string | undefined): Moment {
  const moment = at === undefined ? session.moment : session.momentAt(timeIn(session, at));
  return { ...moment, hindsight: 'now' };
}

/** All lives of a name, or the one that a UID or key is of. */
export function podsIn(session: Session, asked: string): readonly PodHistory[] {
  const { history } = session.incident;
  const [namespace = '', name] = asked.split('/');
  const named = name === undefined ? [] : history.podsNamed(namespace, name);
  const one = history.pod(asked) ?? history.pod(history.identify(asked)?.podKey ?? '');
  const pods = named.length > 0 ? named : one === undefined ? [] : [one];
  if (pods.length === 0)
    throw new AskedWrongly(
      `The log mentions no pod ${shownLine(asked, 300)}. Name a pod as namespace/name.`,
    );
  return pods;
}

/** Those asked for, or all. */
export function podsOrAll(session: Session, asked: string | undefined): readonly PodHistory[] {
  return asked === undefined ? session.incident.history.pods : podsIn(session, asked);
}
