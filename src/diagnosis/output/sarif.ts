import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import type { Finding, FindingEvidence, FindingSeverity } from '../finding.ts';
import { alwaysSaid } from '../sentence.ts';
import type { Rule } from '../rule.ts';
import { rules as builtIn } from '../rules/index.ts';
import { fillTemplate } from '../template.ts';
import type { PlaceOf } from './place.ts';

const levels = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'none',
} as const satisfies Record<FindingSeverity, Result.level>;

/** Findings as a SARIF 2.1.0 log: one result a finding, its cause first, all cited lines as related locations. */
export function findingsSarif(
  findings: readonly Finding[],
  placeOf: PlaceOf,
  tool: { readonly version: string },
): Log {
  const ids = [...new Set(findings.map(({ id }) => id))].toSorted();
  const known = new Map(builtIn.map((rule) => [rule.id, rule]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Kubelet Debugger',
            version: tool.version,
            rules: ids.map((id) => descriptor(id, known.get(id))),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, ids, placeOf)),
      },
    ],
  };
}

function descriptor(id: string, rule: Rule | undefined): ReportingDescriptor {
  if (rule === undefined) return { id };
  return {
    id,
    shortDescription: { text: plain(rule.title) },
    fullDescription: { text: plain(alwaysSaid(rule.explanation)) },
    defaultConfiguration: { level: levels[rule.severity] },
    ...(rule.remedy.length === 0
      ? {}
      : { help: { text: rule.remedy.map(({ text }) => text).join('\n') } }),
  };
}

/** A template without a log to fill it. */
function plain(template: string): string {
  return fillTemplate(template, () => undefined);
}

function resultOf(finding: Finding, ids: readonly string[], placeOf: PlaceOf): Result {
  const cause = finding.evidence.find(({ role }) => role === 'cause') ?? finding.evidence[0];
  const isInfo = finding.severity === 'info';
  return {
    ruleId: finding.id,
    ruleIndex: ids.indexOf(finding.id),
    // A result that is no failure has the level none (SARIF 2.1.0, 3.27.10).
    kind: isInfo ? 'informational' : 'fail',
    level: levels[finding.severity],
    rank: Math.round(finding.confidence * 100),
    message: { text: `${finding.title}. ${finding.explanation}` },
    locations: cause === undefined ? [] : [locationOf(cause, placeOf)],
    relatedLocations: finding.evidence.map((evidence, id) => ({
      ...locationOf(evidence, placeOf),
      id,
      message: { text: evidence.role },
    })),
    occurrenceCount: finding.count,
    partialFingerprints: { 'finding/v1': finding.key },
    properties: {
      severity: finding.severity,
      pod: finding.pod,
      node: finding.node,
      causedBy: finding.causedBy,
      ruledOut: finding.ruledOut,
      references: finding.references,
    },
  };
}

function locationOf(evidence: FindingEvidence, placeOf: PlaceOf): Location {
  const { file, line, text } = placeOf(evidence);
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')).replaceAll('#', '%23') },
      ...(line < 1 ? {} : { region: { startLine: line, snippet: { text: text.slice(0, 2_000) } } }),
    },
  };
}
