// One short trouble that healed by itself and never came back is no fault, whichever rule saw it: it is told aside, with the line
// that shows how its object got on. It knows no rule by name; those of which one time is enough say so (`onceIsFault`).
import { Derived } from '../base/derived.ts';
import { differenceOf } from '../base/difference.ts';
import { formatTimeOfDay, micros, MINUTE, SECOND } from '../base/time.ts';
import type { PodMark } from '../kubelet/rebuild/history.ts';
import type { Tape } from '../replay/tape.ts';
import { orderOf, type Calm } from './calm.ts';
import { isFault, type Charge, type Charges } from './charge.ts';
import { Each } from './each.ts';
import type { Inquiry } from './inquiry.ts';
import { isPermanent } from './loud.ts';
import { Part } from './remembered.ts';
import type { Hit, Questions } from './rule.ts';
import { lineAt } from './scan.ts';
import { inStartWindow, shownBy } from './verdict.ts';

/** µs: a pod's trouble that is longer is a fault, healed or not. */
const shortForPod = MINUTE;
/** µs: what all pods wait for. */
const shortForNode = 30 * SECOND;
/** µs: a node that has just come up waits for what others must do first. */
const shortAtStart = 2 * MINUTE;
/** µs that the log must go on in quiet: after so short a trouble, longer than the wait for the next try. */
const quiet = 2 * MINUTE;
/** µs within which a pod gets on after its last error. */
const soon = 2 * MINUTE;
/** Of one rule, over all objects: what comes this often is not over. */
const fewTimes = 3;

/** What stands, with those told aside that a careful reader would pass over. */
export class Healing {
  private readonly ask: Inquiry;
  private readonly told: Each<string, Charge, Charge>;
  private readonly bursts = new Map<string, Bursts>();
  private readonly stretches = new Derived(stretchesIn);

  constructor(ask: Inquiry) {
    this.ask = ask;
    this.told = new Each(ask.memory, ({ rule }) => rule.id);
  }

  tell(charges: Charges, tape: Tape): Charges {
    const { ask, bursts } = this;
    for (const id of bursts.keys()) if (!charges.has(id)) bursts.delete(id);
    for (const [id, list] of charges) {
      const known = bursts.get(id);
      if (known?.list === list) continue;
      const stretches = this.stretchesOf(list, known);
      const comeBack = stretches.length >= fewTimes;
      if (known !== undefined && known.comeBack !== comeBack) known.part.touch();
      bursts.set(id, { list, stretches, comeBack, part: known?.part ?? new Part() });
    }
    const told = this.told.next(charges, (entry) => {
      const own = bursts.get(entry.rule.id);
      if (own !== undefined) ask.memory.note(own.part);
      if (!mayHeal(entry)) return entry;
      const order = isPermanentOf(entry) ? undefined : orderOf(allHits(entry), ask);
      if (order !== undefined) return stopped(entry, order);
      if (own?.comeBack !== false) return entry;
      const progress = progressOf(entry, ask);
      return progress === undefined ? entry : aside(entry, progress, tape);
    });
    return new Map([...told].map(([id, { values }]) => [id, values]));
  }

  /** When there was any of these; of a storm there are thousands, of which few have grown. */
  private stretchesOf(list: readonly Charge[], known: Bursts | undefined): readonly Stretch[] {
    const { stretches } = this;
    const timesOf = (some: Iterable<Charge>): readonly Stretch[] =>
      [...some].filter(mayHeal).flatMap((entry) => stretches.of(entry));
    const { gone, come } = differenceOf(known?.list ?? [], list);
    const added = timesOf(come);
    const isGrown = timesOf(gone).every(({ from, to }) =>
      added.some((one) => one.from <= from && to <= one.to),
    );
    const all = isGrown ? [...(known?.stretches ?? []), ...added] : [...timesOf(list)];
    return joined(all.sort((a, b) => a.from - b.from));
  }
}

function mayHeal(entry: Charge): boolean {
  return isFault(entry) && entry.rule.onceIsFault !== true && !entry.isClaim;
}

/** The charges of one rule, and whether the faults among them come again and again. */
interface Bursts {
  readonly list: readonly Charge[];
  readonly stretches: readonly Stretch[];
  readonly comeBack: boolean;
  /** That they do. */
  readonly part: Part;
}

/** Times of which none is further from the one before it than `quiet`. */
interface Stretch {
  readonly from: number;
  to: number;
}

function stretchesIn(entry: Charge): readonly Stretch[] {
  const times = Float64Array.from(allHits(entry), ({ line }) => line.at).sort();
  return joined([...times].map((at) => ({ from: at, to: at })));
}

/** `stretches` in the order of their begins. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to } of stretches) {
    const last = all.at(-1);
    if (last !== undefined && from - last.to <= quiet) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

function aside(entry: Charge, progress: PodMark, tape: Tape): Charge {
  const line = lineAt(tape, progress.position);
  const note = noteOf(entry, progress);
  const { overdue: _, ...verdict } = entry.verdict;
  const last = inTime(allHits(entry)).at(-1)?.line.at ?? 0;
  const until = micros(Math.max(progress.at, last + quiet));
  return {
    ...entry,
    before: { charge: entry, until },
    verdict: { ...verdict, severity: 'info', note },
    shownBy: line === undefined ? [] : [shownBy(line)],
  };
}

function isPermanentOf(entry: Charge): boolean {
  return allHits(entry).some(({ line }) => isPermanent(line.body));
}

/** What all stands behind an order to stop is how it ends. */
function stopped(entry: Charge, { by, note }: Calm): Charge {
  const verdict = { ...entry.verdict, severity: 'info', note } as const;
  return { ...entry, verdict, shownBy: [shownBy(by)] };
}

function allHits({ suspicion, absorbed }: Charge): readonly Hit[] {
  return [...suspicion.hits, ...absorbed.flatMap(allHits)];
}

function inTime(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((a, b) => a.line.at - b.line.at);
}

/** The event that shows that the trouble is over; undefined when it was long, when the log ends too soon, or when none shows it. */
function progressOf(entry: Charge, ask: Questions): PodMark | undefined {
  const hits = inTime(allHits(entry));
  const first = hits[0]?.line.at ?? 0;
  const last = hits.at(-1)?.line.at ?? 0;
  const { pod } = entry.suspicion;
  const length = last - Math.min(entry.verdict.began ?? first, first);
  if (!ask.goesOn(last, quiet) || length > longestOf(entry, ask)) return undefined;
  if (pod === undefined) return ask.startedAfter(last);
  return (
    gotOn(pod, { first, last }, ask) ??
    (runsOn(pod, first, ask) ? ask.startedAfter(last) : undefined)
  );
}

function longestOf({ suspicion }: Charge, ask: Questions): number {
  if (suspicion.pod !== undefined) return shortForPod;
  return inStartWindow(suspicion, ask, shortAtStart) ? shortAtStart : shortForNode;
}

/** The pod's container started, or the pod, which was on its way out, is gone. What ailed it before it was deleted ends with it, and did not heal. */
function gotOn(
  pod: string,
  { first, last }: { readonly first: number; readonly last: number },
  ask: Questions,
): PodMark | undefined {
  const deleted = ask.eventsOf(pod, 'config.delete').find(({ at }) => at <= last);
  if (deleted !== undefined && deleted.at > first) return undefined;
  const isLeaving = deleted !== undefined;
  return ask
    .eventsOf(pod, isLeaving ? 'config.remove' : 'pleg.containerStarted')
    .find(({ at }) => at >= last && at - last <= soon);
}

/** Its container started before the trouble, and none of its containers has died: it has no further step to show. */
function runsOn(pod: string, first: number, ask: Questions): boolean {
  const started = ask.eventsOf(pod, 'pleg.containerStarted').findLast(({ at }) => at < first);
  return (
    started !== undefined &&
    !ask.eventsOf(pod, 'pleg.containerDied').some(({ at }) => at >= started.at)
  );
}

function noteOf({ suspicion, verdict }: Charge, progress: PodMark): string {
  const who = suspicion.pod === undefined ? 'A new pod' : 'The pod';
  const healed = `${who} made progress at ${formatTimeOfDay(progress.at).slice(0, 8)}, and it did not come back in the rest of the log.`;
  return verdict.note === undefined ? healed : `${verdict.note} ${healed}`;
}
