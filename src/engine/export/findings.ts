import { formatDuration, formatRfc3339, SECOND, type Micros } from '../../base/time.ts';
import { dataWithoutSecrets } from '../../base/secrets.ts';
import { shownText } from '../../base/shownText.ts';
import type { Finding, FindingEvidence } from '../../diagnosis/finding.ts';
import { findingsMarkdown } from '../../diagnosis/output/markdown.ts';
import type { PlaceOf } from '../../diagnosis/output/place.ts';
import { findingsSarif } from '../../diagnosis/output/sarif.ts';
import type { FindingFormat } from '../../protocol/askApi.ts';
import type { LogRecord } from '../../log/record.ts';
import type { Tape } from '../../replay/tape.ts';
import { lineRef, type LineRef } from './lineRef.ts';

export { findingSeverities } from '../../diagnosis/finding.ts';

/** What the findings and the cited lines hold of secrets is starred before any format. */
export function exportFindings(
  tape: Tape,
  findings: readonly Finding[],
  format: FindingFormat,
  version: string,
): string {
  const placeOf: PlaceOf = (evidence) => ({
    ...evidenceRef(tape, evidence),
    text: recordOf(tape, evidence.input)?.text ?? '',
  });
  const json = (value: unknown): string => JSON.stringify(dataWithoutSecrets(value), undefined, 1);
  switch (format) {
    case 'text':
      return shownText(findingTexts(tape, findings).join('\n')) || 'Nothing found.';
    case 'json':
      return json({ findings: findingsJson(tape, findings) });
    case 'sarif':
      return json(findingsSarif(findings, placeOf, { version }));
    case 'markdown':
      return findingsMarkdown(findings, placeOf);
  }
}

/** The same as JSON, one finding a line. */
export function findingLines(tape: Tape, findings: readonly Finding[]): string {
  return findingsJson(tape, findings)
    .map((finding) => JSON.stringify(dataWithoutSecrets(finding)))
    .join('\n');
}

/** The line that is cited, which may stand below the first of its record. */
function evidenceRef(tape: Tape, { input, below }: FindingEvidence): LineRef {
  const { file, line } = lineRef(tape, input);
  return { file, line: line + below };
}

/** Each finding; where one causes others these name it, and all of them the one that they come from. */
function findingsJson(
  tape: Tape,
  findings: readonly Finding[],
): readonly Readonly<Record<string, unknown>>[] {
  const byKey = new Map(findings.map((finding) => [finding.key, finding]));
  const causeOf = ({ causedBy }: Finding): Finding | undefined => byKey.get(causedBy ?? '');
  const rootOf = (finding: Finding): Finding => {
    const met = new Set<Finding>();
    let at = finding;
    for (let cause = causeOf(at); cause !== undefined && !met.has(cause); cause = causeOf(at)) {
      met.add(cause);
      at = cause;
    }
    return at;
  };
  const roots = new Map(findings.map((finding) => [finding, rootOf(finding)]));
  const causes = new Set([...roots].flatMap(([one, root]) => (one === root ? [] : [root])));
  return findings.map((finding) => {
    const cause = causeOf(finding);
    const root = roots.get(finding) ?? finding;
    return {
      ...findingJson(tape, finding),
      ...(cause === undefined ? {} : { causedBy: nameOf(cause) }),
      ...(causes.has(root) ? { group: nameOf(root) } : {}),
    };
  });
}

function nameOf({ id, pod }: Finding): { readonly id: string; readonly pod: string | null } {
  return { id, pod: pod ?? null };
}

/** The shape that docs/terminal.md tells and other programs read. */
function findingJson(tape: Tape, finding: Finding): Record<string, unknown> {
  return {
    id: finding.id,
    title: finding.title,
    severity: finding.severity,
    verdict: finding.verdict,
    confidence: finding.confidence,
    pod: finding.pod ?? null,
    node: finding.node ?? null,
    firstTime: timeOf(finding.first) ?? null,
    lastTime: timeOf(finding.last) ?? null,
    count: finding.count,
    evidence: finding.evidence.map((evidence) => ({
      ...evidenceRef(tape, evidence),
      role: evidence.role,
    })),
    explanation: finding.explanation,
    remedy: finding.remedy.map(({ text, risk }) =>
      risk === undefined ? text : `${text} (risk: ${risk})`,
    ),
    ruledOut: finding.ruledOut,
    references: finding.references,
  };
}

/** Undefined where no line of the log has a time. */
function timeOf(time: Micros): string | undefined {
  return time > 0 ? formatRfc3339(time) : undefined;
}

/** A date or a time of day, in whatever form a line has it: klog's, RFC 1123's, another logger's. */
const stamp = /\b(?:\d{1,2}:\d\d:\d\d|\d{4}-\d\d-\d\d|[IWEF]\d{4} \d\d)/;

/** Undefined where a line has a time that is not read as its own. */
function spanText(tape: Tape, { first, last, evidence }: Finding): string | undefined {
  const from = timeOf(first);
  const to = timeOf(last);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  const hasStamp = evidence.some(({ input }) => stamp.test(recordOf(tape, input)?.text ?? ''));
  return hasStamp ? undefined : 'time not in the log';
}

/** µs: lines that are closer may be of one time. */
const atOnce = SECOND;

/** A count is of one statement: where others stand apart from it, once is too few. */
function countText(tape: Tape, { count, evidence }: Finding): string {
  if (count !== 1) return `${count} times`;
  const times = evidence
    .filter(({ role }) => role === 'cause')
    .map(({ input }) => recordOf(tape, input)?.time ?? NaN);
  const isApart = times.some((time, index) => !(time - (times[index - 1] ?? time) <= atOnce));
  return times.length > 1 && isApart ? `${times.length} lines` : 'once';
}

function recordOf(tape: Tape, input: FindingEvidence['input']): LogRecord | undefined {
  return tape.record(tape.positionOfInput(input));
}

/** From so many nodes on, what all of them have is told once. */
const fleet = 4;
const mostNamed = 8;

/** One text for each finding; of those that many nodes have, for the first, with the nodes of the others. */
function findingTexts(tape: Tape, findings: readonly Finding[]): readonly string[] {
  const byId = new Map<string, Finding[]>();
  for (const finding of findings) {
    const alike = byId.get(finding.id);
    if (alike === undefined) byId.set(finding.id, [finding]);
    else alike.push(finding);
  }
  const nodesOf = new Map(
    [...byId].map(([id, alike]) => [
      id,
      [...new Set(alike.flatMap(({ node }) => node ?? []))].sort(),
    ]),
  );
  return findings.flatMap((finding) => {
    const alike = byId.get(finding.id) ?? [];
    const nodes = nodesOf.get(finding.id) ?? [];
    if (nodes.length < fleet) return [findingText(tape, finding)];
    if (alike[0] !== finding) return [];
    const named = nodes.slice(0, mostNamed).join(', ');
    const rest = nodes.length - mostNamed;
    const where = rest > 0 ? `${named} and ${rest} more` : named;
    const others = `  and ${alike.length - 1} more like it, on ${nodes.length} nodes: ${where}`;
    return [`${findingText(tape, finding)}${others}\n`];
  });
}

function findingText(tape: Tape, finding: Finding): string {
  const lines = [
    `${finding.severity.toUpperCase()} ${finding.title}${finding.pod === undefined ? '' : ` [${finding.pod}]`} (${finding.id})`,
    `  ${[
      countText(tape, finding),
      spanText(tape, finding) ?? [],
      finding.period === undefined ? [] : `~${formatDuration(finding.period)} apart`,
    ]
      .flat()
      .join(', ')}`,
    `  ${finding.explanation}`,
  ];
  for (const evidence of finding.evidence.slice(0, 6)) {
    const { file, line } = evidenceRef(tape, evidence);
    lines.push(`  ${evidence.role}: ${file}:${line}`);
  }
  if (finding.evidence.length > 6) lines.push(`  and ${finding.evidence.length - 6} more lines`);
  for (const check of finding.checks)
    lines.push(`  check: ${check.text}${check.command === undefined ? '' : `: ${check.command}`}`);
  for (const remedy of finding.remedy)
    lines.push(`  do: ${remedy.text}${remedy.risk === undefined ? '' : ` (risk: ${remedy.risk})`}`);
  for (const other of finding.ruledOut) lines.push(`  not ${other.id}: ${other.why}`);
  return `${lines.join('\n')}\n`;
}
