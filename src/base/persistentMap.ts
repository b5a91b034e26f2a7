/**
 * A map from strings that is never changed: `set` and `remove` give a new map that shares all but one
 * bucket with the old one. Plain data, so it survives `structuredClone`. Two levels of 32 keep a change at about a
 * hundred words copied up to some ten thousand keys. The order of iteration depends on the keys alone.
 */
export interface PersistentMap<T> {
  readonly size: number;
  readonly groups: readonly (readonly (Bucket<T> | undefined)[] | undefined)[];
}

type Bucket<T> = readonly (readonly [key: string, value: T])[];

const fanOut = 32;

export function emptyMap<T>(): PersistentMap<T> {
  return { size: 0, groups: new Array<undefined>(fanOut).fill(undefined) };
}

/** FNV-1a, its high bits folded in. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function mapGet<T>(map: PersistentMap<T>, key: string): T | undefined {
  if (map.size === 0) return undefined;
  const hash = hashOf(key);
  const bucket = map.groups[hash % fanOut]?.[(hash >>> 5) % fanOut];
  if (bucket === undefined) return undefined;
  for (const entry of bucket) if (entry[0] === key) return entry[1];
  return undefined;
}

export function mapSet<T>(map: PersistentMap<T>, key: string, value: T): PersistentMap<T> {
  return replaceBucket(map, key, (bucket) => {
    const at = bucket.findIndex((entry) => entry[0] === key);
    if (at < 0) return [...bucket, [key, value] as const];
    return bucket.with(at, [key, value] as const);
  });
}

export function mapRemove<T>(map: PersistentMap<T>, key: string): PersistentMap<T> {
  return replaceBucket(map, key, (bucket) =>
    bucket.some((entry) => entry[0] === key) ? bucket.filter((entry) => entry[0] !== key) : bucket,
  );
}

function replaceBucket<T>(
  map: PersistentMap<T>,
  key: string,
  change: (bucket: Bucket<T>) => Bucket<T>,
): PersistentMap<T> {
  const hash = hashOf(key);
  const group = map.groups[hash % fanOut] ?? new Array<undefined>(fanOut).fill(undefined);
  const old = group[(hash >>> 5) % fanOut] ?? [];
  const bucket = change(old);
  if (bucket === old) return map;
  const newGroup = group.with((hash >>> 5) % fanOut, bucket.length === 0 ? undefined : bucket);
  return {
    size: map.size + bucket.length - old.length,
    groups: map.groups.with(hash % fanOut, newGroup),
  };
}

/** The entries as they are now; later versions of the map do not change them. */
export function mapEntries<T>(map: PersistentMap<T>): readonly (readonly [string, T])[] {
  const entries: (readonly [string, T])[] = [];
  for (const group of map.groups) {
    if (group === undefined) continue;
    for (const bucket of group) {
      if (bucket === undefined) continue;
      for (const entry of bucket) entries.push(entry);
    }
  }
  return entries;
}

export function mapValues<T>(map: PersistentMap<T>): readonly T[] {
  return mapEntries(map).map(([, value]) => value);
}
