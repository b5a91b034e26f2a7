// Expressions on many short texts. `matchAll` would make each expression anew for each text.

/** From and to, in characters of a text. */
export type Span = readonly [from: number, to: number];

const none: readonly Span[] = [];

/** Where the groups of each match stand; the expression has the flags `d` and `g`. */
export function groupsOf(expression: RegExp, text: string): readonly Span[] {
  expression.lastIndex = 0;
  let match = expression.exec(text);
  if (match === null) return none;
  const spans: Span[] = [];
  for (; match !== null; match = expression.exec(text))
    for (const span of match.indices?.slice(1) ?? []) if (isThere(span)) spans.push(span);
  return spans;
}

/** A group that took no part has no place, though its type says so. */
function isThere(span: Span | undefined): span is Span {
  return span !== undefined;
}
