// What the views show of an incident at a moment, as texts by what they are of: without what a page has of the whole log for its axes.
import { podName, type Incident } from '../../src/engine/present/incident.ts';
import { machinePage } from '../../src/engine/present/machinePage.ts';
import { networkRows } from '../../src/engine/present/network.ts';
import { networkPage } from '../../src/engine/present/networkPage.ts';
import { overdueRows } from '../../src/engine/present/overdue.ts';
import { plegPage } from '../../src/engine/present/plegPage.ts';
import { podPage } from '../../src/engine/present/podPage.ts';
import { podRows } from '../../src/engine/present/pods.ts';
import { UsualPhases } from '../../src/engine/present/usualPhases.ts';
import type { Moment } from '../../src/kubelet/rebuild/track.ts';

export interface ShownPart {
  readonly kind: string;
  readonly of: string;
  readonly text: string;
}

const everything = { start: 0, count: Infinity };
const nobody = new UsualPhases([]);

export function shownParts(incident: Incident, moment: Moment): readonly ShownPart[] {
  return [
    ...podParts(incident, moment),
    ...networkParts(incident, moment),
    ...plegParts(incident, moment),
    ...loopParts(incident, moment),
    ...overdueRows(incident, moment).map((row) =>
      partOf('overdue', `${row.name} ${row.what}`, row),
    ),
  ];
}

function podParts(incident: Incident, moment: Moment): readonly ShownPart[] {
  const { total, rows } = podRows(incident, moment, everything);
  const pages = incident.history.pods.flatMap((pod) => {
    const page = podPage(incident, moment, pod, nobody);
    if (page === undefined) return [];
    const { pod: _, at: __, ...told } = page;
    const of = `${podName(pod)} ${pod.firstSeen}`;
    return Object.entries(told).map(([field, value]) => partOf(`pod page: ${field}`, of, value));
  });
  return [
    partOf('number of pods', 'the node', total),
    ...rows.flatMap((row) =>
      Object.entries(row).map(([field, value]) =>
        partOf(`pod row: ${field}`, `${row.namespace}/${row.name}`, value),
      ),
    ),
    ...pages,
  ];
}

function networkParts(incident: Incident, moment: Moment): readonly ShownPart[] {
  const page = networkPage(incident, moment, { start: 0, count: 60 });
  const { counts, worst, blocked, plugins, leftovers } = page;
  return [
    ...networkRows(incident, moment).map((row) =>
      partOf('network row', `${row.command} ${row.pod} ${row.sandboxId ?? ''} ${row.from}`, row),
    ),
    ...Object.entries({ counts, worst, blocked, plugins, leftovers, rows: page.rows }).map(
      ([field, value]) => partOf(`network page: ${field}`, 'the node', value),
    ),
  ];
}

function plegParts(incident: Incident, moment: Moment): readonly ShownPart[] {
  const page = plegPage(incident, moment, { start: 0, count: 40 });
  const { health, relist, relists, ages, stalls, culprits, timeouts, rows, total } = page;
  const kinds = page.kinds.map(({ type, count, last }) => ({ type, count, last }));
  return Object.entries({
    health,
    relist,
    relists,
    ages,
    stalls,
    culprits,
    timeouts,
    rows,
    total,
    kinds,
  }).map(([field, value]) => partOf(`PLEG page: ${field}`, 'the node', value));
}

function loopParts(incident: Incident, moment: Moment): readonly ShownPart[] {
  const { parts, event, workers, workerTotal } = machinePage(incident, moment);
  return [
    ...parts.flatMap(({ part, severity, values }) => [
      partOf(`Sync Loop page: ${part} severity`, 'the node', severity),
      ...values.map(({ name, value }) =>
        partOf(`Sync Loop page: ${part} ${name}`, 'the node', value),
      ),
    ]),
    partOf('Sync Loop page: event', 'the node', event),
    partOf('Sync Loop page: workers', 'the node', workers),
    partOf('Sync Loop page: total', 'the node', workerTotal),
  ];
}

function partOf(kind: string, of: string, value: unknown): ShownPart {
  return { kind, of, text: JSON.stringify(value) };
}
