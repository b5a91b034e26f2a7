import { ordered } from '../../base/ordered.ts';
import { steadyPeriod } from '../../base/rhythm.ts';
import { formatDuration } from '../../base/time.ts';
import { groupBy } from '../../diagnosis/verdict.ts';
import type { NetworkAttempt, NetworkOperation } from '../../kubelet/rebuild/history.ts';
import { firstOf, hasFailed, mayCall, triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type {
  CallOrder,
  CallRow,
  LeftoverRow,
  NetworkPage,
  NetworkQuery,
  PluginRow,
} from '../../protocol/pageApi.ts';
import type { NetworkRow, ShownValue } from '../../protocol/rows.ts';
import { findingsBy } from './findingsBy.ts';
import type { Incident } from './incident.ts';
import { isBegun, networkRow } from './network.ts';
import { findingNotes, MOST, plain, shortened } from './pageRows.ts';
import { shownVerbosity } from './values.ts';

const MOST_CALLS = 60;
const MOST_TICKS = 60;

interface Call {
  readonly operation: NetworkOperation;
  readonly row: NetworkRow;
}

/**
 * All network calls begun by a moment: what fails now, what it holds up, by plug-in, call by call, and what may be left behind. `kept`: keys of
 * the calls to list; all when absent.
 */
export function networkPage(
  incident: Incident,
  moment: Moment,
  query: Omit<NetworkQuery, 'text'>,
  kept?: ReadonlySet<string>,
): NetworkPage {
  const { history } = incident;
  const calls = callsBy(incident, moment);
  const { by, order = 'up' } = query;
  const urgent = calls
    .filter(({ row }) => kept?.has(row.key) !== false && matches(row, query))
    .sort(byUrgency);
  const wanted =
    by === undefined ? urgent : ordered(urgent, ({ row }) => columnOf(row, by, moment), order);
  const failing = calls.filter(({ row }) => isFailing(row));
  return {
    at: moment.time,
    from: history.from,
    to: history.to,
    counts: {
      adds: calls.filter(({ row }) => row.command === 'ADD').length,
      dels: calls.filter(({ row }) => row.command === 'DEL').length,
      failing: failing.length,
      failures: calls.reduce((sum, { row }) => sum + row.failures, 0),
    },
    worst: worstOf(failing, moment),
    verbosity: verbosityAt(incident, moment),
    blocked: calls
      .filter(({ row }) => row.blocks !== undefined)
      .slice(0, MOST)
      .map(({ row }) => ({
        text: plain(row.blocks ?? ''),
        podKey: row.podKey,
        since: row.from,
        input: row.input,
      })),
    total: wanted.length,
    rows: wanted
      .slice(query.start, query.start + Math.min(query.count, MOST_CALLS))
      .map((call) => callRow(call, moment)),
    plugins: pluginRows(calls, moment).slice(0, MOST),
    leftovers: calls.flatMap((call) => leftover(incident, call, moment)).slice(0, MOST),
    findings: findingNotes(
      incident,
      findingsBy(incident, moment).filter(({ id }) =>
        /^(cni|netns|sandbox|stop-sandbox)-/.test(id),
      ),
      moment,
    ).slice(0, MOST / 2),
  };
}

function callsBy(incident: Incident, moment: Moment): Call[] {
  return incident.history.network
    .filter((operation) => isBegun(operation, moment))
    .map((operation, index) => ({
      operation,
      row: networkRow(incident, moment, operation, index),
    }));
}

/** The call that has been failing for the longest. */
function worstOf(failing: readonly Call[], moment: Moment): NetworkPage['worst'] {
  const [worst] = failing.toSorted((a, b) => a.row.from - b.row.from);
  if (worst === undefined) return undefined;
  const { plugin, from } = worst.row;
  return { plugin: plugin === undefined ? undefined : plain(plugin), length: moment.time - from };
}

function isFailing({ severity }: NetworkRow): boolean {
  return severity === 'error';
}

function matches(row: NetworkRow, { command, failing }: Omit<NetworkQuery, 'text'>): boolean {
  return (command === undefined || row.command === command) && (failing !== true || isFailing(row));
}

/** What fails, then what has failed; those of known pods before others, the newest first. */
function byUrgency(a: Call, b: Call): number {
  const rank = ({ row }: Call): number =>
    (isFailing(row) ? 0 : row.failures > 0 || row.until === undefined ? 2 : 4) +
    (row.podKey === undefined ? 1 : 0);
  return rank(a) - rank(b) || b.row.from - a.row.from;
}

/** What a column of the calls has. */
function columnOf(row: NetworkRow, by: CallOrder, moment: Moment): number | string | undefined {
  if (by === 'length') return (row.until ?? moment.time) - row.from;
  return by === 'outcome' ? row.outcome.text : row[by];
}

function callRow({ operation, row }: Call, moment: Moment): CallRow {
  const tries = triesBy(operation, moment);
  const gaps = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? at));
  return {
    ...shortened(row),
    ticks: sampled(tries).map((one) => ({ at: one.at, failed: hasFailed(one) })),
    every: steadyPeriod(gaps),
  };
}

function sampled<T>(list: readonly T[]): readonly T[] {
  if (list.length <= MOST_TICKS) return list;
  const step = (list.length - 1) / (MOST_TICKS - 1);
  return Array.from({ length: MOST_TICKS }, (_, i) => Math.round(i * step)).flatMap(
    (index) => list[index] ?? [],
  );
}

/** Calls of one plug-in and command, those that fail first. */
function pluginRows(calls: readonly Call[], moment: Moment): PluginRow[] {
  const called = calls.filter(({ row }) => row.isCalled);
  const groups = groupBy(called, ({ row }) => `${row.command} ${row.plugin ?? ''}`);
  return [...groups.values()]
    .map((group) => pluginRow(group, moment))
    .sort((a, b) => b.failing - a.failing || b.failures - a.failures);
}

function pluginRow(group: readonly Call[], moment: Moment): PluginRow {
  const rows = group.map(({ row }) => row);
  const tries = group.flatMap((call) => calledTries(call, moment));
  const last = tries.findLast(({ error }) => error !== undefined);
  return {
    plugin: rows[0]?.plugin === undefined ? undefined : plain(rows[0].plugin),
    command: rows[0]?.command ?? 'DEL',
    calls: rows.length,
    failing: rows.filter(isFailing).length,
    failures: tries.filter(hasFailed).length,
    ...longestOf(group, moment),
    lastError: last?.error === undefined ? undefined : plain(last.error),
    input: last?.provedBy[0],
  };
}

function calledTries({ operation }: Call, moment: Moment): readonly NetworkAttempt[] {
  return triesBy(operation, moment).filter(mayCall);
}

function longestOf(group: readonly Call[], moment: Moment): Pick<PluginRow, 'longest' | 'isLeast'> {
  const lengths = group.map(({ operation, row: { from, until, untilKnown } }) => {
    const tries = triesBy(operation, moment);
    const first = tries.find(mayCall);
    const called = first === undefined || first === tries[0] ? from : firstOf(first).at;
    // What proves an end that has no line comes after it.
    const isInferred = until !== undefined && untilKnown === 'inferred';
    const shown = isInferred ? tries.at(-1)?.at : until;
    return { length: (shown ?? moment.time) - called, isLeast: until === undefined || isInferred };
  });
  const [longest] = lengths.toSorted((a, b) => b.length - a.length);
  const length = longest?.length === 0 ? undefined : longest?.length;
  return { longest: length, isLeast: longest?.isLeast ?? false };
}

/** A teardown that failed and that no worker tries any more: the container collector does, each minute, or nobody. */
function leftover(incident: Incident, { operation, row }: Call, moment: Moment): LeftoverRow[] {
  if (row.command !== 'DEL' || row.failures === 0) return [];
  const why = whyLeft(incident, { operation, row }, moment);
  if (why === undefined) return [];
  return [
    {
      pod: plain(row.pod),
      podKey: row.podKey,
      sandboxId: row.sandboxId,
      what: 'its IP address, host-side veth, and firewall rules',
      why,
      known: 'inferred',
      provedBy: row.input === undefined ? [] : [row.input],
    },
  ];
}

function whyLeft(incident: Incident, { operation, row }: Call, moment: Moment): string | undefined {
  const { outcome, until } = operation;
  if (outcome.value === 'abandoned' && until.value !== undefined && until.value <= moment.time)
    return `its teardown failed for ${formatDuration(until.value - row.from)} and was given up`;
  if (!isFailing(row)) return undefined;
  const pod = row.podKey === undefined ? undefined : incident.history.pod(row.podKey);
  if (pod?.worker.present.at(moment).value === false)
    return triesBy(operation, moment).at(-1)?.ok.value === undefined
      ? 'the kubelet has forgotten the pod, and how its last teardown ended is not in the log'
      : 'the kubelet has forgotten the pod, and its teardown still fails';
  const onlyCollector = triesBy(operation, moment).every(({ by }) => by === 'gc');
  return pod === undefined && onlyCollector
    ? 'only container GC still retries the teardown, once a minute'
    : undefined;
}

function verbosityAt({ history }: Incident, moment: Moment): ShownValue {
  const run = history.runs.findLast(({ from }) => from <= moment.time);
  return run === undefined
    ? { text: 'unknown: not in the log', known: 'unknown', provedBy: [] }
    : shownVerbosity(run);
}
