import { formatDuration, formatRfc3339, SECOND, type Micros } from '../../base/time.ts';
import { dataWithoutSecrets } from '../../base/secrets.ts';
import { shownText } from '../../base/shownText.ts';
import type { Finding, FindingEvidence } from '../../diagnosis/finding.ts';
import { findingsMarkdown } from '../../diagnosis/output/markdown.ts';
import type { Place, PlaceOf } from '../../diagnosis/output/place.ts';
import { shownTime } from '../../diagnosis/output/shownTime.ts';
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
    ...textOf(tape.record(tape.positionOfInput(evidence.input))),
  });
  const json = (value: unknown): string => JSON.stringify(dataWithoutSecrets(value), undefined, 1);
  switch (format) {
    case 'text':
      return shownText(findingTexts(findings, placeOf).join('\n')) || 'Nothing found.';
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

/** Undefined where no line of the log has a time of its own. */
function spanText({ first, last, evidence }: Finding, placeOf: PlaceOf): string | undefined {
  const line = evidence[0] && placeOf(evidence[0]);
  const [from, to] = [first, last].map((time) => shownTime(time, line));
  return from === undefined || from === to ? from : `${from} to ${to ?? ''}`;
}

/** µs: lines that are closer may be of one time. */
const atOnce = SECOND;

/** A count is of one statement: where others stand apart from it, once is too few. */
function countText({ count, evidence }: Finding, placeOf: PlaceOf): string {
  if (count !== 1) return `${count} times`;
  const times = evidence
    .filter(({ role }) => role === 'cause')
    .map((one) => placeOf(one).time ?? NaN);
  const isApart = times.some((time, index) => !(time - (times[index - 1] ?? time) <= atOnce));
  return times.length > 1 && isApart ? `${times.length} lines` : 'once';
}

function textOf(record: LogRecord | undefined): Pick<Place, 'text' | 'time'> {
  return { text: record?.text ?? '', time: record?.time };
}

/** From so many nodes on, what all of them have is told once. */
const fleet = 4;
const mostNamed = 8;

/** One text for each finding; of those that many nodes have, for the first, with the nodes of the others. */
function findingTexts(findings: readonly Finding[], placeOf: PlaceOf): readonly string[] {
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
    if (nodes.length < fleet) return [findingText(finding, placeOf)];
    if (alike[0] !== finding) return [];
    const named = nodes.slice(0, mostNamed).join(', ');
    const rest = nodes.length - mostNamed;
    const where = rest > 0 ? `${named} and ${rest} more` : named;
    const others = `  and ${alike.length - 1} more like it, on ${nodes.length} nodes: ${where}`;
    return [`${findingText(finding, placeOf)}${others}\n`];
  });
}

function findingText(finding: Finding, placeOf: PlaceOf): string {
  const lines = [
    `${finding.severity.toUpperCase()} ${finding.title}${finding.pod === undefined ? '' : ` [${finding.pod}]`} (${finding.id})`,
    `  ${[
      countText(finding, placeOf),
      spanText(finding, placeOf) ?? [],
      finding.period === undefined ? [] : `~${formatDuration(finding.period)} apart`,
    ]
      .flat()
      .join(', ')}`,
    `  ${finding.explanation}`,
  ];
  for (const evidence of finding.evidence.slice(0, 6)) {
    const { file, line } = placeOf(evidence);
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
