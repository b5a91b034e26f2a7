// When something happened to any pod, kept in order while pods come, change and go.
import { countWhile } from '../base/bisect.ts';
import { micros, type Micros } from '../base/time.ts';
import type { PodHistory, PodMark } from '../kubelet/rebuild/history.ts';
import { FirstOnes } from './remembered.ts';

const fromApi = [
  'config.add',
  'config.update',
  'config.delete',
  'config.remove',
  'config.reconcile',
];

/** When something of a pod came from the API server; of each pod it is looked up when somebody asks. */
export class ApiTimes {
  readonly asked = new FirstOnes();
  /** A pod that is gone is not to be asked any more: what it told is kept. */
  private readonly ofPods = new Map<PodHistory, readonly Micros[]>();
  private sorted: number[] | undefined;

  exchange(gone: readonly PodHistory[], come: readonly PodHistory[]): void {
    const { ofPods, sorted } = this;
    const more = new Map<number, number>();
    const count = (pod: PodHistory, by: number): void => {
      for (const time of ofPods.get(pod) ?? []) more.set(time, (more.get(time) ?? 0) + by);
    };
    for (const pod of gone) {
      count(pod, -1);
      ofPods.delete(pod);
    }
    for (const pod of come) {
      ofPods.set(pod, sorted === undefined ? [] : timesFromApi(pod));
      count(pod, 1);
    }
    if (sorted !== undefined) for (const [time, by] of more) this.add(sorted, time, by);
  }

  private add(sorted: number[], time: number, count: number): void {
    if (count === 0) return;
    const place = countWhile(sorted, (one) => one < time);
    const added = new Array<number>(Math.max(0, count)).fill(time);
    sorted.splice(place, Math.max(0, -count), ...added);
    this.asked.changed(time);
  }

  after(time: number): Micros | undefined {
    const sorted = (this.sorted ??= this.sort());
    const first = sorted[countWhile(sorted, (one) => one < time)];
    return first === undefined ? undefined : micros(first);
  }

  private sort(): number[] {
    for (const pod of this.ofPods.keys()) this.ofPods.set(pod, timesFromApi(pod));
    return [...this.ofPods.values()].flat().sort((a, b) => a - b);
  }
}

function timesFromApi(pod: PodHistory): readonly Micros[] {
  const isFromApi = pod.configSource.value === 'api';
  const marks = isFromApi ? fromApi.flatMap((kind) => pod.marks(kind)) : [];
  return marks.map(({ at }) => at);
}

/** A pod that was added and started. */
export interface Newcomer {
  readonly added: Micros;
  readonly started: PodMark;
}

/** Which pod that was added after a time started first. */
export class Newcomers {
  readonly asked = new FirstOnes();
  private readonly ofPods = new Map<PodHistory, Newcomer>();
  /** By when they were added. */
  private readonly sorted: Newcomer[] = [];
  /** By place the first that started of all from there on: known but for those places up to `unknownTo`. */
  private readonly first: (PodMark | undefined)[] = [];
  private changedFrom = Infinity;
  private unknownTo = -1;

  exchange(
    gone: readonly PodHistory[],
    come: readonly PodHistory[],
    newcomerOf: (pod: PodHistory) => Newcomer | undefined,
  ): void {
    const left = new Set(gone.filter((pod) => this.ofPods.has(pod)));
    const known = new Map([...left].map((pod) => [textOf(this.ofPods.get(pod)), pod]));
    for (const pod of come) {
      const one = newcomerOf(pod);
      if (one === undefined) continue;
      // Most that were made anew have come as they had.
      const same = known.get(textOf(one));
      const before = same && left.delete(same) ? this.ofPods.get(same) : undefined;
      if (same === undefined || before === undefined) this.add(pod, one);
      else {
        this.ofPods.delete(same);
        this.ofPods.set(pod, before);
      }
    }
    for (const pod of left) this.remove(pod);
  }

  private add(pod: PodHistory, one: Newcomer): void {
    this.ofPods.set(pod, one);
    const place = countWhile(this.sorted, ({ added }) => added <= one.added);
    this.sorted.splice(place, 0, one);
    this.first.splice(place, 0, undefined);
    this.unknownTo = Math.max(place, this.unknownTo + (place <= this.unknownTo ? 1 : 0));
    this.changedFrom = Math.min(place, this.changedFrom);
    this.asked.changed(Math.min(one.added, one.started.at));
  }

  private remove(pod: PodHistory): void {
    const one = this.ofPods.get(pod);
    if (one === undefined) return;
    this.ofPods.delete(pod);
    const place = this.sorted.lastIndexOf(one);
    this.sorted.splice(place, 1);
    this.first.splice(place, 1);
    this.unknownTo = Math.max(place - 1, this.unknownTo - (place <= this.unknownTo ? 1 : 0));
    this.changedFrom = Math.min(Math.max(0, place - 1), this.changedFrom);
    this.asked.changed(Math.min(one.added, one.started.at));
  }

  after(time: number): PodMark | undefined {
    if (this.unknownTo >= 0) this.findFirst();
    return this.first[countWhile(this.sorted, ({ added }) => added < time)];
  }

  private findFirst(): void {
    for (let place = this.unknownTo; place >= 0; place--) {
      const best = this.first[place + 1];
      const own = this.sorted[place]?.started;
      const now = own !== undefined && (best === undefined || isSooner(own, best)) ? own : best;
      if (place < this.changedFrom && now === this.first[place]) break;
      this.first[place] = now;
    }
    this.unknownTo = -1;
    this.changedFrom = Infinity;
  }
}

function textOf(one: Newcomer | undefined): string {
  return one === undefined ? '' : `${one.added} ${one.started.at} ${one.started.position}`;
}

function isSooner(one: PodMark, other: PodMark): boolean {
  return one.at < other.at || (one.at === other.at && one.position <= other.position);
}
