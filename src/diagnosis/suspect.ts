// Hits of one rule are sorted by what they are about: a pod, a container, a volume, the node.
import { MINUTE, SECOND } from '../base/time.ts';
import { areSame } from './remembered.ts';
import type { Hit, Line, Rule, Suspicion } from './rule.ts';
import { groupBy } from './verdict.ts';

type PodOf = (line: Line) => string | undefined;

/** Lines of one chain of wrapped errors stand this close (µs); its inner lines often name no pod. */
export const chain = SECOND / 5;

/** A row of events, which has no time and no writer: it is of its own. */
export function isAlone({ hasTime, writer }: Line): boolean {
  return !hasTime && writer === 'unknown';
}

export function areOneChain(one: Line, other: Line): boolean {
  return !isAlone(one) && Math.abs(one.at - other.at) <= chain;
}

/** On each side of a hit. */
const mostNeighbours = 8;

const enoughHits = 1_000;
/** µs; longer than the period of any retry that a verdict counts (image garbage collection: five minutes). */
const longQuiet = 6 * MINUTE;

/** What a line is about: as exactly as the rule asks, or as far as the line tells. */
interface Key {
  readonly exact: string | undefined;
  /** The start of an exact key: the pod, of a line that does not name the container. */
  readonly partial: string | undefined;
  /** For a line that no neighbour explains. */
  readonly otherwise: string;
}

/** The suspicions of a rule of a log that grows: those of which nothing has changed are the same. */
export class Suspects {
  private readonly rule: Rule;
  private sorted: SortedHits | undefined;
  private known: readonly Suspicion[] = [];

  constructor(rule: Rule) {
    this.rule = rule;
  }

  /** `isMoved`: some are of another pod. */
  next(
    hits: readonly Hit[],
    isChanged: boolean,
    isMoved: boolean,
    podOf: PodOf,
  ): readonly Suspicion[] {
    if (this.sorted !== undefined && !isChanged && !isMoved) return this.known;
    if (isMoved || this.sorted?.grow(hits) !== true) {
      this.sorted = new SortedHits(this.rule, hits, podOf);
      this.sorted.keep(this.known);
    }
    return (this.known = this.sorted.suspicions);
  }
}

/** Hits of a rule by what they are about; those that come behind them are put to them while that tells nothing of the earlier ones. */
class SortedHits {
  private readonly rule: Rule;
  private readonly podOf: PodOf;
  private readonly hits: Hit[];
  private readonly isInTime: boolean;
  private readonly keys: Key[];
  private readonly exact: Set<string>;
  /** How those begin that are not exact. */
  private readonly partials = new Set<string>();
  private readonly settled: (string | undefined)[];
  /** Without the one thing that lines which name nothing are about. */
  private readonly own: string[];
  private readonly named: Set<string>;
  private only: string | undefined;
  /** Some are of the pod of another line that has their pod's name. */
  private usesNames = false;
  private readonly groups = new Map<string, Group>();

  constructor(rule: Rule, hits: readonly Hit[], podOf: PodOf) {
    this.rule = rule;
    this.podOf = podOf;
    this.isInTime = hits.every((hit, index) => index === 0 || isBefore(hits[index - 1], hit));
    this.hits = this.isInTime
      ? [...hits]
      : hits.toSorted((a, b) => a.line.at - b.line.at || a.line.position - b.line.position);
    let byName: Map<string, string> | undefined;
    // Of a line that has only a pod's name, the pod of another line that is called so; else nobody knows its namespace.
    const fullName = (line: Line): string | undefined => {
      if (!this.isToldByName(line)) return this.nameOf(line);
      this.usesNames = true;
      byName ??= namesOf(this.hits, podOf);
      const { podName } = line.objects;
      return byName.get(podName ?? '') ?? podName;
    };
    this.keys = this.hits.map((hit) => keyOf(rule, hit, fullName));
    this.exact = new Set(this.keys.flatMap(({ exact }) => exact ?? []));
    for (const { exact, partial = '' } of this.keys)
      if (exact === undefined) this.partials.add(partial);
    const onlyOf = onlyOneOf(this.exact);
    this.settled = this.keys.map(({ exact, partial }) => exact ?? onlyOf(partial));
    this.own = this.keys.map((_, index) => this.ownOf(index));
    this.named = new Set(this.own);
    this.only = onlyNamed(this.named);
    this.group(0);
  }

  private nameOf(line: Line): string | undefined {
    return this.podOf(line) ?? line.objects.uid;
  }

  /** Of bare words the one behind “pod” may be any. */
  private isToldByName(line: Line): boolean {
    return this.nameOf(line) === undefined && line.body.includes(`"${line.objects.podName ?? ''}"`);
  }

  /** A line that tells less than others belongs to its neighbour in the chain; with one object only, to that. */
  private ownOf(index: number): string {
    const { partial = '', otherwise = '' } = this.keys[index] ?? {};
    const own = this.settled[index];
    if (own !== undefined) return own;
    const near = nearest(this.hits, this.settled, index);
    return near?.startsWith(partial) === true ? near : otherwise;
  }

  /** Lines that name nothing are about the one thing that others name. */
  private keyAt(index: number): string {
    const own = this.own[index] ?? '';
    return own === '' && this.keys[index]?.partial === undefined ? (this.only ?? own) : own;
  }

  private group(from: number): void {
    const come = new Map<string, Hit[]>();
    for (let index = from; index < this.hits.length; index++) {
      const key = this.keyAt(index);
      const list = come.get(key) ?? [];
      come.set(key, list);
      list.push(...this.hits.slice(index, index + 1));
    }
    for (const [key, list] of come) {
      const group = this.groups.get(key) ?? new Group(this.rule, key);
      this.groups.set(key, group);
      group.add(list, this.podOf);
    }
  }

  get suspicions(): readonly Suspicion[] {
    return [...this.groups.values()].flatMap((group) => group.suspicions);
  }

  /** Takes over those of `known` that are the same. */
  keep(known: readonly Suspicion[]): void {
    for (const [key, list] of groupBy(known, (one) => one.key)) this.groups.get(key)?.keep(list);
  }

  /** False when what came tells something of earlier hits; it is of no use any more then. */
  grow(hits: readonly Hit[]): boolean {
    const count = this.hits.length;
    if (!this.isInTime || this.usesNames || hits.length < count) return false;
    // A scan makes a hit that moves anew, and all behind it.
    if (this.hits.at(-1) !== hits[count - 1]) return false;
    for (const hit of hits.slice(count)) {
      if (!isBefore(this.hits.at(-1), hit) || !this.take(hit)) return false;
    }
    const onlyOf = onlyOneOf(this.exact);
    for (const { exact, partial } of this.keys.slice(count))
      this.settled.push(exact ?? onlyOf(partial));
    for (let index = Math.max(0, count - mostNeighbours); index < hits.length; index++) {
      const own = this.ownOf(index);
      if (index < count && own !== this.own[index]) return false;
      this.own[index] = own;
      this.named.add(own);
    }
    if (onlyNamed(this.named) !== this.only) return false;
    this.group(count);
    return true;
  }

  /** False when others tell whose it is, or it tells it of others. */
  private take(hit: Hit): boolean {
    const asked: Line[] = [];
    const key = keyOf(this.rule, hit, (line) => {
      asked.push(line);
      return this.nameOf(line);
    });
    this.hits.push(hit);
    this.keys.push(key);
    const { exact } = key;
    if (asked.some((line) => this.isToldByName(line))) return false;
    if (exact === undefined) this.partials.add(key.partial ?? '');
    if (exact === undefined || this.exact.has(exact)) return true;
    const isFirst = this.exact.size < 2;
    this.exact.add(exact);
    for (const start of this.partials)
      if (start === '' ? isFirst : exact.startsWith(start)) return false;
    return true;
  }
}

/** The one thing that lines name, where others name nothing. */
function onlyNamed(keys: ReadonlySet<string>): string | undefined {
  return keys.size === 2 && keys.has('') ? [...keys].find((key) => key !== '') : undefined;
}

/** Hits about one thing. */
class Group {
  suspicions: readonly Suspicion[] = [];
  private readonly rule: Rule;
  private readonly key: string;
  /** Of many hits the first tell whose they are. */
  private readonly first: Hit[] = [];
  private pod: string | undefined;
  private readonly episodes: (readonly Hit[])[] = [];
  /** The last of each process: two kubelets may speak in turns, where the logs of two nodes were merged. */
  private readonly byPid = new Map<number | undefined, number>();

  constructor(rule: Rule, key: string) {
    this.rule = rule;
    this.key = key;
  }

  add(hits: readonly Hit[], podOf: PodOf): void {
    const { rule, key, first, episodes } = this;
    const room = enoughHits - first.length;
    first.push(...hits.slice(0, room));
    if (room > 0) this.pod = onlyPod(rule, first, podOf);
    const { pod } = this;
    const fresh = new Map<number, Hit[]>();
    for (const hit of hits) this.put(hit, fresh);
    this.suspicions = episodes.map((list, index) => {
      const known = this.suspicions[index];
      return known?.hits === list && known.pod === pod ? known : { rule, key, pod, hits: list };
    });
  }

  keep(known: readonly Suspicion[]): void {
    this.suspicions = this.suspicions.map((one, index) => {
      const same = known.find(({ pod, hits }) => pod === one.pod && areSame(hits, one.hits));
      if (same !== undefined) this.episodes[index] = same.hits;
      return same ?? one;
    });
  }

  /**
   * What is said again long after, or by another process of the kubelet, is another time: two starts that each waited for
   * their network are not one wait of days. Lists that were given out stay as they are, but not `fresh` ones.
   */
  private put(hit: Hit, fresh: Map<number, Hit[]>): void {
    const { episodes, byPid } = this;
    const { pid, at } = hit.line;
    const last = episodes.length - 1;
    let place = byPid.get(pid) ?? (pid === undefined ? last : byPid.get(undefined)) ?? -1;
    const current = episodes[place];
    const before = current?.at(-1)?.line;
    if (current === undefined || before === undefined || at - before.at > longQuiet)
      byPid.set(pid, (place = episodes.length));
    const list = fresh.get(place) ?? [...(episodes[place] ?? [])];
    fresh.set(place, list);
    list.push(hit);
    episodes[place] = list;
  }
}

/** Pods by their names alone. */
function namesOf(hits: readonly Hit[], podOf: PodOf): Map<string, string> {
  return new Map(
    hits.flatMap(({ line }) => {
      const pod = podOf(line);
      return pod === undefined ? [] : [[pod.slice(pod.indexOf('/') + 1), pod] as const];
    }),
  );
}

/** Hits come in order of their position. */
function isBefore(one: Hit | undefined, other: Hit): boolean {
  return one === undefined || one.line.at <= other.line.at;
}

const ofNode: Key = { exact: '', partial: undefined, otherwise: '' };

function keyOf(rule: Rule, hit: Hit, podOf: PodOf): Key {
  const { objects } = hit.line;
  if (rule.by === 'node') return ofNode;
  if (rule.by.startsWith('fact:'))
    return { exact: hit.facts[rule.by.slice('fact:'.length)], partial: undefined, otherwise: '' };
  const pod = podOf(hit.line);
  switch (rule.by) {
    case 'sandbox':
      // A sandbox of its own, of a pod that nothing tells: never another pod's.
      return { exact: pod, partial: pod === undefined ? objects.ids[0] : undefined, otherwise: '' };
    case 'container':
      return pod === undefined ? loose(objects.ids[0]) : within(pod, objects.container);
    case 'volume':
      return pod === undefined ? loose(objects.volume) : within(pod, objects.volume);
    case 'image':
      return pod === undefined ? loose(objects.image) : within(pod, objects.container);
    default:
      return { exact: pod, partial: undefined, otherwise: '' };
  }
}

function loose(otherwise = ''): Key {
  return { exact: undefined, partial: undefined, otherwise };
}

function within(pod: string, part: string | undefined): Key {
  const exact = part === undefined ? undefined : `${pod} ${part}`;
  return { exact, partial: `${pod} `, otherwise: pod };
}

/** By what they begin with the exact key that is the only one to do so. */
function onlyOneOf(all: ReadonlySet<string>): (start: string | undefined) => string | undefined {
  const found = new Map<string, string | undefined>();
  let sorted: readonly string[] | undefined;
  return (start = '') => {
    if (start === '') return all.size === 1 ? [...all][0] : undefined;
    if (!found.has(start)) {
      sorted ??= [...all].sort();
      const fitting = beginningWith(sorted, start);
      found.set(start, fitting.length === 1 ? fitting[0] : undefined);
    }
    return found.get(start);
  };
}

/** Of texts in order, those that begin so. */
function beginningWith(sorted: readonly string[], start: string): readonly string[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sorted[end]?.startsWith(start) === true) end++;
  return sorted.slice(low, end);
}

function nearest(
  hits: readonly Hit[],
  keys: readonly (string | undefined)[],
  index: number,
): string | undefined {
  const at = hits[index]?.line.at ?? 0;
  let best: string | undefined;
  let distance = chain;
  for (let step = 1; step <= mostNeighbours; step++)
    for (const other of [index + step, index - step]) {
      const key = keys[other];
      const away = Math.abs((hits[other]?.line.at ?? Infinity) - at);
      if (key !== undefined && away < distance) {
        best = key;
        distance = away;
      }
    }
  return best;
}

/**
 * A harmless line is of nobody; of many hits the first tell as well. A fault of the node is of a pod only when each error is about
 * that pod, by its own words or a neighbour's in its chain.
 */
function onlyPod(rule: Rule, hits: readonly Hit[], podOf: PodOf): string | undefined {
  if (rule.severity === 'info') return undefined;
  const first = hits.slice(0, enoughHits);
  const named = first.map(({ line }) => podOf(line));
  const pods = new Set(named.filter((pod) => pod !== undefined));
  if (pods.size !== 1) return undefined;
  if (rule.by === 'node' && !first.every((_, index) => isNamed(first, named, index)))
    return undefined;
  return [...pods][0];
}

/** True of what is no error of the fault itself, too. */
function isNamed(
  hits: readonly Hit[],
  named: readonly (string | undefined)[],
  index: number,
): boolean {
  const hit = hits[index];
  if (hit === undefined || hit.sign.role !== undefined || named[index] !== undefined) return true;
  const isNear = (other: number): boolean =>
    named[other] !== undefined &&
    Math.abs((hits[other]?.line.at ?? Infinity) - hit.line.at) <= chain;
  for (let step = 1; step <= mostNeighbours; step++)
    if (isNear(index + step) || isNear(index - step)) return true;
  return false;
}
