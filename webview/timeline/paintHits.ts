// Lines that a search found: a tick on the ruler for each, and a triangle at the foot of each lane whose pod they name.
import type { LineHits } from '../../src/protocol/timelineApi.ts';
import { RULER_HEIGHT, visibleLanes, type PlacedLane } from './layout.ts';
import { bodyTop } from './paint.ts';
import { windowOf, type Scene } from './scene.ts';
import { toPixel } from '../shared/timeScale.ts';

/** Hits in the window that was asked: as the chart draws them. */
export interface LineMarks {
  readonly from: number;
  readonly columns: Pick<LineHits['columns'], 'lane' | 'start' | 'position'>;
}

type Ctx = CanvasRenderingContext2D;

/** The lane of all lines. */
export const RULER = 0xffffffff;
/** Of a mark and what counts as hit beside it, in pixels. */
const HALF = 3.5;
const TALL = 6;
const REACH = 5;

/** By lane: the times of hits, µs, rising, and their positions. */
export type HitsOf = ReadonlyMap<
  number,
  { readonly times: readonly number[]; readonly positions: readonly number[] }
>;

export function hitsByLane(marks: LineMarks | undefined): HitsOf {
  const lanes = new Map<number, { times: number[]; positions: number[] }>();
  if (marks === undefined) return lanes;
  const { lane, start, position } = marks.columns;
  for (let i = 0; i < lane.length; i++) {
    const id = lane[i] ?? RULER;
    const own = lanes.get(id) ?? { times: [], positions: [] };
    lanes.set(id, own);
    own.times.push(marks.from + (start[i] ?? 0));
    own.positions.push(position[i] ?? 0);
  }
  return lanes;
}

function placeIn(scene: Scene, lane: number): (time: number) => number {
  const window = windowOf(scene, lane);
  const plot = scene.width - scene.labelWidth;
  return (time) => scene.labelWidth + toPixel(window, plot, time);
}

export function paintHits(ctx: Ctx, scene: Scene, hits: HitsOf): void {
  if (hits.size === 0) return;
  const { height, layout, scroll, theme } = scene;
  ctx.fillStyle = theme.color('focusBorder', 'foreground');
  const ruler = placeIn(scene, RULER);
  for (const time of hits.get(RULER)?.times ?? [])
    ctx.fillRect(Math.round(ruler(time)) - 1, RULER_HEIGHT - 6, 2, 5);
  const top = bodyTop(scene);
  const inBody = visibleLanes(layout, scroll, height - top);
  for (const placed of layout.pinned.lanes) paintLane(ctx, scene, hits, placed, RULER_HEIGHT);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, top, scene.width, Math.max(0, height - top));
  ctx.clip();
  for (const placed of inBody) paintLane(ctx, scene, hits, placed, top - scroll);
  ctx.restore();
}

function paintLane(
  ctx: Ctx,
  scene: Scene,
  hits: HitsOf,
  { lane, top, height }: PlacedLane,
  above: number,
): void {
  const own = hits.get(lane.id);
  if (own === undefined) return;
  const place = placeIn(scene, lane.id);
  const foot = above + top + height - 1;
  ctx.beginPath();
  for (const time of own.times) {
    const x = Math.round(place(time));
    ctx.moveTo(x, foot - TALL);
    ctx.lineTo(x + HALF, foot);
    ctx.lineTo(x - HALF, foot);
    ctx.closePath();
  }
  ctx.fill();
}

/** The position of the hit at a point of the canvas: on the ruler, or at the foot of a lane. `y` counts from the lane's top. */
export function hitAt(
  scene: Scene,
  hits: HitsOf,
  placed: PlacedLane | undefined,
  { x, y }: { readonly x: number; readonly y: number },
): number | undefined {
  if (placed !== undefined && y < placed.height - TALL - 2) return undefined;
  const lane = placed?.lane.id ?? RULER;
  const own = hits.get(lane);
  if (own === undefined) return undefined;
  const place = placeIn(scene, lane);
  let best: number | undefined;
  let near = REACH;
  own.times.forEach((time, index) => {
    const distance = Math.abs(place(time) - x);
    if (distance > near) return;
    near = distance;
    best = own.positions[index];
  });
  return best;
}
