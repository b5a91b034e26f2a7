// The lines of statements, in order of time, and those of them that are about one pod. As a log grows, who asked for one pod's is told only
// when those are others.
import { noteStep } from '../base/difference.ts';
import { groupBy } from './verdict.ts';
import type { Hit, Line } from './rule.ts';
import { areSame, beginsWith, Part } from './remembered.ts';

type Pod = string | undefined;

interface OfPods {
  readonly all: readonly Line[];
  readonly lines: Map<Pod, readonly Line[]>;
  /** Of the pods that somebody asked for. */
  readonly parts: Map<Pod, Part>;
  isStale: boolean;
}

export class SaidLines {
  private readonly podOf: (line: Line) => Pod;
  private readonly all = new Map<string, { readonly lines: readonly Line[]; isStale: boolean }>();
  private readonly byPod = new Map<string, OfPods>();
  private hits: ReadonlyMap<string, readonly Hit[]> = new Map();

  constructor(podOf: (line: Line) => Pod) {
    this.podOf = podOf;
  }

  /** Those statements have other hits than before. */
  take(hits: ReadonlyMap<string, readonly Hit[]>, touched: Iterable<string>): void {
    this.hits = hits;
    for (const what of touched) {
      const all = this.all.get(what);
      if (all !== undefined) all.isStale = true;
      const known = this.byPod.get(what);
      if (known !== undefined) known.isStale = true;
    }
  }

  /** Tells who asked for lines of a pod that are others now. To be called when whose they are is known; some may have moved. */
  tell(moved: ReadonlySet<Line>): void {
    for (const [what, known] of this.byPod) {
      const { all, lines, parts, isStale } = known;
      const haveMoved = moved.size > 0 && all.some((line) => moved.has(line));
      if (!isStale && !haveMoved) continue;
      const now = this.of(what);
      if (!haveMoved && beginsWith(now, all)) {
        this.byPod.set(what, { all: now, lines, parts, isStale: false });
        this.add(now.slice(all.length), known);
        continue;
      }
      const anew = this.group(now);
      this.byPod.set(what, { all: now, lines: anew, parts, isStale: false });
      for (const [pod, part] of parts)
        if (!areSame(lines.get(pod) ?? none, anew.get(pod) ?? none)) part.touch();
    }
  }

  private add(come: readonly Line[], { lines, parts }: OfPods): void {
    for (const [pod, own] of this.group(come)) {
      lines.set(pod, [...(lines.get(pod) ?? none), ...own]);
      parts.get(pod)?.touch();
    }
  }

  of(what: string): readonly Line[] {
    const known = this.all.get(what);
    if (known?.isStale === false) return known.lines;
    const lines = this.read(known?.lines ?? none, this.hits.get(what) ?? []);
    this.all.set(what, { lines, isStale: false });
    return lines;
  }

  /**
   * Of hits that begin with those of lines that are known only the others are read. A scan makes a hit that moves anew, and all behind it: where
   * the last of them is as it was, all are.
   */
  private read(known: readonly Line[], hits: readonly Hit[]): readonly Line[] {
    const came = hits.slice(known.length).map(({ line }) => line);
    const goesOn =
      hits.length >= known.length &&
      known.at(-1) === hits[known.length - 1]?.line &&
      came.every((line, index) => line.at >= (came[index - 1] ?? known.at(-1) ?? line).at);
    if (!goesOn) return hits.map(({ line }) => line).sort((a, b) => a.at - b.at);
    if (came.length === 0) return known;
    const lines = [...known, ...came];
    noteStep(known, lines, { gone: [], come: came });
    return lines;
  }

  /** Those about a pod, and the part that is touched when they are others. */
  ofPod(what: string, pod: Pod): { readonly lines: readonly Line[]; readonly part: Part } {
    let known = this.byPod.get(what);
    if (known === undefined) {
      const all = this.of(what);
      known = { all, lines: this.group(all), parts: new Map(), isStale: false };
      this.byPod.set(what, known);
    }
    const { lines, parts } = known;
    const part = parts.get(pod) ?? new Part();
    parts.set(pod, part);
    return { lines: lines.get(pod) ?? none, part };
  }

  private group(lines: readonly Line[]): Map<Pod, readonly Line[]> {
    return groupBy(lines, this.podOf);
  }
}

const none: readonly Line[] = [];
