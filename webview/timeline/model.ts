// What the page has asked and was answered: lanes, and the items of a window wider than what is seen. Newest question wins.
import { micros } from '../../src/base/time.ts';
import type { Client } from '../../src/protocol/channel.ts';
import type { Cursor, SessionInfo } from '../../src/protocol/engineApi.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import type { TimelineKind, TimelineLane } from '../../src/protocol/rows.ts';
import { padded, type TimeWindow } from '../shared/timeScale.ts';
import { findingRows, TimelineItems, type FindingRows } from './items.ts';

export type PageClient = Client<HostApi, HostEvent>;

export class TimelineModel {
  readonly client: PageClient;
  session: SessionInfo | undefined;
  cursor: Cursor | undefined;
  lanes: readonly TimelineLane[] = [];
  items: TimelineItems | undefined;
  problem = '';
  findings: FindingRows = { lane: undefined, rowOf: new Map() };
  private kinds: readonly TimelineKind[] = [];
  private asking = new AbortController();
  private have:
    | {
        readonly window: TimeWindow;
        readonly perPixel: number;
        readonly lanes: ReadonlySet<number>;
      }
    | undefined;

  constructor(client: PageClient) {
    this.client = client;
  }

  /** Everything but the items: when the page begins, and when the tape changed. True when something is open. */
  async load(): Promise<boolean> {
    this.have = undefined;
    try {
      const session = await this.client.call('session', []);
      this.session = session.sources.length === 0 ? undefined : session;
      this.cursor = session.cursor;
      this.problem = '';
      if (this.session === undefined) return false;
      const { lanes, kinds } = await this.client.call('lanes', []);
      this.lanes = lanes;
      this.kinds = kinds;
      this.findings = await this.loadFindings();
      return true;
    } catch (error) {
      this.session = undefined;
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  private async loadFindings(): Promise<FindingRows> {
    const lane = this.lanes.find(({ kind }) => kind === 'findings')?.id;
    if (lane === undefined) return { lane, rowOf: new Map() };
    const { from, to } = this.all;
    const whole = { from: micros(Math.floor(from)), to: micros(Math.ceil(to)) };
    const columns = await this.client.call('timeline', [{ ...whole, width: 2000, lanes: [lane] }]);
    return findingRows(columns, this.kinds, lane);
  }

  get all(): TimeWindow {
    const { from, to } = this.session ?? {};
    if (from === undefined || to === undefined) return { from: 0, to: 1 };
    return padded({ from, to });
  }

  /**
   * Asks for what a window shows unless it is at hand: thrice the window, and the lanes near those that are seen, so that a
   * pan or a scroll shows something at once.
   * True when new items came.
   */
  async want(
    window: TimeWindow,
    width: number,
    seen: readonly number[],
    near: readonly number[],
  ): Promise<boolean> {
    const perPixel = (window.to - window.from) / width;
    if (this.session === undefined || this.holds(window, perPixel, seen)) return false;
    const length = window.to - window.from;
    const wide = { from: window.from - length, to: window.to + length };
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const columns = await this.client.call(
        'timeline',
        [
          {
            from: micros(Math.floor(wide.from)),
            to: micros(Math.ceil(wide.to)),
            width: Math.ceil(width * 3),
            lanes: near,
          },
        ],
        { signal: asking.signal },
      );
      if (asking.signal.aborted) return false;
      this.have = { window: wide, perPixel, lanes: new Set(near) };
      this.items = new TimelineItems(columns, this.kinds, this.findings);
      return true;
    } catch (error) {
      if (asking.signal.aborted) return false;
      this.problem = error instanceof Error ? error.message : String(error);
      return true;
    }
  }

  private holds(window: TimeWindow, perPixel: number, lanes: readonly number[]): boolean {
    const { have } = this;
    if (have === undefined || !lanes.every((lane) => have.lanes.has(lane))) return false;
    const sharp = perPixel <= have.perPixel * 1.01 && perPixel >= have.perPixel / 1.5;
    return sharp && window.from >= have.window.from && window.to <= have.window.to;
  }
}
