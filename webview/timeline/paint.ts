// Draws lanes and items on one canvas, and what moves often (cursor, pointer) on another above it.
import { formatTimeOfDay, micros } from '../../src/base/time.ts';
import type { Theme } from '../shared/theme.ts';
import { ticks, toPixel, type TimeWindow } from '../shared/timeScale.ts';
import type { LaneItems, TimelineItem } from './items.ts';
import { severityColor } from './kinds.ts';
import {
  GROUP_HEIGHT,
  RULER_HEIGHT,
  visibleLanes,
  type Layout,
  type PlacedLane,
} from './layout.ts';
import type { Hatch } from './hatch.ts';

/** All that a frame is made of. Lengths are CSS pixels; lanes stand below the ruler, right of the labels. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly labelWidth: number;
  readonly window: TimeWindow;
  readonly scroll: number;
  readonly layout: Layout;
  readonly items: ReadonlyMap<number, LaneItems>;
  readonly theme: Theme;
  readonly hatch: Hatch;
  readonly selectedPod: string | undefined;
  readonly focusedLane: number | undefined;
}

export interface Overlay {
  readonly cursor: number | undefined;
  readonly pointer: number | undefined;
  readonly hovered: TimelineItem | undefined;
}

type Ctx = CanvasRenderingContext2D;

export function paintBase(ctx: Ctx, scene: Scene): void {
  const { width, height, labelWidth, layout, scroll, theme } = scene;
  ctx.clearRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  ctx.save();
  clip(ctx, 0, RULER_HEIGHT, width, height - RULER_HEIGHT);
  ctx.translate(0, RULER_HEIGHT - scroll);
  paintGrid(ctx, scene);
  for (const { name, top } of layout.groups) {
    ctx.fillStyle = theme.color('descriptionForeground');
    ctx.font = `11px ${theme.font}`;
    ctx.fillText(fitted(ctx, name, labelWidth - 16), 10, top + GROUP_HEIGHT / 2 + 2);
  }
  const seen = visibleLanes(layout, scroll, height - RULER_HEIGHT);
  for (const placed of seen) paintLane(ctx, scene, placed);
  for (const placed of seen) paintLabel(ctx, scene, placed);
  ctx.restore();
  paintRuler(ctx, scene);
}

function clip(ctx: Ctx, x: number, y: number, width: number, height: number): void {
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
}

function paintGrid(ctx: Ctx, scene: Scene): void {
  const { width, labelWidth, layout, window, theme } = scene;
  ctx.strokeStyle = theme.color('editorIndentGuide.background1', 'editorIndentGuide.background');
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const { time } of ticks(window, width - labelWidth, 110)) {
    const x = Math.round(labelWidth + toPixel(window, width - labelWidth, time)) + 0.5;
    ctx.moveTo(x, 0);
    ctx.lineTo(x, Math.max(layout.height, scene.height));
  }
  ctx.globalAlpha = theme.highContrast ? 0.3 : 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function paintLane(ctx: Ctx, scene: Scene, { lane, top, height }: PlacedLane): void {
  const { width, labelWidth, theme } = scene;
  const selected = lane.podKey !== undefined && lane.podKey === scene.selectedPod;
  if (selected || lane.id === scene.focusedLane) {
    ctx.fillStyle = theme.color('list.inactiveSelectionBackground', 'list.hoverBackground');
    ctx.fillRect(0, top, width, height);
  }
  ctx.save();
  clip(ctx, labelWidth, top, width - labelWidth, height);
  const items = scene.items.get(lane.id);
  for (const band of ['state', 'step'] as const)
    for (const item of items?.[band] ?? []) paintSpan(ctx, scene, item, top);
  paintMarks(ctx, scene, items?.mark ?? [], top);
  paintTexts(ctx, scene, items?.state ?? [], top);
  ctx.restore();
}

/** Names in the bars, each where it has room until the next bar of its row. */
function paintTexts(ctx: Ctx, scene: Scene, items: readonly TimelineItem[], laneTop: number): void {
  const { labelWidth, window } = scene;
  const width = scene.width - labelWidth;
  const nextAt = new Map<number, number>();
  for (const item of items.toReversed()) {
    const x = labelWidth + toPixel(window, width, item.start);
    const end = labelWidth + toPixel(window, width, item.end);
    const room = Math.min(end, nextAt.get(item.top) ?? Infinity);
    nextAt.set(item.top, x);
    if (room > labelWidth && x < scene.width)
      paintBarText(ctx, item, Math.max(x, labelWidth), room, laneTop + item.top, scene);
  }
}

function paintSpan(ctx: Ctx, scene: Scene, item: TimelineItem, laneTop: number): void {
  const { window, labelWidth, theme } = scene;
  const width = scene.width - labelWidth;
  const x0 = labelWidth + toPixel(window, width, item.start);
  const x1 = labelWidth + toPixel(window, width, item.end);
  if (x1 < labelWidth - 8 || x0 > scene.width + 8) return;
  const color = theme.color(...item.look.colors);
  const { top, height } = item;
  const left = Math.max(x0, labelWidth - 4);
  const box = {
    x: left,
    y: laneTop + top,
    w: Math.max(2, Math.min(x1, scene.width + 4) - left),
    h: height,
  };
  paintBar(ctx, item, box, color, scene);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Bars of less pixels have no edge and no corners: there may be thousands of them. */
const NARROW = 4;

/** Seen: filled. Inferred: a lighter fill, dashed edge. Unknown: hatched, dotted edge. */
function paintBar(ctx: Ctx, item: TimelineItem, box: Box, color: string, scene: Scene): void {
  const { theme, hatch } = scene;
  const { x, y, w, h } = box;
  const slim = item.look.band === 'step';
  if (w < NARROW) {
    ctx.globalAlpha = item.known === 'seen' ? 0.8 : 0.5;
    ctx.fillStyle = color;
    ctx.fillRect(x, y, w, h);
    ctx.globalAlpha = 1;
    return;
  }
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
  return item.known === 'seen' ? 0.3 : 0.14;
}

function paintBarText(
  ctx: Ctx,
  item: TimelineItem,
  left: number,
  right: number,
  top: number,
  scene: Scene,
): void {
  const x = left + 8;
  const room = right - x - 4;
  if (room < 28) return;
  ctx.font = `11px ${scene.theme.font}`;
  const text = fitted(ctx, item.look.name, room);
  if (text === '…') return;
  ctx.fillStyle = scene.theme.color('editor.foreground', 'foreground');
  ctx.fillText(text, x, top + item.height / 2 + 0.5);
}

/** Where marks stand closer than their shapes are wide, each is a line, and loud ones are long. */
function paintMarks(ctx: Ctx, scene: Scene, marks: readonly TimelineItem[], top: number): void {
  const { window, labelWidth, theme } = scene;
  const width = scene.width - labelWidth;
  const crowded = marks.length > width;
  for (const mark of marks) {
    const x = labelWidth + toPixel(window, width, (mark.start + mark.end) / 2);
    if (x < labelWidth - 8 || x > scene.width + 8) continue;
    const color = theme.color(...mark.look.colors);
    if (!crowded) {
      paintMark(ctx, mark, x, top, color, theme);
      continue;
    }
    ctx.fillStyle = color;
    const [from, length] = mark.kind.severity === 'error' ? [2, 24] : [7, 9];
    ctx.fillRect(x - 0.5, top + from, 1, length);
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
      ctx.fillRect(x - 0.75, top + 8, 1.5, 18);
      polygon(ctx, [x - 5, top + 2], [x + 5, top + 2], [x, top + 11]);
      break;
    case 'warning':
      polygon(ctx, [x, top + 6], [x + 5.5, top + 11.5], [x, top + 17], [x - 5.5, top + 11.5]);
      break;
    case 'info':
      ctx.beginPath();
      ctx.arc(x, top + 11.5, 4, 0, 2 * Math.PI);
      break;
    case 'none':
      ctx.globalAlpha = theme.highContrast ? 1 : 0.75;
      ctx.fillRect(x - (item.count > 1 ? 1.5 : 0.75), top + 7, item.count > 1 ? 3 : 1.5, 9);
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

function paintLabel(ctx: Ctx, scene: Scene, { lane, top }: PlacedLane): void {
  const { labelWidth, theme } = scene;
  const x = lane.group === '' ? 10 : 18;
  const middle = top + 13;
  let room = labelWidth - x - 10;
  if (lane.severity === 'error' || lane.severity === 'warning') {
    ctx.fillStyle = theme.color(severityColor(lane.severity));
    ctx.beginPath();
    ctx.arc(labelWidth - 12, middle, 3.5, 0, 2 * Math.PI);
    ctx.fill();
    room -= 14;
  }
  ctx.font = `${lane.podKey === undefined ? '600 ' : ''}12px ${theme.font}`;
  ctx.fillStyle = theme.color('foreground');
  const name = lane.group === '' ? lane.name : lane.name.replace(`${lane.group}/`, '');
  ctx.fillText(fitted(ctx, name, room), x, middle + 0.5);
}

function paintRuler(ctx: Ctx, scene: Scene): void {
  const { width, height, labelWidth, window, theme } = scene;
  ctx.font = `11px ${theme.font}`;
  ctx.fillStyle = theme.color('descriptionForeground');
  ctx.save();
  clip(ctx, labelWidth, 0, width - labelWidth, RULER_HEIGHT);
  for (const { time, text } of ticks(window, width - labelWidth, 110)) {
    const x = labelWidth + toPixel(window, width - labelWidth, time);
    ctx.fillText(text, x + 4, RULER_HEIGHT / 2);
    ctx.fillRect(Math.round(x), RULER_HEIGHT - 6, 1, 6);
  }
  ctx.restore();
  ctx.fillText('UTC', 10, RULER_HEIGHT / 2);
  ctx.fillStyle = theme.color('editorGroup.border', 'panel.border', 'contrastBorder');
  ctx.fillRect(0, RULER_HEIGHT - 1, width, 1);
  ctx.fillRect(labelWidth - 1, 0, 1, height);
}

export function paintOverlay(ctx: Ctx, scene: Scene, overlay: Overlay): void {
  const { width, height, labelWidth, window, theme } = scene;
  ctx.clearRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  ctx.font = `11px ${theme.font}`;
  const place = (time: number): number =>
    Math.round(labelWidth + toPixel(window, width - labelWidth, time));
  if (overlay.pointer !== undefined) {
    ctx.fillStyle = theme.color('descriptionForeground');
    ctx.globalAlpha = 0.6;
    ctx.fillRect(place(overlay.pointer), RULER_HEIGHT, 1, height);
    ctx.globalAlpha = 1;
  }
  if (overlay.cursor === undefined) return;
  const x = place(overlay.cursor);
  if (x < width && !theme.highContrast) {
    // What is right of the cursor had not happened yet.
    ctx.fillStyle = theme.color('editor.background');
    ctx.globalAlpha = 0.45;
    const from = Math.max(labelWidth, x);
    ctx.fillRect(from, RULER_HEIGHT, width - from, height);
    ctx.globalAlpha = 1;
  }
  if (x < labelWidth || x > width) return;
  const color = theme.color('kubelet.cursor', 'focusBorder');
  ctx.fillStyle = color;
  ctx.fillRect(x - 1, 4, 2, height);
  paintFlag(ctx, scene, formatTimeOfDay(micros(overlay.cursor)), x, color);
}

function paintFlag(ctx: Ctx, scene: Scene, text: string, x: number, color: string): void {
  const w = ctx.measureText(text).width + 12;
  const left = x + w > scene.width ? x - w : x;
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(left, 3, w, RULER_HEIGHT - 8, 3);
  ctx.fill();
  ctx.fillStyle = scene.theme.color('editor.background');
  ctx.fillText(text, left + 6, RULER_HEIGHT / 2 - 0.5);
}

/** The text, or as much of it as fits, with a sign that it is cut. */
function fitted(ctx: Ctx, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let low = 0;
  let high = Math.min(text.length, 200);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (ctx.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}
