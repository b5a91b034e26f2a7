import { ChannelError, type Handlers } from '../protocol/channel.ts';
import type { MachineApi, MachineQuery } from '../protocol/machineApi.ts';
import type { Moment } from '../kubelet/rebuild/track.ts';
import { cacheWaits } from './present/machine/cacheParts.ts';
import { insidesOf, type InsideKubelet } from './present/machine/inside.ts';
import { insideFor, machineView, noMachine } from './present/machine/machineView.ts';
import { machineSteps } from './present/machine/steps.ts';
import type { Session } from './session.ts';

/** What is asked about the inside of a kubelet. */
export function machineHandlers(session: Session): Handlers<MachineApi> {
  const insides = (): readonly InsideKubelet[] => insidesOf(session.incident);
  const momentOf = (position: number | undefined): Moment => {
    if (position === undefined) return session.moment;
    const { tape } = session.incident;
    if (!Number.isInteger(position) || position < -1 || position >= tape.length)
      throw new ChannelError(`There is no line ${position} on the tape.`, 'no-position');
    return { ...session.moment, position, time: tape.timeAt(Math.max(0, position)) };
  };
  const uidOf = (pod: string | undefined): string | undefined =>
    pod === undefined ? undefined : (session.incident.history.pod(pod)?.uid.value ?? pod);
  const find = ({ node }: Pick<MachineQuery, 'node'>): InsideKubelet | undefined =>
    insideFor(insides(), node, session.moment.position);
  return {
    machineAt: (query) => machineView(insides(), momentOf(query.position), query, uidOf(query.pod)),
    machineSteps(query) {
      const inside = find(query);
      if (inside === undefined)
        return { start: 0, total: 0, rows: [], atCursor: -1, why: noMachine };
      return machineSteps(inside, query, uidOf(query.pod), inside.stepAt(session.moment));
    },
    cacheWaits(query) {
      const inside = find(query);
      if (inside === undefined) return { rows: [], total: 0, why: noMachine };
      return cacheWaits(inside, query, uidOf(query.pod));
    },
  };
}
