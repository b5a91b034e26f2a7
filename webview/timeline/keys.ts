// Keys of the chart, and what they do in words. Browsers' and VS Code's own chords stay theirs.
import { t } from '../shared/l10n.ts';

/** Each action with the keys that stand for it and what the help says of it, in the order of the help. */
export const help = [
  [
    t('Move'),
    [
      ['←  →', t('step the cursor to the event before, after')],
      [',  .', t('go to the item before, after in the lane that has the focus')],
      ['Shift+E  E', t('go to the error before, after')],
      ['Home  End', t('go to the start, the end of the log')],
      ['Enter', t('go to what is selected, else show the cursor’s line in the log')],
      ['I', t('all about the item that was clicked or gone to')],
    ],
  ],
  [
    t('Look'),
    [
      ['W  S', t('zoom in, out')],
      ['A  D', t('pan')],
      ['0', t('show all')],
      ['F', t('show the range')],
      ['Space', t('follow the end while the log grows')],
      ['F6', t('chart or list')],
    ],
  ],
  [
    t('Lanes'),
    [
      ['↑  ↓', t('the lane above, below')],
      ['O', t('the page of the lane’s pod; also a double-click on its name')],
      ['P', t('pin or unpin the lane')],
      ['Alt+↑  Alt+↓', t('move the lane up, down')],
      ['G', t('group by namespace, by node, not at all')],
      ['Z  Shift+Z', t('fold or unfold the group of the lane, all groups')],
      ['C', t('compare this lane with another (press C on each)')],
    ],
  ],
  [
    t('Measure and note'),
    [
      ['[  ]', t('start or end a range at the cursor')],
      ['R', t('the visible range')],
      ['M', t('mark the cursor’s time, with a note')],
      ['Shift+N  N', t('the mark before, after')],
      ['/', t('find')],
      ['Escape', t('close, and clear the range')],
      ['?', t('this help')],
    ],
  ],
] as const;

export type Action =
  | 'stepBack'
  | 'stepForward'
  | 'start'
  | 'end'
  | 'zoomIn'
  | 'zoomOut'
  | 'panLeft'
  | 'panRight'
  | 'fit'
  | 'fitRange'
  | 'laneUp'
  | 'laneDown'
  | 'laneHigher'
  | 'laneLower'
  | 'openPod'
  | 'pin'
  | 'group'
  | 'fold'
  | 'foldAll'
  | 'compare'
  | 'previousItem'
  | 'nextItem'
  | 'previousError'
  | 'nextError'
  | 'rangeStart'
  | 'rangeEnd'
  | 'rangeInSight'
  | 'mark'
  | 'previousMark'
  | 'nextMark'
  | 'follow'
  | 'find'
  | 'clear'
  | 'help'
  | 'enter'
  | 'detail'
  | 'toggleList';

const plain: Readonly<Record<string, Action>> = {
  ArrowLeft: 'stepBack',
  ArrowRight: 'stepForward',
  ArrowUp: 'laneUp',
  ArrowDown: 'laneDown',
  Home: 'start',
  End: 'end',
  Enter: 'enter',
  Escape: 'clear',
  F6: 'toggleList',
  ' ': 'follow',
  '0': 'fit',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  ',': 'previousItem',
  '.': 'nextItem',
  '[': 'rangeStart',
  ']': 'rangeEnd',
  '/': 'find',
  '?': 'help',
  w: 'zoomIn',
  s: 'zoomOut',
  a: 'panLeft',
  d: 'panRight',
  f: 'fitRange',
  e: 'nextError',
  i: 'detail',
  o: 'openPod',
  p: 'pin',
  g: 'group',
  z: 'fold',
  c: 'compare',
  r: 'rangeInSight',
  m: 'mark',
  n: 'nextMark',
};

const shifted: Readonly<Record<string, Action>> = {
  ArrowLeft: 'panLeft',
  ArrowRight: 'panRight',
  '+': 'zoomIn',
  e: 'previousError',
  n: 'previousMark',
  z: 'foldAll',
};

const withAlt: Readonly<Record<string, Action>> = {
  ArrowUp: 'laneHigher',
  ArrowDown: 'laneLower',
};

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export function keyAction({ key, ctrlKey, altKey, metaKey, shiftKey }: Key): Action | undefined {
  // AltGr, which some keyboards need for brackets, comes as both.
  if (ctrlKey && altKey && !metaKey) return key.length === 1 ? plain[key] : undefined;
  if (ctrlKey || metaKey) return undefined;
  if (altKey) return shiftKey ? undefined : withAlt[key];
  const name = key.length === 1 ? key.toLowerCase() : key;
  return shiftKey ? (shifted[name] ?? (key.length === 1 ? plain[name] : undefined)) : plain[name];
}
