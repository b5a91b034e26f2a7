// What the engine says in few words, into the language of the person: whole texts, those with values in them ("{0} stays in
// Terminating"), and several of them with commas between. It has no texts of its own.

/** A text of ours in that language, with its `{0}`; undefined: it is none of ours. */
export type Texts = (text: string) => string | undefined;

const length = /^[\d.,]+ (?:µs|ms|s|min|h|d)(?: [\d.]+ (?:s|min|h))?$/;

/** `withValues`: those of the texts that have a `{0}`. What none of them says stays as it is. */
export function speaker(texts: Texts, withValues: readonly string[]): (said: string) => string {
  const patterns = withValues.map((text) => {
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return { text, pattern: new RegExp(`^${escaped.replace(/\{\d\}/g, '((?:[^,]|,(?! ))+)')}$`) };
  });
  const one = (said: string): string | undefined => {
    if (length.test(said)) return said;
    const known = texts(said);
    if (known !== undefined) return known;
    for (const { text, pattern } of patterns) {
      const found = pattern.exec(said);
      const own = found === null ? undefined : texts(text);
      if (own !== undefined)
        return own.replace(/\{(\d)\}/g, (_, index: string) => {
          const value = found?.[Number(index) + 1] ?? '';
          return one(value) ?? value;
        });
    }
    return undefined;
  };
  return (said) => {
    const whole = one(said);
    if (whole !== undefined) return whole;
    const parts = said.split(', ').map(one);
    return parts.length < 5 && !parts.includes(undefined) ? parts.join(', ') : said;
  };
}

/** What trees show beside pages: what a pod waits for, what a call holds up, what PLEG found. */
export const inTrees: readonly string[] = [
  '{0} stays in Terminating',
  '{0} is gone from its source, but not from the node',
  '{0} is gone from its source; no line shows that its sandbox was stopped',
  '{0} gets no new sandbox until its old one is stopped',
  '{0} stays in ContainerCreating',
  'container {0} to end',
  'volume {0} to be unmounted',
  'volume {0} to be mounted',
  'the back-off of container {0}',
  '{0} overdue',
  'within {0}',
  'unless it was taken since {0}',
  'in {0} to {1}',
  'was due {0}',
  '{0} started',
  '{0} died',
  '{0} removed',
  '{0} changed',
];
