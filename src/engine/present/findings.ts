import { plainText } from '../../base/plainText.ts';
import { formatDuration } from '../../base/time.ts';
import { findingSeverities, type Finding } from '../../diagnosis/finding.ts';
import type { Range, SessionInfo } from '../../protocol/engineApi.ts';
import type { FindingRow, LineMark, RowSeverity } from '../../protocol/rows.ts';
import type { Incident } from './incident.ts';
import { plural } from './values.ts';

export function findingRows(
  incident: Incident,
  range: Range,
): { total: number; rows: FindingRow[] } {
  const rows = incident.findings
    .slice(range.start, range.start + range.count)
    .map((finding) => findingRow(incident, finding));
  return { total: incident.findings.length, rows };
}

/** What a finding quotes of the log is only ever text. */
export function findingRow(incident: Incident, finding: Finding): FindingRow {
  const { pod, node } = finding;
  const length =
    finding.last > finding.first ? ` in ${formatDuration(finding.last - finding.first)}` : '';
  const plain = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : plainText(text);
  return {
    ...finding,
    title: plainText(finding.title),
    explanation: plainText(finding.explanation),
    pod: plain(pod),
    node: plain(node),
    checks: finding.checks.map(({ text, command }) => ({
      text: plainText(text),
      command: plain(command),
    })),
    remedy: finding.remedy.map(({ text, risk }) => ({ text: plainText(text), risk: plain(risk) })),
    ruledOut: finding.ruledOut.map(({ id, why }) => ({ id, why: plainText(why) })),
    evidence: finding.evidence.map((evidence) => {
      const position = incident.tape.positionOfInput(evidence.input);
      const record = incident.tape.record(position);
      return {
        ...evidence,
        at: position < 0 ? undefined : incident.tape.timeAt(position),
        text: plainText(record?.text.slice(0, 600) ?? ''),
      };
    }),
    label: plainText(
      `${finding.severity}: ${finding.title}${pod === undefined ? '' : `, ${pod}`}, ${plural(finding.count, 'time')}${length}${spreadText(finding)}`,
    ),
  };
}

function spreadText({ spread, node }: Finding): string {
  return spread === undefined
    ? ''
    : `, on ${node ?? 'a node'}, ${spread.nodes.length} of ${spread.of} nodes have it`;
}

export function findingCounts(findings: readonly Finding[]): SessionInfo['findings'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const finding of findings) counts[finding.severity]++;
  return counts;
}

export function severityOf(finding: Pick<Finding, 'severity'>): RowSeverity {
  const index = findingSeverities.indexOf(finding.severity);
  return index >= 3 ? 'error' : index >= 1 ? 'warning' : 'info';
}

/** Lines of one source that a finding above `info` explains, one mark a line, the most severe finding's. */
export function lineMarks(incident: Incident, source: number): LineMark[] {
  const marks = new Map<number, LineMark>();
  for (const finding of incident.findings) {
    if (finding.severity === 'info') continue;
    for (const { input, role } of finding.evidence) {
      if (input.source !== source || role === 'context') continue;
      const record = incident.tape.record(incident.tape.positionOfInput(input));
      if (record === undefined || marks.has(record.line)) continue;
      marks.set(record.line, {
        input,
        line: record.line,
        endLine: record.line + record.text.split('\n').length - 1,
        severity: severityOf(finding),
        message: `${finding.title}${finding.pod === undefined ? '' : ` (${finding.pod})`}`,
        findingId: finding.id,
        findingKey: finding.key,
      });
    }
  }
  return [...marks.values()].sort((a, b) => a.line - b.line);
}
