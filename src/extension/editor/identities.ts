// Which words of a line name a pod, or may be an id of something: for semantic tokens of the lines in sight.
import { idsIn } from './ids.ts';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly kind: 'pod' | 'id';
}

/** Lines may be a megabyte long; what is in sight of them is their begin. */
const LOOKED_AT = 4_000;

const named = /\bpods?"?[=:](\[[^\]]*\]|"[^"]*")/g;
const podName = /[a-z0-9][a-z0-9.-]*\/[a-z0-9][a-z0-9.-]*/g;

/** In order of their start. */
export function identitiesIn(line: string): readonly Word[] {
  const begin = line.slice(0, LOOKED_AT);
  const pods = [...begin.matchAll(named)].flatMap((match) => {
    const from = match.index + match[0].length - (match[1] ?? '').length;
    return [...(match[1] ?? '').matchAll(podName)].map((name): Word => ({
      text: name[0],
      start: from + name.index,
      kind: 'pod',
    }));
  });
  const ids = idsIn(begin).map(({ id, start }): Word => ({ text: id, start, kind: 'id' }));
  const free = ids.filter(
    ({ text, start }) =>
      !pods.some((pod) => start < pod.start + pod.text.length && pod.start < start + text.length),
  );
  return [...pods, ...free].sort((a, b) => a.start - b.start);
}
