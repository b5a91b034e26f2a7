// What moves often, drawn above the lanes: cursor, pointer, the range that is selected, marks, and the item that was found.
import { formatDuration, formatTimeOfDay, micros } from '../../src/base/time.ts';
import { toPixel, type TimeWindow } from '../shared/timeScale.ts';
import { RULER_HEIGHT } from './layout.ts';
import { ticksOf } from './paint.ts';
import { paintHits, type HitsOf } from './paintHits.ts';
import type { Scene } from './scene.ts';
import type { Mark } from './state.ts';

/** A box on the canvas, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Overlay {
  readonly cursor: number | undefined;
  readonly pointer: number | undefined;
  readonly range: TimeWindow | undefined;
  readonly marks: readonly Mark[];
  /** Lines that a search found. */
  readonly hits: HitsOf;
  /** Around the item that a search or a key went to. */
  readonly spot: Box | undefined;
}

type Ctx = CanvasRenderingContext2D;

export function paintOverlay(ctx: Ctx, scene: Scene, overlay: Overlay): void {
  const { width, height, labelWidth, window, theme } = scene;
  ctx.clearRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  ctx.font = `11px ${theme.font}`;
  const place = (time: number): number =>
    Math.round(labelWidth + toPixel(window, width - labelWidth, time));
  ctx.save();
  ctx.beginPath();
  ctx.rect(labelWidth, 0, width - labelWidth, height);
  ctx.clip();
  if (overlay.pointer !== undefined) {
    ctx.fillStyle = theme.color('descriptionForeground');
    ctx.globalAlpha = 0.6;
    ctx.fillRect(place(overlay.pointer), RULER_HEIGHT, 1, height);
    ctx.globalAlpha = 1;
  }
  if (overlay.cursor !== undefined) paintFuture(ctx, scene, place(overlay.cursor));
  for (const { time } of overlay.marks) paintMarkLine(ctx, scene, place(time));
  if (overlay.range !== undefined)
    paintRange(ctx, scene, overlay.range, place(overlay.range.from), place(overlay.range.to));
  paintHits(ctx, scene, overlay.hits);
  if (overlay.spot !== undefined) paintSpot(ctx, scene, overlay.spot);
  ctx.restore();
  if (overlay.cursor === undefined) return;
  const x = place(overlay.cursor);
  if (x < labelWidth || x > width) return;
  const color = theme.color('kubelet.cursor', 'focusBorder');
  ctx.fillStyle = color;
  ctx.fillRect(x - 1, 4, 2, height);
  const { alignment } = scene;
  const text =
    alignment === undefined
      ? formatTimeOfDay(micros(overlay.cursor))
      : `${overlay.cursor < alignment.origin ? '-' : '+'}${formatDuration(Math.abs(overlay.cursor - alignment.origin))}`;
  paintFlag(ctx, scene, text, x, color);
}

/** What is right of the cursor had not happened yet. */
function paintFuture(ctx: Ctx, { width, height, labelWidth, theme }: Scene, x: number): void {
  if (x >= width || theme.highContrast) return;
  ctx.fillStyle = theme.color('editor.background');
  ctx.globalAlpha = 0.45;
  const from = Math.max(labelWidth, x);
  ctx.fillRect(from, RULER_HEIGHT, width - from, height);
  ctx.globalAlpha = 1;
}

function paintMarkLine(ctx: Ctx, { height, theme }: Scene, x: number): void {
  ctx.strokeStyle = theme.color('charts.purple', 'foreground');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  ctx.beginPath();
  ctx.moveTo(x + 0.5, 14);
  ctx.lineTo(x + 0.5, height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  for (const [dx, dy] of [
    [-4, 4],
    [4, 4],
    [4, 15],
    [0, 11],
    [-4, 15],
  ] as const)
    ctx.lineTo(x + 0.5 + dx, dy);
  ctx.closePath();
  ctx.fill();
}

/** The range, and how long it is: the ruler's tape measure. */
function paintRange(ctx: Ctx, scene: Scene, range: TimeWindow, from: number, to: number): void {
  const { height, theme } = scene;
  const color = theme.color('focusBorder', 'foreground');
  ctx.fillStyle = theme.color('editor.selectionBackground', 'focusBorder');
  ctx.globalAlpha = theme.highContrast ? 0 : 0.18;
  ctx.fillRect(from, RULER_HEIGHT, to - from, height);
  ctx.globalAlpha = 1;
  ctx.fillStyle = color;
  for (const x of [from, to]) ctx.fillRect(x, 2, 1, height);
  const text = formatDuration(range.to - range.from);
  const wide = ctx.measureText(text).width + 12;
  if (to - from > wide + 16) {
    const y = RULER_HEIGHT - 4.5;
    ctx.fillRect(from, y, to - from, 1);
    const left = Math.max(from, scene.labelWidth);
    const middle = (left + Math.min(to, scene.width)) / 2;
    paintBadge(ctx, scene, text, middle - wide / 2, wide, color);
  } else paintBadge(ctx, scene, text, to + 3, wide, color);
}

function paintSpot(ctx: Ctx, { theme }: Scene, { x, y, w, h }: Box): void {
  ctx.strokeStyle = theme.color('focusBorder', 'foreground');
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(x - 3, y - 2, w + 6, h + 4, 4);
  ctx.stroke();
}

function paintFlag(ctx: Ctx, scene: Scene, text: string, x: number, color: string): void {
  const w = ctx.measureText(text).width + 12;
  paintBadge(ctx, scene, text, x + w > scene.width ? x - w : x, w, color);
}

/** On the ruler, in place of the times that it would leave half seen. */
function paintBadge(
  ctx: Ctx,
  scene: Scene,
  text: string,
  left: number,
  width: number,
  color: string,
): void {
  const { theme } = scene;
  ctx.fillStyle = theme.color('editor.background');
  for (const { x, text: time } of ticksOf(scene)) {
    const wide = ctx.measureText(time).width;
    if (x + 4 < left + width && x + 4 + wide > left)
      ctx.fillRect(x + 3, 1, wide + 2, RULER_HEIGHT - 8);
  }
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(left, 3, width, RULER_HEIGHT - 8, 3);
  ctx.fill();
  ctx.fillStyle = theme.color('editor.background');
  ctx.fillText(text, left + 6, RULER_HEIGHT / 2 - 0.5);
}
