// What happened to pods, in order, and how long each step took them.
import { formatDuration } from '../../base/time.ts';
import type { PodEvent, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { AssistRow } from '../../protocol/assistApi.ts';
import { latencyKinds, type LatencyKind } from '../../protocol/latencyApi.ts';
import { podName } from '../present/incident.ts';
import { latencyPage } from '../present/latencies.ts';
import { UsualPhases } from '../present/usualPhases.ts';
import { plural } from '../present/values.ts';
import type { Session } from '../session.ts';
import { momentIn, podsOrAll, timeIn } from './about.ts';
import { AskedWrongly, paged, rowOf, type Said } from './answer.ts';
import type { AskedOf } from './asked.ts';

interface Told {
  readonly pod: PodHistory;
  readonly event: PodEvent;
}

const LONGEST = 300;
const LONGEST_LIST = 1_500;

/** Events of all pods in their order; before them how many there are of each kind and of each pod. */
export function eventsAnswer(session: Session, asked: AskedOf<'events'>): Said {
  const { kind, text } = asked;
  const [from, to] = [asked.from, asked.to].map((time) => time && timeIn(session, time));
  const pods = podsOrAll(session, asked.pod);
  const all = pods.flatMap((pod) => pod.events.map((event): Told => ({ pod, event })));
  const known = [...new Set(all.map(({ event }) => event.kind))].toSorted();
  const isAsked = (each: string): boolean =>
    kind === undefined || each === kind || each.startsWith(`${kind}.`);
  if (kind !== undefined && !known.some(isAsked) && known.length > 0)
    throw new AskedWrongly(`No event is of that kind. There are: ${known.join(', ')}.`);
  const sought = text?.toLowerCase();
  const found = all
    .filter(
      ({ event }) =>
        isAsked(event.kind) &&
        event.at >= (from || -Infinity) &&
        event.at <= (to || Infinity) &&
        (sought === undefined || event.text.toLowerCase().includes(sought)),
    )
    .toSorted((a, b) => a.event.position - b.event.position);
  if (found.length === 0) return paged([rowOf('The log shows no such event.', 'seen')], undefined);
  return paged(
    [
      countRow('kind', found, ({ event }) => event.kind),
      countRow('pod', found, ({ pod }) => podName(pod)),
      ...found.map(eventRow),
    ],
    asked.cursor,
  );
}

function countRow(of: string, found: readonly Told[], nameOf: (one: Told) => string): AssistRow {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const list = sorted.map(([name, count]) => `${name} ${count}`).join(', ');
  const [first, last] = [found[0], found.at(-1)];
  return rowOf(`${plural(found.length, 'event')} by ${of}: ${list}`, 'seen', {
    what: `events by ${of}`,
    value: sorted
      .map(([name]) => name)
      .toSorted()
      .join(', '),
    longest: LONGEST_LIST,
    first: first?.event.at,
    last: last?.event.at,
    lines: [first, last].flatMap((one) => one?.event.input ?? []),
  });
}

function eventRow({ pod, event: { at, kind, text, input } }: Told): AssistRow {
  const name = podName(pod);
  return rowOf(`${name}: ${text}`, 'seen', {
    pod: name,
    what: kind,
    from: at,
    lines: [input],
    longest: LONGEST,
  });
}

/** How long steps took: of each what is usual, who was slow, then each pod, the slowest first. */
export function latenciesAnswer(session: Session, asked: AskedOf<'latencies'>): Said {
  const { incident } = session;
  const moment = momentIn(session, asked.at);
  const steps: readonly LatencyKind[] = asked.step === undefined ? latencyKinds : [asked.step];
  const page = latencyPage(
    {
      incident,
      moment,
      usual: new UsualPhases(incident.history.pods),
      pods: podsOrAll(session, asked.pod),
    },
    { by: asked.step ?? 'startup', start: 0, count: Infinity },
  );
  const usual = page.spread
    .filter(({ kind }) => steps.includes(kind))
    .map(({ kind, median, p95, pods }) =>
      rowOf(
        `${kind}: median ${formatDuration(median)}, p95 ${formatDuration(p95)}, of ${plural(pods, 'pod')}`,
        'inferred',
        { what: `usual ${kind}`, value: formatDuration(median) },
      ),
    );
  const slow = page.outliers
    .filter(({ phase: { kind } }) => steps.some((step) => step === kind))
    .map(({ pod, phase, line, finding }) =>
      rowOf(
        `slow: ${pod}, ${phase.name}, ${formatDuration(phase.length)}; for other pods ${formatDuration(phase.usual?.median ?? 0)}${finding === undefined ? '' : `; ${finding.title}`}${line === undefined ? '' : `; ${line.text}`}`,
        phase.known,
        {
          pod,
          what: `slow ${phase.kind}`,
          value: formatDuration(phase.length),
          from: phase.from,
          to: phase.to,
          lines: [...phase.provedBy, ...(line === undefined ? [] : [line.input])],
        },
      ),
    );
  const each = page.rows.flatMap(({ pod, cells }) =>
    steps.flatMap((step) => {
      const cell = cells[step];
      if (cell === undefined) return [];
      const { length, from, to, known, provedBy, more } = cell;
      const value = length === undefined ? undefined : formatDuration(length);
      const goesOn = value !== undefined && to === undefined ? ', and it goes on' : '';
      const others = more === 0 ? '' : `; the longest of ${more + 1}`;
      return rowOf(
        `${pod}: ${step} ${value ?? 'has begun, and no line tells its end'}${goesOn}${others}`,
        known,
        {
          pod,
          what: step,
          value,
          from,
          to,
          lines: provedBy,
        },
      );
    }),
  );
  const rows = [...(asked.pod === undefined ? [...usual, ...slow, ...each] : [...each, ...usual])];
  return paged(
    rows.length === 0 ? [rowOf('The log does not show how long that took.', 'unknown')] : rows,
    asked.cursor,
  );
}
