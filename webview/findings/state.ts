import { groupings, type Grouping } from './groups.ts';

/** What the page keeps when it is hidden or reloaded. */
export interface PageState {
  /** Undefined: by what they are where there are many, else by cause. */
  readonly grouping: Grouping | undefined;
  /** Kinds whose findings are listed. */
  readonly unfolded: readonly string[];
  readonly filter: string;
  /** The key of the finding that is shown in full. */
  readonly selected: string | undefined;
  /** Whether what is harmless is shown. */
  readonly harmless: boolean;
}

export const freshState: PageState = {
  grouping: undefined,
  unfolded: [],
  filter: '',
  selected: undefined,
  harmless: false,
};

/** The state as it was kept, by this version or another: what is not understood is as on a fresh page. */
export function readState(value: unknown): PageState {
  if (typeof value !== 'object' || value === null) return freshState;
  const field = (key: string): unknown => Reflect.get(value, key);
  const [filter, selected] = [field('filter'), field('selected')];
  const unfolded = field('unfolded');
  return {
    grouping: groupings.find((each) => each === field('grouping')),
    unfolded: Array.isArray(unfolded) ? unfolded.filter((id) => typeof id === 'string') : [],
    filter: typeof filter === 'string' ? filter : '',
    selected: typeof selected === 'string' ? selected : undefined,
    harmless: field('harmless') === true,
  };
}
