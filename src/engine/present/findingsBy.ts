// Which findings there are at a moment: in the mode `then` only those of which a line had been read, and of each only so much as was told.
import type { Finding } from '../../diagnosis/finding.ts';
import { groupBy } from '../../diagnosis/verdict.ts';
import { countWhile } from '../../base/bisect.ts';
import { micros } from '../../base/time.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Incident } from './incident.ts';

const known = new WeakMap<
  Incident,
  { readonly by: Moment; readonly findings: readonly Finding[] }
>();

/** All findings that count at a moment, most severe first: what every list and every number of them is made of. */
export function findingsBy(incident: Incident, moment: Moment): readonly Finding[] {
  if (moment.hindsight === 'now') return incident.findings;
  const last = known.get(incident);
  if (last?.by.position === moment.position && last.by.time === moment.time) return last.findings;
  const findings = incident.findings.flatMap(
    (finding) => knownPart(incident, finding, moment) ?? [],
  );
  known.set(incident, { by: moment, findings });
  return findings;
}

export type FindingsByPod = ReadonlyMap<string | undefined, readonly Finding[]>;

const byPod = new WeakMap<readonly Finding[], FindingsByPod>();

export function findingsByPod(incident: Incident, moment: Moment): FindingsByPod {
  const findings = findingsBy(incident, moment);
  const pods = byPod.get(findings) ?? groupBy(findings, (finding) => finding.podKey);
  byPod.set(findings, pods);
  return pods;
}

/** Those of one pod. */
export function findingsOfPod(
  incident: Incident,
  moment: Moment,
  podKey: string,
): readonly Finding[] {
  return findingsByPod(incident, moment).get(podKey) ?? [];
}

function knownPart({ tape }: Incident, finding: Finding, moment: Moment): Finding | undefined {
  const { counted, repeats, explanation } = finding;
  const spans = finding.spans
    .filter(({ seenAt, clearAt }) => seenAt <= moment.position && clearAt <= moment.time)
    .map((span) =>
      span.told !== undefined && span.told <= moment.time
        ? span
        : { ...span, to: undefined, told: undefined },
    );
  if (spans.length === 0) return undefined;
  const lines = countWhile(counted.positions, (position) => position <= moment.position);
  const count = Math.max(1, counted.sums[lines - 1] ?? 0);
  const isAll = count === finding.count;
  const last = counted.positions[lines - 1];
  const told = isAll ? repeats : count < 2 ? '' : `Seen ${count} times so far.`;
  const cited = finding.evidence.filter(
    ({ input }) => tape.positionOfInput(input) <= moment.position,
  );
  return {
    ...finding,
    spans,
    count,
    counted: {
      positions: counted.positions.slice(0, lines),
      sums: counted.sums.slice(0, lines),
    },
    last:
      finding.last <= moment.time || last === undefined
        ? micros(Math.min(finding.last, Math.max(finding.first, moment.time)))
        : tape.timeAt(last),
    ended: spans.at(-1)?.to,
    period: isAll ? finding.period : undefined,
    evidence: cited.length > 0 ? cited : finding.evidence.slice(0, 1),
    explanation:
      repeats === '' ? explanation : explanation.replace(repeats, () => told).replace('  ', ' '),
    repeats: told,
  };
}
