// The kubelet is spoken of only where a line shows it: one that it wrote, or that names it. Other programs say the same words: k3s, a scheduler, any client of the API.
import type { Finding } from './finding.ts';
import type { Hit } from './rule.ts';
import { speakers } from './words.ts';

const kubelet = /kubelet/i;

/** What may be said of a finding's lines. */
export class Whose {
  private readonly isShown: boolean;
  private readonly speaker: string;

  constructor(hits: readonly Hit[]) {
    const writer = hits[0]?.line.writer ?? 'unknown';
    this.isShown = hits.some(({ line }) => line.writer === 'kubelet' || kubelet.test(line.body));
    const isNobody = writer === 'unknown' || writer === 'text';
    this.speaker = isNobody ? speakers.other : speakers[writer];
  }

  /** In the kubelet's place who said it. */
  title(title: string): string {
    if (this.isShown || !kubelet.test(title)) return title;
    const { speaker } = this;
    const within = /^The /.test(speaker) ? speaker.replace('The ', 'the ') : speaker;
    return title.replace(/(^|[“:] )?\b[Tt]he kubelet\b/g, (_, start: string | undefined, at) =>
      start === undefined && at > 0 ? within : `${start ?? ''}${speaker}`,
    );
  }

  /** Sentences that speak of it are left out. */
  sentences(sentences: readonly string[]): readonly string[] {
    return this.isShown ? sentences : sentences.filter((sentence) => !kubelet.test(sentence));
  }

  /** Of a step the parts that do not; all of a step that has no other. */
  steps(steps: Finding['remedy']): Finding['remedy'] {
    if (this.isShown) return steps;
    return steps.map((step) => {
      const parts = step.text.split('; ').filter((part) => !/\b[Tt]he kubelet\b/.test(part));
      return parts.length === 0 ? step : { ...step, text: parts.join('; ') };
    });
  }
}
