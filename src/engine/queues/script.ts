// The lines of a store script: a header, then one operation a line.
import * as v from 'valibot';

const header = v.object({
  kind: v.picklist(['fifo', 'deltafifo', 'realfifo', 'indexer']),
  seed: v.optional(v.number()),
  /** deltafifo: has knownObjects. */
  known: v.optional(v.boolean(), false),
  /** deltafifo: emitDeltaTypeReplaced. */
  replaced: v.optional(v.boolean(), false),
  /** realfifo: atomicEvents; without it there are knownObjects. */
  atomic: v.optional(v.boolean(), false),
  /** realfifo: unlockWhileProcessing. */
  unlock: v.optional(v.boolean(), false),
  /** realfifo: emitDeltaTypeBookmark. */
  bookmark: v.optional(v.boolean(), false),
  batchSize: v.optional(v.number(), 1000),
  transform: v.optional(v.picklist(['', 'tag', 'tag-fail-x']), ''),
  indexers: v.optional(v.array(v.string()), []),
});

const simpleOperation = v.object({
  /** A method by its Go name, or KnownDelete: deletes from knownObjects behind the queue's back. */
  op: v.string(),
  args: v.optional(v.array(v.union([v.string(), v.array(v.string())])), []),
  /** How the consumer of Pop and PopBatch behaves: it applies the deltas to knownObjects, or does not, or fails. */
  mode: v.optional(v.picklist(['', 'noop', 'fail', 'requeue']), ''),
});

const operation = v.object({
  ...simpleOperation.entries,
  /** What a producer does while the consumer works. */
  during: v.optional(v.array(simpleOperation), []),
});

export type Header = v.InferOutput<typeof header>;
export type SimpleOperation = v.InferOutput<typeof simpleOperation>;
export type Operation = v.InferOutput<typeof operation>;

export interface StoreScript {
  readonly header: Header;
  readonly operations: readonly Operation[];
}

/** Throws on what is no script. */
export function readStoreScript(lines: readonly unknown[]): StoreScript {
  const [first, ...rest] = lines;
  return {
    header: v.parse(header, first),
    operations: rest.map((line) => v.parse(operation, line)),
  };
}

/** Argument n as one literal. */
export function word(operation: SimpleOperation, n = 0): string {
  const value = operation.args[n];
  return typeof value === 'string' ? value : '';
}

/** Argument n as a list of literals. */
export function words(operation: SimpleOperation, n = 0): readonly string[] {
  const value = operation.args[n];
  return Array.isArray(value) ? value : [];
}

/** The key of an object that is written as a literal: `default/web` of `~default/web@7`. */
export function objectKey(literal: unknown): string {
  return typeof literal === 'string' ? (/^~?([^@?]*)/.exec(literal)?.[1] ?? '') : '';
}
