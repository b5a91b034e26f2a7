import type { Handlers } from '../protocol/channel.ts';
import type { InformerApi } from '../protocol/informerApi.ts';
import type { PageApi } from '../protocol/pageApi.ts';
import type { History } from '../kubelet/rebuild/history.ts';
import { machinePage } from './present/machinePage.ts';
import { informerPage } from './present/informer.ts';
import { PodLines, podOf } from './present/podLines.ts';
import { podPage } from './present/podPage.ts';
import { UsualPhases } from './present/usualPhases.ts';
import type { Session } from './session.ts';

const MOST_LINES = 250;

/** What pages ask of one session, without a filter. */
export function pageHandlers(
  session: Session,
): Omit<Handlers<PageApi & InformerApi>, 'networkPage' | 'plegPage'> {
  const usual = ofLast((history: History) => new UsualPhases(history.pods));
  let lines: PodLines | undefined;
  return {
    podPage(podKey) {
      const { incident, moment } = session;
      const pod = incident.history.pod(podKey);
      return pod === undefined
        ? undefined
        : podPage(incident, moment, pod, usual(incident.history));
    },
    podLines(podKey, range) {
      const { incident, moment } = session;
      if (lines?.isOf(incident, podKey) !== true)
        lines = new PodLines(incident, podOf(incident, podKey));
      return lines.page(moment, { ...range, count: Math.min(range.count, MOST_LINES) });
    },
    machinePage: () => machinePage(session.incident, session.moment),
    informerPage(query) {
      const journals = session.incident.sources.flatMap(({ text }) => text.informers ?? []);
      return informerPage(journals, session.moment.time, query);
    },
  };
}

/** What is derived from one thing, made again only for another. */
function ofLast<T extends object, R>(make: (from: T) => R): (from: T) => R {
  let last: { readonly from: T; readonly made: R } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}
