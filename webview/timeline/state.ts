/** What the page keeps when it is hidden or reloaded. */
export interface PageState {
  readonly from: number;
  readonly to: number;
  readonly filter: string;
}

/** The state as it was kept, by this version or another: anything else is none. */
export function readState(value: unknown): PageState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('from' in value && 'to' in value && 'filter' in value)) return undefined;
  const { from, to, filter } = value;
  if (typeof from !== 'number' || typeof to !== 'number' || typeof filter !== 'string')
    return undefined;
  return Number.isFinite(from) && to > from ? { from, to, filter } : undefined;
}
