// The items of one answer, and which of them lies under the pointer. Knows columns and numbers only.
import type { TimelineColumns, TimelineKind } from '../../src/protocol/rows.ts';
import { lookOf, type Band, type Look } from './kinds.ts';
import { ROW_HEIGHT } from './layout.ts';

export const NO_POSITION = 0xffffffff;

export interface TimelineItem {
  readonly index: number;
  readonly lane: number;
  /** µs since 1970. */
  readonly start: number;
  readonly end: number;
  readonly kind: TimelineKind;
  readonly look: Look;
  readonly known: 'seen' | 'inferred' | 'unknown';
  readonly count: number;
  readonly position: number | undefined;
  /** Where it is drawn and hit: from its lane's top. */
  readonly top: number;
  readonly height: number;
}

/** Rows of the lane of findings, by kind: loud ones each have one, from 0; the others lie in a slim one below. */
export interface FindingRows {
  readonly lane: number | undefined;
  readonly rowOf: ReadonlyMap<number, number>;
}

/** Which kinds of an answer for the lane of findings get a row, the most severe and the earliest first. */
export function findingRows(
  columns: TimelineColumns,
  kinds: readonly TimelineKind[],
  lane: number,
): FindingRows {
  const loud = [...new Set(columns.columns.kind)].filter((kind) => rankOfKind(kinds[kind]) < 2);
  loud.sort((a, b) => rankOfKind(kinds[a]) - rankOfKind(kinds[b]));
  return { lane, rowOf: new Map(loud.map((kind, row) => [kind, row])) };
}

function rankOfKind(kind: TimelineKind | undefined): number {
  return ['error', 'warning'].indexOf(kind?.severity ?? '') >>> 0;
}

const knowns = ['seen', 'inferred', 'unknown'] as const;

/** Items of one lane in order of start: all, and those of each band. */
export type LaneItems = { readonly [K in Band | 'all']: readonly TimelineItem[] };

/** Items of an answer by lane. Kinds that the palette lacks are left out. */
export class TimelineItems {
  readonly columns: TimelineColumns;
  readonly byLane: ReadonlyMap<number, LaneItems>;

  constructor(columns: TimelineColumns, kinds: readonly TimelineKind[], findings: FindingRows) {
    this.columns = columns;
    const looks = kinds.map(lookOf);
    const slim: Look[] = [];
    const below = Math.max(0, findings.rowOf.size - 1) * ROW_HEIGHT;
    const place = (of: number, code: number, { band }: Look): Placing => {
      const row = findings.rowOf.get(code) ?? 0;
      if (of !== findings.lane) return { band, ...bands[band] };
      if (!findings.rowOf.has(code))
        return { band: 'step', ...bands.step, top: bands.step.top + below };
      return { band, ...bands[band], top: bands[band].top + row * ROW_HEIGHT };
    };
    const byLane = new Map<number, TimelineItem[]>();
    const { lane, start, end, kind, known, count, position } = columns.columns;
    for (let index = 0; index < lane.length; index++) {
      const code = kind[index] ?? -1;
      const palette = kinds[code];
      const look = looks[code];
      if (palette === undefined || look === undefined) continue;
      const of = lane[index] ?? 0;
      const proof = position[index] ?? NO_POSITION;
      const { band, top, height } = place(of, code, look);
      const items = byLane.get(of) ?? [];
      byLane.set(of, items);
      items.push({
        index,
        lane: of,
        start: columns.from + (start[index] ?? 0),
        end: columns.from + (end[index] ?? 0),
        kind: palette,
        look: band === look.band ? look : (slim[code] ??= slimmed(look, band)),
        top,
        height,
        known: knowns[known[index] ?? 2] ?? 'unknown',
        count: count[index] ?? 1,
        position: proof === NO_POSITION ? undefined : proof,
      });
    }
    this.byLane = new Map([...byLane].map(([id, items]) => [id, inBands(items)]));
  }

  /** All items in order of time, for the list. */
  inOrder(lanes: ReadonlySet<number>): readonly TimelineItem[] {
    return inOrder([...this.byLane].flatMap(([id, items]) => (lanes.has(id) ? [items] : [])));
  }
}

/** The items of some lanes in order of time. */
export function inOrder(lanes: readonly LaneItems[]): readonly TimelineItem[] {
  return lanes.flatMap(({ all }) => all).sort((a, b) => a.start - b.start || a.lane - b.lane);
}

/** Of a finding that has no row of its own. */
function slimmed(look: Look, band: Band): Look {
  return { ...look, band, colors: ['descriptionForeground'] };
}

function inBands(items: readonly TimelineItem[]): LaneItems {
  const all = items.toSorted((a, b) => a.start - b.start);
  const of = (band: Band): TimelineItem[] => all.filter(({ look }) => look.band === band);
  return { all, state: of('state'), step: of('step'), mark: of('mark') };
}

interface Placing {
  readonly band: Band;
  readonly top: number;
  readonly height: number;
}

/** Bands of a lane, as distances from its top. */
const bands: Readonly<Record<Band, { readonly top: number; readonly height: number }>> = {
  state: { top: 5, height: 16 },
  step: { top: 22, height: 6 },
  mark: { top: 2, height: 30 },
};

/** A mark is hit this near, in µs that the caller makes of pixels. */
export function itemAt(
  items: readonly TimelineItem[],
  time: number,
  y: number,
  reach: number,
): TimelineItem | undefined {
  let best: TimelineItem | undefined;
  let bestCost = Infinity;
  for (const item of items) {
    const { top, height } = item;
    if (y < top - 1 || y > top + height + 1) continue;
    const away = Math.max(0, item.start - time, time - item.end);
    if (away > reach) continue;
    // What is short lies on top of what is long: a mark before a step, a step before a state.
    const cost = (item.look.band === 'mark' ? 0 : 1) + away / reach / 2 + rankOf(item);
    if (cost < bestCost) [best, bestCost] = [item, cost];
  }
  return best;
}

function rankOf({ look, kind }: TimelineItem): number {
  const loud = kind.severity === 'error' ? 0 : kind.severity === 'warning' ? 0.05 : 0.1;
  return loud + (look.band === 'state' ? 0.3 : 0);
}
