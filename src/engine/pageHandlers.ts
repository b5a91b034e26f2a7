import type { Handlers } from '../protocol/channel.ts';
import type { InformerApi } from '../protocol/informerApi.ts';
import type { LatencyApi } from '../protocol/latencyApi.ts';
import type { PageApi } from '../protocol/pageApi.ts';
import type { ApiServerApi } from '../protocol/apiServerApi.ts';
import type { QueueApi } from '../protocol/queueApi.ts';
import type { History, PodHistory } from '../kubelet/rebuild/history.ts';
import type { RowFilters, Subject } from './filter/rowFilter.ts';
import { keySubject, podSubject } from './filter/subjects.ts';
import { machinePage } from './present/machinePage.ts';
import { informerPage, keptKeys } from './present/informer.ts';
import { latenciesCsv, latencyPage, latencyRows, type Latencies } from './present/latencies.ts';
import { PodLines, podOf } from './present/podLines.ts';
import { podBy } from './present/podBy.ts';
import { podPage } from './present/podPage.ts';
import { UsualPhases } from './present/usualPhases.ts';
import { queuePage } from './queues/queuePage.ts';
import { serverPage } from './serverLab/serverPage.ts';
import type { Session } from './session.ts';

const MOST_LINES = 250;
const MOST_LATENCIES = 50;

/** What pages ask of one session, but for the calls and PLEG’s rows, which trees have, too. */
export function pageHandlers(
  session: Session,
  filters: RowFilters,
): Omit<
  Handlers<PageApi & InformerApi & LatencyApi & QueueApi & ApiServerApi>,
  'networkPage' | 'plegPage'
> {
  const usual = ofLast((history: History) => new UsualPhases(history.pods));
  let lines: PodLines | undefined;
  const latencies = async (text: string, signal: AbortSignal): Promise<Latencies> => {
    const { incident, moment } = session.asked;
    const { history } = incident;
    const subject = (pod: PodHistory): Subject => podSubject(incident, moment, pod);
    const pods =
      text.trim() === ''
        ? history.pods
        : await filters.keep(incident, text, history.pods, subject, signal);
    return { incident, moment, usual: usual(history), pods };
  };
  return {
    latencies: async ({ text = '', ...query }, { signal }) =>
      latencyPage(await latencies(text, signal), {
        ...query,
        count: Math.min(query.count, MOST_LATENCIES),
      }),
    latenciesCsv: async ({ text = '', ...query }, { signal }) =>
      latenciesCsv(latencyRows(await latencies(text, signal), query)),
    podPage(podKey) {
      const { incident, moment } = session.asked;
      const pod = podBy(incident.history, podKey, moment);
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
    queuePage: (query) => queuePage(query),
    serverPage: (query) => serverPage(query),
    machinePage() {
      const { incident, moment } = session.asked;
      return { ...machinePage(incident, moment), inputs: session.incident.tape.length };
    },
    informerPage({ text = '', ...query }, { signal }) {
      const { incident, moment } = session;
      const journals = incident.sources.flatMap((source) => source.text.informers ?? []);
      if (text.trim() === '') return informerPage(journals, moment.time, query);
      const whole = informerPage(journals, moment.time, query, Infinity);
      return keptKeys(whole, (keys) =>
        filters.keep(incident, text, keys, (key) => keySubject(incident, key), signal),
      );
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
