// Where the cursor was, as a browser knows its pages: a jump begins a new place, a step moves the present one.
import type { EngineEvent } from '../../protocol/engineApi.ts';

type Reason = Extract<EngineEvent, { kind: 'cursorMoved' }>['reason'];

const MOST = 200;

/** Places are positions on the tape. */
export class CursorTrail {
  private places: number[] = [];
  private at = 0;

  /** Hears each move of the cursor, also those that going back and forward make. */
  hear(reason: Reason, position: number): void {
    switch (reason) {
      case 'open':
        this.places = [position];
        this.at = 0;
        return;
      case 'seek':
        if (position === this.places[this.at]) return;
        this.places = [...this.places.slice(0, this.at + 1), position].slice(-MOST);
        this.at = this.places.length - 1;
        return;
      case 'step':
      case 'follow':
        this.places[this.at] = position;
        return;
      case 'select':
      case 'mode':
        return;
    }
  }

  /** The place before the present one (-1) or after it, which is then the present one; undefined: there is none. */
  go(by: 1 | -1): number | undefined {
    const place = this.places[this.at + by];
    if (place !== undefined) this.at += by;
    return place;
  }
}
