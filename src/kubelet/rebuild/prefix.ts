// What the first inputs of a tape tell of a pod: its story made anew of the lines up to there by the code that makes the whole one. The lines
// of one name are enough, and what all pods have in common; only those pods are made that somebody asks for.
import { countWhile, firstNumber } from '../../base/bisect.ts';
import { micros, type Micros, MINUTE, SECOND } from '../../base/time.ts';
import type { Fact } from './facts/fact.ts';
import { endsOfKubelet } from './facts/facts.ts';
import { FactTable } from './facts/factTable.ts';
import type { Inputs } from './facts/inputs.ts';
import { SmallPool } from './facts/pool.ts';
import type { Run } from './facts/runs.ts';
import { RunsAt } from './facts/runsAt.ts';
import type { PodHistory, WorkerTracks } from './history.ts';
import type { PodRef } from '../event.ts';
import type { Life } from './identity/life.ts';
import type { TiedLife } from './identity/tied.ts';
import { isLosing } from './node/blindness.ts';
import type { Past } from './pod/rebuiltPod.ts';
import { WorkerFold } from './worker/foldWorker.ts';
import { rebuildPods, type RebuiltPods, type Shared, type TiedPod } from './pods.ts';
import { newsOf } from './traits.ts';
import type { Moment } from './track.ts';

/**
 * This long after the last line of a pod its story doesn't depend any more on how much time has passed: longer than a sync waits for volumes,
 * which is the longest that is waited for without a line.
 */
const SETTLED = 3 * MINUTE;
/** The same for one that no worker holds by then. */
const FORGOTTEN = 20 * SECOND;

/** About how many facts the pods have that are made for one question. */
const FEW = 2_000;

/** So many families keep what was made of them last. */
const KEPT = 300;

/** What is shared at a position, and a text that is another when anything of it is. */
interface SharedAt extends Shared {
  readonly news: string;
  /** What is told later of a gap holds from this time on, at the earliest. */
  readonly gapFrom: number;
}

export class Prefixes {
  private readonly runs: RunsAt;
  private readonly inputs: Inputs;
  private readonly whole: Shared;
  /** When the kubelet's own sources end, of the inputs up to a position. */
  private readonly endAt: (position: number) => Micros;
  private readonly rebuilt: () => Pick<RebuiltPods, 'one' | 'told' | 'pods'>;
  private readonly families = new Map<readonly Life[], Family>();
  private readonly kept = new Set<Family>();
  private everyone: readonly Family[] | undefined;
  private listed: { readonly position: number; readonly pods: RebuiltPods['pods'] } | undefined;
  private last: { readonly position: number; readonly shared: SharedAt } | undefined;

  /** `rebuilt`: the pods as the whole tape tells them, once they are made. */
  constructor(
    table: FactTable,
    inputs: Inputs,
    whole: Shared,
    rebuilt: () => Pick<RebuiltPods, 'one' | 'told' | 'pods'>,
  ) {
    this.rebuilt = rebuilt;
    this.runs = new RunsAt(table, whole.runs, micros(firstNumber(inputs.time)));
    this.inputs = inputs;
    this.endAt = endsOfKubelet(inputs);
    this.whole = whole;
  }

  of(life: Life): Past {
    return new FamilyPast(this.familyOf(life), life);
  }

  /** All pods, but those that are told apart at a position and not by the whole tape as they were told apart there. */
  podsAt(position: number): RebuiltPods['pods'] {
    if (this.listed?.position !== position) this.listed = { position, pods: this.list(position) };
    return this.listed.pods;
  }

  private list(position: number): RebuiltPods['pods'] {
    const rebuilt = this.rebuilt();
    this.everyone ??= [...new Set(rebuilt.told.map(({ life }) => this.familyOf(life)))];
    const apart = new Map<readonly Life[], RebuiltPods['pods']>();
    for (const family of this.everyone) {
      const own = family.apartAt(position);
      if (own !== undefined) apart.set(family.namesakes, own);
    }
    if (apart.size === 0) return rebuilt.pods;
    const alike = rebuilt.told.filter(({ life }) => !apart.has(life.namesakes));
    const pods = [...alike.map(({ pod }) => pod), ...[...apart.values()].flat()];
    return pods.sort((a, b) => a.firstSeen - b.firstSeen);
  }

  private familyOf({ namesakes }: Life): Family {
    const known = this.families.get(namesakes);
    if (known !== undefined) return known;
    const family = new Family(this, namesakes);
    this.families.set(namesakes, family);
    const rebuilt = this.rebuilt();
    for (const life of namesakes) {
      const one = rebuilt.one(life);
      if (one !== undefined) family.add(one);
    }
    return family;
  }

  /** To be called when something was made of a family. */
  keep(family: Family): void {
    if (this.kept.size >= KEPT) {
      for (const one of this.kept) one.forget();
      this.kept.clear();
    }
    this.kept.add(family);
  }

  /** What all pods have in common, as the inputs up to a position tell it. */
  sharedAt(position: number): SharedAt {
    if (this.last?.position === position) return this.last.shared;
    const { whole } = this;
    const to = this.endAt(position);
    const runs = this.runs.at(position);
    const gaps = whole.gaps.filter((gap) => gap.to <= to);
    const later = whole.gaps.filter((gap) => gap.to > to && isLosing(gap));
    const shared = {
      runs,
      gaps,
      samples: whole.samples.filter((sample) => sample.position <= position),
      to,
      fold: new WorkerFold(FEW),
      news: newsOf({ gaps, runs }),
      gapFrom: later.reduce((first, gap) => Math.min(first, gap.from), Infinity),
    };
    this.last = { position, shared };
    return shared;
  }

  /** The first position from which on a pod is told as by the whole tape, but for gaps. `last`: its last line. */
  settledFrom(last: Fact, areForgotten: boolean): number {
    const { runs } = this.whole;
    const index = countWhile(runs, ({ firstPosition }) => firstPosition <= last.position) - 1;
    const run = runs[Math.max(0, index)];
    const end = this.inputs.length - 1;
    const next = runs[index + 1];
    if (run === undefined || run.loud !== undefined) return end;
    if (!areForgotten && (run.workerLines || next !== undefined))
      return next === undefined ? end : Math.max(next.firstPosition, this.after(last.at + SETTLED));
    return Math.min(end, this.after(settlesAt(last, run, areForgotten)));
  }

  /** The first position that is later than a time. */
  private after(time: number): number {
    const { inputs } = this;
    let low = 0;
    let high = inputs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((inputs.time[middle] ?? 0) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether a gap that was not told of at a position lies before the next input, or before a time. */
  isBlind(position: number, time: number): boolean {
    if (this.whole.gaps.length === 0) return false;
    const { gapFrom } = this.sharedAt(position);
    return gapFrom <= Math.max(time, this.inputs.time[position + 1] ?? Infinity);
  }
}

class FamilyPast implements Past {
  private readonly family: Family;
  private readonly life: Life;

  constructor(family: Family, life: Life) {
    this.family = family;
    this.life = life;
  }

  at(position: number, whole: PodHistory): PodHistory | undefined {
    return this.family.at(this.life, position, whole);
  }

  isWhole(position: number): boolean {
    return this.family.isWhole(position);
  }
}

interface Made {
  readonly position: number;
  /** How many lines of theirs it is made of, and what was shared. */
  readonly count: number;
  readonly news: string;
  readonly isSettled: boolean;
  readonly told: RebuiltPods['told'];
  /** Those of them that answer for lives of the whole tape. */
  readonly answers: ReadonlyMap<Life, RebuiltPods['told'][number]>;
}

/** The pods of one name: which of them a line means, only the lines of all of them tell. */
class Family {
  readonly namesakes: readonly Life[];
  private readonly prefixes: Prefixes;
  private readonly members: TiedLife[] = [];
  private readonly workers: WorkerTracks[] = [];
  /** By `wordsOf`. */
  private readonly lives = new Map<string, Life>();
  private lines: readonly Fact[] | undefined;
  /** The first line of them, and the last. */
  private begin = Infinity;
  private end: Fact | undefined;
  /** From this position on they are as the whole tape tells them; negative before somebody asks. */
  private settled = -1;
  private last: Made | undefined;

  constructor(prefixes: Prefixes, namesakes: readonly Life[]) {
    this.prefixes = prefixes;
    this.namesakes = namesakes;
  }

  add({ tied, worker }: TiedPod): void {
    this.members.push(tied);
    if (worker !== undefined) this.workers.push(worker);
    const { life, facts, mirror } = tied;
    for (const word of wordsOf(life)) if (!this.lives.has(word)) this.lives.set(word, life);
    for (const fact of [facts[0], mirror[0]])
      this.begin = Math.min(this.begin, fact?.position ?? Infinity);
    for (const fact of [facts.at(-1), mirror.at(-1)])
      if ((fact?.position ?? -1) > (this.end?.position ?? -1)) this.end = fact;
  }

  at(life: Life, position: number, whole: PodHistory): PodHistory | undefined {
    if (position < this.begin) return undefined;
    if (this.isWhole(position)) return whole;
    return this.madeAt(position).answers.get(life)?.pod;
  }

  /** As their lines up to a position tell them apart, where that is not as all of them do: one is that which was two. */
  apartAt(position: number): RebuiltPods['pods'] | undefined {
    if (position < this.begin || this.isWhole(position)) return undefined;
    const { told, answers } = this.madeAt(position);
    return told.length > answers.size ? told.map(({ pod }) => pod) : undefined;
  }

  private answersOf(told: RebuiltPods['told']): Made['answers'] {
    const answers = new Map<Life, RebuiltPods['told'][number]>();
    for (const one of told) {
      const life = this.lifeOf(one.life);
      if (life === undefined) continue;
      const other = answers.get(life);
      // While no line ties its UID to its name, the worker that only the UID shows is another's than the pod of that name.
      const isBetter = other?.life.name !== life.name && one.life.name === life.name;
      if (other === undefined || isBetter) answers.set(life, one);
    }
    return answers;
  }

  /** Which of them one is that was made of their first lines: it may have begun elsewhere, and its UID be unknown. */
  private lifeOf(life: Life): Life | undefined {
    const word = wordsOf(life).find((one) => this.lives.has(one));
    return word === undefined ? undefined : this.lives.get(word);
  }

  /** Whether they are at a position, and until the next, as the whole tape tells them. */
  isWhole(position: number): boolean {
    if (position < this.settled) return false;
    const { end, prefixes } = this;
    if (end === undefined || position < end.position) return false;
    if (this.settled < 0) this.settled = prefixes.settledFrom(end, isForgotten(this.workers, end));
    return position >= this.settled && !prefixes.isBlind(position, end.at + SETTLED);
  }

  forget(): void {
    this.last = undefined;
  }

  private madeAt(position: number): Made {
    const { last, prefixes } = this;
    if (last?.position === position) return last;
    const lines = (this.lines ??= linesOf(this.members));
    const { to, news } = prefixes.sharedAt(position);
    const count = countWhile(lines, (fact) => fact.position <= position);
    const isSettled = to > (lines[count - 1]?.at ?? Infinity) + SETTLED;
    const isAsBefore =
      last !== undefined &&
      isSettled &&
      last.isSettled &&
      last.count === count &&
      last.news === news;
    const { told, answers } = isAsBefore ? last : this.make(lines.slice(0, count), position);
    prefixes.keep(this);
    return (this.last = { position, count, news, isSettled, told, answers });
  }

  private make(lines: readonly Fact[], position: number): Pick<Made, 'told' | 'answers'> {
    const table = new FactTable(new SmallPool(), lines.length);
    for (const fact of lines) table.add(fact, 0);
    const { told } = rebuildPods(table, this.prefixes.sharedAt(position));
    return { told, answers: this.answersOf(told) };
  }
}

/** What tells lives of one name apart, the surest first. */
function wordsOf({ uid, from, number }: Life): readonly string[] {
  return [...(uid === undefined ? [] : [`uid ${uid}`]), `from ${from}`, `number ${number}`];
}

/** What lines say of the lives of one name, in order; of lists of pods they keep their own. */
export function linesOf(members: readonly TiedLife[]): readonly Fact[] {
  const facts = new Set(members.flatMap(({ facts: own, mirror }) => [...own, ...mirror]));
  const uids = new Set(members.flatMap(({ life }) => [life.uid, life.mirrorUid]));
  const life = members[0]?.life;
  const isOwn = ({ uid, namespace, name }: PodRef): boolean =>
    (uid !== undefined && uids.has(uid)) || (namespace === life?.namespace && name === life?.name);
  return [...facts].sort((a, b) => a.position - b.position).map((fact) => ofPods(fact, isOwn));
}

/** A fact about several pods as one that is about some of them. */
export function ofPods(fact: Fact, isOwn: (ref: PodRef) => boolean): Fact {
  const { event, at, position, input, severity } = fact;
  if (!('pods' in event) || event.pods.length < 2) return fact;
  return { at, position, input, severity, event: { ...event, pods: event.pods.filter(isOwn) } };
}

/** When pods of one name, no worker of which holds them any more or which still have one, are as they stay while no line comes. */
export function settlesAt(last: Fact, run: Run, isForgotten: boolean): number {
  const settled = last.at + (isForgotten ? FORGOTTEN : SETTLED);
  const spans = [run.skips, run.slowPasses, run.slowRelists];
  const ends = spans.map((list) => list[countWhile(list, ({ from }) => from <= settled) - 1]?.to);
  return Math.max(settled, (run.loopStart ?? 0) + SECOND, ...ends.map((to) => to ?? 0));
}

/** Whether no worker holds any of them `FORGOTTEN` after their last line. */
export function isForgotten(workers: readonly WorkerTracks[], last: Fact): boolean {
  const time = micros(last.at + FORGOTTEN);
  const moment: Moment = { time, position: Infinity, hindsight: 'now' };
  return workers.every(({ present }) => present.at(moment).value === false);
}
