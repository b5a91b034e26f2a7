import { groupings, type Grouping } from './groups.ts';

/** What the page keeps when it is hidden or reloaded. */
export interface PageState {
  readonly grouping: Grouping;
  readonly filter: string;
  /** The key of the finding that is shown in full. */
  readonly selected: string | undefined;
  /** Whether what is harmless is shown. */
  readonly harmless: boolean;
}

export const freshState: PageState = {
  grouping: 'cause',
  filter: '',
  selected: undefined,
  harmless: false,
};

/** The state as it was kept, by this version or another: what is not understood is as on a fresh page. */
export function readState(value: unknown): PageState {
  if (typeof value !== 'object' || value === null) return freshState;
  const field = (key: string): unknown => Reflect.get(value, key);
  const [filter, selected] = [field('filter'), field('selected')];
  return {
    grouping: groupings.find((each) => each === field('grouping')) ?? freshState.grouping,
    filter: typeof filter === 'string' ? filter : '',
    selected: typeof selected === 'string' ? selected : undefined,
    harmless: field('harmless') === true,
  };
}
