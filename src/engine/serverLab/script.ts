// The lines of a server's script: its gates, then one move a line.
import * as v from 'valibot';

const millis = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000));
const name = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/));
const client = v.optional(v.picklist([1, 2]), 1);
const version = v.optional(v.pipe(v.string(), v.maxLength(20)), '');

const gates = v.strictObject({
  consistentListFromCache: v.optional(v.boolean()),
  watchList: v.optional(v.boolean()),
});

const move = v.variant('do', [
  v.strictObject({ do: v.literal('put'), name }),
  v.strictObject({ do: v.literal('delete'), name }),
  /** Another resource changes. */
  v.strictObject({ do: v.literal('touch') }),
  v.strictObject({ do: v.literal('wait'), ms: millis }),
  /** From now on the cache hears of etcd so much later. */
  v.strictObject({ do: v.literal('lag'), ms: millis }),
  v.strictObject({ do: v.literal('compact') }),
  /** The cache lists anew, and all watches are closed. */
  v.strictObject({ do: v.literal('relist') }),
  v.strictObject({
    do: v.literal('list'),
    client,
    rv: version,
    match: v.optional(v.picklist(['', 'Exact', 'NotOlderThan']), ''),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 0),
    /** With the token of the client's last page. */
    continue: v.optional(v.boolean(), false),
  }),
  v.strictObject({
    do: v.literal('watch'),
    client,
    rv: version,
    stream: v.optional(v.boolean(), false),
    bookmarks: v.optional(v.boolean(), true),
  }),
  /** The client takes nothing from its watches until it is fast again. */
  v.strictObject({ do: v.literal('slow'), client }),
  v.strictObject({ do: v.literal('fast'), client }),
  v.strictObject({ do: v.literal('stop'), client }),
]);

export type ServerGates = v.InferOutput<typeof gates>;
export type ServerMove = v.InferOutput<typeof move>;

/** Throws on what is no script. */
export function readServerScript(lines: readonly string[]): {
  readonly gates: ServerGates;
  readonly moves: readonly ServerMove[];
} {
  const [first = '', ...rest] = lines;
  return {
    gates: v.parse(gates, JSON.parse(first)),
    moves: rest.map((line) => v.parse(move, JSON.parse(line))),
  };
}
