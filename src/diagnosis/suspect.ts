// Hits of one rule are sorted by what they are about: a pod, a container, a volume, the node.
import { SECOND } from '../base/time.ts';
import type { Hit, Line, Rule, Suspicion } from './rule.ts';
import { groupBy } from './verdict.ts';

type PodOf = (line: Line) => string | undefined;

/** Lines of one chain of wrapped errors stand this close (µs); its inner lines often name no pod. */
const chain = SECOND / 5;

const enoughHits = 1_000;

/** What a line is about: as exactly as the rule asks, or as far as the line tells. */
interface Key {
  readonly exact: string | undefined;
  /** The start of an exact key: the pod, of a line that does not name the container. */
  readonly partial: string | undefined;
  /** For a line that no neighbour explains. */
  readonly otherwise: string;
}

export function suspect(rule: Rule, hits: readonly Hit[], podOf: PodOf): readonly Suspicion[] {
  const inTime = hits.toSorted(
    (a, b) => a.line.at - b.line.at || a.line.position - b.line.position,
  );
  const keys = settle(
    inTime,
    inTime.map((hit) => keyOf(rule, hit, podOf)),
  );
  const groups = groupBy([...inTime.keys()], (index) => keys[index] ?? '');
  return [...groups].map(([key, indexes]) => {
    const members = indexes.flatMap((index) => inTime[index] ?? []);
    return { rule, key, pod: onlyPod(rule, members, podOf), hits: members };
  });
}

function keyOf(rule: Rule, hit: Hit, podOf: PodOf): Key {
  const { objects } = hit.line;
  const pod = podOf(hit.line) ?? objects.uid;
  const id = objects.ids[0];
  switch (rule.by) {
    case 'node':
      return whole('');
    case 'pod':
      return { exact: pod, partial: undefined, otherwise: '' };
    case 'sandbox':
      // A sandbox of its own, of a pod that nothing tells: never another pod's.
      return { exact: pod, partial: id, otherwise: '' };
    case 'container':
      return within(pod, objects.container, id ?? '');
    case 'volume':
      return within(pod, objects.volume, objects.volume ?? '');
    case 'image':
      return within(pod, objects.container, objects.image ?? '');
    default:
      return { exact: hit.facts[rule.by.slice('fact:'.length)], partial: undefined, otherwise: '' };
  }
}

function whole(key: string): Key {
  return { exact: key, partial: undefined, otherwise: key };
}

function within(pod: string | undefined, part: string | undefined, otherwise: string): Key {
  if (pod === undefined) return { exact: undefined, partial: undefined, otherwise };
  const exact = part === undefined ? undefined : `${pod} ${part}`;
  return { exact, partial: `${pod} `, otherwise: pod };
}

/** A line that tells less than others belongs to its neighbour in the chain; with one object only, to that. */
function settle(hits: readonly Hit[], keys: readonly Key[]): readonly string[] {
  const exact = [...new Set(keys.flatMap(({ exact }) => exact ?? []))];
  return keys.map((key, index) => {
    if (key.exact !== undefined) return key.exact;
    const fitting = exact.filter((other) => other.startsWith(key.partial ?? ''));
    if (fitting.length === 1) return fitting[0] ?? key.otherwise;
    const near = nearest(hits, keys, index);
    return near !== undefined && fitting.includes(near) ? near : key.otherwise;
  });
}

function nearest(hits: readonly Hit[], keys: readonly Key[], index: number): string | undefined {
  const at = hits[index]?.line.at ?? 0;
  let best: string | undefined;
  let distance = chain;
  for (let step = 1; step <= 8; step++)
    for (const other of [index + step, index - step]) {
      const key = keys[other]?.exact;
      const away = Math.abs((hits[other]?.line.at ?? Infinity) - at);
      if (key !== undefined && away < distance) {
        best = key;
        distance = away;
      }
    }
  return best;
}

/** A harmless line is of nobody; of many hits the first tell as well. */
function onlyPod(rule: Rule, hits: readonly Hit[], podOf: PodOf): string | undefined {
  if (rule.severity === 'info') return undefined;
  const pods = new Set(hits.slice(0, enoughHits).flatMap(({ line }) => podOf(line) ?? []));
  return pods.size === 1 ? [...pods][0] : undefined;
}
