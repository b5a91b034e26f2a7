// “What happened at T?”: the events around a moment, the faults that began near it, and what nobody can know of it.
import { formatDuration, formatRfc3339, SECOND, type Micros } from '../../base/time.ts';
import { shownLine } from '../../base/shownText.ts';
import type { InputId } from '../../base/input.ts';
import type { History, PodHistory } from '../../kubelet/rebuild/history.ts';
import {
  clock,
  findingSentences,
  inferredSentence,
  nameOf,
  seenSentence,
  unknownSentence,
  type Answer,
  type AskedOf,
  type Sentence,
} from './answer.ts';

/** µs before and after the moment that count as “at”. */
const around = SECOND;
const mostEvents = 15;
/** Findings come most severe first. */
const mostOpen = 10;
/** Characters of an event’s text: the whole error is in its line. */
const longest = 200;

interface Happening {
  readonly at: Micros;
  readonly position: number;
  readonly text: string;
  readonly input: InputId;
}

export function whatHappened({ history, findings, tape }: AskedOf, time: Micros): Answer {
  const question = `What happened at ${formatRfc3339(time)}?`;
  if (time < history.from || time > history.to) {
    const span = `${formatRfc3339(history.from)} to ${formatRfc3339(history.to)}`;
    return {
      question,
      sentences: [unknownSentence(`That time is outside the log, which runs from ${span}.`)],
    };
  }
  const all = happenings(history, time);
  const near = all.filter(({ at }) => Math.abs(at - time) <= around);
  const began = findings.filter(
    ({ severity, began: at }) => severity !== 'info' && Math.abs(at - time) <= around,
  );
  const open = findings.filter(
    (finding) =>
      finding.severity !== 'info' &&
      finding.began < time - around &&
      (finding.ended ?? Infinity) >= time,
  );
  const line = tape.input(tape.positionAtTime(time));
  return {
    question,
    sentences: [
      summary(near.length, line),
      ...began.flatMap((finding) => findingSentences(finding, findings)),
      ...near.slice(0, mostEvents).map(eventSentence),
      ...(near.length > mostEvents ? [seenSentence(`And ${near.length - mostEvents} more.`)] : []),
      ...(near.length === 0 ? neighbours(all, time) : []),
      ...open.slice(0, mostOpen).map((finding) => {
        const [own] = findingSentences(finding, findings);
        return {
          ...(own ?? unknownSentence('')),
          text: `Also in progress: ${own?.text ?? ''}`,
        };
      }),
      ...(open.length > mostOpen
        ? [inferredSentence(`And ${open.length - mostOpen} more faults in progress.`)]
        : []),
      ...blindness(history, time),
    ],
  };
}

function summary(count: number, line: InputId | undefined): Sentence {
  const span = `within ±${formatDuration(around)}`;
  const proof = line === undefined ? [] : [line];
  if (count === 0) return seenSentence(`No events ${span}.`, ...proof);
  return seenSentence(`${count === 1 ? 'One event' : `${count} events`} ${span}.`, ...proof);
}

/** Of all pods only those are asked that were there near the time, and one on either side: the stories of all are long. */
function podsNear({ pods }: History, time: Micros): readonly PodHistory[] {
  const near: PodHistory[] = [];
  let before: { readonly pod: PodHistory; readonly to: Micros } | undefined;
  let after: { readonly pod: PodHistory; readonly from: Micros } | undefined;
  for (const pod of pods) {
    const [from, to] = pod.span;
    if (from <= time + around && to >= time - around) near.push(pod);
    else if (to < time && to >= (before?.to ?? -Infinity)) before = { pod, to };
    else if (from > time && from < (after?.from ?? Infinity)) after = { pod, from };
  }
  return [before?.pod, ...near, after?.pod].filter((pod) => pod !== undefined);
}

/** What happened near a time, and last before and next after it; in order. */
function happenings(history: History, time: Micros): Happening[] {
  const pods = podsNear(history, time).flatMap((pod) =>
    pod.events.map((event) => ({ ...event, text: `${nameOf(pod)}: ${event.text}` })),
  );
  const starts = history.runs.flatMap((run) => {
    const [input] = run.startProvedBy;
    const text = `the kubelet started, ${run.version.value ?? 'version unknown'}`;
    return input === undefined ? [] : [{ at: run.from, position: -1, text, input }];
  });
  const tracks = [
    ...history.pleg.healthy.changes.map((change) => ({
      change,
      text: `PLEG is ${change.value.value === true ? 'healthy' : 'not healthy'}`,
    })),
    ...history.loopSkips.changes.map((change) => ({
      change,
      text:
        change.value.value === ''
          ? 'the sync loop runs again'
          : `the sync loop skips: ${change.value.value ?? ''}`,
    })),
  ].flatMap(({ change, text }) => {
    const [input] = change.value.provedBy;
    return input === undefined || change.value.known === 'unknown'
      ? []
      : [{ at: change.at, position: change.provenAt, text, input }];
  });
  return [...pods, ...starts, ...tracks].toSorted((a, b) => a.at - b.at || a.position - b.position);
}

function eventSentence({ at, text, input }: Happening): Sentence {
  return seenSentence(`${clock(at)} ${shownLine(text, longest)}`, input);
}

function neighbours(all: readonly Happening[], time: Micros): Sentence[] {
  const before = all.findLast(({ at }) => at < time);
  const after = all.find(({ at }) => at > time);
  return [
    ...(before === undefined
      ? []
      : [
          seenSentence(
            `Last before, ${formatDuration(time - before.at)} earlier: ${before.text}.`,
            before.input,
          ),
        ]),
    ...(after === undefined
      ? []
      : [
          seenSentence(
            `Next after, ${formatDuration(after.at - time)} later: ${after.text}.`,
            after.input,
          ),
        ]),
  ];
}

function blindness(history: History, time: Micros): Sentence[] {
  return history.gaps
    .filter(({ from, to }) => from <= time && to >= time)
    .map(({ text, provedBy }) => ({ text, known: 'unknown', provedBy }));
}
