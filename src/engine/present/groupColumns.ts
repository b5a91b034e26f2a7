// How many pods of a namespace or node are loud in each column of a window: what stands beside the heading of a large group.
import { micros } from '../../base/time.ts';
import type { TimelineLane } from '../../protocol/rows.ts';
import type { CounterColumns, GroupWindow } from '../../protocol/timelineApi.ts';
import { CounterRows } from './counterRows.ts';
import { SEEN } from './counterSteps.ts';
import type { Timeline } from './timeline.ts';
import { eachOpenAt, firstFrom, seriesFrom } from './timelineStore.ts';

const WARNING = 1;
const ERROR = 2;

/** Each pod counts once in a column, as what is loudest of it there. */
export function groupColumns(
  timeline: Timeline,
  { from, to, width, by, groups }: GroupWindow,
  revision: number,
): CounterColumns {
  const rows = new CounterRows();
  const columns = { from, to, width };
  for (const [index, name] of groups.entries()) {
    rows.begin(index);
    const lanes = timeline.lanes.filter(
      ({ podKey, group, node }) => podKey !== undefined && (by === 'node' ? node : group) === name,
    );
    addGroup(rows, timeline, lanes, columns);
  }
  return { from: micros(from), to: micros(to), width, revision, columns: rows.columns() };
}

type Columns = Pick<GroupWindow, 'from' | 'to' | 'width'>;

function addGroup(
  rows: CounterRows,
  timeline: Timeline,
  lanes: readonly TimelineLane[],
  columns: Columns,
): void {
  const { width } = columns;
  const counts = [new Uint32Array(width), new Uint32Array(width)] as const;
  const loud = new Uint8Array(width);
  for (const lane of lanes) {
    if (!markLoud(loud, timeline, lane, columns)) continue;
    for (let column = 0; column < width; column++) {
      const of =
        loud[column] === ERROR ? counts[0] : loud[column] === WARNING ? counts[1] : undefined;
      if (of !== undefined) of[column] = (of[column] ?? 0) + 1;
    }
    loud.fill(0);
  }
  for (let column = 0; column < width; column++)
    rows.push(column, [counts[0][column] ?? 0, counts[1][column] ?? 0], 0, SEEN);
}

/** False where the lane has nothing loud in the window. */
function markLoud(
  loud: Uint8Array,
  { store, kinds }: Timeline,
  lane: TimelineLane,
  { from, to, width }: Columns,
): boolean {
  const perColumn = Math.max(1, to - from) / width;
  let found = false;
  for (let series = seriesFrom(store, lane.id); series < seriesFrom(store, lane.id + 1); series++) {
    const severity = kinds[store.seriesKind[series] ?? -1]?.severity;
    if (severity !== 'error' && severity !== 'warning') continue;
    const level = severity === 'error' ? ERROR : WARNING;
    const mark = (at: number): void => {
      found = true;
      const last = Math.min(width - 1, Math.floor(((store.end[at] ?? 0) - from) / perColumn));
      let column = Math.max(0, Math.floor(((store.start[at] ?? 0) - from) / perColumn));
      for (; column <= last; column++) if ((loud[column] ?? 0) < level) loud[column] = level;
    };
    const first = store.seriesItems[series] ?? 0;
    const behind = store.seriesItems[series + 1] ?? 0;
    const inside = firstFrom(store.start, from, first, behind);
    eachOpenAt(store, from, first, inside, mark);
    for (let at = inside; at < behind && (store.start[at] ?? 0) <= to; at++) mark(at);
  }
  return found;
}
