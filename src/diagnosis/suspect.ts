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
  private known: readonly Suspicion[] | undefined;

  constructor(rule: Rule) {
    this.rule = rule;
  }

  next(hits: readonly Hit[], isChanged: boolean, podOf: PodOf): readonly Suspicion[] {
    if (!isChanged && this.known !== undefined) return this.known;
    const before = groupBy(this.known ?? [], ({ key }) => key);
    return (this.known = suspect(this.rule, hits, podOf).map(
      (one) =>
        before
          .get(one.key)
          ?.find((known) => known.pod === one.pod && areSame(known.hits, one.hits)) ?? one,
    ));
  }
}

function suspect(rule: Rule, hits: readonly Hit[], podOf: PodOf): readonly Suspicion[] {
  const inTime = hits.every((hit, index) => index === 0 || isBefore(hits[index - 1], hit))
    ? hits
    : hits.toSorted((a, b) => a.line.at - b.line.at || a.line.position - b.line.position);
  let byName: Map<string, string> | undefined;
  // Of a line that has only a pod's name, the pod of another line that is called so; else nobody knows its namespace.
  const fullName = (line: Line): string | undefined => {
    const { uid, podName } = line.objects;
    const known = podOf(line) ?? uid;
    // Of bare words the one behind “pod” may be any.
    if (known !== undefined || !line.body.includes(`"${podName ?? ''}"`)) return known;
    byName ??= namesOf(inTime, podOf);
    return byName.get(podName ?? '') ?? podName;
  };
  const keys = settle(
    inTime,
    inTime.map((hit) => keyOf(rule, hit, fullName)),
  );
  const groups = groupBy(inTime, (_, index) => keys[index] ?? '');
  return [...groups].flatMap(([key, members]) => {
    const pod = onlyPod(rule, members, podOf);
    return episodes(members).map((hits) => ({ rule, key, pod, hits }));
  });
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

/**
 * What is said again long after, or by another process of the kubelet, is another time: two starts that each waited for
 * their network are not one wait of days.
 */
function episodes(hits: readonly Hit[]): readonly (readonly Hit[])[] {
  const list: Hit[][] = [];
  // Two kubelets may speak in turns, where the logs of two nodes were merged.
  const byPid = new Map<number | undefined, Hit[]>();
  for (const hit of hits) {
    const { pid, at } = hit.line;
    const current = byPid.get(pid) ?? (pid === undefined ? list.at(-1) : byPid.get(undefined));
    const before = current?.at(-1)?.line;
    if (current === undefined || before === undefined || at - before.at > longQuiet) {
      const begun = [hit];
      list.push(begun);
      byPid.set(pid, begun);
    } else current.push(hit);
  }
  return list;
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

/** A line that tells less than others belongs to its neighbour in the chain; with one object only, to that. */
function settle(hits: readonly Hit[], keys: readonly Key[]): readonly string[] {
  const onlyOf = onlyOneOf(keys);
  const settled = keys.map(({ exact, partial }) => exact ?? onlyOf(partial));
  const all = keys.map((key, index) => {
    const own = settled[index];
    if (own !== undefined) return own;
    const near = nearest(hits, settled, index);
    return near?.startsWith(key.partial ?? '') === true ? near : key.otherwise;
  });
  // Lines that name nothing are about the one thing that others name.
  const named = new Set(all);
  const [only] = named.delete('') && named.size === 1 ? named : [];
  return all.map((key, index) =>
    key === '' && keys[index]?.partial === undefined ? (only ?? key) : key,
  );
}

/** By what they begin with the exact key that is the only one to do so. */
function onlyOneOf(keys: readonly Key[]): (start: string | undefined) => string | undefined {
  const all = new Set<string>();
  for (const { exact } of keys) if (exact !== undefined) all.add(exact);
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
