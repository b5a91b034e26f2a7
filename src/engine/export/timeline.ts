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
  const names = timeline.lanes.map((lane) => ({
    ph: 'M',
    pid: 1,
    tid: lane.id + 1,
    name: 'thread_name',
    args: { name: lane.name },
  }));
  const events = items.map((item) => ({
    name: item.kind,
    cat: item.known,
    pid: 1,
    tid: item.laneId + 1,
    ts: item.start,
    ...(item.shape === 'span' ? { ph: 'X', dur: item.end - item.start } : { ph: 'i', s: 't' }),
    args:
      item.provedBy === undefined ? {} : { line: `${item.provedBy.file}:${item.provedBy.line}` },
  }));
  return [
    { ph: 'M', pid: 1, tid: 0, name: 'process_name', args: { name: 'kubelet' } },
    ...names,
    ...events,
  ];
}
