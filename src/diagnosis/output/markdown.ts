import { plainText } from '../../base/plainText.ts';
import { shownText } from '../../base/shownText.ts';
import { formatDuration } from '../../base/time.ts';
import type { Finding } from '../finding.ts';
import type { PlaceOf } from './place.ts';
import { shownTime } from './shownTime.ts';

/** Cited lines per finding; the rest is counted. */
const mostLines = 8;
const longestLine = 400;

/** A report for an issue: what is wrong, its lines, what to check and do. Text of the log stands in code alone. */
export function findingsMarkdown(findings: readonly Finding[], placeOf: PlaceOf): string {
  const loud = findings.filter(({ severity }) => severity !== 'info');
  const told = (verdict: Finding['verdict']): readonly Finding[] =>
    findings.filter((finding) => finding.severity === 'info' && finding.verdict === verdict);
  const parts = [
    '# Findings',
    loud.length === 0 ? 'Nothing above info.' : overview(loud, placeOf),
    ...loud.map((finding) => section(finding, findings, placeOf)),
  ];
  parts.push(
    ...short('## What this log alone does not tell', told('unknown')),
    ...short('## Harmless lines that look like faults', told('harmless')),
  );
  return `${parts.join('\n\n')}\n`;
}

function short(title: string, findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const rows = findings.map(
    ({ id, title, count }) => `- ${escaped(title)} (\`${id}\`, ${timesText(count)})`,
  );
  return [title, rows.join('\n')];
}

function overview(findings: readonly Finding[], placeOf: PlaceOf): string {
  const rows = findings.map(
    (finding) =>
      `| ${finding.severity} | ${escaped(finding.title)} | ${escaped(finding.pod ?? 'node')} | ${timeText(finding, 'began', placeOf)} | ${finding.count} |`,
  );
  return ['| severity | finding | where | since | count |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function section(finding: Finding, all: readonly Finding[], placeOf: PlaceOf): string {
  const cause = all.find(({ key }) => key === finding.causedBy);
  const rhythm = finding.period === undefined ? '' : `, ~${formatDuration(finding.period)} apart`;
  const lines = [
    `## ${escaped(finding.title)}`,
    '',
    `\`${finding.id}\`, ${finding.severity}, confidence ${finding.confidence}${finding.pod === undefined ? '' : `, pod ${escaped(finding.pod)}`}`,
    '',
    `${timeText(finding, 'first', placeOf)} to ${timeText(finding, 'ended', placeOf)}, ${timesText(finding.count)}${rhythm}.`,
    '',
    escaped(finding.explanation),
  ];
  if (cause !== undefined) lines.push('', `It follows from: ${escaped(cause.title)}`);
  if (finding.overdue !== undefined) lines.push('', `Overdue: ${escaped(finding.overdue)}`);
  lines.push('', code(citedLines(finding, placeOf)));
  lines.push(
    ...list(
      'Not, though it looks like it',
      finding.ruledOut.map(({ id, why }) => `\`${id}\`: ${escaped(why)}`),
    ),
  );
  lines.push(
    ...list(
      'To check',
      finding.checks.map(({ text, command }) =>
        command === undefined ? escaped(text) : `${escaped(text)}\n${indent(code(command))}`,
      ),
    ),
  );
  lines.push(
    ...list(
      'To do',
      finding.remedy.map(({ text, risk }) =>
        risk === undefined ? escaped(text) : `${escaped(text)} **Risk:** ${escaped(risk)}`,
      ),
    ),
  );
  lines.push(...list('References', finding.references.map(linkTo)));
  return lines.join('\n');
}

function citedLines(finding: Finding, placeOf: PlaceOf): string {
  const shown = finding.evidence.slice(0, mostLines).map((evidence) => {
    const { file, line, text } = placeOf(evidence);
    return `${file}:${line} (${evidence.role})\n${text.slice(0, longestLine)}`;
  });
  const more = finding.evidence.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more lines`] : [])].join('\n');
}

function list(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : ['', `${title}:`, ...entries.map((entry) => `- ${entry}`)];
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function timeText(finding: Finding, of: 'began' | 'first' | 'ended', placeOf: PlaceOf): string {
  const [time, line] = [finding[of], finding.evidence[0]];
  if (time === undefined) return 'the end of the log';
  return shownTime(time, line && placeOf(line)) ?? 'unknown time';
}

/** A pack may name anything as its reference. */
function linkTo(address: string): string {
  return /^https?:\/\/[^\s<>]+$/.test(address) ? `<${plainText(address)}>` : escaped(address);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** A fence longer than any run of backquotes inside. */
function code(hostile: string): string {
  const text = shownText(hostile);
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}

/** Text of a log in a table: nothing in it is taken for markup. */
export function markdownCell(text: string): string {
  return escaped(text);
}

/** So that nothing in it is taken for markup, a link, a mention or HTML. */
function escaped(text: string): string {
  return shownText(text)
    .replace(/[\\`*_{}[\]<>#|~@]/g, (sign) => `\\${sign}`)
    .replace(/[\r\n]+/g, ' ');
}
