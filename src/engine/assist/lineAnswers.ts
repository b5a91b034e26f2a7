import type { InputId } from '../../base/input.ts';
import { shownLine } from '../../base/shownText.ts';
import { compileFilter } from '../../log/filter.ts';
import { findRows } from '../../log/findRows.ts';
import type { AssistRow } from '../../protocol/assistApi.ts';
import type { ComparedPart, DifferenceRow, Often } from '../../protocol/compareApi.ts';
import type { GoroutinePage } from '../../protocol/goroutineApi.ts';
import { goSourcePage, kubernetesTag } from '../../protocol/uris.ts';
import { lineRef } from '../export/lineRef.ts';
import { filterOptions } from '../filter/options.ts';
import { answerRow } from '../present/answer.ts';
import { goSourceOf, runOf } from '../present/goSource.ts';
import type { Session } from '../session.ts';
import { timeIn } from './about.ts';
import { AskedWrongly, inputOf, lineId, paged, rowOf, startOf, type Said } from './answer.ts';
import type { AskedOf } from './asked.ts';

/** More lines than that nobody reads at once. */
const MOST_FOUND = 500;
const LONGEST_LINE = 500;
const LONGEST_WHOLE = 4_000;

export function grep(session: Session, { filter, cursor }: AskedOf<'grep'>): Said {
  const start = startOf(cursor);
  const { tape, history } = session.incident;
  const compiled = compileFilter(filter, filterOptions(tape, history));
  if (!compiled.ok) throw new AskedWrongly(shownLine(compiled.error, LONGEST_LINE));
  const rows: AssistRow[] = [];
  let found = 0;
  for (const { table } of tape.sources)
    for (const { row } of findRows(table, compiled.value)) {
      if (++found <= start) continue;
      if (rows.length === MOST_FOUND) return { rows, start, more: true, isLines: true };
      const { id, text } = table.shown(row);
      const { file, line } = lineRef(tape, id);
      rows.push(
        rowOf(`${file}:${line} ${text}`, 'seen', {
          lines: [id],
          from: tape.timeAt(tape.positionOfInput(id)),
          longest: LONGEST_LINE,
        }),
      );
    }
  return found === 0
    ? paged([rowOf('No lines match that filter.', 'seen')], undefined)
    : { rows, start, total: found, isLines: true };
}

export function explainLine(session: Session, { line, cursor }: AskedOf<'explain_line'>): Said {
  const { incident, moment } = session;
  const { tape, history, sources } = incident;
  const input = inputOf(line) ?? inputAtPlace(session, line);
  const position = input === undefined ? -1 : tape.positionOfInput(input);
  const record = tape.record(position);
  if (input === undefined || record === undefined || lineId(record.id) !== lineId(input))
    throw noLine(line);
  const source = sources.find(({ table }) => table.source === input.source);
  const { file, line: number } = lineRef(tape, input);
  const table = source?.table;
  const writer = table && source.writers.at(table.ordinalAt(input.offset));
  const { sentences } = answerRow(
    incident,
    { ...moment, hindsight: 'now' },
    { kind: 'normal', input },
  );
  const go = goSourceOf(record, runOf(record, history.runs));
  const findings = incident.findings.filter(({ evidence }) =>
    evidence.some(({ input: proof }) => lineId(proof) === lineId(input)),
  );
  const rows = [
    rowOf(`${file}:${number} ${record.text}`, 'seen', {
      what: 'line',
      lines: [input],
      from: tape.timeAt(position),
      longest: LONGEST_WHOLE,
    }),
    ...(writer === undefined
      ? []
      : [
          rowOf(`written by ${writer.program}`, writer.known, {
            what: 'writer',
            value: writer.program,
          }),
        ]),
    ...sentences.map(({ text, known, proof }) =>
      rowOf(text, known, { what: 'normal', lines: proof.map(({ input: by }) => by) }),
    ),
    ...findings.map(({ id, title, pod, began, ended }) =>
      rowOf(`evidence of ${id}: ${title}`, 'inferred', { what: id, pod, from: began, to: ended }),
    ),
    ...(go?.paths ?? []).map((path) => {
      const tag = kubernetesTag(go?.version ?? '');
      const where = tag === undefined ? '' : `, ${goSourcePage({ version: tag, path }, go?.line)}`;
      return rowOf(
        `printed at ${path}:${go?.line ?? ''}${where}`,
        go?.paths.length === 1 ? 'seen' : 'inferred',
        {
          what: 'Go statement',
          value: `${path}:${go?.line ?? ''}`,
        },
      );
    }),
  ];
  return paged(rows, cursor);
}

export function readLines(
  session: Session,
  { line, before = 0, cursor }: AskedOf<'read_lines'>,
): Said {
  const input = inputOf(line) ?? inputAtPlace(session, line);
  const source = session.incident.tape.sources.find(({ table }) => table.source === input?.source);
  // Also within a line, as a window of a log may begin.
  const named = input === undefined ? -1 : (source?.table.ordinalAt(input.offset) ?? -1);
  if (source === undefined || named < 0) throw noLine(line);
  const { tape } = session.incident;
  const { table, name } = source;
  const start = startOf(cursor);
  const first = Math.max(0, named - before) + start;
  const count = Math.min(MOST_FOUND, table.length - first);
  const rows = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const { id, text, line: number } = table.shown(first + index);
    return rowOf(`${name}:${number} ${text}`, 'seen', {
      lines: [id],
      from: tape.timeAt(tape.positionOfInput(id)),
      longest: LONGEST_LINE,
    });
  });
  return { rows, start, more: first + rows.length < table.length, isLines: true };
}

function noLine(line: string): AskedWrongly {
  return new AskedWrongly(
    `There is no line ${shownLine(line, 200)}: a line is asked for by its id, source:offset, or as file:17.`,
  );
}

/** `kubelet.log:17`: by the end of a source's name. */
function inputAtPlace({ incident }: Session, place: string): InputId | undefined {
  const [, file = '', line = ''] = /^(.{1,500}):(\d{1,9})$/.exec(place) ?? [];
  if (line === '') return undefined;
  for (const { table, name } of incident.tape.sources) {
    const ordinal =
      name === file || name.endsWith(`/${file}`) ? table.ordinalAtLine(Number(line)) : -1;
    if (ordinal >= 0) return table.shown(ordinal).id;
  }
  return undefined;
}

export function whose(session: Session, { id, cursor }: AskedOf<'whose'>): Said {
  const found = session.incident.history.identify(id);
  if (found === undefined)
    throw new AskedWrongly(`The log does not show whose ${shownLine(id, 200)} is.`);
  const { kind, text, podKey } = found;
  const pod = podKey === undefined ? undefined : session.incident.history.pod(podKey);
  const first = pod?.events[0]?.input;
  return paged(
    [
      rowOf(text, 'seen', {
        what: kind,
        value: found.id,
        pod: pod === undefined ? undefined : `${pod.namespace}/${pod.name}`,
        lines: first === undefined ? [] : [first],
      }),
    ],
    cursor,
  );
}

export function comparison(session: Session, asked: AskedOf<'compare'>): Said {
  const part = (of: typeof asked.before): ComparedPart => ({
    ...(of?.source === undefined ? {} : { sources: [of.source] }),
    ...(of?.from === undefined ? {} : { from: timeIn(session, of.from) }),
    ...(of?.to === undefined ? {} : { to: timeIn(session, of.to) }),
  });
  const time = asked.at === undefined ? undefined : timeIn(session, asked.at);
  if (time === undefined && (asked.before === undefined || asked.after === undefined))
    throw new AskedWrongly('compare wants `at`, or `before` and `after`.');
  const { before, after, rows } = session.compare(
    time === undefined
      ? { before: part(asked.before), after: part(asked.after) }
      : { before: { to: time }, after: { from: time } },
  );
  const sides = [before, after].map(({ name, from, to, lines, errors, warnings }, index) =>
    rowOf(
      `${index === 0 ? 'before' : 'after'}: ${name}, ${lines} lines, errors ${oftenText(errors)}, warnings ${oftenText(warnings)}`,
      'seen',
      { what: index === 0 ? 'before' : 'after', from, to },
    ),
  );
  return paged([...sides, ...rows.map(differenceRow)], asked.cursor);
}

function differenceRow({
  change,
  what,
  severity,
  title,
  before,
  after,
  pods,
}: DifferenceRow): AssistRow {
  const whose = pods.length === 0 ? '' : `, ${pods.join(', ')}`;
  return rowOf(
    `${change}: ${severity} ${what} ${title}${whose}; before ${oftenText(before)}, after ${oftenText(after)}`,
    what === 'finding' ? 'inferred' : 'seen',
    {
      what: change,
      lines: [after.line, before.line].flatMap((line) => line ?? []),
    },
  );
}

function oftenText({ count, rate }: Often): string {
  return rate === undefined ? String(count) : `${count} (${Number(rate.toPrecision(3))} an hour)`;
}

export function goroutines(page: GoroutinePage, { all, cursor }: AskedOf<'goroutines'>): Said {
  const groups = page.groups.filter(({ background }) => all === true || !background);
  const rows = groups.flatMap(({ title, about, count, stacks }) => [
    rowOf(`${title} (${count}): ${about}`, 'seen', { what: 'group', value: String(count) }),
    ...stacks.map(({ minutes, doing, state, top, count: same, id, pods, why }) => {
      const names = pods.map(({ name }) => name).join(', ');
      const who = same === 1 ? `goroutine ${id}` : `${same} goroutines`;
      const because = why === '' ? '' : `; ${names === '' ? '' : `${names}, inferred: `}${why}`;
      return rowOf(
        `${minutes === 0 ? '< 1' : minutes} min ${doing ?? state}, ${top} (${who})${because}`,
        pods.length === 0 ? 'seen' : 'inferred',
        {
          what: 'stack',
          value: doing ?? state,
          ...(pods.length === 1 ? { pod: names } : {}),
        },
      );
    }),
  ]);
  const head = rowOf(
    `${page.total} goroutines of ${page.node ?? 'an unknown node'}, version ${page.version ?? 'unknown'}`,
    'seen',
    { what: 'goroutines', value: String(page.total), from: page.at },
  );
  return paged([head, ...rows], cursor);
}
