// The page of the timeline benchmark: the real page and chart over the real engine's answers to a synthetic log, moved by a script.
import { assertDefined } from '../../src/base/assert.ts';
import { micros } from '../../src/base/time.ts';
import { counterColumns } from '../../src/engine/present/counterColumns.ts';
import type { Counter } from '../../src/engine/present/counters.ts';
import { Heights, Tally } from '../../src/engine/present/counterSteps.ts';
import { timelineColumns, type Timeline } from '../../src/engine/present/timeline.ts';
import { timelineOverview } from '../../src/engine/present/timelineFind.ts';
import { TimelineStoreBuilder } from '../../src/engine/present/timelineStore.ts';
import type { TimelineWindow } from '../../src/protocol/engineApi.ts';
import type { HostApi } from '../../src/protocol/hostApi.ts';
import type {
  CounterName,
  TimelineColumns,
  TimelineKind,
  TimelineLane,
} from '../../src/protocol/rows.ts';
import type {
  CounterColumns,
  CounterWindow,
  TimelineColumnsAsked,
} from '../../src/protocol/timelineApi.ts';
import { registerControls } from '../../webview/shared/controls.ts';
import { ItemList } from '../../webview/timeline/itemList.ts';
import { TimelineItems } from '../../webview/timeline/items.ts';
import type { PageClient } from '../../webview/timeline/model.ts';
import { TimelinePage } from '../../webview/timeline/page.ts';

/** Milliseconds each, but `bytes`. */
interface Measured {
  readonly build: number;
  readonly zoom: readonly number[];
  readonly pan: readonly number[];
  readonly query: readonly number[];
  readonly counters: readonly number[];
  readonly brute: readonly number[];
  readonly items: readonly number[];
  readonly bytes: readonly number[];
  readonly naive: readonly number[];
}

const began = Date.UTC(2026, 10, 21) * 1000;
const DAY = 86_400_000_000;
const kinds: readonly TimelineKind[] = [
  ...['sync', 'terminating', 'terminated'].map((slug) => span(slug, 'none')),
  span('phase.teardown', 'error'),
  ...(['none', 'none', 'none', 'info', 'warning', 'error'] as const).map((severity, index) => ({
    slug: `event.${index}`,
    shape: 'mark' as const,
    severity,
  })),
];

function span(slug: string, severity: TimelineKind['severity']): TimelineKind {
  return { slug, shape: 'span', severity };
}

/** A third of the events in two busy lanes, with spans that overlap; the rest by pods whose lives are spread over a day; every fiftieth pod lives all day. */
function synthetic(events: number): Timeline {
  const builder = new TimelineStoreBuilder();
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const lanes: TimelineLane[] = [];
  const lane = (kind: TimelineLane['kind'], group: string, name: string): number => {
    const podKey = kind === 'pod' ? name : undefined;
    const rest = { severity: 'none', node: '', first: undefined, last: undefined } as const;
    return lanes.push({ id: lanes.length, kind, group, name, podKey, ...rest }) - 1;
  };
  let left = events;
  const mark = (of: number, at: number): void => {
    builder.add(of, 4 + Math.floor(random() ** 3 * 6), at, at, 0, left--);
  };
  for (const name of ['Sync loop', 'PLEG']) {
    const of = lane('loop', '', name);
    for (let n = 0; n < events / 6; n++) {
      const at = Math.floor(began + (n * DAY) / (events / 6));
      // Spans that lie over each other are the hardest to search.
      if (n % 4 > 0) mark(of, at);
      else builder.add(of, 3, at, at + random() ** 8 * 0.1 * DAY, 1, left--);
    }
  }
  for (let pod = 0; left > 0; pod++) {
    const of = lane('pod', `team-${pod >> 8}`, `team-${pod >> 8}/web-${pod}`);
    const busy = pod % 50 === 0;
    const length = busy ? DAY : DAY * 0.02 * (0.1 + random());
    const from = Math.floor(began + random() * (DAY - length));
    const own = Math.min(left, busy ? 3_000 : 240);
    for (let n = 0; n < own; n++) {
      const at = Math.floor(from + (n * length) / own);
      if (n % 3 > 0) mark(of, at);
      else builder.add(of, (n / 3) % 4, at, Math.floor(at + length / own), n % 3, left--);
    }
  }
  return { lanes, kinds, store: builder.done(lanes.length) };
}

/** Pods that come and go, workers at work a third of the events, calls and relists that lie over each other, errors each fifty events. */
function syntheticCounters(events: number): ReadonlyMap<CounterName, Counter> {
  const end = began + DAY;
  const at = (n: number, of: number): number => Math.floor(began + (n * DAY) / of);
  const pods = new Tally(3);
  for (let n = 0; n < events / 100; n++)
    pods.add(n % 4, at(n, events / 100), at(n + 40, events / 100), 'seen');
  const workers = new Tally(1);
  for (let n = 0; n < events / 3; n++)
    workers.add(
      n % 50 === 0 ? 1 : 0,
      at(n, events / 3),
      at(n + 3 + (n % 7), events / 3),
      'inferred',
    );
  const calls = new Heights('none');
  for (let n = 0; n < events / 50; n++)
    calls.add(at(n, events / 50), at(n + (n % 9), events / 50), n % 997, 'seen');
  const relists = new Heights('unknown');
  for (let n = 0; n < 86_400; n++)
    relists.add(at(n, 86_400), at(n + 1, 86_400), (n % 61) * 1_000, 'inferred');
  const times = Float64Array.from({ length: events / 50 }, (_, n) => at(n, events / 50));
  return new Map<CounterName, Counter>([
    ['pods', pods.done(began, end)],
    ['workers', workers.done(began, end)],
    ['relist', relists.done(began, end)],
    ['cni', calls.done(began, end)],
    ['errors', { kind: 'rate', times, from: began, to: end, lost: [] }],
  ]);
}

/** What a window shows by looking at every item of its lanes. */
function brute({ store }: Timeline, { from, to, width, lanes = [] }: TimelineWindow): number {
  const perPixel = (to - from) / width;
  const seen = new Map<number, number>();
  for (const lane of lanes) {
    for (
      let series = store.laneSeries[lane] ?? 0;
      series < (store.laneSeries[lane + 1] ?? 0);
      series++
    ) {
      for (
        let at = store.seriesItems[series] ?? 0;
        at < (store.seriesItems[series + 1] ?? 0);
        at++
      ) {
        const [start = 0, end = 0] = [store.start[at], store.end[at]];
        if (start > to || end < from) continue;
        const column = series * 65_536 + Math.floor((start - from) / perPixel);
        seen.set(column, Math.max(seen.get(column) ?? 0, end));
      }
    }
  }
  return seen.size;
}

/** Every item of the window as its own rectangle, as a page would that merges nothing. */
function naive(timeline: Timeline, ctx: CanvasRenderingContext2D, lanes: readonly number[]): void {
  const { store } = timeline;
  for (const [row, lane] of lanes.entries()) {
    for (
      let series = store.laneSeries[lane] ?? 0;
      series < (store.laneSeries[lane + 1] ?? 0);
      series++
    ) {
      ctx.fillStyle = `hsl(${(store.seriesKind[series] ?? 0) * 36} 50% 50%)`;
      for (
        let at = store.seriesItems[series] ?? 0;
        at < (store.seriesItems[series + 1] ?? 0);
        at++
      ) {
        const x = (((store.start[at] ?? 0) - began) / DAY) * 1150;
        const to = (((store.end[at] ?? 0) - began) / DAY) * 1150;
        ctx.fillRect(x, row * 30, Math.max(1, to - x), 20);
      }
    }
  }
}

function timed<T>(into: number[], act: () => T): T {
  const from = performance.now();
  const value = act();
  into.push(performance.now() - from);
  return value;
}

function bytesOf({ columns }: TimelineColumns | CounterColumns): number {
  const all: readonly ArrayBufferView[] = Object.values(columns);
  return all.reduce((sum, column) => sum + column.byteLength, 0);
}

async function measure(events: number): Promise<Measured> {
  const build: number[] = [];
  const timeline = timed(build, () => synthetic(events));
  const steps = syntheticCounters(events);
  const counters = {
    names: [...steps.keys()],
    of: (name: CounterName) => assertDefined(steps.get(name), 'each counter is made'),
  };
  const out = {
    zoom: [],
    pan: [],
    query: [],
    counters: [],
    brute: [],
    items: [],
    bytes: [],
    naive: [],
  } as {
    [K in Exclude<keyof Measured, 'build'>]: number[];
  };
  const session = {
    revision: 1,
    sources: [{}],
    from: micros(began),
    to: micros(began + DAY),
    inputs: events,
    cursor: {
      position: 0,
      time: micros(began),
      hindsight: 'now',
      selectedPod: undefined,
      input: undefined,
    },
  };
  const windows: TimelineWindow[] = [];
  const noRows = { lane: undefined, rowOf: new Map<number, number>() };
  const answer = (method: keyof HostApi, args: readonly unknown[]): unknown => {
    if (method === 'session') return session;
    if (method === 'lanes') {
      const { start, count } = args[0] as { readonly start: number; readonly count: number };
      const { lanes } = timeline;
      return {
        revision: 1,
        total: lanes.length,
        lanes: lanes.slice(start, start + count),
        kinds,
        counters: counters.names,
      };
    }
    if (method === 'timelineOverview')
      return timelineOverview(timeline, args[0] as TimelineColumnsAsked);
    if (method === 'timelineCounters') {
      const asked = args[0] as CounterWindow;
      const answer = timed(out.counters, () => counterColumns(counters, asked, 1));
      out.bytes.push(bytesOf(answer));
      return structuredClone(answer);
    }
    if (method !== 'timeline') return { rows: [] };
    const window = args[0] as TimelineWindow;
    windows.push(window);
    const columns = timed(out.query, () => timelineColumns(timeline, window, 1));
    out.bytes.push(bytesOf(columns));
    timed(out.items, () => new TimelineItems(columns, kinds, noRows));
    return structuredClone(columns);
  };
  // Two hops of a message: a turn of the loop stands for them.
  const client = {
    call: (method: keyof HostApi, args: readonly unknown[]) =>
      new Promise((done) =>
        setTimeout(() => {
          done(answer(method, args));
        }),
      ),
    onEvent: () => ({ dispose: () => undefined }),
  } as unknown as PageClient;
  const page = new TimelinePage(client, undefined, () => undefined, true);
  document.querySelector('main')?.append(page);
  await page.begin();
  await page.updateComplete;
  const chart = page.renderRoot.querySelector('.kd-chart');
  if (chart === null) throw new Error('the page shows no chart');
  await frames(60, [], () => undefined);
  const wheel = (more: WheelEventInit): void => {
    chart.dispatchEvent(
      new WheelEvent('wheel', { clientX: 700, clientY: 200, cancelable: true, ...more }),
    );
  };
  await frames(120, out.zoom, () => {
    wheel({ deltaY: -80 });
  });
  await frames(120, out.zoom, () => {
    wheel({ deltaY: 80 });
  });
  await frames(20, [], () => {
    wheel({ deltaY: -60 });
  });
  await frames(120, out.pan, (n) => {
    wheel({ deltaX: n < 60 ? 60 : -60 });
  });
  await frames(60, out.pan, (n) => {
    wheel({ deltaY: n < 30 ? 120 : -120, altKey: true });
  });
  for (let each = 0; each < 10; each++) {
    const window = windows[Math.floor((each * windows.length) / 10)];
    if (window !== undefined) timed(out.brute, () => brute(timeline, window));
  }
  const ctx = document.createElement('canvas').getContext('2d');
  const first = timeline.lanes.slice(0, 28).map(({ id }) => id);
  if (ctx !== null)
    for (let each = 0; each < 3; each++)
      timed(out.naive, () => {
        naive(timeline, ctx, first);
      });
  page.remove();
  return { ...out, build: build[0] ?? 0 };
}

/** Does something before each of `count` frames, and notes the time that all the page's frame callbacks took. */
async function frames(count: number, into: number[], act: (n: number) => void): Promise<void> {
  for (let n = 0; n < count; n++) {
    spent.ms = 0;
    act(n);
    await new Promise<void>((done) =>
      ownFrame(() => {
        setTimeout(done);
      }),
    );
    into.push(spent.ms);
  }
}

const spent = { ms: 0 };
const ownFrame = globalThis.requestAnimationFrame.bind(globalThis);
globalThis.requestAnimationFrame = (callback) =>
  ownFrame((now) => {
    const from = performance.now();
    callback(now);
    spent.ms += performance.now() - from;
  });

registerControls();
customElements.define('kd-item-list', ItemList);
customElements.define('kd-timeline', TimelinePage);
Object.assign(globalThis, { measure });
