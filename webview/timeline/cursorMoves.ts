// Moves the cursor of the session, and shows its line beside the page.
import { micros } from '../../src/base/time.ts';
import type { Cursor, SeekTarget, StepUnit } from '../../src/protocol/engineApi.ts';
import type { TimelineLane } from '../../src/protocol/rows.ts';
import type { PageClient } from './model.ts';

export class CursorMoves {
  private readonly client: PageClient;

  constructor(client: PageClient) {
    this.client = client;
  }

  async step(unit: StepUnit, count: number): Promise<void> {
    await this.reveal(await this.client.call('step', [unit, count]));
  }

  async seek(target: SeekTarget): Promise<void> {
    await this.reveal(await this.client.call('seek', [target]));
  }

  /** To the line at a position of the tape, or to a time when no line is known. */
  async goTo(time: number, position: number | undefined): Promise<void> {
    await this.seek(
      position === undefined
        ? { kind: 'time', time: micros(Math.round(time)) }
        : { kind: 'position', position },
    );
  }

  async select(lane: TimelineLane | undefined): Promise<void> {
    if (lane?.podKey !== undefined) await this.client.call('selectPod', [lane.podKey]);
  }

  /** The page of a lane's pod. */
  async open(lane: TimelineLane | undefined): Promise<void> {
    if (lane?.podKey === undefined) return;
    await this.select(lane);
    await this.client.call('showPage', ['pod']);
  }

  /** Of a position on the tape; the cursor stays. */
  async showLine(position: number | undefined): Promise<void> {
    if (position === undefined) return;
    const { rows } = await this.client.call('inputs', [{ start: position, count: 1 }]);
    if (rows[0] !== undefined) await this.client.call('openLog', [rows[0].input]);
  }

  async reveal(cursor: Cursor | undefined): Promise<void> {
    if (cursor?.input !== undefined) await this.client.call('openLog', [cursor.input]);
  }
}
