// “Why is this pod stuck?”: what its worker waits for, what fails meanwhile, and the fault behind it.
import type { Value } from '../../base/input.ts';
import { formatDuration } from '../../base/time.ts';
import type {
  Awaited,
  History,
  NetworkOperation,
  PodHistory,
} from '../../kubelet/rebuild/history.ts';
import { slowestPhase } from '../../kubelet/rebuild/pod/slowest.ts';
import { hasFailed, triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import {
  clock,
  countsAt,
  findingSentences,
  inferredSentence,
  stoodAt,
  nameOf,
  seenSentence,
  unknownSentence,
  type Answer,
  type AskedOf,
  type Sentence,
} from './answer.ts';
import { olderOfItsName } from './olderOfItsName.ts';

export function whyStuck({ findings, history }: AskedOf, pod: PodHistory, moment: Moment): Answer {
  const question = `Why is ${nameOf(pod)} stuck?`;
  const present = pod.worker.present.at(moment);
  const faults = findings
    .filter(
      (finding) =>
        finding.podKey === pod.key && finding.severity !== 'info' && stoodAt(finding, pod, moment),
    )
    .flatMap((finding) => findingSentences(finding, findings));
  if (present.value === false)
    return { question, sentences: [gone(present), ...slowest(pod, moment), ...faults] };
  const awaited = [...pod.awaits(moment), ...olderOfItsName(history, pod, moment)];
  const waits = awaited.map((one) => waitSentence(one, moment));
  const broken = pod.network.flatMap((operation) => networkSentence(operation, moment) ?? []);
  const failure = faults.length > 0 ? [] : lastFailure(pod, moment);
  const trouble = [...refused(pod, moment), ...broken, ...faults, ...failure];
  const isLate = awaited.some(({ due = Infinity }) => due < moment.time);
  const verdict = waits.length > 0 && trouble.length === 0 && !isLate ? [inTime] : [];
  const [first = fine(present, moment), ...others] = [...verdict, ...waits, ...trouble];
  return {
    question,
    sentences: [first, stateSentence(pod, moment), ...others, ...loopSkips(history, moment)],
  };
}

const inTime = inferredSentence('It is not stuck so far: nothing of it is failing or overdue.');

function refused(pod: PodHistory, moment: Moment): Sentence[] {
  const event = pod.events.findLast(
    (one) => one.kind === 'admission.denied' && countsAt(moment, one),
  );
  return event === undefined
    ? []
    : [seenSentence(`It never ran: ${event.text}, at ${clock(event.at)}.`, event.input)];
}

/** Nothing is stuck that the kubelet has forgotten; what held it up before is told all the same. */
function gone({ known, provedBy }: Value<boolean>): Sentence {
  const text = 'It is not stuck, or no longer: the kubelet has forgotten the pod.';
  return { text, known, provedBy };
}

function slowest(pod: PodHistory, moment: Moment): Sentence[] {
  const longest = slowestPhase(pod.phases, moment.time);
  if (longest === undefined) return [];
  const { kind, from, known, provedBy } = longest.phase;
  const text = `Slowest phase: ${kind}, ${formatDuration(longest.length)} from ${clock(from)}.`;
  return [{ text, known, provedBy }];
}

function loopSkips(history: History, moment: Moment): Sentence[] {
  const { value = '', known, provedBy } = history.loopSkips.at(moment);
  return value === '' ? [] : [{ text: `The sync loop skips all pods: ${value}.`, known, provedBy }];
}

function stateSentence(pod: PodHistory, moment: Moment): Sentence {
  const { present, state, finished } = pod.worker;
  const there = present.at(moment);
  if (there.known === 'unknown')
    return unknownSentence(`Its worker’s state is unknown: ${there.why}.`);
  const isDone = finished.at(moment);
  const value = state.at(moment);
  const since = state.changeAt(moment)?.at;
  const known = isDone.value === true ? isDone : value;
  if (known.known === 'unknown')
    return unknownSentence(`Its worker’s state is unknown: ${known.why}.`);
  const text = isDone.value === true ? 'finished' : (value.value ?? 'unknown');
  const when =
    since === undefined ? '' : ` since ${clock(since)}, ${formatDuration(moment.time - since)}`;
  return {
    text: `Its worker has been ${text}${when}.`,
    known: known.known,
    provedBy: known.provedBy,
  };
}

function waitSentence(awaited: Awaited, moment: Moment): Sentence {
  const { what, since, due, provedBy } = awaited;
  const late =
    due === undefined || due >= moment.time
      ? ''
      : ` (${formatDuration(moment.time - due)} overdue)`;
  return inferredSentence(
    `It has been waiting for ${what} since ${clock(since)}${late}.`,
    ...provedBy,
  );
}

function networkSentence(operation: NetworkOperation, moment: Moment): Sentence | undefined {
  const until = operation.until.value;
  const failed = triesBy(operation, moment).filter(hasFailed);
  const last = failed.at(-1);
  if (last === undefined || (until !== undefined && until <= moment.time)) return undefined;
  const error = last.error === undefined ? '' : `: ${last.error}`;
  const times = failed.length === 1 ? 'once' : `${failed.length} times`;
  return seenSentence(`CNI ${operation.command} failed ${times}${error}.`, ...last.provedBy);
}

/** The last error of its story, if nothing has started since. */
function lastFailure(pod: PodHistory, moment: Moment): Sentence[] {
  if (pod.worker.finished.at(moment).value === true) return [];
  const events = pod.events.filter((event) => countsAt(moment, event));
  const failed = events.findLastIndex(({ severity }) => severity === 'error');
  const event = events[failed];
  if (event === undefined) return [];
  const healed = events
    .slice(failed + 1)
    .some(({ kind }) => /Started$|^worker\.terminated$|^worker\.finished$/.test(kind));
  return healed
    ? []
    : [seenSentence(`The last error, at ${clock(event.at)}: ${event.text}.`, event.input)];
}

function fine(present: Value<boolean>, moment: Moment): Sentence {
  if (present.known === 'unknown')
    return unknownSentence(`At ${clock(moment.time)} the log does not show whether it is.`);
  const text = `It is not stuck: at ${clock(moment.time)} it waits for nothing and none of its faults is open.`;
  return { text, known: 'inferred', provedBy: present.provedBy };
}
