import { micros, MILLISECOND } from '../base/time.ts';
import type { Handlers } from '../protocol/channel.ts';
import type { LiveInformerApi, ReflectorLines } from '../protocol/liveInformerApi.ts';
import { incidentOf } from './filter/handlers.ts';
import type { RowFilters } from './filter/rowFilter.ts';
import { keySubject } from './filter/subjects.ts';
import type { Live } from './live.ts';
import { knownBy } from './present/incident.ts';
import { liveInformerPage } from './present/liveInformer.ts';
import { reflectorLines } from './reflectorLines.ts';
import type { Session } from './session.ts';

/** The engine's methods on informers that really run. */
export function liveInformerHandlers(
  session: Session,
  live: Live,
  filters: RowFilters,
): Handlers<LiveInformerApi> {
  return {
    async liveInformers({ text = '', ...query }, { signal }) {
      if (live.connected === undefined) return undefined;
      const at = micros(Date.now() * MILLISECOND);
      return await liveInformerPage(live.connected, at, query, async (keys) => {
        if (text.trim() === '') return keys;
        const incident = incidentOf(session);
        return await filters.keep(incident, text, keys, (key) => keySubject(incident, key), signal);
      });
    },
    reflectorLines(): ReflectorLines {
      if (!session.isOpen)
        return { position: -1, reflectors: [], reflectorCount: 0, lines: [], total: 0 };
      const { incident, moment } = session;
      return reflectorLines(incident.tape, moment.position, (position) =>
        knownBy(moment, position),
      );
    },
  };
}
