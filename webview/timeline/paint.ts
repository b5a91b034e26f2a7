// Draws lanes and items on one canvas; overlay.ts draws what moves often on another above it.
import type { CounterName } from '../../src/protocol/rows.ts';
import { durationTicks, ticks, toPixel } from '../shared/timeScale.ts';
import { groupKey, QUIET } from './arrange.ts';
import { scaleText } from './counterWords.ts';
import { groupTitle, laneName, laneTitle } from './describe.ts';
import { severityColor } from './kinds.ts';
import {
  GROUP_HEIGHT,
  isLarge,
  RULER_HEIGHT,
  visibleLanes,
  stuckGroup,
  type Column,
  type PlacedGroup,
  type PlacedLane,
} from './layout.ts';
import { counterColors, groupColors, paintCounter } from './paintCounter.ts';
import { paintItems } from './paintItems.ts';
import { windowOf, type Scene } from './scene.ts';
import { t } from '../shared/l10n.ts';

type Ctx = CanvasRenderingContext2D;

/** Room for the ends of a counter's scale. */
const SCALE = 46;

/** Where the lanes that scroll begin. */
export function bodyTop({ layout }: Pick<Scene, 'layout'>): number {
  return RULER_HEIGHT + layout.pinned.height;
}

export function paintBase(ctx: Ctx, scene: Scene): void {
  const { width, height, layout, scroll, theme } = scene;
  const top = bodyTop(scene);
  ctx.clearRect(0, 0, width, height);
  ctx.textBaseline = 'middle';
  paintGrid(ctx, scene);
  paintColumn(ctx, scene, layout.pinned, { top: RULER_HEIGHT, bottom: top, scroll: 0 });
  paintColumn(ctx, scene, layout, { top, bottom: height, scroll });
  if (layout.pinned.height > 0) {
    ctx.fillStyle = theme.color('editorGroup.border', 'panel.border', 'contrastBorder');
    ctx.fillRect(0, top - 1, width, 1);
  }
  paintRuler(ctx, scene);
}

interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly scroll: number;
}

function paintColumn(ctx: Ctx, scene: Scene, column: Column, place: Place): void {
  const { width } = scene;
  const height = place.bottom - place.top;
  if (height <= 0 || column.height === 0) return;
  ctx.save();
  clip(ctx, 0, place.top, width, height);
  ctx.translate(0, place.top - place.scroll);
  for (const group of column.groups)
    if (group.top + GROUP_HEIGHT > place.scroll && group.top < place.scroll + height)
      paintGroup(ctx, scene, group);
  const seen = visibleLanes(column, place.scroll, height);
  for (const placed of seen) paintLane(ctx, scene, placed);
  for (const placed of seen) paintLabel(ctx, scene, placed);
  const stuck = stuckGroup(column, place.scroll);
  if (stuck !== undefined) {
    ctx.fillStyle = scene.theme.color('editor.background');
    ctx.fillRect(0, stuck.top, width, GROUP_HEIGHT);
    paintGroup(ctx, scene, stuck);
    ctx.fillStyle = scene.theme.color('editorGroup.border', 'panel.border', 'contrastBorder');
    ctx.fillRect(0, stuck.top + GROUP_HEIGHT - 1, width, 1);
  }
  ctx.restore();
}

/** A twistie, the name, and while it is folded how much is in it and how bad that is. */
function paintGroup(ctx: Ctx, scene: Scene, group: PlacedGroup): void {
  const { labelWidth, theme } = scene;
  const middle = group.top + GROUP_HEIGHT / 2 + 2;
  ctx.strokeStyle = theme.color('descriptionForeground');
  ctx.fillStyle = ctx.strokeStyle;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  for (const [along, across] of [
    [-2, -4],
    [2, 0],
    [-2, 4],
  ] as const)
    ctx.lineTo(9 + (group.folded ? along : across), middle - 0.5 + (group.folded ? across : along));
  ctx.stroke();
  ctx.font = `11px ${theme.font}`;
  const isQuiet = group.name === QUIET;
  const room = isQuiet ? scene.width : labelWidth;
  if (isLarge(group)) paintSummary(ctx, scene, group);
  const name = scene.fitted(groupTitle(group), room - (group.folded ? 70 : 26));
  ctx.fillText(name, 18, middle);
  if (!group.folded || isQuiet) return;
  ctx.textAlign = 'right';
  ctx.fillText(group.count.toLocaleString('en'), labelWidth - 22, middle);
  ctx.textAlign = 'left';
  if (group.severity === 'error' || group.severity === 'warning') {
    ctx.fillStyle = theme.color(severityColor(group.severity));
    ctx.beginPath();
    ctx.arc(labelWidth - 12, middle - 0.5, 3.5, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** How many pods of a large group are loud, beside its heading. */
function paintSummary(ctx: Ctx, scene: Scene, { name, top }: PlacedGroup): void {
  const { labelWidth, width, groups, grouping } = scene;
  const steps = groups.of(groupKey(grouping, name));
  if (steps === undefined) return;
  const { fillStyle } = ctx;
  ctx.save();
  clip(ctx, labelWidth, top, width - labelWidth, GROUP_HEIGHT);
  paintCounter(ctx, scene, groupColors, steps, { top, height: GROUP_HEIGHT });
  ctx.restore();
  ctx.fillStyle = fillStyle;
}

function clip(ctx: Ctx, x: number, y: number, width: number, height: number): void {
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
}

interface Tick {
  readonly x: number;
  readonly text: string;
}

/** Round times, or round durations since the origin of what is aligned. */
export function ticksOf({ alignment, labelWidth, width, window }: Scene): readonly Tick[] {
  const plot = width - labelWidth;
  const made =
    alignment === undefined
      ? ticks(window, plot, 110)
      : durationTicks(window, plot, 110, alignment.origin);
  return made.map(({ time, text }) => ({ x: labelWidth + toPixel(window, plot, time), text }));
}

function paintGrid(ctx: Ctx, scene: Scene): void {
  const { height, theme } = scene;
  ctx.strokeStyle = theme.color('editorIndentGuide.background1', 'editorIndentGuide.background');
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const tick of ticksOf(scene)) {
    const x = Math.round(tick.x) + 0.5;
    ctx.moveTo(x, RULER_HEIGHT);
    ctx.lineTo(x, height);
  }
  ctx.globalAlpha = theme.highContrast ? 0.3 : 0.6;
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
  if (lane.id === scene.focusedLane) {
    ctx.fillStyle = theme.color('focusBorder');
    ctx.fillRect(0, top, 2, height);
  }
  if (lane.counter !== undefined) {
    paintCounterLane(ctx, scene, lane.counter, { top, height });
    return;
  }
  const window = windowOf(scene, lane.id);
  const items = scene.items.of(lane.id, window);
  if (items === undefined) return;
  ctx.save();
  clip(ctx, labelWidth, top, width - labelWidth, height);
  paintItems(ctx, window === scene.window ? scene : { ...scene, window }, items, top);
  ctx.restore();
}

function paintCounterLane(
  ctx: Ctx,
  scene: Scene,
  counter: CounterName,
  place: { readonly top: number; readonly height: number },
): void {
  const { labelWidth, width, theme } = scene;
  const steps = scene.counters.of(counter);
  if (steps === undefined) return;
  ctx.save();
  clip(ctx, labelWidth, place.top, width - labelWidth, place.height);
  paintCounter(ctx, scene, counterColors[counter], steps, place);
  ctx.restore();
  ctx.font = `10px ${theme.font}`;
  ctx.fillStyle = theme.color('descriptionForeground');
  ctx.textAlign = 'right';
  if (steps.most > 0) ctx.fillText(scaleText(counter, steps.most), labelWidth - 5, place.top + 8);
  ctx.fillText('0', labelWidth - 5, place.top + place.height - 6);
  ctx.textAlign = 'left';
}

function paintLabel(ctx: Ctx, scene: Scene, { lane, heading, top }: PlacedLane): void {
  const { labelWidth, theme } = scene;
  const x = heading === '' ? 10 : 18;
  const middle = top + 13;
  let room = labelWidth - x - (lane.counter === undefined ? 10 : SCALE);
  if (lane.severity === 'error' || lane.severity === 'warning') {
    ctx.fillStyle = theme.color(severityColor(lane.severity));
    ctx.beginPath();
    ctx.arc(labelWidth - 12, middle, 3.5, 0, 2 * Math.PI);
    ctx.fill();
    room -= 14;
  }
  const isBold = lane.podKey === undefined && lane.counter === undefined;
  ctx.font = `${isBold ? '600 ' : ''}12px ${theme.font}`;
  ctx.fillStyle = theme.color('foreground');
  const full = heading === '' ? laneTitle(lane) : laneName(lane);
  const name = full.startsWith(`${heading}/`) ? full.slice(heading.length + 1) : full;
  ctx.fillText(scene.fitted(name, room), x, middle + 0.5);
}

function paintRuler(ctx: Ctx, scene: Scene): void {
  const { width, height, labelWidth, theme, alignment } = scene;
  ctx.font = `11px ${theme.font}`;
  ctx.fillStyle = theme.color('descriptionForeground');
  ctx.save();
  clip(ctx, labelWidth, 0, width - labelWidth, RULER_HEIGHT);
  for (const { x, text } of ticksOf(scene)) {
    if (x + 4 + ctx.measureText(text).width < width) ctx.fillText(text, x + 4, RULER_HEIGHT / 2);
    ctx.fillRect(Math.round(x), RULER_HEIGHT - 6, 1, 6);
  }
  ctx.restore();
  ctx.fillText(alignment === undefined ? 'UTC' : t('since its start'), 10, RULER_HEIGHT / 2);
  ctx.fillStyle = theme.color('editorGroup.border', 'panel.border', 'contrastBorder');
  ctx.fillRect(0, RULER_HEIGHT - 1, width, 1);
  ctx.fillRect(labelWidth - 1, 0, 1, height);
}
