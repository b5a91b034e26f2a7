// A session for the timeline page without an engine: lanes with one item each, answered at once, and a count of what was asked.
import { micros, SECOND } from '../../src/base/time.ts';
import type { TimelineWindow } from '../../src/protocol/engineApi.ts';
import type { HostEvent } from '../../src/protocol/hostApi.ts';
import type { TimelineColumns, TimelineKind, TimelineLane } from '../../src/protocol/rows.ts';
import type { PageClient } from '../../webview/timeline/model.ts';

export const began = micros(Date.UTC(2026, 10, 21, 9, 34) * 1_000);

const kinds: readonly TimelineKind[] = [{ slug: 'sync', shape: 'span', severity: 'none' }];

export function fakeTimeline({ lanes: count }: { readonly lanes: number }): {
  readonly client: PageClient;
  readonly asked: { timeline: number; lanes: number };
  /** What the page hears. */
  readonly tell: (event: HostEvent) => void;
} {
  const asked = { timeline: 0, lanes: 0 };
  const heard: ((event: HostEvent) => void)[] = [];
  const lanes = Array.from({ length: count }, (_, id): TimelineLane => ({
    id,
    kind: 'pod',
    name: `default/web-${id}`,
    group: 'default',
    podKey: `uid-${id}`,
    severity: 'none',
    node: '',
    first: began,
    last: began,
  }));
  const session = {
    revision: 1,
    sources: [{}],
    from: began,
    to: micros(began + 60 * SECOND),
    inputs: count,
    cursor: { position: 0, time: began, hindsight: 'now' },
  };
  const answer = (method: string, args: readonly unknown[]): unknown => {
    if (method === 'session') return session;
    if (method === 'lanes') {
      const { start, count: many } = args[0] as { readonly start: number; readonly count: number };
      return {
        revision: 1,
        total: count,
        lanes: lanes.slice(start, start + many),
        kinds,
        counters: [],
      };
    }
    return method === 'timeline' ? columnsOf(args[0]) : { rows: [] };
  };
  const client = {
    call: async (method: string, args: readonly unknown[]) => {
      if (method === 'timeline' || method === 'lanes') asked[method]++;
      await new Promise((done) => setTimeout(done));
      return answer(method, args);
    },
    onEvent: (listener: (event: HostEvent) => void) => {
      heard.push(listener);
      return { dispose: () => undefined };
    },
  } as unknown as PageClient;
  const tell = (event: HostEvent): void => {
    for (const listener of heard) listener(event);
  };
  return { client, asked, tell };
}

function columnsOf(window: unknown): TimelineColumns {
  const { from, to, lanes = [] } = window as TimelineWindow;
  return {
    from,
    to,
    revision: 1,
    columns: {
      lane: Uint32Array.from(lanes),
      start: Float64Array.from(lanes, () => began - from + SECOND),
      end: Float64Array.from(lanes, () => began - from + 2 * SECOND),
      kind: Uint8Array.from(lanes, () => 0),
      known: Uint8Array.from(lanes, () => 0),
      count: Uint32Array.from(lanes, () => 1),
      position: Uint32Array.from(lanes),
    },
  };
}
