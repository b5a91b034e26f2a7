// Whether a loud line stands in a chain with lines of a known fault, which then explains it.
import { countWhile } from '../base/bisect.ts';
import { differenceOf } from '../base/difference.ts';
import type { Charge } from './charge.ts';
import type { Inquiry } from './inquiry.ts';
import type { Line } from './rule.ts';
import { chain, isAlone } from './suspect.ts';
import { groupBy } from './verdict.ts';

/** When rules found something, by pod. */
export class Chains {
  private readonly ask: Inquiry;
  private known: readonly (readonly Charge[])[] = [];
  private ofAll: number[] = [];
  private byPod = new Map<string | undefined, number[]>();
  /** The first time of which a line came or went when it was last told. */
  changedFrom = -Infinity;

  constructor(ask: Inquiry) {
    this.ask = ask;
  }

  /** To be told of all that rules found now. */
  tell(known: readonly (readonly Charge[])[]): void {
    this.changedFrom = Infinity;
    if (this.known.length === 0 || this.ask.moved.size > 0) this.tellAnew(known);
    else
      known.forEach((list, index) => {
        const before = this.known[index] ?? [];
        if (list !== before) this.exchange(differenceOf(before, list));
      });
    this.known = known;
  }

  private tellAnew(known: readonly (readonly Charge[])[]): void {
    this.changedFrom = -Infinity;
    this.ofAll = [];
    this.byPod = new Map();
    for (const { suspicion } of known.flat())
      for (const { line } of suspicion.hits) for (const times of this.of(line)) times.push(line.at);
    for (const times of [this.ofAll, ...this.byPod.values()]) times.sort((a, b) => a - b);
  }

  /** Of a charge that has grown only its new lines are others. */
  private exchange(lists: { gone: ReadonlySet<Charge>; come: readonly Charge[] }): void {
    const gone = groupBy([...lists.gone], objectOf);
    for (const one of lists.come) {
      const old = gone.get(objectOf(one))?.pop()?.suspicion.hits ?? [];
      const { hits } = one.suspicion;
      let same = 0;
      while (same < old.length && old[same] === hits[same]) same++;
      for (const { line } of old.slice(same)) this.remove(line);
      for (const { line } of hits.slice(same)) this.add(line);
    }
    for (const { suspicion } of [...gone.values()].flat())
      for (const { line } of suspicion.hits) this.remove(line);
  }

  private add(line: Line): void {
    for (const times of this.of(line)) times.splice(placeOf(times, line.at), 0, line.at);
  }

  private remove(line: Line): void {
    for (const times of this.of(line)) times.splice(placeOf(times, line.at), 1);
  }

  /** The lists in which a line's time stands. */
  private of(line: Line): readonly number[][] {
    this.changedFrom = Math.min(this.changedFrom, line.at);
    const pod = this.ask.podOf(line);
    let own = this.byPod.get(pod);
    if (own === undefined) this.byPod.set(pod, (own = []));
    return [this.ofAll, own];
  }

  /** A line that names no pod may be of any. */
  explain(line: Line): boolean {
    if (line.severity === 'fatal' || isAlone(line)) return false;
    const pod = this.ask.podOf(line);
    return pod === undefined
      ? isNear(this.ofAll, line.at)
      : isNear(this.byPod.get(pod) ?? [], line.at) ||
          isNear(this.byPod.get(undefined) ?? [], line.at);
  }
}

function objectOf({ suspicion: { rule, key } }: Charge): string {
  return `${rule.id} ${key}`;
}

function placeOf(times: readonly number[], at: number): number {
  return countWhile(times, (time) => time < at);
}

function isNear(times: readonly number[], at: number): boolean {
  return (times[placeOf(times, at - chain)] ?? Infinity) <= at + chain;
}
