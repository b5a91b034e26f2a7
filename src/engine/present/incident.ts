import { isOpenAt } from '../../base/spans.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import type { Rule } from '../../diagnosis/rule.ts';
import type { History, NetworkOperation, PodHistory } from '../../kubelet/rebuild/history.ts';
import { hasFailed, triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { Tape } from '../../replay/tape.ts';

/** Everything that presenters are asked about: one opened incident. */
export interface Incident {
  readonly tape: Tape;
  readonly history: History;
  readonly findings: readonly Finding[];
  /** Of the packs that the findings were made with. */
  readonly packRules?: readonly Rule[];
  readonly past?: IncidentPast;
}

/** What an incident was before all of its inputs had come. */
export interface IncidentPast {
  /** As the inputs up to the moment's position tell it; undefined where that is not at hand, or would take long. */
  at(whole: Incident, moment: Moment): Incident | undefined;
}

/** A question about an incident. */
export interface Asked {
  readonly incident: Incident;
  readonly moment: Moment;
}

/**
 * The same question, in the mode `then` of the incident that there was by then, as far as that is at hand. What is asked of it is to be asked
 * before another moment is: what was open then may be told by the same in another state.
 */
export function askedBy(incident: Incident, moment: Moment): Asked {
  const past = moment.hindsight === 'now' ? undefined : incident.past?.at(incident, moment);
  if (past === undefined) return { incident, moment };
  return { incident: past, moment: { ...moment, hindsight: 'now' } };
}

export function podName(pod: PodHistory): string {
  return `${pod.namespace}/${pod.name}`;
}

/** What a person knows at a moment: in the mode `then` nothing whose proof comes later. */
export function knownBy(moment: Moment, position: number): boolean {
  return moment.hindsight === 'now' || position <= moment.position;
}

/** Failed tries of an operation up to a moment. */
export function failuresBy(operation: NetworkOperation, moment: Moment): number {
  return triesBy(operation, moment).filter(hasFailed).length;
}

/** Whether an operation has begun to fail and not ended at a moment. */
export function isFailing(operation: NetworkOperation, moment: Moment): boolean {
  const until = operation.until.value;
  return failuresBy(operation, moment) > 0 && (until === undefined || until > moment.time);
}

/** Whether a plug-in works for it at a moment. */
export function isRunning(operation: NetworkOperation, moment: Moment): boolean {
  const until = operation.until.value;
  if (until !== undefined && until <= moment.time) return false;
  return triesBy(operation, moment).at(-1)?.running === true;
}

/** Whether a finding stands at a moment. In the mode `then` it is one of `findingsBy`. */
export function isOpen({ spans }: Finding, moment: Moment): boolean {
  return isOpenAt(spans, moment.time);
}
