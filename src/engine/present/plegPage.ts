import { micros, MINUTE, SECOND, type Micros } from '../../base/time.ts';
import { goDuration } from '../../diagnosis/duration.ts';
import type { PlegEvent, PodEvent } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Range } from '../../protocol/engineApi.ts';
import type { CulpritRow, PlegEventCount, PlegPage, RelistPoint } from '../../protocol/pageApi.ts';
import type { PlegRow } from '../../protocol/rows.ts';
import { findingsBy } from './findingsBy.ts';
import { knownBy, podName, type Incident } from './incident.ts';
import { findingNotes, MOST, plain } from './pageRows.ts';
import { plegGroups, plegView } from './pleg.ts';
import { shownVerbosity } from './values.ts';

const PARTS = 120;
const MOST_POINTS = 1_500;
const MOST_ROWS = 40;
/** Without a proof of a relist for longer, nobody knows how PLEG does: it relists each second. */
const BLIND = MINUTE;

/** PLEG at a moment, with the whole tape's relists and events for its charts; in the mode `then` only what was known then. */
export function plegPage(
  incident: Incident,
  moment: Moment,
  range: Range,
  groups = plegGroups(incident, moment),
): PlegPage {
  const { history } = incident;
  const events = history.pleg.events.filter(({ position }) => knownBy(moment, position));
  const relists = relistsOf(incident, moment);
  const ages = agesOf(incident, moment);
  const stalls = stallsOf(incident, moment, ages);
  const step = Math.max(1, Math.ceil((history.to - history.from) / PARTS));
  const all = timeouts(incident, moment);
  const during = all.filter(({ at }) =>
    stalls.some(({ from, to }) => at >= from - 2 * MINUTE && at <= to + 10 * SECOND),
  );
  const counted = stalls.length === 0 ? all : during;
  const count = Math.min(range.count, MOST_ROWS);
  const view = plegView(incident, moment, groups, { ...range, count });
  const run = history.runs.findLast(({ from }) => from <= moment.time);
  return {
    at: moment.time,
    from: history.from,
    to: history.to,
    health: view.health,
    relist: view.relist,
    verbosity: run === undefined ? untold : shownVerbosity(run),
    relists: thinned(relists),
    ages: thinned(ages),
    stalls: stalls.slice(-MOST),
    blind: blindOf(
      incident,
      [...events, ...relists, ...ages].map(({ at }) => at),
    ).slice(0, MOST),
    step,
    kinds: kindsOf(events, moment, history.from, step),
    culprits: culprits(counted),
    timeouts: counted.length,
    rows: view.rows.map(shortRow),
    total: view.total,
    findings: findingNotes(
      incident,
      findingsBy(incident, moment).filter(({ id }) => /pleg|runtime|housekeeping/.test(id)),
      moment,
    ).slice(0, MOST / 2),
  };
}

const untold = { text: 'unknown: not in the log', known: 'unknown', provedBy: [] } as const;

function shortRow(row: PlegRow): PlegRow {
  return { ...row, label: plain(row.label), events: row.events.slice(0, 12) };
}

/** The longest of each run of neighbours stays: it is what a person looks for. */
function thinned<T extends { readonly at: Micros }>(points: readonly T[]): readonly T[] {
  if (points.length <= MOST_POINTS) return points;
  const size = Math.ceil(points.length / MOST_POINTS);
  const length = (point: T): number =>
    'interval' in point ? Number(point.interval ?? 0) : 'age' in point ? Number(point.age) : 0;
  return Array.from({ length: Math.ceil(points.length / size) }, (_, i) =>
    points.slice(i * size, (i + 1) * size),
  ).flatMap((few) => few.toSorted((a, b) => length(b) - length(a))[0] ?? []);
}

function relistsOf({ history, tape }: Incident, moment: Moment): RelistPoint[] {
  const known = history.pleg.relists.filter(({ input }) =>
    knownBy(moment, tape.positionOfInput(input)),
  );
  return known.map(({ at, duration }, index) => {
    const before = known[index - 1]?.at;
    const interval = before === undefined ? undefined : at - before;
    const own = known[index + 1];
    // A relist starts a second after the end of the one before.
    const inferred = own === undefined ? undefined : Math.max(0, own.at - at - SECOND);
    return { at, interval, duration: duration.value ?? inferred };
  });
}

const seenActive = /pleg was last seen active (\S+) ago/;
/** The age of what never was: Go's zero time. */
const NEVER = 1_000 * 60 * MINUTE;

function agesOf({ history }: Incident, moment: Moment): { at: Micros; age: number }[] {
  return history.loopSkips.changes.flatMap(({ at, value, provenAt }) => {
    const age = goDuration(seenActive.exec(value.value ?? '')?.[1] ?? '');
    return age === undefined || age > NEVER || !knownBy(moment, provenAt) ? [] : [{ at, age }];
  });
}

/** The stall at a moment, if there is one. */
export function stallAt(
  incident: Incident,
  moment: Moment,
): PlegPage['stalls'][number] | undefined {
  return stallsOf(incident, moment, agesOf(incident, moment)).find(
    ({ from, to }) => from <= moment.time && moment.time <= to,
  );
}

function stallsOf(
  { history }: Incident,
  moment: Moment,
  ages: readonly { at: Micros; age: number }[],
): PlegPage['stalls'][number][] {
  const changes = history.pleg.healthy.changes.filter(({ provenAt }) => knownBy(moment, provenAt));
  const stalls: PlegPage['stalls'][number][] = [];
  changes.forEach((change, index) => {
    if (change.value.value !== false) return;
    const until = changes.slice(index + 1).find(({ value }) => value.value !== false)?.at;
    if (until !== undefined && until === stalls.at(-1)?.to) return;
    const told = ages.find(({ at }) => at >= change.at && (until === undefined || at <= until));
    // A kubelet that starts has had no relist yet: that is no stall unless it stays so.
    if (told === undefined && (until ?? history.to) - change.at < MINUTE) return;
    stalls.push({
      from: told === undefined ? change.at : micros(told.at - told.age),
      said: change.at,
      to: until ?? (moment.hindsight === 'then' ? moment.time : history.to),
      goesOn: until === undefined,
      input: change.value.provedBy[0],
    });
  });
  return stalls;
}

function blindOf({ history }: Incident, proofs: readonly number[]): PlegPage['blind'][number][] {
  const gaps = history.gaps.map(({ from, to, text }) => ({ from, to, text: plain(text) }));
  const times = [history.from, ...proofs.toSorted((a, b) => a - b), history.to];
  const silent = times.slice(1).flatMap((to, index) => {
    const from = times[index] ?? to;
    if (to - from <= BLIND) return [];
    return [{ from: micros(from), to: micros(to), text: 'no relist in the log' }];
  });
  return [...gaps, ...silent].sort((a, b) => a.from - b.from);
}

const types = [
  'ContainerStarted',
  'ContainerDied',
  'ContainerRemoved',
  'ContainerChanged',
  'PodSync',
] as const;

function kindsOf(
  events: readonly PlegEvent[],
  moment: Moment,
  from: number,
  step: number,
): PlegEventCount[] {
  return types.flatMap((type) => {
    const own = events.filter((event) => event.type === type);
    if (own.length === 0) return [];
    const parts = Array.from({ length: PARTS }, () => 0);
    for (const { at } of own) {
      const part = Math.max(0, Math.min(PARTS - 1, Math.floor((at - from) / step)));
      parts[part] = (parts[part] ?? 0) + 1;
    }
    const past = own.filter(({ at }) => at <= moment.time);
    const last = past.at(-1);
    return [{ type, count: past.length, last: last?.at, input: last?.input, parts }];
  });
}

type Timeout = Omit<CulpritRow, 'count' | 'share' | 'first' | 'last'> & { readonly at: Micros };

/** Who called says it again, each to its own caller: lines about one call come within this time of each other. */
const ONE_CALL = 2 * SECOND;

/** Pods' calls that failed as time ran out, each by its first line. */
function timeouts({ history }: Incident, moment: Moment): Timeout[] {
  return history
    .podsBy(moment)
    .flatMap((pod) =>
      callsOf(
        pod.events.filter(
          ({ severity, text, at, position }) =>
            severity !== 'info' &&
            at <= moment.time &&
            knownBy(moment, position) &&
            /deadline ?exceeded|timed out|timeout/i.test(text),
        ),
      ).map(({ at, text, input }) => ({ pod: podName(pod), podKey: pod.key, at, text, input })),
    );
}

/** The client of the runtime says each call that fails, of some without whose it was: then what follows at once is one. */
function callsOf(events: readonly PodEvent[]): readonly PodEvent[] {
  return events.filter((event, index) => {
    const before = events[index - 1];
    const isFirst = before === undefined || event.at - before.at > ONE_CALL;
    return isFirst || event.kind === 'runtime.failed';
  });
}

function culprits(all: readonly Timeout[]): CulpritRow[] {
  const groups = new Map<string, Timeout[]>();
  for (const timeout of all) {
    const group = groups.get(timeout.podKey ?? '');
    if (group === undefined) groups.set(timeout.podKey ?? '', [timeout]);
    else group.push(timeout);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [
        {
          pod: plain(first.pod),
          podKey: first.podKey,
          count: group.length,
          share: group.length / all.length,
          first: first.at,
          last: group.at(-1)?.at ?? first.at,
          text: plain(first.text),
          input: first.input,
        },
      ];
    })
    .sort((a, b) => b.count - a.count);
}
