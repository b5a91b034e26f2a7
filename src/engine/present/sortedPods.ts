// The pods of a history by namespace, name and age. Of one that grows only what is new in it is put in its place, and those that are gone for
// good stand apart: there may be thousands of them.
import { countWhile } from '../../base/bisect.ts';
import { differenceOf } from '../../base/difference.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import type { Moment } from '../../kubelet/rebuild/track.ts';
import type { LogTable } from '../../log/record.ts';
import type { Incident } from './incident.ts';

/** By the first of a tape's tables, which stays the same while it grows. */
const known = new WeakMap<LogTable, SortedPods>();

export function sortedPods({ tape, history }: Incident, moment: Moment): SortedPods {
  const [{ table } = {}] = tape.sources;
  const sorted = (table && known.get(table)) ?? new SortedPods();
  if (table !== undefined) known.set(table, sorted);
  sorted.take(history.podsBy(moment));
  return sorted;
}

export class SortedPods {
  /** Those that are not gone for good. */
  readonly staying: PodHistory[] = [];
  private readonly gone: PodHistory[] = [];
  /** When each of them was gone. */
  private readonly times = new Map<PodHistory, number>();
  /** The same, in order of time. */
  private readonly ends: End[] = [];
  private readonly byKey = new Map<string, PodHistory>();
  private pods: readonly PodHistory[] = [];

  take(pods: readonly PodHistory[]): void {
    if (pods === this.pods) return;
    const { gone, come } = differenceOf(this.pods, pods);
    this.pods = pods;
    for (const pod of gone) this.remove(pod);
    const areMany = come.length > this.times.size + this.staying.length;
    for (const pod of come) this.add(pod, areMany);
    if (!areMany) return;
    for (const list of [this.staying, this.gone]) list.sort(inOrder);
    this.ends.sort((a, b) => a.time - b.time);
  }

  /** From when on it is gone for good. */
  goneAt(pod: PodHistory): number {
    return this.times.get(pod) ?? Infinity;
  }

  get goneCount(): number {
    return this.gone.length;
  }

  get all(): readonly PodHistory[] {
    return this.gone.length === 0 ? this.staying : this.with(this.gone);
  }

  /** Those that stay, and some of those that are gone. */
  with(some: readonly PodHistory[]): readonly PodHistory[] {
    return some.length === 0 ? this.staying : [...this.staying, ...some].sort(inOrder);
  }

  /** Of some keys those pods that are gone. */
  goneOf(keys: Iterable<string | undefined>): readonly PodHistory[] {
    return [...keys].flatMap((key) => {
      const pod = key === undefined ? undefined : this.byKey.get(key);
      return pod === undefined || !this.times.has(pod) ? [] : [pod];
    });
  }

  /** Those of them that are not, or not met, at a time. */
  goneAfter(time: number): readonly PodHistory[] {
    const over = countWhile(this.ends, (end) => end.time <= time);
    return this.ends.slice(over).map(({ pod }) => pod);
  }

  /** The first of those that are gone, but some. */
  goneBut(some: ReadonlySet<PodHistory>, count: number): readonly PodHistory[] {
    const found: PodHistory[] = [];
    for (const pod of this.gone) {
      if (found.length >= count) break;
      if (!some.has(pod)) found.push(pod);
    }
    return found;
  }

  private add(pod: PodHistory, atEnd: boolean): void {
    const last = pod.worker.present.changes.at(-1);
    const isGone = last?.value.value === false;
    if (isGone) {
      this.times.set(pod, last.at);
      const end = { time: Math.max(last.at, pod.firstSeen), pod };
      this.ends.splice(atEnd ? this.ends.length : this.endsBefore(end.time), 0, end);
    }
    this.byKey.set(pod.key, pod);
    const list = isGone ? this.gone : this.staying;
    const place = atEnd ? list.length : countWhile(list, (one) => inOrder(one, pod) <= 0);
    list.splice(place, 0, pod);
  }

  private remove(pod: PodHistory): void {
    const isGone = this.times.has(pod);
    if (isGone) this.removeEnd(pod);
    const list = isGone ? this.gone : this.staying;
    if (this.byKey.get(pod.key) === pod) this.byKey.delete(pod.key);
    const place = list.indexOf(
      pod,
      countWhile(list, (one) => inOrder(one, pod) < 0),
    );
    if (place >= 0) list.splice(place, 1);
  }

  private removeEnd(pod: PodHistory): void {
    const from = this.endsBefore(Math.max(this.goneAt(pod), pod.firstSeen));
    this.times.delete(pod);
    for (let place = from; place < this.ends.length; place++)
      if (this.ends[place]?.pod === pod) {
        this.ends.splice(place, 1);
        return;
      }
  }

  private endsBefore(time: number): number {
    return countWhile(this.ends, (end) => end.time < time);
  }
}

interface End {
  /** From when on it was met, and is gone. */
  readonly time: number;
  readonly pod: PodHistory;
}

function inOrder(a: PodHistory, b: PodHistory): number {
  return compare(a.namespace, b.namespace) || compare(a.name, b.name) || a.firstSeen - b.firstSeen;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
