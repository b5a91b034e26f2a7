// Draws the items of one lane: at most one shape for each pixel column and look, whatever the log holds.
import type { RowSeverity } from '../../src/protocol/rows.ts';
import type { Theme } from '../shared/theme.ts';
import { toPixel } from '../shared/timeScale.ts';
import type { LaneItems, TimelineItem } from './items.ts';
import { severityColor } from './kinds.ts';
import type { Scene } from './scene.ts';

type Ctx = CanvasRenderingContext2D;

export function paintItems(ctx: Ctx, scene: Scene, items: LaneItems, top: number): void {
  paintSpans(ctx, scene, items.state, top);
  paintSpans(ctx, scene, items.step, top);
  const marked = paintMarks(ctx, scene, items.mark, top);
  paintTexts(ctx, scene, items.state, top, marked);
}

/** Bars of less pixels have no edge and no corners. */
const NARROW = 4;

interface Run {
  readonly item: TimelineItem;
  from: number;
  to: number;
}

function paintSpans(ctx: Ctx, scene: Scene, items: readonly TimelineItem[], top: number): void {
  const { window, labelWidth } = scene;
  const width = scene.width - labelWidth;
  const narrow = new Runs((run) => {
    paintRun(ctx, scene, run, top);
  });
  const slim = new Runs(({ item, from, to }) => {
    paintBar(ctx, item, { x: from, y: top + item.top, w: to - from, h: item.height }, scene);
  });
  for (const item of items) {
    const x0 = labelWidth + toPixel(window, width, item.start);
    const x1 = labelWidth + toPixel(window, width, item.end);
    if (x1 < labelWidth - 8 || x0 > scene.width + 8) continue;
    const x = Math.max(x0, labelWidth - 4);
    const w = Math.max(2, Math.min(x1, scene.width + 4) - x);
    if (w < NARROW) narrow.add(item, x, x + w);
    else if (item.look.band === 'step') slim.add(item, x, x + w);
    else paintBar(ctx, item, { x, y: top + item.top, w, h: item.height }, scene);
  }
  slim.end();
  narrow.end();
}

/** Joins what looks alike and overlaps, given in order of start, and calls back with each whole. */
class Runs {
  private readonly open: Run[] = [];
  private readonly draw: (run: Run) => void;

  constructor(draw: (run: Run) => void) {
    this.draw = draw;
  }

  add(item: TimelineItem, from: number, to: number): void {
    const run = this.open.find((each) => looksLike(each.item, item));
    if (run === undefined) this.open.push({ item, from, to });
    else if (from < run.to) run.to = Math.max(run.to, to);
    else {
      this.draw(run);
      run.from = from;
      run.to = to;
    }
  }

  end(): void {
    for (const run of this.open) this.draw(run);
  }
}

function looksLike(a: TimelineItem, b: TimelineItem): boolean {
  return a.look === b.look && a.top === b.top && a.known === b.known;
}

function paintRun(ctx: Ctx, { theme }: Scene, { item, from, to }: Run, top: number): void {
  ctx.globalAlpha = item.known === 'seen' ? 0.8 : 0.5;
  ctx.fillStyle = theme.color(...item.look.colors);
  ctx.fillRect(from, top + item.top, to - from, item.height);
  ctx.globalAlpha = 1;
}

/** Names in the bars, each where it has room until the next bar of its row, and beside the marks that stand at `marked` in x. */
function paintTexts(
  ctx: Ctx,
  scene: Scene,
  items: readonly TimelineItem[],
  laneTop: number,
  marked: readonly number[],
): void {
  const { labelWidth, window } = scene;
  const width = scene.width - labelWidth;
  const nextAt = new Map<number, number>();
  for (const item of items.toReversed()) {
    const x = labelWidth + toPixel(window, width, item.start);
    const end = labelWidth + toPixel(window, width, item.end);
    const room = Math.min(end, nextAt.get(item.top) ?? Infinity);
    nextAt.set(item.top, x);
    if (room > labelWidth && x < scene.width) {
      const left = besideMarks(Math.max(x, labelWidth) + 8, marked);
      paintBarText(ctx, item, left, room, laneTop + item.top, scene);
    }
  }
}

/** Where a text that would begin at `left` is free of marks; where it was when they do not end soon. */
function besideMarks(left: number, marked: readonly number[]): number {
  let low = 0;
  let high = marked.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marked[middle] ?? 0) > left - REACH) high = middle;
    else low = middle + 1;
  }
  let free = left;
  for (let next = marked[low]; next !== undefined && next < free + 2 * REACH; next = marked[++low])
    free = next + REACH + 2;
  return free - left > 60 ? left : free;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Seen: filled. Inferred: a lighter fill, dashed edge. Unknown: hatched, dotted edge. */
function paintBar(ctx: Ctx, item: TimelineItem, box: Box, scene: Scene): void {
  const { theme, hatch } = scene;
  const color = theme.color(...item.look.colors);
  const { x, y, w, h } = box;
  const slim = item.look.band === 'step';
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, Math.min(slim ? 2 : 3, w / 2));
  if (item.known === 'unknown') {
    ctx.fillStyle = hatch(color);
    ctx.fill();
  } else {
    ctx.globalAlpha = fillAlpha(item, slim, theme);
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  if (slim) return;
  ctx.strokeStyle = color;
  ctx.lineWidth = theme.highContrast ? 1.5 : 1;
  ctx.setLineDash(item.known === 'seen' ? [] : item.known === 'inferred' ? [4, 2] : [1, 2]);
  ctx.stroke();
  ctx.setLineDash([]);
}

function fillAlpha(item: TimelineItem, slim: boolean, theme: Theme): number {
  if (slim) return item.known === 'seen' ? 1 : 0.6;
  if (theme.highContrast) return 0;
  return item.known === 'seen' ? 0.36 : 0.2;
}

function paintBarText(
  ctx: Ctx,
  item: TimelineItem,
  x: number,
  right: number,
  top: number,
  scene: Scene,
): void {
  const room = right - x - 4;
  if (room < 28) return;
  ctx.font = `11px ${scene.theme.font}`;
  const text = scene.fitted(item.look.name, room);
  if (text === '…') return;
  ctx.fillStyle = scene.theme.color('editor.foreground', 'foreground');
  ctx.fillText(text, x, top + item.height / 2 + 0.5);
}

/** Half as wide as the broadest mark. */
const REACH = 6;

/**
 * Where marks stand closer than their shapes are wide, each is a line, and loud ones are long and on top. Gives where the shapes
 * stand, from left to right.
 */
function paintMarks(
  ctx: Ctx,
  scene: Scene,
  marks: readonly TimelineItem[],
  top: number,
): readonly number[] {
  const { window, labelWidth, theme } = scene;
  const width = scene.width - labelWidth;
  if (marks.length > width) {
    paintCrowd(ctx, scene, marks, top);
    return [];
  }
  const marked: number[] = [];
  for (const mark of marks) {
    const x = labelWidth + toPixel(window, width, (mark.start + mark.end) / 2);
    if (x < labelWidth - 8 || x > scene.width + 8) continue;
    paintMark(ctx, mark, x, top, theme.color(...mark.look.colors), theme);
    marked.push(x);
  }
  return marked;
}

const crowdOrder: readonly RowSeverity[] = ['none', 'info', 'warning', 'error'];

/** One line for each pixel column and severity; lines that touch are one. */
function paintCrowd(ctx: Ctx, scene: Scene, marks: readonly TimelineItem[], top: number): void {
  const { window, labelWidth, theme } = scene;
  const width = scene.width - labelWidth;
  const columns = crowdOrder.map(() => new Uint8Array(Math.ceil(width) + 1));
  for (const mark of marks) {
    const from = Math.round(toPixel(window, width, mark.start));
    const to = Math.round(toPixel(window, width, mark.end));
    if (to >= 0)
      columns[crowdOrder.indexOf(mark.kind.severity)]?.fill(1, Math.max(0, from), to + 1);
  }
  for (const [rank, severity] of crowdOrder.entries()) {
    const of = columns[rank] ?? new Uint8Array();
    const [from, length] = severity === 'error' ? [2, 28] : [7, 12];
    ctx.fillStyle = theme.color(severityColor(severity));
    for (let x = of.indexOf(1); x >= 0;) {
      const gap = of.indexOf(0, x);
      const end = gap < 0 ? of.length : gap;
      ctx.fillRect(labelWidth + x - 0.5, top + from, end - x, length);
      x = of.indexOf(1, end);
    }
  }
}

/** Shapes tell severities apart where colours do not: a pin, a diamond, a dot, a tick. */
function paintMark(
  ctx: Ctx,
  item: TimelineItem,
  x: number,
  top: number,
  color: string,
  theme: Theme,
): void {
  ctx.fillStyle = color;
  switch (item.kind.severity) {
    case 'error':
      ctx.fillRect(x - 0.75, top + 8, 1.5, 21);
      polygon(ctx, [x - 5, top + 2], [x + 5, top + 2], [x, top + 11]);
      break;
    case 'warning':
      polygon(ctx, [x, top + 7.5], [x + 5.5, top + 13], [x, top + 18.5], [x - 5.5, top + 13]);
      break;
    case 'info':
      ctx.beginPath();
      ctx.arc(x, top + 13, 4, 0, 2 * Math.PI);
      break;
    case 'none':
      ctx.globalAlpha = theme.highContrast ? 1 : 0.75;
      ctx.fillRect(x - (item.count > 1 ? 1.5 : 0.75), top + 7, item.count > 1 ? 3 : 1.5, 12);
      ctx.globalAlpha = 1;
      return;
  }
  ctx.fill();
  ctx.strokeStyle = theme.color('editor.background');
  ctx.lineWidth = 1;
  ctx.stroke();
}

function polygon(ctx: Ctx, ...points: readonly (readonly [number, number])[]): void {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.closePath();
}
