// Keys of the chart. Browsers' and VS Code's own chords stay theirs.

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
  | 'laneUp'
  | 'laneDown'
  | 'reveal'
  | 'toggleList';

const plain: Readonly<Record<string, Action>> = {
  ArrowLeft: 'stepBack',
  ArrowRight: 'stepForward',
  ArrowUp: 'laneUp',
  ArrowDown: 'laneDown',
  Home: 'start',
  End: 'end',
  Enter: 'reveal',
  F6: 'toggleList',
  '0': 'fit',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  w: 'zoomIn',
  s: 'zoomOut',
  a: 'panLeft',
  d: 'panRight',
};

const shifted: Readonly<Record<string, Action>> = {
  ArrowLeft: 'panLeft',
  ArrowRight: 'panRight',
  '+': 'zoomIn',
};

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export function keyAction({ key, ctrlKey, altKey, metaKey, shiftKey }: Key): Action | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return shiftKey ? (shifted[name] ?? (key.length === 1 ? plain[name] : undefined)) : plain[name];
}
