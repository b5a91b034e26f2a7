// Which findings there are at a moment: in the mode `then` those of a diagnosis of the inputs up to there. Where that is not at hand, those of the
// whole tape of which a line had been read, and of each only so much as was told.
import { titleOf } from '../../diagnosis/build.ts';
import { bySeverity } from '../../diagnosis/diagnose.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { countedBy, repeatsOf, rhythmOf } from '../../diagnosis/rhythm.ts';
import { micros } from '../../base/time.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import { askedBy, type Asked, type Incident } from './incident.ts';

interface Known extends Asked {
  readonly findings: readonly Finding[];
}

const known = new WeakMap<Incident, Known>();

/** All findings that count at a moment, most severe first: what every list and every number of them is made of. */
export function findingsBy(whole: Incident, moment: Moment): readonly Finding[] {
  if (moment.hindsight === 'now') return whole.findings;
  const { incident } = askedBy(whole, moment);
  const last = known.get(whole);
  const isSame = last?.moment.position === moment.position && last.moment.time === moment.time;
  if (isSame && last.incident === incident) return last.findings;
  const findings =
    incident === whole ? fromWhole(whole, moment) : withKeysOf(whole, incident.findings);
  known.set(whole, { incident, moment, findings });
  return findings;
}

/** With the keys by which the pods of the whole tape are known. */
function withKeysOf({ history }: Incident, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => {
    const { podKey } = finding;
    const key = podKey === undefined ? undefined : history.pod(podKey)?.key;
    return key === undefined || key === podKey ? finding : { ...finding, podKey: key };
  });
}

function fromWhole(incident: Incident, moment: Moment): readonly Finding[] {
  return incident.findings
    .map((finding) => takenFor(finding, moment))
    .flatMap((finding) => knownPart(incident, finding, moment) ?? [])
    .sort(bySeverity);
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
        : { ...span, to: undefined, told: undefined, isQuiet: false },
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
