// VS Code knows a row by its object, and a row that it was never told has changed keeps the target of a click. So a new answer is
// written into the rows that are there, and only what says something else than before is named.
import type { TreeRow } from './row.ts';

export interface Renewed {
  readonly rows: readonly TreeRow[];
  /** Whether other rows are there than before, or in another order. */
  readonly isOtherList: boolean;
  /** Rows that were there before, say something else, and have to be asked for again with what lies below them. */
  readonly changed: readonly TreeRow[];
}

/** `answer` in the objects of `kept`, row by row by their ids; both are the caller's own. */
export function renewed(kept: readonly TreeRow[], answer: readonly TreeRow[]): Renewed {
  const before = new Map(kept.map((row) => [row.id, row]));
  const changed: TreeRow[] = [];
  const rows = answer.map((fresh) => {
    const row = before.get(fresh.id);
    if (row === undefined) return fresh;
    before.delete(fresh.id);
    const below = renewed(row.children ?? [], fresh.children ?? []);
    if (below.isOtherList || saysOf(row) !== saysOf(fresh)) changed.push(row);
    else changed.push(...below.changed);
    const children = fresh.children === undefined ? undefined : below.rows;
    for (const key of Object.keys(row)) Reflect.deleteProperty(row, key);
    return Object.assign(row, fresh, { children });
  });
  const isOtherList = rows.length !== kept.length || rows.some((row, at) => row !== kept[at]);
  return { rows, isOtherList, changed };
}

/** `answer` in the order in which its rows stood; those that are new come last. */
export function inOrderOf(
  kept: readonly TreeRow[],
  answer: readonly TreeRow[],
): readonly TreeRow[] {
  const places = new Map(kept.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: TreeRow): number => places.get(id) ?? kept.length;
  return answer.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function saysOf(row: TreeRow): string {
  return JSON.stringify({ ...row, children: undefined });
}
