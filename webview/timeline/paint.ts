// Draws lanes and items on one canvas, and what moves often (cursor, pointer) on another above it.
import { formatTimeOfDay, micros } from '../../src/base/time.ts';
import { ticks, toPixel } from '../shared/timeScale.ts';
import type { TimelineItem } from './items.ts';
import { severityColor } from './kinds.ts';
import { GROUP_HEIGHT, RULER_HEIGHT, visibleLanes, type PlacedLane } from './layout.ts';
import { paintItems } from './paintItems.ts';
import type { Scene } from './scene.ts';

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
    ctx.fillText(scene.fitted(name, labelWidth - 16), 10, top + GROUP_HEIGHT / 2 + 2);
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
  const { width, labelWidth, window, theme } = scene;
  const selected = lane.podKey !== undefined && lane.podKey === scene.selectedPod;
  if (selected || lane.id === scene.focusedLane) {
    ctx.fillStyle = theme.color('list.inactiveSelectionBackground', 'list.hoverBackground');
    ctx.fillRect(0, top, width, height);
  }
  ctx.save();
  clip(ctx, labelWidth, top, width - labelWidth, height);
  const items = scene.items.of(lane.id, window);
  if (items !== undefined) paintItems(ctx, scene, items, top);
  ctx.restore();
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
  ctx.fillText(scene.fitted(name, room), x, middle + 0.5);
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
