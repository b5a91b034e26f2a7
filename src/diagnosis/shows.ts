// Which proofs of its sentences a finding has.
import type { Inquiry } from './inquiry.ts';
import type { Hit } from './rule.ts';
import type { Proof, Sentence } from './sentence.ts';
import { span, times } from './verdict.ts';

/** Of more lines the first and the last are looked at. */
const mostLines = 400;
/** Errors are taken apart of so many lines. */
const mostTaken = 40;

/** Which proofs hold for the lines of one finding. */
export class Shows {
  private readonly hits: readonly Hit[];
  private readonly ask: Inquiry;
  private readonly bodies: readonly string[];
  private layerTexts: readonly string[] | undefined;

  constructor(hits: readonly Hit[], ask: Inquiry) {
    this.hits = hits;
    this.ask = ask;
    const looked =
      hits.length <= mostLines
        ? hits
        : [...hits.slice(0, mostLines / 2), ...hits.slice(-mostLines / 2)];
    this.bodies = looked.map(({ line }) => line.body);
  }

  holds(proof: Proof): boolean {
    return this.holdsInLines(proof) && this.holdsInLog(proof);
  }

  /** What may be said of all that could be. */
  said(sentences: readonly Sentence[]): readonly string[] {
    return sentences.flatMap((sentence) => {
      if (typeof sentence === 'string') return [sentence];
      return this.holds(sentence.shown) ? [sentence.says] : [];
    });
  }

  private holdsInLines({ line, without, layer, writer, ...rest }: Proof): boolean {
    const { hits, bodies } = this;
    if (line !== undefined && !bodies.some((body) => line.test(body))) return false;
    if (without !== undefined && bodies.some((body) => without.test(body))) return false;
    if (layer !== undefined && !this.layers().some((text) => layer.test(text))) return false;
    if (writer !== undefined && !hits.every((hit) => hit.line.writer === writer)) return false;
    if (rest.times !== undefined && times(hits) < rest.times) return false;
    if (rest.lasting !== undefined && span(hits) < rest.lasting) return false;
    const { processes = 0 } = rest;
    const pids = new Set(hits.map((hit) => hit.line.pid).filter((pid) => pid !== undefined));
    return processes === 0 || pids.size >= processes;
  }

  private holdsInLog({ said, unsaid, minor, runtime }: Proof): boolean {
    const { ask } = this;
    if (said !== undefined && ask.hitsOf(said).length === 0) return false;
    if (unsaid !== undefined && ask.hitsOf(unsaid).length > 0) return false;
    const { runs } = ask.history;
    if (runtime !== undefined && !runs.some((run) => runtime.test(run.runtime.value ?? '')))
      return false;
    if (minor === undefined) return true;
    const minors = runs.map((run) => minorOf(run.version.value));
    return (
      minors.length > 0 && minors.every((it) => it !== undefined && it >= minor[0] && it < minor[1])
    );
  }

  private layers(): readonly string[] {
    this.layerTexts ??= this.hits
      .slice(0, mostTaken)
      .flatMap(({ line }) => this.ask.errorOf(line)?.layers.map(({ text }) => text) ?? []);
    return this.layerTexts;
  }
}

function minorOf(version: string | undefined): number | undefined {
  const minor = /^v?1\.(\d+)/.exec(version ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}
