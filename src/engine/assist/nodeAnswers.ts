import type { InputId } from '../../base/input.ts';
import { formatDuration, formatRfc3339, micros, SECOND, type Micros } from '../../base/time.ts';
import {
  findingSeverities,
  ROOT_ERROR,
  withoutRoot,
  type Finding,
} from '../../diagnosis/finding.ts';
import { flatten, objectsOf } from '../../diagnosis/objects.ts';
import type { AssistRow } from '../../protocol/assistApi.ts';
import type { SessionInfo } from '../../protocol/engineApi.ts';
import { kindWords } from '../../protocol/kindWords.ts';
import type { RunRow, SourceRow } from '../../protocol/rows.ts';
import type { DiffRow } from '../../protocol/stateApi.ts';
import { diffRows, isThere } from '../present/diff.ts';
import { findingsBy } from '../present/findingsBy.ts';
import { isOpen, podName, type Incident } from '../present/incident.ts';
import { networkRows } from '../present/network.ts';
import { overdueRows } from '../present/overdue.ts';
import { plegPage } from '../present/plegPage.ts';
import { podRow } from '../present/pods.ts';
import { nodeFields } from '../present/stateFields.ts';
import { itemsIn } from '../present/timelineStore.ts';
import { plural } from '../present/values.ts';
import type { Session } from '../session.ts';
import { momentIn, podsIn, podsOrAll, timeIn } from './about.ts';
import { AskedWrongly, paged, pagedOf, rowOf, valueRow, type Said } from './answer.ts';
import type { AskedOf } from './asked.ts';
import { briefState, callRow, countRows, stateRowsOf } from './podAnswers.ts';

export function summary(session: Session, asked: AskedOf<'summary'>): Said {
  const info = session.info();
  const { findings } = session.incident;
  const made = [
    ...info.sources.map((source) => () => sourceRow(source)),
    ...info.runs.map((run, index) => () => {
      // Of more nobody asks when each ended; then it is when the next began.
      const isLate = index >= info.runs.length - MOST_ENDS;
      return runRow(run, isLate ? lastLineBefore(session, info.runs[index + 1]) : run.to);
    }),
    ...countsOf(session, info).map((row) => () => row),
    ...findings.slice(0, 3).map((finding) => () => findingRow(session, finding, 300)),
    ...info.gaps.map(({ kind, text, from, to, input }) => () => {
      const lines = input === undefined ? [] : [input];
      return rowOf(text, 'inferred', { what: `blind: ${kind}`, from, to, lines });
    }),
    () => unknownRow(info),
  ];
  return pagedOf(made, asked, (make) => [make()]);
}

function sourceRow({
  source,
  name,
  lines,
  bytes,
  formats,
  problem,
  from,
  to,
}: SourceRow): AssistRow {
  const told = formats.map(({ format }) => format).join(', ');
  return rowOf(
    `source ${source}: ${name}, ${lines} lines, ${bytes} bytes, ${told}${problem === undefined ? '' : `; ${problem}`}`,
    'seen',
    { what: 'source', value: name, from, to },
  );
}

/** It ended with its last line, as far as anybody knows. */
function runRow(run: RunRow, ended: Micros | undefined): AssistRow {
  const { version, verbosity, node, pid, from, input } = run;
  return rowOf(
    `kubelet run: version ${version.text} (${version.known}), verbosity ${verbosity.text} (${verbosity.known}), node ${node.text}, pid ${pid ?? 'unknown'}`,
    version.known,
    {
      what: 'kubelet run',
      value: version.known === 'unknown' ? undefined : version.text,
      from,
      to: ended,
      lines: [...(input === undefined ? [] : [input]), ...version.provedBy],
    },
  );
}

function countsOf({ incident: { history } }: Session, info: SessionInfo): AssistRow[] {
  const { runs } = info;
  const restarts = Math.max(0, runs.length - 1);
  const counts = findingSeverities.map((severity) => `${info.findings[severity]} ${severity}`);
  return [
    rowOf(`${plural(runs.length, 'run')} of a kubelet: ${plural(restarts, 'restart')}.`, 'seen', {
      what: 'restarts',
      value: String(restarts),
      lines: runs.flatMap(({ input }) => input ?? []),
    }),
    rowOf(`${history.pods.length} pods are named.`, 'seen', {
      what: 'pods named',
      value: String(history.pods.length),
    }),
    rowOf(`Findings: ${counts.toReversed().join(', ')}.`, 'inferred', { what: 'findings' }),
  ];
}

function unknownRow({ inputs, unmatchedMessages }: SessionInfo): AssistRow {
  const share = inputs === 0 ? 0 : (100 * unmatchedMessages) / inputs;
  return rowOf(
    `No rule knows the message of ${unmatchedMessages} of ${inputs} lines (${share.toFixed(1)} %).`,
    'seen',
    { what: 'not understood' },
  );
}

/** So many lines may stand before the first that tells of a run. */
const MOST_BEFORE = 1_000;
/** Runs at the end of which it is asked when each ended. */
const MOST_ENDS = 10;

/** A silence of this length parts two processes whose lines do not name them, where what follows it is no longer: a start prints all at once. */
const PARTING = 1 * SECOND;

/**
 * When the last line was written before a run. Of those before the line that tells of it, those of its own process are its own; where no process
 * is told, those after a silence. Unknown where there is none.
 */
function lastLineBefore({ incident: { tape } }: Session, run: RunRow | undefined) {
  if (run === undefined) return undefined;
  const first = tape.positionAtTime(micros(run.from - 1));
  for (let position = first; position >= Math.max(0, first - MOST_BEFORE); position--) {
    const at = tape.timeAt(position);
    if (run.pid !== undefined && tape.record(position)?.pid !== run.pid) return at;
    if (run.pid !== undefined) continue;
    const next = position === first ? run.from : tape.timeAt(position + 1);
    if (run.from - next > PARTING) return undefined;
    if (next - at >= PARTING) return at;
  }
  return undefined;
}

export function findingsAnswer(session: Session, asked: AskedOf<'findings'>): Said {
  const moment = momentIn(session, asked.at);
  const keys =
    asked.pod === undefined ? undefined : podsIn(session, asked.pod).map(({ key }) => key);
  const least = findingSeverities.indexOf(asked.severity ?? 'info');
  const found = findingsBy(session.incident, moment).filter(
    (finding) =>
      (keys === undefined || keys.some((key) => key === finding.podKey)) &&
      (asked.id === undefined || asked.id === finding.id) &&
      findingSeverities.indexOf(finding.severity) >= least &&
      (asked.at === undefined || isOpen(finding, moment)),
  );
  const titles = new Map(
    session.incident.findings.map(({ key, id, title }) => [key, `${id}: ${title}`]),
  );
  if (found.length === 0)
    return paged([rowOf('Nothing of that kind was found.', 'inferred')], asked.cursor);
  return pagedOf(found, asked, (finding) => [
    findingRow(session, finding, 600),
    ...rootError(finding),
    ...podsNamedBy(session, finding),
    ...(finding.causedBy === undefined
      ? []
      : [
          rowOf(
            `${finding.id} is caused by ${titles.get(finding.causedBy) ?? 'another'}`,
            'inferred',
          ),
        ]),
    ...(asked.id === undefined ? [] : adviceRows(finding)),
  ]);
}

function findingRow({ incident }: Session, finding: Finding, longest: number): AssistRow {
  const { id, title, severity, pod, count, explanation, began, ended, evidence } = finding;
  const { first, last } = finding;
  const whose = pod === undefined ? '' : `, ${pod}`;
  const cause = evidence.toSorted(
    (a, b) => Number(b.role === 'cause') - Number(a.role === 'cause'),
  );
  return rowOf(
    `${severity} ${id}: ${title}${whose}, ${plural(count, 'time')}${silence(incident, finding)}. ${explanation}`,
    'inferred',
    {
      pod,
      what: id,
      value: severity,
      ...{ from: began, to: ended, first, last },
      lines: cause.map(({ input }) => input),
      longest,
    },
  );
}

/** The deepest error alone, which the explanation ends with: of that a long one is cut. */
function rootError(finding: Finding): AssistRow[] {
  const { rootError: value } = withoutRoot(finding);
  if (value === undefined) return [];
  const { id, pod, evidence } = finding;
  const cause = evidence.find(({ role }) => role === 'cause') ?? evidence[0];
  return [
    rowOf(`${ROOT_ERROR}${value}`, 'seen', {
      ...{ pod, what: `${id}: root error`, value },
      lines: cause === undefined ? [] : [cause.input],
    }),
  ];
}

/** So long, and so many times its longest pause, nothing is said of a fault that goes on: it may be over. */
const SILENT = 30 * SECOND;
const PAUSES = 2;

/** That no line tells of the end of a fault, and none any more of the fault itself. */
function silence({ tape, history }: Incident, { ended, last, counted }: Finding): string {
  const silent = history.to - last;
  if (ended !== undefined || silent < SILENT) return '';
  const times = counted.positions.map((position) => tape.timeAt(position));
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return pauses.some((pause) => PAUSES * pause > silent)
    ? ''
    : `, not said any more in the last ${formatDuration(silent)} of the log, so it may have ended`;
}

/** More lines of a fault of the node are not read. */
const MOST_READ = 100;

/** Of a fault of the node: the pods that its lines name. */
function podsNamedBy({ incident: { tape } }: Session, finding: Finding): AssistRow[] {
  if (finding.pod !== undefined) return [];
  const told = finding.evidence.map(({ input }) => tape.positionOfInput(input));
  const positions = [...new Set([...told, ...finding.counted.positions])].slice(0, MOST_READ);
  const named = new Map<string, InputId>();
  for (const position of positions) {
    const record = tape.record(position);
    const pod = record && objectsOf(flatten(record)).pod;
    if (record !== undefined && pod !== undefined && !named.has(pod)) named.set(pod, record.id);
  }
  const names = [...named.keys()].toSorted().join(', ');
  return named.size === 0
    ? []
    : [
        rowOf(`lines of ${finding.id} name ${names}`, 'seen', {
          what: `pods of ${finding.id}`,
          value: names,
          lines: [...named.values()],
        }),
      ];
}

function adviceRows({ checks, remedy, ruledOut }: Finding): AssistRow[] {
  return [
    ...checks.map(({ text, command }) =>
      rowOf(`to check: ${text}${command === undefined ? '' : ` (${command})`}`, 'inferred'),
    ),
    ...remedy.map(({ text, risk }) =>
      rowOf(`to do: ${text}${risk === undefined ? '' : ` (risk: ${risk})`}`, 'inferred'),
    ),
    ...ruledOut.map(({ id, why }) => rowOf(`not ${id}: ${why}`, 'inferred')),
  ];
}

export function stateAt(session: Session, { pod, at, cursor }: AskedOf<'state_at'>): Said {
  const moment = momentIn(session, at);
  const node = nodeRows(session, at);
  const rows =
    pod === undefined
      ? [...node, ...countRows(session, moment), ...briefState(session, moment)]
      : [...podsIn(session, pod).flatMap((each) => stateOf(session, each, at)), ...node];
  return paged(rows, cursor);
}

function stateOf(
  session: Session,
  pod: ReturnType<typeof podsIn>[number],
  at: string | undefined,
): AssistRow[] {
  const moment = momentIn(session, at);
  const { state, since } = podRow(session.incident, moment, pod);
  if (pod.firstSeen > moment.time)
    return [
      rowOf('It is not there yet: its first line comes later.', 'inferred', {
        pod: podName(pod),
        what: 'worker',
        value: 'absent',
        from: pod.firstSeen,
        lines: pod.events.slice(0, 1).map(({ input }) => input),
      }),
    ];
  return [
    valueRow('worker', state, { pod: podName(pod), from: since }),
    ...stateRowsOf(pod, moment),
  ];
}

function nodeRows(session: Session, at: string | undefined): AssistRow[] {
  const moment = momentIn(session, at);
  return nodeFields(session.incident).map((field) =>
    valueRow(field.name, field.at(moment), { from: field.changeAt(moment)?.at }),
  );
}

export function diffStates(session: Session, asked: AskedOf<'diff_states'>): Said {
  const keys = new Set(podsOrAll(session, asked.pod).map(({ key }) => key));
  const [from, to] = [momentIn(session, asked.from), momentIn(session, asked.to)];
  const rows = diffRows(session.incident, from, to).filter(
    ({ podKey }) => asked.pod === undefined || keys.has(podKey ?? ''),
  );
  return paged(
    rows.length === 0 ? [rowOf('Nothing changed.', 'inferred')] : rows.map(changeRow),
    asked.cursor,
  );
}

function changeRow({ name, field, before, after, at, input }: DiffRow): AssistRow {
  return rowOf(`${field}: ${before.text} → ${after.text}`, after.known, {
    pod: name === '' ? undefined : name,
    what: field,
    value: after.text,
    from: at,
    lines: [...(input === undefined ? [] : [input]), ...after.provedBy],
  });
}

export function overdue(session: Session, { at, cursor }: AskedOf<'overdue'>): Said {
  const rows = overdueRows(session.incident, momentIn(session, at)).map(
    ({ text, name, what, since, provedBy }) =>
      rowOf(text, 'inferred', { pod: name, what, from: since, lines: provedBy }),
  );
  return paged(rows.length === 0 ? [rowOf('Nothing is overdue.', 'inferred')] : rows, cursor);
}

export function queues(session: Session, { pod, at, cursor }: AskedOf<'queues'>): Said {
  const moment = momentIn(session, at);
  const { incident } = session;
  const pods = podsOrAll(session, pod).filter(
    (each) =>
      pod !== undefined ||
      (isThere(each, moment) &&
        (each.worker.working.at(moment).value === true ||
          each.worker.pending.at(moment).value === true ||
          each.awaits(moment).length > 0)),
  );
  const rows = pods.flatMap((each) => {
    const { queue, state, waits, since } = podRow(incident, moment, each);
    const parts = { pod: podName(each) };
    return [
      valueRow('worker', state, { ...parts, from: since }),
      valueRow('queue', queue, parts),
      ...waits.map((wait) =>
        rowOf(`waits for ${wait.text}`, 'inferred', {
          ...parts,
          what: 'waits for',
          from: wait.since,
          lines: wait.provedBy,
        }),
      ),
    ];
  });
  return paged([...nodeRows(session, at), ...countRows(session, moment), ...rows], cursor);
}

export function network(session: Session, asked: AskedOf<'network'>): Said {
  const keys =
    asked.pod === undefined ? undefined : new Set(podsIn(session, asked.pod).map(({ key }) => key));
  const rows = networkRows(session.incident, momentIn(session, asked.at)).filter(
    ({ podKey, command, failures }) =>
      (keys === undefined || keys.has(podKey ?? '')) &&
      (asked.command === undefined || asked.command === command) &&
      (asked.failed !== true || failures > 0),
  );
  return paged(
    rows.length === 0
      ? [
          rowOf(
            'The log shows no such call; successful calls are logged only at verbosity 4 and above.',
            'unknown',
          ),
        ]
      : rows.map(callRow),
    asked.cursor,
  );
}

const MOST_SLOW = 10;

export function pleg(session: Session, { at, cursor }: AskedOf<'pleg'>): Said {
  const { history } = session.incident;
  const moment = momentIn(session, at);
  const page = plegPage(session.incident, moment, { start: 0, count: 0 });
  const slow = page.relists
    .filter(({ duration }) => duration !== undefined)
    .toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0))
    .slice(0, MOST_SLOW);
  const inputs = new Map(history.pleg.relists.map(({ at: time, input }) => [time, input]));
  return paged(
    [
      valueRow('PLEG', page.health),
      valueRow('relist', page.relist),
      ...lastRelist(page, moment.time),
      ...page.stalls.map(({ from, said, to, goesOn, input }) =>
        rowOf(
          `PLEG was not healthy: no relist ended for ${formatDuration(to - from)}${goesOn ? ', and it goes on' : ''}`,
          'inferred',
          {
            what: 'not healthy',
            from: said,
            ...(goesOn ? {} : { to }),
            lines: input === undefined ? [] : [input],
          },
        ),
      ),
      ...page.culprits.map(({ pod, text, count, share, first, last, input }) =>
        rowOf(
          `${pod}: ${count} of its calls to the runtime timed out (${Math.round(100 * share)} %): ${text}`,
          'seen',
          {
            pod,
            what: 'timed out',
            value: String(count),
            from: first,
            to: last,
            lines: [input],
          },
        ),
      ),
      ...page.findings.map(({ id, title, began, ended, pod, proof, explanation }) =>
        rowOf(`${id}: ${title}. ${explanation}`, 'inferred', {
          what: id,
          pod,
          from: began,
          to: ended,
          lines: proof === undefined ? [] : [proof],
        }),
      ),
      ...slow.map(({ at: began, duration = 0 }) => {
        const input = inputs.get(began);
        return rowOf(`a relist took ${formatDuration(duration)}`, 'inferred', {
          what: 'relist',
          value: formatDuration(duration),
          from: began,
          to: micros(began + duration),
          lines: input === undefined ? [] : [input],
        });
      }),
      ...page.blind.map(({ from, to, text }) =>
        rowOf(text, 'unknown', { what: 'blind', from, to }),
      ),
    ],
    cursor,
  );
}

/** When a relist last ended well before a time, as far as lines tell. */
function lastRelist({ stalls, relists }: ReturnType<typeof plegPage>, time: Micros): AssistRow[] {
  const stall = stalls.find(({ from, to }) => from <= time && time <= to);
  const before = stall?.from ?? relists.findLast(({ at }) => at <= time)?.at;
  if (before === undefined) return [];
  const input = stall?.input;
  return [
    rowOf(`the last good relist before ${formatRfc3339(time)}`, 'inferred', {
      what: 'last good relist',
      from: before,
      lines: input === undefined ? [] : [input],
    }),
  ];
}

export function timelineWindow(session: Session, asked: AskedOf<'timeline_window'>): Said {
  const from = timeIn(session, asked.from);
  const to = timeIn(session, asked.to);
  if (from > to) throw new AskedWrongly('`from` is later than `to`.');
  const keys =
    asked.pod === undefined ? undefined : new Set(podsIn(session, asked.pod).map(({ key }) => key));
  const { lanes, kinds, store } = session.wholeTimeline;
  const { tape } = session.incident;
  const items = lanes
    .filter(({ podKey }) => keys === undefined || keys.has(podKey ?? ''))
    .flatMap((lane) => itemsIn(store, lane.id, from, to).map((item) => ({ lane, item })))
    .toSorted((a, b) => a.item.start - b.item.start);
  const eventOf = (podKey: string | undefined, position: number, kind: string) =>
    podKey === undefined
      ? undefined
      : session.incident.history
          .pod(podKey)
          ?.events.find((event) => event.position === position && event.kind === kind)?.text;
  // Rows are made of those alone that an answer can hold.
  const { rows: shownItems, ...rest } = pagedItems(items, asked.cursor);
  const rows = shownItems.map(({ lane, item }) => {
    const kind = kinds[item.kind];
    const slug = kind?.slug ?? '';
    const told = kind?.shape === 'mark' ? eventOf(lane.podKey, item.position, slug) : undefined;
    const text = told ?? kind?.name ?? kindWords(slug);
    const input = tape.input(item.position);
    const isSpan = kind?.shape === 'span';
    const length = isSpan ? `, ${formatDuration(item.end - item.start)}` : '';
    const known = (['seen', 'inferred', 'unknown'] as const)[item.known] ?? 'unknown';
    const whose = text.startsWith(lane.name) ? '' : `${lane.name}: `;
    return rowOf(`${whose}${text}${length}`, known, {
      ...(lane.kind === 'pod' ? { pod: lane.name } : {}),
      what: slug,
      from: micros(item.start),
      ...(isSpan ? { to: micros(item.end) } : {}),
      lines: input === undefined ? [] : [input],
    });
  });
  return { ...rest, rows };
}

const MOST_ITEMS = 2_000;

function pagedItems<T>(items: readonly T[], cursor: string | undefined) {
  const start = cursor === undefined ? 0 : Number(cursor);
  const rows = items.slice(start, start + MOST_ITEMS);
  return { rows, start, total: items.length, more: start + rows.length < items.length };
}
