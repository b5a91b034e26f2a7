// Hits of one rule are sorted by what they are about: a pod, a container, a volume, the node.
import { SECOND } from '../base/time.ts';
import type { Hit, Line, Rule, Suspicion } from './rule.ts';

type PodOf = (line: Line) => string | undefined;

/** Lines of one chain of wrapped errors stand this close (µs); its inner lines often name no pod. */
const chain = SECOND / 5;

export function suspect(rule: Rule, hits: readonly Hit[], podOf: PodOf): readonly Suspicion[] {
  const inTime = hits.toSorted((a, b) => a.line.at - b.line.at || a.line.position - b.line.position);
  const keys = inTime.map((hit) => keyOf(rule, hit, podOf));
  borrowKeys(inTime, keys);
  const groups = new Map<string, Hit[]>();
  inTime.forEach((hit, index) => {
    const key = keys[index] ?? '';
    const group = groups.get(key) ?? [];
    group.push(hit);
    groups.set(key, group);
  });
  return [...groups].map(([key, members]) => ({
    rule,
    key,
    pod: onlyPod(members, podOf),
    hits: members,
  }));
}

function keyOf(rule: Rule, hit: Hit, podOf: PodOf): string | undefined {
  const { objects } = hit.line;
  const pod = podOf(hit.line) ?? objects.uid;
  switch (rule.by) {
    case 'node':
      return '';
    case 'line':
      return hit.line.statement;
    case 'pod':
      return pod;
    case 'container':
      return pod === undefined ? objects.ids[0] : `${pod} ${objects.container ?? ''}`;
    case 'sandbox':
      return pod ?? objects.ids[0];
    case 'volume':
      return pod === undefined && objects.volume === undefined
        ? undefined
        : `${pod ?? ''} ${objects.volume ?? ''}`;
    case 'image':
      return pod === undefined ? objects.image : `${pod} ${objects.container ?? ''}`;
    default:
      return hit.facts[rule.by.slice('fact:'.length)];
  }
}

/** A line that names nothing belongs to its neighbour in the chain; with one object only, to that. */
function borrowKeys(hits: readonly Hit[], keys: (string | undefined)[]): void {
  const known = keys.slice();
  const all = new Set(known.filter((key) => key !== undefined));
  const only = all.size === 1 ? [...all][0] : undefined;
  keys.forEach((key, index) => {
    if (key === undefined) keys[index] = nearest(hits, known, index) ?? only ?? '';
  });
}

function nearest(
  hits: readonly Hit[],
  keys: readonly (string | undefined)[],
  index: number,
): string | undefined {
  const at = hits[index]?.line.at ?? 0;
  let best: string | undefined;
  let distance = chain;
  for (let step = 1; step <= 8; step++)
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

function onlyPod(hits: readonly Hit[], podOf: PodOf): string | undefined {
  let pod: string | undefined;
  for (const { line } of hits) {
    const named = podOf(line);
    if (named === undefined || named === pod) continue;
    if (pod !== undefined) return undefined;
    pod = named;
  }
  return pod;
}
