/** An entry with those that hang on it. */
export interface Branch<T> {
  readonly item: T;
  readonly children: readonly Branch<T>[];
}

/** Items as trees: each under its parent, those without one as roots. Trees stand in the order of their first items; of a circle, the first is a root. */
export function forestOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  parentOf: (item: T) => string | undefined,
): readonly Branch<T>[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const children = new Map<string, T[]>();
  const roots: T[] = [];
  for (const item of items) {
    const parent = parentOf(item);
    if (parent === undefined || !byKey.has(parent)) roots.push(item);
    else children.set(parent, [...(children.get(parent) ?? []), item]);
  }
  const placed = new Set<string>();
  const branch = (item: T): Branch<T> => {
    placed.add(keyOf(item));
    const own = (children.get(keyOf(item)) ?? []).filter((child) => !placed.has(keyOf(child)));
    return { item, children: own.map(branch) };
  };
  const trees = roots.map(branch);
  for (const item of items) if (!placed.has(keyOf(item))) trees.push(branch(item));
  const order = new Map(items.map((item, index) => [item, index]));
  const first = (tree: Branch<T>): number =>
    flat([tree]).reduce((least, item) => Math.min(least, order.get(item) ?? 0), Infinity);
  return trees
    .map((tree) => ({ tree, at: first(tree) }))
    .sort((a, b) => a.at - b.at)
    .map(({ tree }) => tree);
}

/** The branches that a test holds for, or for anything below them. */
export function prune<T>(
  forest: readonly Branch<T>[],
  keep: (item: T) => boolean,
): readonly Branch<T>[] {
  return forest.flatMap((branch) => {
    const children = prune(branch.children, keep);
    return children.length > 0 || keep(branch.item) ? [{ item: branch.item, children }] : [];
  });
}

/** All items, each before those below it. */
export function flat<T>(forest: readonly Branch<T>[]): readonly T[] {
  return forest.flatMap(({ item, children }) => [item, ...flat(children)]);
}
