// What a person asks of a pod, a moment or a line, and the form of the answer: short sentences, each with its proof. The answers
// themselves are one file for each question.
import type { InputId, Known } from '../../base/input.ts';
import { isOpenAt as isOpenIn } from '../../base/spans.ts';
import { formatTimeOfDay, type Micros } from '../../base/time.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Finding } from '../finding.ts';
import type { Rule } from '../rule.ts';

/** What all answers are drawn from. */
export interface AskedOf {
  readonly history: History;
  readonly tape: Tape;
  readonly findings: readonly Finding[];
  /** Rules of a user's packs that the findings were made with, beside the built-in ones. */
  readonly packRules?: readonly Rule[];
}

export interface Sentence {
  readonly text: string;
  readonly known: Known;
  /** The lines that prove it, the most telling first. */
  readonly provedBy: readonly InputId[];
}

export interface Answer {
  /** The question in words: `Why was a container of default/web-1 killed?` */
  readonly question: string;
  /** The first one is the answer, the others say how it came to it. */
  readonly sentences: readonly Sentence[];
}

export function seenSentence(text: string, ...provedBy: readonly InputId[]): Sentence {
  return { text, known: 'seen', provedBy };
}

export function inferredSentence(text: string, ...provedBy: readonly InputId[]): Sentence {
  return { text, known: 'inferred', provedBy };
}

export function unknownSentence(text: string): Sentence {
  return { text, known: 'unknown', provedBy: [] };
}

/** One finding as a sentence; its loudest cause comes after it. */
export function findingSentences(finding: Finding, all: readonly Finding[]): Sentence[] {
  const proof = finding.evidence.map(({ input }) => input);
  const cause = all.find(({ key }) => key === finding.causedBy);
  const count = finding.count > 1 ? `, ${finding.count} times` : '';
  const own = seenSentence(
    `${finding.title} (${finding.severity}${count}, since ${clock(finding.began)}).`,
    ...proof,
  );
  if (cause === undefined) return [own];
  const causes = cause.evidence.map(({ input }) => input);
  return [own, inferredSentence(`Caused by: ${cause.title}.`, ...causes)];
}

export function nameOf(pod: PodHistory): string {
  return `${pod.namespace}/${pod.name}`;
}

/** Whether an event may count at a moment. */
export function countsAt(
  moment: Moment,
  event: { readonly at: Micros; readonly position: number },
): boolean {
  return (
    event.at <= moment.time && (moment.hindsight === 'now' || event.position <= moment.position)
  );
}

export function isOpenAt(finding: Finding, moment: Moment): boolean {
  return isOpenIn(finding.spans, moment.time);
}

/** Also one that ended while its pod was ended: whoever asks about a pod that is gone wants to know what it had. */
export function stoodAt(finding: Finding, pod: PodHistory, moment: Moment): boolean {
  if (isOpenAt(finding, moment)) return true;
  const gone = pod.lastMark('config.remove')?.at;
  if (gone === undefined) return false;
  const ending = pod.worker.terminationRequested.firstTo(true)?.at ?? gone;
  return finding.began <= moment.time && (finding.ended ?? -Infinity) >= ending;
}

/** Time of day with its milliseconds: answers are short. */
export function clock(time: Micros): string {
  return formatTimeOfDay(time).slice(0, 12);
}
