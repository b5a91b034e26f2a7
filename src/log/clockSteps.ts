// Where the times of a source jump: its clock was set, which a line may tell, or its parts stand in another order than they were written.
import type { Gap, InputId } from '../base/input.ts';
import { formatDuration, micros, SECOND } from '../base/time.ts';
import type { LogTable } from './record.ts';

/** Goroutines that print at once, and programs of one journal, are no further out of order. */
const JITTER = 2 * SECOND;
/** One line that was printed late is no step: so many at least stay behind it. */
const LEAST_LINES = 5;
/** A clock that was set forth by less changes no story. */
const LEAST_FORTH = 30 * SECOND;
/** systemd and journald tell a step within this of the lines around it. */
const TOLD_WITHIN = 3;

/** systemd, journald, chronyd and ntpd, by the start of their message. */
const told =
  /^(?:Time has been changed|Time jumped backwards|System clock (?:wrong|was stepped) by|Forward time jump detected|Backward time jump detected)/;

interface Step {
  /** The highest time before it, the first after it. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly [number, number];
  readonly tellers: number[];
  lines: number;
}

/** Finds the steps of a source that grows: each row is looked at once, in order. */
export class ClockSteps {
  private readonly table: LogTable;
  /** Steps that lines have followed, and one that waits for more. */
  private readonly steps: Step[] = [];
  private open: Step | undefined;
  private high = NaN;
  private highRow = 0;
  private last = NaN;
  private lastRow = 0;
  private forwards = 0;
  private backwards = 0;
  private readonly messages: (boolean | undefined)[] = [];
  /** Rows that tell of a step, and how many rows with a time stood before. */
  private readonly tellers: { readonly row: number; readonly count: number; used: boolean }[] = [];
  private count = 0;

  constructor(table: LogTable) {
    this.table = table;
  }

  look(row: number, time: number): void {
    if (this.tells(row)) this.tellers.push({ row, count: this.count, used: false });
    if (Number.isNaN(time)) return;
    if (time > this.last) this.forwards++;
    else if (time < this.last) this.backwards++;
    this.follow(time);
    if (this.last - time > JITTER) this.open = this.step(this.high, this.highRow, time, row);
    else if (time - this.last > LEAST_FORTH && this.isTold())
      this.steps.push(this.step(this.last, this.lastRow, time, row));
    if (!(time <= this.high) || this.open === undefined) {
      this.high = time;
      this.highRow = row;
    }
    this.last = time;
    this.lastRow = row;
    this.count++;
  }

  /** A step back is one once lines enough stay behind it. */
  private follow(time: number): void {
    const { open } = this;
    if (open === undefined) return;
    if (time > open.from) this.open = undefined;
    else if (++open.lines === LEAST_LINES || (open.tellers.length > 0 && open.lines > 0)) {
      this.steps.push(open);
      this.open = undefined;
      this.high = time;
    }
  }

  private step(from: number, fromRow: number, to: number, row: number): Step {
    const near = this.tellers.filter(
      ({ count, used }) => !used && this.count - count <= TOLD_WITHIN,
    );
    for (const teller of near) teller.used = true;
    return { from, to, rows: [fromRow, row], tellers: near.map((teller) => teller.row), lines: 0 };
  }

  private isTold(): boolean {
    return this.tellers.some(({ count, used }) => !used && this.count - count <= TOLD_WITHIN);
  }

  private tells(row: number): boolean {
    const number = this.table.message[row] ?? 0;
    return (this.messages[number] ??= told.test(this.table.messages.at(number)));
  }

  gaps(): readonly Gap[] {
    // Newest line first.
    if (this.backwards > 4 * this.forwards) return [];
    return this.steps.map((step) => this.gapOf(step));
  }

  private gapOf({ from, to, rows, tellers }: Step): Gap {
    const { table } = this;
    const input = (row: number): InputId => ({ source: table.source, offset: table.offsetOf(row) });
    const apart = formatDuration(Math.abs(to - from));
    const words = to < from ? 'back' : 'forth';
    return {
      source: table.source,
      kind: 'clock',
      from: micros(Math.min(from, to)),
      to: micros(Math.max(from, to)),
      text:
        tellers.length > 0
          ? `the clock was set ${words} by ${apart} here: how long something took across it is not known`
          : `times go back by ${apart} here: the clock was set back, or parts of the log are in another order; each line keeps its own time`,
      provedBy: [...tellers, ...rows].map(input),
    };
  }
}
