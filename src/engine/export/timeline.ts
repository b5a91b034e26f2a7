import { assertDefined } from '../../base/assert.ts';
import type { Tape } from '../../replay/tape.ts';
import type { Timeline } from '../present/timeline.ts';
import { itemsOfLane, NO_POSITION } from '../present/timelineStore.ts';
import { lineRef, type LineRef } from './lineRef.ts';

export const timelineFormats = ['perfetto', 'json'] as const;
export type TimelineFormat = (typeof timelineFormats)[number];

const knownNames = ['seen', 'inferred', 'unknown'] as const;

interface ExportedItem {
  readonly lane: string;
  readonly laneId: number;
  readonly kind: string;
  readonly shape: 'span' | 'mark';
  /** µs since 1970. */
  readonly start: number;
  readonly end: number;
  readonly known: string;
  readonly provedBy: LineRef | undefined;
}

/** Every item of the timeline, unmerged: in the trace-event format that ui.perfetto.dev opens, or as plain rows. */
export function exportTimeline(tape: Tape, timeline: Timeline, format: TimelineFormat): string {
  const items = allItems(tape, timeline);
  return JSON.stringify(
    format === 'json'
      ? { items }
      : { displayTimeUnit: 'ms', traceEvents: traceEvents(timeline, items) },
  );
}

function allItems(tape: Tape, timeline: Timeline): ExportedItem[] {
  return timeline.lanes.flatMap((lane) =>
    itemsOfLane(timeline.store, lane.id).map((item) => {
      const kind = assertDefined(timeline.kinds[item.kind], 'an item has a kind of the palette');
      const input = item.position === NO_POSITION ? undefined : tape.input(item.position);
      return {
        lane: lane.name,
        laneId: lane.id,
        kind: kind.slug,
        shape: kind.shape,
        start: item.start,
        end: item.end,
        known: knownNames[item.known] ?? 'unknown',
        provedBy: input === undefined ? undefined : lineRef(tape, input),
      };
    }),
  );
}

/** One process for the node, one thread a lane; spans are complete events, marks are instants of their thread. */
function traceEvents(timeline: Timeline, items: readonly ExportedItem[]): object[] {
  const names = timeline.lanes.map((lane) => nameEvent(lane.name, lane.id + 1));
  const events = items.map((item) => itemEvent(item, item.laneId + 1));
  return [processEvent, ...names, ...events];
}

const processEvent = { ph: 'M', pid: 1, tid: 0, name: 'process_name', args: { name: 'kubelet' } };

function nameEvent(name: string, tid: number): object {
  return { ph: 'M', pid: 1, tid, name: 'thread_name', args: { name } };
}

function itemEvent(item: ExportedItem, tid: number): object {
  return {
    name: item.kind,
    cat: item.known,
    pid: 1,
    tid,
    ts: item.start,
    ...(item.shape === 'span' ? { ph: 'X', dur: item.end - item.start } : { ph: 'i', s: 't' }),
    args:
      item.provedBy === undefined ? {} : { line: `${item.provedBy.file}:${item.provedBy.line}` },
  };
}

/** The timeline of a session that grows, as lines that come when they are known. */
export class TimelineFollower {
  private readonly format: TimelineFormat;
  /** By lane, kind and start: what was told of an item. */
  private readonly told = new Map<string, string>();
  private readonly threads = new Map<string, number>();

  constructor(format: TimelineFormat) {
    this.format = format;
  }

  /**
   * What became known since it was last asked: marks, and spans that have ended. As rows, one that turned out otherwise comes
   * again; in the trace-event format, whose lines make one JSON array, it stays as it was told first. `isLast`: nothing comes
   * any more, what goes on still is told too.
   */
  fresh(tape: Tape, timeline: Timeline, isLast: boolean): readonly string[] {
    const end = tape.time[tape.length - 1] ?? 0;
    const fresh = allItems(tape, timeline).filter((item) => {
      if (item.shape === 'span' && item.end >= end && !isLast) return false;
      const key = `${item.lane} ${item.kind} ${item.shape} ${item.start}`;
      const now = `${item.end} ${item.known}`;
      const before = this.told.get(key);
      if (before === now || (before !== undefined && this.format === 'perfetto')) return false;
      this.told.set(key, now);
      return true;
    });
    if (this.format === 'json') return fresh.map((item) => JSON.stringify(item));
    return this.events(fresh, isLast);
  }

  private events(items: readonly ExportedItem[], isLast: boolean): readonly string[] {
    const lines = items.flatMap((item) => {
      const known = this.threads.get(item.lane);
      const thread = known ?? this.threads.size + 1;
      this.threads.set(item.lane, thread);
      const event = `,${JSON.stringify(itemEvent(item, thread))}`;
      return known === undefined
        ? [`,${JSON.stringify(nameEvent(item.lane, thread))}`, event]
        : [event];
    });
    const isFirst = !this.told.has('');
    this.told.set('', '');
    if (isFirst) lines.unshift(`[${JSON.stringify(processEvent)}`);
    return isLast ? [...lines, ']'] : lines;
  }
}
