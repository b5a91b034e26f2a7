// What is asked of the timeline beside its windows: sums over a range, the next item of a search, and how much happens when.
import type { Known } from '../base/input.ts';
import type { Micros } from '../base/time.ts';
import type { CounterName, InputRow, RowSeverity, TimelineKind } from './rows.ts';

export interface TimelineApi {
  /** What lies in a range, in part or whole. */
  timelineStats(range: TimelineRange): Promise<TimelineStats>;
  timelineFind(query: TimelineQuery): Promise<TimelineFound>;
  /** How many items of pods, PLEG and sync loop begin in each of `width` columns of a window. */
  timelineOverview(window: TimelineColumnsAsked): Promise<TimelineOverview>;
  timelineCounters(window: CounterWindow): Promise<CounterColumns>;
  /** All of it in the trace-event format, for ui.perfetto.dev. */
  timelineTrace(): Promise<string>;
  /** All about an item, or about those that were merged to one. */
  timelineDetail(asked: TimelineDetailAsked): Promise<TimelineDetail>;
  /** How many pods of a group fail (`a`) and how many have warnings alone (`b`). */
  timelineGroups(window: GroupWindow): Promise<CounterColumns>;
  /** Of all lanes, by id. */
  laneRanks(asked: LaneRanksAsked): Promise<LaneRanks>;
  /**
   * Lines that a filter finds. Answers with what is found after some milliseconds, or after the first hit; asked again it goes on, until
   * `share` is 1. Lines of the window are looked at first.
   */
  timelineLines(query: LineHitsQuery): Promise<LineHits>;
  /** The next of these lines, however far it is. */
  timelineLine(step: LineStep): Promise<LineFound>;
}

export interface TimelineRange {
  readonly from: Micros;
  readonly to: Micros;
  /** By id; all when absent. */
  readonly lanes?: readonly number[];
}

/** All items of one kind in a range. `total` and `longest` are µs inside the range; 0 for marks. */
export interface KindSum extends TimelineKind {
  readonly count: number;
  readonly total: number;
  readonly longest: number;
}

export interface TimelineStats {
  readonly from: Micros;
  readonly to: Micros;
  /** Marks of pods, then of the PLEG: loud ones first, then the most frequent. */
  readonly events: readonly KindSum[];
  readonly pleg: readonly KindSum[];
  /** States and phases of pods. */
  readonly spans: readonly KindSum[];
  readonly findings: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: RowSeverity;
    readonly pod: string | undefined;
  }[];
  /** The longest that pods took for one thing, at most ten, down to a hundredth of the longest; calm states don’t count. */
  readonly slowest: readonly {
    readonly lane: number;
    readonly name: string;
    readonly slug: string;
    readonly known: Known;
    /** µs inside the range. */
    readonly length: number;
  }[];
}

export interface TimelineColumnsAsked {
  readonly from: Micros;
  readonly to: Micros;
  readonly width: number;
}

/** What matters most comes first. */
export const laneRank = {
  failing: 0,
  warned: 1,
  changing: 2,
  there: 3,
  gone: 4,
  nothing: 5,
} as const;

export interface LaneRanksAsked {
  readonly from: Micros;
  readonly to: Micros;
  /** Where the cursor is. */
  readonly at: Micros;
}

export interface LaneRanks {
  readonly revision: number;
  readonly columns: {
    /** `failing` or `warned`: something so loud is in the window; `changing`: something begins in it; `there`, `gone`: whether the cursor is in the lane's extent; `nothing`: nothing is in the window. */
    readonly rank: Uint8Array;
  };
}

export interface CounterWindow extends TimelineColumnsAsked {
  readonly counters: readonly CounterName[];
}

/** Items of one lane and kind (of the palette) that begin in a range. */
export interface TimelineDetailAsked {
  readonly lane: number;
  readonly kind: number;
  readonly from: Micros;
  readonly to: Micros;
}

export interface TimelineDetail {
  /** Items. */
  readonly count: number;
  /** Lines that prove them, in their order. */
  readonly lines: readonly InputRow[];
  /** How many lines more there are. */
  readonly more: number;
  /** Of what is unknown: why. */
  readonly why: string | undefined;
  /** The key of the finding that it stands for. */
  readonly finding: string | undefined;
}

export interface GroupWindow extends TimelineColumnsAsked {
  readonly by: 'namespace' | 'node';
  /** By name. */
  readonly groups: readonly string[];
}

/** What a window shows of counters, in steps: a row holds until the next one of its counter. Rows come counter by counter, each in order of time. */
export interface CounterColumns {
  readonly from: Micros;
  readonly to: Micros;
  readonly width: number;
  readonly revision: number;
  readonly columns: {
    /** Index among those that were asked for. */
    readonly counter: Uint8Array;
    /** Of the window's `width`. */
    readonly column: Uint32Array;
    /** 0 seen, 1 inferred, 2 unknown, 3 no line tells of anything. */
    readonly known: Uint8Array;
    /** How much more it may be. */
    readonly open: Float32Array;
    /** The highest in the column, in parts that are stacked: of `pods` those that sync, terminate, are terminated; of others the first alone. */
    readonly a: Float32Array;
    readonly b: Float32Array;
    readonly c: Float32Array;
  };
}

/** A place in the order of items: by start, then by the input that proves them, then by their number, which lasts for a revision. */
export interface TimelinePlace {
  readonly time: Micros;
  readonly position?: number;
  readonly item?: number;
}

export interface TimelineQuery {
  /** Every word stands in the item's lane or in what its kind is called. */
  readonly text: string;
  /** What each kind of the palette is called; its slug where absent. */
  readonly names?: readonly string[];
  readonly lanes?: readonly number[];
  /** Only items that are at least this loud. */
  readonly severity?: 'warning' | 'error';
  /** The hit is the next item after this place, or the one before it. */
  readonly after: TimelinePlace;
  readonly step: 1 | -1;
  /** Counts hits in columns, too. */
  readonly within?: TimelineColumnsAsked;
}

export interface TimelineFound {
  readonly total: number;
  /** Which of them the hit is, from 0; -1 without a hit. */
  readonly index: number;
  readonly hit:
    | {
        readonly lane: number;
        readonly kind: number;
        readonly end: Micros;
        readonly place: Required<TimelinePlace>;
        /** Of the input that proves it. */
        readonly position: number | undefined;
      }
    | undefined;
  readonly columns: Uint32Array | undefined;
}

export interface TimelineOverview {
  readonly all: Uint32Array;
  readonly warnings: Uint32Array;
  readonly errors: Uint32Array;
}

export interface LineHitsQuery {
  /** As `findLines` takes it. */
  readonly filter: string;
  /** Hits are counted in its columns. */
  readonly within: TimelineColumnsAsked;
  /** Hits in it are told one by one, one for each pixel and lane. */
  readonly window: TimelineColumnsAsked & { readonly lanes: readonly number[] };
}

export interface LineHits {
  /** So far. */
  readonly total: number;
  /** How much of the tape was looked through; 1: all. */
  readonly share: number;
  readonly columns: {
    readonly counts: Uint32Array;
    /** A pod's, or 0xffffffff for all lines: those stand on the ruler. */
    readonly lane: Uint32Array;
    /** µs from the window's `from`. */
    readonly start: Float64Array;
    /** On the tape. */
    readonly position: Uint32Array;
  };
}

export interface LineStep {
  readonly filter: string;
  /** A position on the tape; -1 stands before the first line. */
  readonly after: number;
  readonly step: 1 | -1;
}

export interface LineFound {
  /** So far. */
  readonly total: number;
  /** Which of them it is, from 0; undefined while not all of the tape was looked through, or without a hit. */
  readonly index: number | undefined;
  readonly row: InputRow | undefined;
  /** Of the pod that it names. */
  readonly lane: number | undefined;
}
