import { ordered } from '../../base/ordered.ts';
import { shownText } from '../../base/shownText.ts';
import { formatDuration } from '../../base/time.ts';
import { bySeverity } from '../../diagnosis/diagnose.ts';
import { findingSeverities, withoutRoot, type Finding } from '../../diagnosis/finding.ts';
import type { FindingOrder, Ordered, Range, SessionInfo } from '../../protocol/engineApi.ts';
import type {
  FindingBrief,
  FindingKind,
  FindingRow,
  LineMark,
  RelatedFinding,
  RowSeverity,
} from '../../protocol/rows.ts';
import { positionsOf } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { attemptsOf } from './attempts.ts';
import { findingsBy } from './findingsBy.ts';
import { openAmong, type FindingsById } from './findingGroups.ts';
import { GroupCounts } from './groupCounts.ts';
import type { Incident } from './incident.ts';
import { networkRow } from './network.ts';
import { plural } from './values.ts';

/** A part of the findings that count at the moment, as rows. */
export function partOf<Row>(
  findings: readonly Finding[],
  { start, count }: Range,
  rowOf: (finding: Finding) => Row,
): { total: number; rows: Row[] } {
  return { total: findings.length, rows: findings.slice(start, start + count).map(rowOf) };
}

export function orderedFindings(
  findings: readonly Finding[],
  { by, order = 'up' }: Ordered<FindingOrder>,
  moment: Moment,
): readonly Finding[] {
  return by === undefined
    ? findings
    : ordered(findings, (finding) => columnOf(finding, by, moment), order);
}

function columnOf(
  { severity, began, ended, ...finding }: Finding,
  by: FindingOrder,
  { time }: Moment,
): number | string | undefined {
  switch (by) {
    case 'severity':
      return findingSeverities.indexOf(severity);
    case 'began':
      return began;
    case 'length':
      return began > time ? undefined : Math.min(ended ?? time, time) - began;
    default:
      return finding[by];
  }
}

/** The worst kinds first, of equally bad ones those that stand most often at the moment. */
export function findingKinds(findings: FindingsById, moment: Moment): FindingKind[] {
  const kinds = [...findings.values()].map((all) => {
    const [worst] = all;
    const kind = kindOf(all);
    const open = openAmong(all, moment);
    const first = open.find(({ severity }) => severity === kind.severity) ?? worst;
    return { worst, kind: { ...kind, open: open.length, first: first?.key ?? '' } };
  });
  const rank = ({ severity }: FindingKind): number => findingSeverities.indexOf(severity);
  kinds.sort(
    ({ kind: a, worst }, { kind: b, worst: other }) =>
      rank(b) - rank(a) ||
      b.open - a.open ||
      b.total - a.total ||
      (worst && other ? bySeverity(worst, other) : 0),
  );
  return kinds.map(({ kind }) => kind);
}

/** What is the same at each moment. */
function kindOf(all: readonly Finding[]): Omit<FindingKind, 'open' | 'first'> {
  const counts = GroupCounts.of(all);
  return {
    id: all[0]?.id ?? '',
    title: counts.title,
    severity: all[0]?.severity ?? 'info',
    total: all.length,
    pods: counts.podCount,
  };
}

const MOST_CONSEQUENCES = 20;

/** So many attempts between the first and the last, unless more are asked for. */
const BETWEEN = 20;

export function relatedFinding(
  incident: Incident,
  moment: Moment,
  key: string,
  between = BETWEEN,
): RelatedFinding | undefined {
  const findings = findingsBy(incident, moment);
  const finding = findings.find((each) => each.key === key);
  if (finding === undefined) return undefined;
  const cause = findings.find((each) => each.key === finding.causedBy);
  const { explanation, rootError } = withoutRoot(finding);
  return {
    row: findingRow(incident, finding),
    explanation: shownText(explanation),
    rootError: rootError && shownText(rootError),
    blocks: blockedBy(incident, moment, finding),
    attempts: attemptsOf(incident, finding, between),
    cause: cause && findingRow(incident, cause),
    consequences: findings
      .filter(({ causedBy }) => causedBy === key)
      .slice(0, MOST_CONSEQUENCES)
      .map((each) => findingRow(incident, each)),
  };
}

/** What network calls keep from going on whose lines the finding cites. */
function blockedBy(incident: Incident, moment: Moment, { podKey, evidence }: Finding): string[] {
  const pod = podKey === undefined ? undefined : incident.history.pod(podKey);
  const cited = new Set(evidence.map(({ input }) => incident.tape.positionOfInput(input)));
  return (pod?.network ?? []).flatMap((operation, index) => {
    if (!positionsOf(operation).some((position) => cited.has(position))) return [];
    return networkRow(incident, moment, operation, index).blocks ?? [];
  });
}

export function findingBrief(finding: Finding): FindingBrief {
  const { id, key, title, severity, pod, node, spread, began, ended, spans, count, causedBy } =
    finding;
  return {
    ...{ id, key, severity, spread, began, ended, count, causedBy },
    title: shownText(title),
    pod: pod && shownText(pod),
    node: node && shownText(node),
    spans: spans.map(shownSpan),
  };
}

function shownSpan({ from, to, isQuiet }: Finding['spans'][number]): FindingRow['spans'][number] {
  return { from, to, isQuiet };
}

/** What a finding quotes of the log is only ever text. */
export function findingRow(incident: Incident, whole: Finding): FindingRow {
  const { counted: _, repeats: __, harmlessByEnd: ___, before: ____, ...finding } = whole;
  const { pod, node } = finding;
  const length =
    finding.last > finding.first ? ` in ${formatDuration(finding.last - finding.first)}` : '';
  const plain = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : shownText(text);
  return {
    ...finding,
    spans: finding.spans.map(shownSpan),
    title: shownText(finding.title),
    explanation: shownText(finding.explanation),
    pod: plain(pod),
    node: plain(node),
    checks: finding.checks.map(({ text, command }) => ({
      text: shownText(text),
      command: plain(command),
    })),
    remedy: finding.remedy.map(({ text, risk }) => ({ text: shownText(text), risk: plain(risk) })),
    ruledOut: finding.ruledOut.map(({ id, why }) => ({ id, why: shownText(why) })),
    evidence: finding.evidence.map((evidence) => {
      const position = incident.tape.positionOfInput(evidence.input);
      const record = incident.tape.record(position);
      return {
        ...evidence,
        at: position < 0 ? undefined : incident.tape.timeAt(position),
        text: shownText(record?.text.slice(0, 600) ?? ''),
      };
    }),
    label: shownText(
      `${finding.severity}: ${finding.title}${pod === undefined ? '' : `, ${pod}`}, ${plural(finding.count, 'time')}${length}${spreadText(whole)}`,
    ),
  };
}

function spreadText({ spread, node }: Finding): string {
  return spread === undefined
    ? ''
    : `, on ${node ?? 'a node'}, ${spread.nodes.length} of ${spread.of} nodes have it`;
}

export function findingCounts(findings: FindingsById): SessionInfo['findings'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const group of findings.values())
    for (const [severity, count] of GroupCounts.of(group).bySeverity) counts[severity] += count;
  return counts;
}

export function severityOf(finding: Pick<Finding, 'severity'>): RowSeverity {
  const index = findingSeverities.indexOf(finding.severity);
  return index >= 3 ? 'error' : index >= 1 ? 'warning' : 'info';
}

/** Problems are the findings above info; the others are harmless, or the log does not tell. */
export function isProblem({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity !== 'info';
}

/** Lines of one source that problems explain: one mark for each problem and line, the most severe problem's first. */
export function lineMarks(
  incident: Incident,
  findings: readonly Finding[],
  source: number,
): LineMark[] {
  const marks: LineMark[] = [];
  for (const finding of findings.filter(isProblem)) {
    const told = finding.evidence.filter(({ role }) => role !== 'context');
    const shown = told.length > 0 ? told : finding.evidence.slice(0, 1);
    const met = new Set<number>();
    for (const { input, role } of shown) {
      const record = incident.tape.record(incident.tape.positionOfInput(input));
      if (input.source !== source || record === undefined || met.has(record.line)) continue;
      met.add(record.line);
      marks.push({
        input,
        line: record.line,
        endLine: record.line + record.text.split('\n').length - 1,
        severity: severityOf(finding),
        message: `${finding.title}${finding.pod === undefined ? '' : ` (${finding.pod})`}`,
        findingId: finding.id,
        findingKey: finding.key,
        role,
        isFirst: input === shown[0]?.input,
      });
    }
  }
  return marks.sort((a, b) => a.line - b.line);
}
