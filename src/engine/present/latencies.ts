// The phases of all pods as a table: who was slow, at what, and what the log says meanwhile.
import { ordered } from '../../base/ordered.ts';
import { formatRfc3339, SECOND } from '../../base/time.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import { slowestPhase } from '../../kubelet/rebuild/pod/slowest.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import {
  latencyKinds,
  type LatencyCell,
  type LatencyKind,
  type LatencyOutlier,
  type LatencyPage,
  type LatencyQuery,
  type LatencyRow,
  type LatencySpread,
} from '../../protocol/latencyApi.ts';
import type { PhaseRow } from '../../protocol/pageApi.ts';
import { findingsOfPod } from './findingGroups.ts';
import { knownBy, podName, type Incident } from './incident.ts';
import { plain } from './pageRows.ts';
import { phaseRow } from './podPage.ts';
import { timedPhases, type TimedPhase, type UsualPhases } from './usualPhases.ts';

const MOST_OUTLIERS = 9;
/** Of one step, so that a common one leaves room for others. */
const MOST_OF_STEP = 3;

/** What the table is made of. */
export interface Latencies {
  readonly incident: Incident;
  readonly moment: Moment;
  readonly usual: UsualPhases;
  /** Those that a filter leaves. */
  readonly pods: readonly PodHistory[];
}

export function latencyPage(
  table: Latencies,
  query: LatencyQuery & { readonly start: number; readonly count: number },
): LatencyPage {
  const { moment, usual } = table;
  const rows = latencyRows(table, query);
  const slow = slowPods(table);
  return {
    at: moment.time,
    total: rows.length,
    rows: rows.slice(query.start, query.start + query.count),
    spread: spreads(usual),
    outliers: someOfEachStep(slow).map((one) => outlier(table, one)),
    outlierTotal: slow.length,
  };
}

function spreads(usual: UsualPhases): readonly LatencySpread[] {
  return latencyKinds.flatMap((kind) => {
    const spread = usual.spread(kind);
    return spread === undefined ? [] : [{ kind, ...spread }];
  });
}

/** Of each pod that has a phase, in the order asked for: the slowest start first when none is. */
export function latencyRows(
  { moment, usual, pods }: Latencies,
  { by = 'startup', order = by === 'pod' || by === 'begun' ? 'up' : 'down' }: LatencyQuery,
): LatencyRow[] {
  const rows = pods.flatMap((pod) => {
    if (pod.firstSeen > moment.time) return [];
    const cells = cellsOf(pod, moment, usual);
    if (Object.keys(cells).length === 0) return [];
    return [{ podKey: pod.key, pod: plain(podName(pod)), begun: pod.firstSeen, cells }];
  });
  // Who has no such phase, or none whose length is known, comes last.
  const value = (row: LatencyRow): string | number | undefined =>
    by === 'pod' || by === 'begun' ? row[by] : row.cells[by]?.length;
  return ordered(rows, value, order);
}

function cellsOf(pod: PodHistory, moment: Moment, usual: UsualPhases): LatencyRow['cells'] {
  const cells: Partial<Record<LatencyKind, LatencyCell>> = {};
  const told = pod.by(moment);
  if (told === undefined) return cells;
  for (const phase of timedPhases(told)) {
    const { kind } = phase;
    if (phase.from > moment.time || !isColumn(kind)) continue;
    const row = phaseRow(told, phase, moment, usual.of(kind, pod.key));
    const before = cells[kind];
    const more = before === undefined ? 0 : before.more + 1;
    const longest = before !== undefined && !isLonger(row, before) ? before : row;
    cells[kind] = { ...longest, more };
  }
  return cells;
}

function isLonger({ length = -1 }: PhaseRow, { length: other = -1 }: PhaseRow): boolean {
  return length > other;
}

function isColumn(kind: TimedPhase['kind']): kind is LatencyKind {
  return latencyKinds.some((each) => each === kind);
}

interface SlowPod {
  readonly pod: PodHistory;
  readonly phase: LatencyOutlier['phase'];
}

/** The pods with a phase that is much longer than usual, the longest first, each with the one that holds up the others. */
function slowPods({ moment, usual, pods }: Latencies): readonly SlowPod[] {
  const beyond = ({ phase: { length, usual: others } }: SlowPod): number =>
    length - (others?.median ?? 0);
  return pods
    .flatMap((pod) => {
      const told = pod.by(moment);
      if (told === undefined) return [];
      const slow = told.phases
        // Its crashes are findings, no steps.
        .filter(({ kind, from }) => kind !== 'backoff' && from <= moment.time)
        .map((phase) => phaseRow(told, phase, moment, usual.of(phase.kind, pod.key)))
        .filter((phase): phase is SlowPod['phase'] => phase.isSlow);
      const phase = slowestPhase(slow, moment.time)?.phase;
      return phase === undefined ? [] : [{ pod, phase }];
    })
    .sort((a, b) => beyond(b) - beyond(a));
}

function someOfEachStep(slow: readonly SlowPod[]): readonly SlowPod[] {
  const counts = new Map<string, number>();
  const some = slow.filter(({ phase: { kind } }) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < MOST_OF_STEP;
  });
  return some.slice(0, MOST_OUTLIERS);
}

function outlier({ incident, moment }: Latencies, { pod, phase }: SlowPod): LatencyOutlier {
  const { from, to = moment.time } = phase;
  const finding = findingsOfPod(incident, moment, pod.key).find(
    ({ severity, spans }) =>
      severity !== 'info' && spans.some((span) => span.from <= to && (span.to ?? to) >= from),
  );
  return {
    podKey: pod.key,
    pod: plain(podName(pod)),
    phase,
    line: lineOf(incident, pod, phase, moment),
    finding: finding === undefined ? undefined : { key: finding.key, title: plain(finding.title) },
  };
}

/** The first error of the pod meanwhile, else what ends the phase or begins it. */
function lineOf(
  { tape }: Incident,
  pod: PodHistory,
  { from, to, provedBy }: PhaseRow,
  moment: Moment,
): LatencyOutlier['line'] {
  const error = pod.events.find(
    ({ at, severity, position }) =>
      severity === 'error' && at >= from && at <= (to ?? moment.time) && knownBy(moment, position),
  );
  const input = error?.input ?? provedBy.at(-1);
  const record = input === undefined ? undefined : tape.record(tape.positionOfInput(input));
  return input === undefined || record === undefined
    ? undefined
    : { text: plain(record.text), input };
}

/** For a spreadsheet: lengths in seconds, each with how it is known; a phase that goes on is among `goes_on`; of one whose end no line tells the length is empty. */
export function latenciesCsv(rows: readonly LatencyRow[]): string {
  const head = [
    'pod',
    'first_seen',
    ...latencyKinds.flatMap((kind) => [`${kind}_seconds`, `${kind}_known`]),
    'goes_on',
  ];
  const lines = rows.map(({ pod, begun, cells }) => [
    pod,
    formatRfc3339(begun),
    ...latencyKinds.flatMap((kind) => {
      const { length, known = 'unknown' } = cells[kind] ?? {};
      return [length === undefined ? '' : String(length / SECOND), known];
    }),
    latencyKinds
      .filter((kind) => cells[kind]?.length !== undefined && cells[kind].to === undefined)
      .join(' '),
  ]);
  return [head, ...lines].map((fields) => `${fields.map(csvField).join(',')}\n`).join('');
}

/** Names come from a log: in no locale is one a formula, by a full-width sign or after a semicolon that ends fields there. */
function csvField(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
