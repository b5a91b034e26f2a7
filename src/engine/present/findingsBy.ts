// Which findings there are at a moment: in the mode `then` only those of which a line had been read, and of each only so much as was told.
import { titleOf } from '../../diagnosis/build.ts';
import { bySeverity } from '../../diagnosis/diagnose.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { countedBy, repeatsOf, rhythmOf } from '../../diagnosis/rhythm.ts';
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
  const findings = incident.findings
    .map((finding) => takenFor(finding, moment))
    .flatMap((finding) => knownPart(incident, finding, moment) ?? [])
    .sort(bySeverity);
  known.set(incident, { by: moment, findings });
  return findings;
}

/** Before it was clear that it had healed, it was a fault like others. */
function takenFor(finding: Finding, { time }: Moment): Finding {
  const { before } = finding;
  return before !== undefined && time < before.until ? before.finding : finding;
}

function knownPart({ tape }: Incident, finding: Finding, moment: Moment): Finding | undefined {
  const { repeats, explanation } = finding;
  const spans = finding.spans
    .filter(({ seenAt, clearAt }) => seenAt <= moment.position && clearAt <= moment.time)
    .map((span) =>
      span.told !== undefined && span.told <= moment.time
        ? span
        : { ...span, to: undefined, told: undefined },
    );
  if (spans.length === 0) return undefined;
  const counted = countedBy(finding.counted, moment.position);
  const count = Math.max(1, counted.sums.at(-1) ?? 0);
  const isAll = count === finding.count;
  const last = counted.positions.at(-1);
  const rhythm = rhythmOf(counted);
  const told = isAll ? repeats : repeatsOf(rhythm, count);
  const cited = finding.evidence.filter(
    ({ input }) => tape.positionOfInput(input) <= moment.position,
  );
  const ended = spans.at(-1)?.to;
  const isUntold = finding.harmlessByEnd && ended === undefined;
  return {
    ...finding,
    ...(isUntold ? { verdict: 'unknown', title: titleOf(finding.title, 'unknown') } : {}),
    spans,
    count,
    counted,
    last:
      finding.last <= moment.time || last === undefined
        ? micros(Math.min(finding.last, Math.max(finding.first, moment.time)))
        : tape.timeAt(last),
    ended,
    period: isAll ? finding.period : rhythm.period,
    evidence: cited.length > 0 ? cited : finding.evidence.slice(0, 1),
    explanation: isAll ? explanation : retold(explanation, repeats, told),
    repeats: told,
  };
}

/** With another sentence of how often, or none. */
function retold(explanation: string, repeats: string, told: string): string {
  if (told !== '') return explanation.replace(repeats, () => told);
  return explanation.replace(` ${repeats}`, '');
}
