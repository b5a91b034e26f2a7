import type { CAC } from 'cac';
import { formatDuration, formatRfc3339, MINUTE } from '../base/time.ts';
import type { CaseRow } from '../protocol/caseApi.ts';
import type { SourceRow } from '../protocol/rows.ts';
import type { LogSurvey } from '../engine/survey.ts';
import { surveyOf, withLogOptions, type LogOptions } from './open.ts';
import { print, printJson } from './output.ts';

interface Options extends LogOptions {
  readonly format: string;
}

/** Of more, the last are printed. */
const SHOWN_RUNS = 20;

/** `summary LOG…`: what was read, of which kubelet, and what it leaves unknown. */
export function addSummary(program: CAC): void {
  withLogOptions(
    program.command(
      'summary [...logs]',
      'What a log holds: formats, runs, time range, blind spots',
    ),
  )
    .option('--format <format>', 'text or json', { default: 'text' })
    .action(async (logs: string[], options: Options) => {
      const found = await surveyOf(logs, options);
      if (options.format === 'json') printJson(summaryJson(found));
      else print(summaryText(found));
    });
}

function summaryJson(info: LogSurvey): Record<string, unknown> {
  const time = (value: LogSurvey['from']): string | null =>
    value === undefined || Number.isNaN(value) ? null : formatRfc3339(value);
  return {
    from: time(info.from),
    to: time(info.to),
    lines: info.sources.reduce((sum, source) => sum + source.lines, 0),
    records: info.inputs,
    unparsedLines: info.sources.reduce((sum, source) => sum + source.unparsedLines, 0),
    unmatchedMessages: info.understood.unmatched,
    unmatchedEstimated: info.understood.estimated,
    formats: [
      ...new Set(info.sources.flatMap((source) => source.formats.map((entry) => entry.format))),
    ],
    sources: info.sources.map((source) => ({
      ...source,
      from: time(source.from),
      to: time(source.to),
    })),
    runs: info.runs.map((run) => ({
      from: time(run.from),
      to: time(run.to),
      pid: run.pid ?? null,
      version: run.version.known === 'unknown' ? null : run.version.text,
      verbosity: run.verbosity.known === 'unknown' ? null : run.verbosity.text,
      node: run.node.known === 'unknown' ? null : run.node.text,
    })),
    blindSpots: info.gaps.map((gap) => ({
      kind: gap.kind,
      from: time(gap.from),
      to: time(gap.to),
      text: gap.text,
    })),
    pods: info.podNames.length,
    podNames: info.podNames,
    commonUnmatched: info.understood.commonUnmatched,
  };
}

function summaryText(info: LogSurvey): string {
  const lines = info.openedCase === undefined ? [] : caseLines(info.openedCase);
  for (const source of info.sources) {
    if (source.state === 'failed') {
      lines.push(`failed: ${source.problem ?? source.name}`);
      continue;
    }
    const formats = source.formats.map((entry) => `${entry.format} ${entry.records}`).join(', ');
    lines.push(
      `${source.name}: ${source.lines} lines, ${source.bytes} bytes; ${formats}; ${source.unparsedLines} not log lines`,
    );
    if (source.problem !== undefined) lines.push(`  not whole: ${source.problem}`);
    if (source.unparsedLines === source.lines)
      lines.push(`  no line of it is a log line: it is probably another kind of file`);
    lines.push(...takenFor(source));
  }
  for (const { name, proposedOffset: proposed } of info.sources) {
    if (proposed !== undefined)
      lines.push(
        `clock: ${name} seems ${formatDuration(Math.abs(proposed.offset))} ${proposed.offset > 0 ? 'behind' : 'ahead of'} ${proposed.beside}, by ${proposed.ids} containers and sandboxes that both name; --align shifts it`,
      );
  }
  if (info.from !== undefined && info.to !== undefined) {
    lines.push(
      `time: ${formatRfc3339(info.from)} to ${formatRfc3339(info.to)} (${formatDuration(info.to - info.from)})`,
    );
  }
  const left = info.runs.length - SHOWN_RUNS;
  if (left > 0) lines.push(`kubelet: ${left} runs before those below; --format json has them all`);
  for (const run of info.runs.slice(-SHOWN_RUNS)) {
    lines.push(
      `kubelet: pid ${run.pid ?? 'unknown'}, version ${run.version.text}${run.version.known === 'inferred' ? ' (inferred: told by the source lines of its messages)' : ''}, verbosity ${run.verbosity.text}, node ${run.node.text}, ${Number.isNaN(run.from) ? 'at no known time' : `from ${formatRfc3339(run.from)}`}`,
    );
  }
  const { unmatched, estimated } = info.understood;
  const share = info.inputs === 0 ? 0 : (100 * unmatched) / info.inputs;
  lines.push(
    `messages that no rule knows: ${estimated ? 'about ' : ''}${unmatched} of ${info.inputs} (${share.toFixed(1)} %)`,
  );
  lines.push(info.gaps.length === 0 ? 'blind spots: none found' : 'blind spots:');
  for (const gap of info.gaps)
    lines.push(
      `  ${formatRfc3339(gap.from)} for ${formatDuration(gap.to - gap.from)}: ${gap.text}`,
    );
  lines.push(`pods: ${info.podNames.length}`);
  return lines.join('\n');
}

/** What a source was taken for: whose its lines are, by which clock. */
function takenFor({ writers, clock, lines, from }: SourceRow): readonly string[] {
  const told = writers.map(({ program, known, records }) => {
    const name = programNames[program] ?? program;
    return known === 'inferred' ? `${name} ${records} (inferred)` : `${name} ${records}`;
  });
  const taken = told.length === 0 ? [] : [`  of ${told.join(', ')}`];
  if (clock !== undefined && from !== undefined) {
    const offset = formatOffset(clock.utcOffset);
    taken.push(
      `  clock: ${years[clock.yearFrom] ?? clock.yearFrom}; without a zone read as ${offset}`,
    );
  }
  if (writers.length > 0 && !writers.some(({ program }) => mayBeKubelet.has(program)))
    taken.push(`  ${lines} lines: no kubelet in it`);
  return taken;
}

const mayBeKubelet: ReadonlySet<string> = new Set(['kubelet', 'host', 'unknown']);
const programNames: Readonly<Record<string, string>> = {
  text: 'no program (text)',
  other: 'other programs',
  host: 'a program that runs several components',
  unknown: 'unknown programs',
};
const years: Readonly<Record<string, string>> = {
  given: 'the year is given',
  stamp: 'stamps have their year',
  text: 'the year is told by the text',
  modified: 'the year is that of the file',
  none: 'stamps are whole, or have no year',
};

function formatOffset(micros: number): string {
  const minutes = Math.round(Math.abs(micros) / MINUTE);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `UTC${micros < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function caseLines({ title, notes, cut, packs, packsUsed, mutes }: CaseRow): string[] {
  return [
    `case: ${title === '' ? 'without a title' : title}`,
    ...notes.split('\n').map((line) => `  ${line}`),
    cut,
    ...(packs === 0 || packsUsed ? [] : [`rule packs in the case: ${packs}, not used`]),
    ...(mutes === 0 ? [] : [`findings that the case mutes: ${mutes}`]),
  ].filter((line) => line.trim() !== '');
}
