import { describe, expect, it } from 'vitest';
import { exportTimeline } from '../../src/engine/export/timeline.ts';
import { buildTimeline, timelineColumns } from '../../src/engine/present/timeline.ts';
import { diagnose } from '../../src/diagnosis/diagnose.ts';
import { rebuild } from '../../src/kubelet/rebuild/rebuild.ts';
import { readCapture, tapeOf } from '../support/captures.ts';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly s?: string;
}

describe('the timeline of a capture', () => {
  const tape = tapeOf(readCapture('teardown-v2').log);
  const history = rebuild(tape);
  const timeline = buildTimeline({ tape, history, findings: diagnose(history, tape) });
  const { traceEvents } = JSON.parse(exportTimeline(tape, timeline, 'perfetto')) as { traceEvents: TraceEvent[] };
  const window = { from: history.from, to: history.to, width: 1_000_000_000 };

  it('is in the trace-event format', () => {
    for (const event of traceEvents) {
      if (event.ph === 'M') continue;
      expect(['X', 'i']).toContain(event.ph);
      expect(Number.isInteger(event.ts)).toBe(true);
      if (event.ph === 'X') expect(event.dur).toBeGreaterThanOrEqual(0);
      else expect(event.s).toBe('t');
    }
    const lanes = traceEvents.filter((event) => event.name === 'thread_name').map((event) => event.tid);
    expect(lanes).toEqual(timeline.lanes.map((lane) => lane.id + 1));
  });

  it('has, slice by slice, what a page draws when nothing is merged', () => {
    const { columns } = timelineColumns(timeline, window, 1);
    const drawn = [...columns.lane].map((lane, i) => {
      const start = (columns.start[i] ?? 0) + history.from;
      return `${lane + 1} ${timeline.kinds[columns.kind[i] ?? 0]?.slug ?? ''} ${start} ${(columns.end[i] ?? 0) + history.from} x${columns.count[i] ?? 0}`;
    });
    const exported = traceEvents
      .filter((event) => event.ph !== 'M')
      .map((event) => `${event.tid} ${event.name} ${event.ts ?? 0} ${(event.ts ?? 0) + (event.dur ?? 0)} x1`);
    expect(drawn).toEqual(exported);
    expect(drawn.length).toBeGreaterThan(60);
  });

  it('merges what falls on one pixel, and loses nothing', () => {
    const whole = timelineColumns(timeline, window, 1).columns;
    const small = timelineColumns(timeline, { ...window, width: 40 }, 1).columns;
    const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);
    expect(small.lane.length).toBeLessThan(whole.lane.length);
    expect(sum(small.count)).toBe(sum(whole.count));
  });
});
