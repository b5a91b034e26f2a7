// Counts and lengths over time, made of the rebuilt history: what the counter lanes of the timeline draw.
import type { InputId, Known } from '../../base/input.ts';
import { MINUTE, SECOND } from '../../base/time.ts';
import type { Change, Moment, Track } from '../../kubelet/rebuild/track.ts';
import { isLosing } from '../../kubelet/rebuild/node/blindness.ts';
import { triesBy } from '../../kubelet/rebuild/pod/tries.ts';
import { severities } from '../../log/record.ts';
import type { CounterName } from '../../protocol/rows.ts';
import { Heights, Tally, type Steps } from './counterSteps.ts';
import { knownBy, type Incident } from './incident.ts';

/** Events as they come: what is told of a time is how many there were in the minute before it. */
export interface Rate {
  readonly kind: 'rate';
  readonly times: Float64Array;
  readonly from: number;
  readonly to: number;
  /** Stretches of which lines are lost. */
  readonly lost: readonly { readonly from: number; readonly to: number }[];
}

export type Counter = Steps | Rate;

/** States of a worker, as they are stacked. */
const states = ['sync', 'terminating', 'terminated'] as const;

/** The counters of an incident by a moment, each made when it is asked for. */
export class Counters {
  readonly names: readonly CounterName[];
  readonly incident: Incident;
  readonly moment: Moment;
  private readonly made = new Map<CounterName, Counter>();

  constructor(incident: Incident, moment: Moment) {
    this.incident = incident;
    this.moment = moment;
    const { pods, pleg, loopSkips, network } = incident.history;
    // Of which no line ever tells anything, there is none.
    const has: Readonly<Record<CounterName, boolean>> = {
      pods: pods.length > 0,
      workers: pods.length > 0,
      relist:
        pleg.relists.some(
          ({ duration, isList }) => duration.value !== undefined || isList !== true,
        ) || loopSkips.changes.some(({ value }) => LAST_ACTIVE.test(value.value ?? '')),
      cni: network.some(({ attempts }) => attempts.some(({ begun }) => begun.value !== undefined)),
      errors: true,
    };
    this.names = counterNames.filter((name) => has[name]);
  }

  of(name: CounterName): Counter {
    const made = this.made.get(name) ?? makers[name](this.incident, this.moment);
    this.made.set(name, made);
    return made;
  }
}

/** Keeps those that were asked for last. */
export class LastCounters {
  private last: Counters | undefined;

  of(incident: Incident, moment: Moment): Counters {
    const { last } = this;
    const isSame = last?.incident === incident && last.moment.hindsight === moment.hindsight;
    const { time, position } = last?.moment ?? {};
    const isThere =
      moment.hindsight === 'now' || (time === moment.time && position === moment.position);
    return isSame && isThere ? last : (this.last = new Counters(incident, moment));
  }
}

export const counterNames = ['pods', 'workers', 'relist', 'cni', 'errors'] as const;

const makers: Readonly<Record<CounterName, (incident: Incident, moment: Moment) => Counter>> = {
  pods: podsByState,
  workers: workersAtWork,
  relist: relistTimes,
  cni: callTimes,
  errors: errorLines,
};

/** What is told of goes no further: nothing is known of the time after. */
function endOf({ history }: Incident, { hindsight, time }: Moment): number {
  return hindsight === 'now' ? history.to : Math.min(time, history.to);
}

function podsByState(incident: Incident, moment: Moment): Steps {
  const tally = new Tally(states.length);
  for (const { worker } of incident.history.podsBy(moment))
    for (const { from, to, value, known } of whilePresent(worker.present, worker.state, moment))
      tally.add(stateIndex(value), from, to, known);
  return tally.done(incident.history.from, endOf(incident, moment));
}

/** Behind the states: of which nobody knows. */
function stateIndex(state: string | undefined): number {
  const index = states.findIndex((each) => each === state);
  return index < 0 ? states.length : index;
}

function workersAtWork(incident: Incident, moment: Moment): Steps {
  const tally = new Tally(1);
  for (const { worker } of incident.history.podsBy(moment))
    for (const { from, to, value, known } of whilePresent(worker.present, worker.working, moment))
      if (value !== false) tally.add(value === undefined ? 1 : 0, from, to, known);
  return tally.done(incident.history.from, endOf(incident, moment));
}

interface Stretch<T> {
  readonly from: number;
  /** Infinity: it goes on. */
  readonly to: number;
  readonly value: T | undefined;
  readonly known: Known;
}

/** The values of a track while the workers hold an entry, or nobody knows whether they do, each with how well the two together are known. */
function* whilePresent<T>(
  present: Track<boolean>,
  track: Track<T>,
  moment: Moment,
): Iterable<Stretch<T>> {
  const entries = changesBy(present, moment);
  const values = changesBy(track, moment);
  const times = [...new Set([...entries, ...values].map(({ at }) => Number(at)))];
  times.sort((a, b) => a - b);
  let [entry, own] = [0, 0];
  for (const [index, from] of times.entries()) {
    while ((entries[entry]?.at ?? Infinity) <= from) entry++;
    while ((values[own]?.at ?? Infinity) <= from) own++;
    const is = entries[entry - 1]?.value;
    if (is === undefined || is.value === false) continue;
    const { value, known = 'unknown' } = values[own - 1]?.value ?? {};
    const to = times[index + 1] ?? Infinity;
    if (is.value === undefined || value === undefined)
      yield { from, to, value: undefined, known: 'unknown' };
    else yield { from, to, value, known: is.known === 'seen' ? known : 'inferred' };
  }
}

function changesBy<T>({ changes }: Track<T>, moment: Moment): readonly Change<T>[] {
  return moment.hindsight === 'now'
    ? changes
    : changes.filter(({ at, provenAt }) => at <= moment.time && knownBy(moment, provenAt));
}

/** `genericPlegRelistPeriod` of kubelet.go: GenericPLEG.Start waits so long after each relist (wait.Until) before the next. */
const PERIOD = SECOND;
/** A longer one makes PLEG unhealthy, which lines tell; with evented PLEG relists are 300 s apart (eventedPlegRelistPeriod). */
const LONGEST = 3 * MINUTE;
const LAST_ACTIVE = /pleg was last seen active ((?:[\d.]+(?:h|m(?!s)|s|ms))+) ago/;

/** How long a relist takes: as samples count, by when the next one begins, or as long as PLEG was not active by a line of the sync loop. */
function relistTimes(incident: Incident, moment: Moment): Steps {
  const { pleg, loopSkips } = incident.history;
  const end = endOf(incident, moment);
  const heights = new Heights('unknown');
  const isKnown = ({ input }: { readonly input: InputId }): boolean =>
    moment.hindsight === 'now' || knownBy(moment, incident.tape.positionOfInput(input));
  const relists = pleg.relists.filter((each) => each.at <= end && isKnown(each));
  const sampled = new Set(
    relists.flatMap(({ duration, input }) => (duration.value === undefined ? [] : input.source)),
  );
  for (const [index, { at, duration, input, isList }] of relists.entries()) {
    const before = relists[index - 1];
    if (before === undefined) continue;
    if (duration.value !== undefined) {
      heights.add(before.at, at, duration.value, duration.known);
      continue;
    }
    const length = at - before.at - PERIOD;
    const areLines = !sampled.has(input.source) && !sampled.has(before.input.source);
    const areStarts = isList !== true && before.isList !== true;
    if (areLines && areStarts && length >= 0 && length < LONGEST)
      heights.add(before.at, at, length, 'inferred');
  }
  const skips = changesBy(loopSkips, moment);
  for (const [index, { at, value }] of skips.entries()) {
    const ago = LAST_ACTIVE.exec(value.value ?? '')?.[1];
    if (ago !== undefined)
      heights.add(at, Math.min(end, skips[index + 1]?.at ?? end), goDuration(ago), 'inferred');
  }
  return heights.done(incident.history.from, end);
}

const units: Readonly<Record<string, number>> = {
  h: 60 * MINUTE,
  m: MINUTE,
  s: SECOND,
  ms: SECOND / 1_000,
};

/** µs of what Go prints as `3m8.25s`. */
function goDuration(text: string): number {
  return [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce(
    (sum, [, number = '0', unit = 's']) => sum + Number(number) * (units[unit] ?? 0),
    0,
  );
}

/** From the begin of each call of a plug-in to its end: how long it takes. Calls of which no line tells the begin are left out. */
function callTimes(incident: Incident, moment: Moment): Steps {
  const end = endOf(incident, moment);
  const heights = new Heights('none');
  const by = moment.hindsight === 'now' ? { ...moment, time: incident.history.to } : moment;
  for (const operation of incident.history.network)
    for (const { begun, at, running } of triesBy(operation, by)) {
      if (begun.value === undefined || begun.value > end) continue;
      const to = running ? end : at;
      heights.add(begun.value, to, to - begun.value, running ? 'inferred' : begun.known);
    }
  return heights.done(incident.history.from, end);
}

const ERROR = severities.indexOf('error');

function errorLines(incident: Incident, moment: Moment): Rate {
  const { tape, history } = incident;
  const length = moment.hindsight === 'now' ? tape.length : moment.position + 1;
  const columns = tape.sources.map(({ table }) => table.severity);
  let times = new Float64Array(1024);
  let count = 0;
  for (let position = 0; position < length; position++) {
    const { source, ordinal } = tape.place(position);
    const time = tape.time[position] ?? NaN;
    if ((columns[source]?.[ordinal] ?? 0) < ERROR || Number.isNaN(time)) continue;
    if (count === times.length) {
      const wider = new Float64Array(2 * count);
      wider.set(times);
      times = wider;
    }
    times[count++] = time;
  }
  const lost = history.gaps.filter(isLosing);
  const to = endOf(incident, moment);
  return { kind: 'rate', times: times.subarray(0, count), from: history.from, to, lost };
}
