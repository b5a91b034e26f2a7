import type { InputId } from '../../src/base/input.ts';
import type { TimeWindow } from '../shared/timeScale.ts';
import type { Chart } from './chart.ts';
import type { View } from './model.ts';
import type { Mark } from './state.ts';

/** What the tools need of the page. */
export interface ToolsHost {
  readonly chart: Chart | undefined;
  /** What a search of lines is to mark. */
  readonly inSight: View;
  /** Something that is shown has changed; with the lanes' order, too; or hits of a search alone. */
  redraw(what: 'lanes' | 'rest' | 'hits'): void;
  /** Lanes are to stand otherwise, but for the one under the pointer. */
  resort(): void;
  /** A sentence for the eye and the screen reader. */
  say(text: string): void;
  show(window: TimeWindow): void;
  /** Moves the cursor to an item's line, or to its time when no line proves it. */
  goTo(time: number, position: number | undefined): Promise<void>;
  goToInput(input: InputId): Promise<void>;
  focusChart(): void;
  focusNote(mark: Mark): void;
}
