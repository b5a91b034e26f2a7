// What a person has done in a laboratory: a script of a header and moves, which can be kept, shared and replayed.

export interface Recording<Version extends string> {
  /** Of what is modelled. */
  readonly version: Version;
  /** Lines of JSON: the header, then a move each. */
  readonly lines: readonly string[];
  /** The move that is shown; undefined: the last. */
  readonly at?: number | undefined;
}

export function withMoves<V extends string>(
  { version, lines }: Recording<V>,
  ...moves: readonly object[]
): Recording<V> {
  return { version, lines: [...lines, ...moves.map((move) => JSON.stringify(move))] };
}

/** The moves up to the one that is shown. */
export function cutAt<V extends string>({ version, lines, at }: Recording<V>): Recording<V> {
  return { version, lines: at === undefined ? lines : lines.slice(0, at + 2) };
}

/** What a page kept, if it is of the form that this version keeps. */
export function keptRecording<V extends string>(
  kept: unknown,
  versions: readonly V[],
  fresh: Recording<V>,
): Recording<V> {
  if (typeof kept !== 'object' || kept === null) return fresh;
  const { version, lines, at } = kept as Partial<Record<keyof Recording<V>, unknown>>;
  const known = versions.find((each) => each === version);
  if (known === undefined || !Array.isArray(lines) || lines.length === 0) return fresh;
  const texts = lines.filter((line) => typeof line === 'string');
  return { version: known, lines: texts, ...(typeof at === 'number' ? { at } : {}) };
}
