// What the page has asked and was answered: lanes, and the items of a window wider than what is seen. Newest question wins.
import { micros, type Micros } from '../../src/base/time.ts';
import type { CallOptions, Client } from '../../src/protocol/channel.ts';
import type { Cursor, SessionInfo } from '../../src/protocol/engineApi.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';
import type { CounterName, TimelineKind, TimelineLane } from '../../src/protocol/rows.ts';
import type {
  CounterColumns,
  LineFound,
  LineHits,
  TimelineColumnsAsked,
  TimelineDetail,
  TimelineFound,
  TimelineOverview,
  TimelineQuery,
  TimelineStats,
} from '../../src/protocol/timelineApi.ts';
import { padded, type TimeWindow } from '../shared/timeScale.ts';
import { groupKey, laneKey } from './arrange.ts';
import { CounterStore } from './counters.ts';
import {
  findingRows,
  inOrder,
  TimelineItems,
  type FindingRows,
  type TimelineItem,
} from './items.ts';
import { lookOf } from './kinds.ts';
import { LaneStore } from './laneStore.ts';

export type PageClient = Client<HostApi, HostEvent>;

/** Columns of an answer that only stands in for a sharp one. */
const COARSE = 256;
/** Groups of one question. */
const MOST_GROUPS = 50;
/** Pixels of one column of a counter. */
const PER_COLUMN = 2;
/** Lanes of one answer: some 100 kB. */
const LANES = 500;
/** Answers on their way at once. */
const AT_ONCE = 8;
/** Of one question. */
const MOST_LANES = 2_000;

/** Lanes that are seen through one window. */
export interface View {
  readonly window: TimeWindow;
  /** In pixels. */
  readonly width: number;
  readonly seen: readonly number[];
  /** The same and what stands around them. */
  readonly near: readonly number[];
  /** Large groups. */
  readonly groups?: { readonly by: 'namespace' | 'node'; readonly names: readonly string[] };
}

export class TimelineModel {
  readonly client: PageClient;
  session: SessionInfo | undefined;
  cursor: Cursor | undefined;
  lanes: readonly TimelineLane[] = [];
  readonly items = new LaneStore();
  readonly counters = new CounterStore();
  readonly groups = new CounterStore<string>();
  problem = '';
  findings: FindingRows = { lane: undefined, rowOf: new Map() };
  kinds: readonly TimelineKind[] = [];
  private asking = new AbortController();
  /** The last answer had no room for all that was asked. */
  private crowded = false;

  constructor(client: PageClient) {
    this.client = client;
  }

  /** Everything but the items: when the page begins, and when the tape changed. True when something is open. */
  async load(): Promise<boolean> {
    this.asking.abort();
    try {
      const session = await this.client.call('session', []);
      this.session = session.sources.length === 0 ? undefined : session;
      this.cursor = session.cursor;
      this.problem = '';
      if (this.session === undefined) return false;
      const { lanes: told, kinds, counters } = await this.loadLanes();
      const lanes = [
        ...told,
        ...counters.map((name, index) => counterLane(name, told.length + index)),
      ];
      const before = new Map(this.lanes.map((lane) => [laneKey(lane), lane.id]));
      this.lanes = lanes;
      this.kinds = kinds;
      this.findings = await this.loadFindings();
      this.counters.outdate();
      this.groups.outdate();
      this.items.outdate(
        new Map(lanes.flatMap((lane) => [[before.get(laneKey(lane)) ?? -1, lane.id]])),
      );
      return true;
    } catch (error) {
      this.session = undefined;
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Page by page, so that no message is large; once more from the begin when the tape has grown meanwhile. */
  private async loadLanes(): Promise<Awaited<ReturnType<HostApi['lanes']>>> {
    for (let attempt = 0; ; attempt++) {
      const first = await this.client.call('lanes', [{ start: 0, count: LANES }]);
      const pages = [first];
      for (let start = LANES; start < first.total; start += LANES * AT_ONCE)
        pages.push(
          ...(await this.lanePages(start, Math.min(first.total, start + LANES * AT_ONCE))),
        );
      const { revision } = first;
      if (attempt === 2 || pages.every((page) => page.revision === revision))
        return { ...first, lanes: pages.flatMap(({ lanes }) => lanes) };
    }
  }

  private async lanePages(
    from: number,
    to: number,
  ): Promise<readonly Awaited<ReturnType<HostApi['lanes']>>[]> {
    const starts = Array.from(
      { length: Math.ceil((to - from) / LANES) },
      (_, i) => from + i * LANES,
    );
    return Promise.all(starts.map((start) => this.client.call('lanes', [{ start, count: LANES }])));
  }

  private async loadFindings(): Promise<FindingRows> {
    const lane = this.lanes.find(({ kind }) => kind === 'findings')?.id;
    if (lane === undefined) return { lane, rowOf: new Map() };
    const { from, to } = this.all;
    const whole = wholeMicros({ from, to });
    const columns = await this.client.call('timeline', [{ ...whole, width: 2000, lanes: [lane] }]);
    return findingRows(columns, this.kinds, lane);
  }

  get all(): TimeWindow {
    const { from, to } = this.session ?? {};
    if (from === undefined || to === undefined) return { from: 0, to: 1 };
    return padded({ from, to });
  }

  /**
   * Asks one question about what a window shows, unless all is at hand: thrice the window, so that a pan shows something at once, and the
   * lanes in sight before those `near` them. Where an answer has no room for all, a coarse one for the rest goes before sharp ones.
   * True when new items came and there may be more to ask.
   */
  async want(
    window: TimeWindow,
    width: number,
    seen: readonly number[],
    near: readonly number[],
    groups?: View['groups'],
  ): Promise<boolean> {
    if (this.session === undefined) return false;
    const length = window.to - window.from;
    const wide = { from: window.from - length, to: window.to + length };
    const blurred = this.items.blurred(seen, window, length / width);
    const blank = this.items.blank(blurred, window);
    if (this.crowded && blank.length > 0) return this.ask(wide, COARSE, blank, 'near');
    if (blurred.length > 0) {
      const lanes = [...new Set([...blurred, ...this.items.blurred(near, window, length / width)])];
      return this.ask(wide, Math.ceil(width * 3), lanes, 'near');
    }
    this.crowded = false;
    const counters = seen.flatMap((lane) => this.lanes[lane]?.counter ?? []);
    const perColumn = (length / width) * PER_COLUMN;
    const dull = this.counters.blurred(counters, window, perColumn);
    const columns = Math.ceil((width * 3) / PER_COLUMN);
    if (dull.length > 0)
      return this.askColumns(wide, columns, this.counters, dull, (asked, options) =>
        this.client.call('timelineCounters', [{ ...asked, counters: dull }], options),
      );
    if (groups !== undefined) {
      const { by, names } = groups;
      const keys = names.map((name) => groupKey(by, name));
      const old = this.groups.blurred(keys, window, perColumn);
      const wanted = names.filter((name) => old.includes(groupKey(by, name))).slice(0, MOST_GROUPS);
      if (wanted.length > 0)
        return this.askColumns(
          wide,
          columns,
          this.groups,
          wanted.map((name) => groupKey(by, name)),
          (asked, options) =>
            this.client.call('timelineGroups', [{ ...asked, by, groups: wanted }], options),
        );
    }
    const lacking = this.items.withoutWhole(near);
    return lacking.length > 0 && this.ask(this.all, COARSE, lacking, 'whole');
  }

  private async ask(
    window: TimeWindow,
    width: number,
    lanes: readonly number[],
    use: 'near' | 'whole',
  ): Promise<boolean> {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    const whole = wholeMicros(window);
    try {
      const columns = await this.client.call(
        'timeline',
        [{ ...whole, width, lanes: lanes.slice(0, MOST_LANES) }],
        { signal: asking.signal },
      );
      if (asking.signal.aborted) return true;
      const unanswered = new Set([...(columns.more ?? []), ...lanes.slice(MOST_LANES)]);
      const answered = lanes.filter((lane) => !unanswered.has(lane));
      const items = new TimelineItems(columns, this.kinds, this.findings);
      const perPixel = (window.to - window.from) / width;
      this.crowded = unanswered.size > 0;
      if (use === 'near') this.items.put(answered, window, perPixel, this.all, items);
      else this.items.putWhole(answered, window, perPixel, items);
      return true;
    } catch (error) {
      if (asking.signal.aborted) return true;
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Columns of what is counted, for `names` of a store. */
  private async askColumns<Name extends string>(
    window: TimeWindow,
    width: number,
    store: CounterStore<Name>,
    names: readonly Name[],
    call: (asked: TimelineColumnsAsked, options: CallOptions) => Promise<CounterColumns>,
  ): Promise<boolean> {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    try {
      const answer = await call({ ...wholeMicros(window), width }, { signal });
      if (!signal.aborted) store.put(names, answer);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  lane(id: number | undefined): TimelineLane | undefined {
    return id === undefined ? undefined : this.lanes[id];
  }

  /** Where the kinds of the palette are asked for by their names. */
  get names(): readonly string[] {
    return this.kinds.map((kind) => lookOf(kind).name);
  }

  async overview(window: TimeWindow, width: number): Promise<TimelineOverview> {
    return this.client.call('timelineOverview', [{ ...wholeMicros(window), width }]);
  }

  /** Of what an item stands for: it may be several that were merged. */
  async detail({ lane, kind, start, end }: TimelineItem): Promise<TimelineDetail> {
    const { from, to } = wholeMicros({ from: start, to: end });
    return this.client.call('timelineDetail', [{ lane, kind: this.kinds.indexOf(kind), from, to }]);
  }

  async ranks(window: TimeWindow): Promise<Uint8Array> {
    const asked = wholeMicros(window);
    const at = this.cursor?.time ?? asked.to;
    const { columns } = await this.client.call('laneRanks', [{ ...asked, at }]);
    return columns.rank;
  }

  async stats(range: TimeWindow, lanes?: readonly number[]): Promise<TimelineStats> {
    const asked = wholeMicros(range);
    return this.client.call('timelineStats', [lanes === undefined ? asked : { ...asked, lanes }]);
  }

  /** `columns`: counts hits over all of the time in so many columns. */
  async find(
    query: Omit<TimelineQuery, 'names' | 'within'>,
    columns?: number,
  ): Promise<TimelineFound> {
    const named = { ...query, names: this.names };
    const within =
      columns === undefined ? {} : { within: { ...wholeMicros(this.all), width: columns } };
    return this.client.call('timelineFind', [{ ...named, ...within }]);
  }

  /** Lines that a filter finds, as far as the engine has looked; `columns` as of `find`. */
  async findLines(
    filter: string,
    { window, width, seen }: View,
    columns: number,
    signal: AbortSignal,
  ): Promise<LineHits> {
    const query = {
      filter,
      within: { ...wholeMicros(this.all), width: columns },
      window: { ...wholeMicros(window), width: Math.ceil(width), lanes: seen.slice(0, MOST_LANES) },
    };
    return this.client.call('timelineLines', [query], { signal });
  }

  nextLine(filter: string, after: number, step: 1 | -1): Promise<LineFound> {
    return this.client.call('timelineLine', [{ filter, after, step }]);
  }

  /** Ids of the pods' lanes that a filter leaves. */
  async lanesLike(filter: string): Promise<ReadonlySet<number>> {
    return new Set(await this.client.call('lanesLike', [filter]));
  }

  /** All items at hand of a window in order of time, for the list. */
  inOrder(lanes: readonly number[], window: TimeWindow): readonly TimelineItem[] {
    return inOrder(lanes.flatMap((lane) => this.items.of(lane, window) ?? []));
  }
}

function counterLane(counter: CounterName, id: number): TimelineLane {
  const none = { podKey: undefined, first: undefined, last: undefined, severity: 'none' } as const;
  return { id, kind: 'counter', counter, name: counter, group: '', node: '', ...none };
}

function wholeMicros({ from, to }: TimeWindow): { readonly from: Micros; readonly to: Micros } {
  return { from: micros(Math.floor(from)), to: micros(Math.ceil(to)) };
}
