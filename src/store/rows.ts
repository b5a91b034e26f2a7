import { shownLine } from '../base/shownText.ts';
import type { StoreNodeRow } from '../protocol/storeApi.ts';

export function mostFirst(rows: readonly StoreNodeRow[]): readonly StoreNodeRow[] {
  return rows.toSorted((a, b) => b.lines - a.lines || (a.node < b.node ? -1 : 1));
}

/** Names of a store in a sentence: the first of them. */
export function namesUsed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((name) => shownLine(name, 60));
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ') || 'none';
}
