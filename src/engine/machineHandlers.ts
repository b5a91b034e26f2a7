import { ChannelError, type Handlers } from '../protocol/channel.ts';
import type { MachineApi, MachineQuery } from '../protocol/machineApi.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { timeOn } from '../replay/cursor.ts';
import { eyesOf } from './present/machine/eyes.ts';
import { eyeFor, machineView, noMachine } from './present/machine/machineView.ts';
import type { SecondEye } from './present/machine/secondEye.ts';
import type { Session } from './session.ts';

/** What is asked about the inside of a kubelet. */
export function machineHandlers(session: Session): Handlers<MachineApi> {
  const eyes = (): readonly SecondEye[] => eyesOf(session.incident);
  const momentOf = (position: number | undefined): Moment => {
    if (position === undefined) return session.moment;
    const { tape } = session.incident;
    if (!Number.isInteger(position) || position < -1 || position >= tape.length)
      throw new ChannelError(`There is no line ${position} on the tape.`, 'no-position');
    return { ...session.moment, position, time: timeOn(tape, position) };
  };
  const uidOf = (pod: string | undefined): string | undefined =>
    pod === undefined ? undefined : (session.incident.history.pod(pod)?.uid.value ?? pod);
  const find = ({ node }: Pick<MachineQuery, 'node'>): SecondEye | undefined =>
    eyeFor(eyes(), node, session.moment.position);
  return {
    machineAt: (query) => machineView(eyes(), momentOf(query.position), query, uidOf(query.pod)),
    machineSteps(query) {
      const eye = find(query);
      if (eye === undefined) return { start: 0, total: 0, rows: [], atCursor: -1, why: noMachine };
      return eye.steps(query, uidOf(query.pod), eye.stepAt(session.moment));
    },
    cacheWaits(query) {
      const eye = find(query);
      if (eye === undefined) return { rows: [], total: 0, why: noMachine };
      return eye.waits(query, uidOf(query.pod));
    },
  };
}
