// Draws one counter: its parts as steps that are stacked, hatched where it is unknown. One path for each part, however many steps there are.
import type { CounterName } from '../../src/protocol/rows.ts';
import { toPixel } from '../shared/timeScale.ts';
import { stepAt, type CounterSteps } from './counters.ts';
import type { Scene } from './scene.ts';

type Ctx = CanvasRenderingContext2D;

export const counterColors: Readonly<Record<CounterName, readonly string[]>> = {
  pods: ['kubeletWorker.sync', 'kubeletWorker.terminating', 'kubeletWorker.terminated'],
  workers: ['kubeletWorker.working'],
  relist: ['charts.purple'],
  cni: ['charts.orange'],
  errors: ['editorError.foreground'],
};
export const groupColors: readonly string[] = [
  'editorError.foreground',
  'editorWarning.foreground',
];

/** Room above and below the steps. */
const ROOM = 4;

interface Step {
  readonly from: number;
  readonly to: number;
  readonly known: number;
  /** Heights up to the end of each part, the lowest first. */
  readonly tops: readonly number[];
  readonly open: number;
}

export function paintCounter(
  ctx: Ctx,
  scene: Scene,
  colors: readonly string[],
  steps: CounterSteps,
  place: { readonly top: number; readonly height: number },
): void {
  const bottom = place.top + place.height - ROOM;
  const room = place.height - 2 * ROOM;
  const shown = stepsIn(scene, steps, room / Math.max(steps.most, 1e-9), colors.length);
  const { theme, labelWidth, width } = scene;
  ctx.fillStyle = theme.color('editorIndentGuide.background1', 'editorIndentGuide.background');
  ctx.globalAlpha = theme.highContrast ? 0.3 : 1;
  ctx.fillRect(labelWidth, bottom, width - labelWidth, 1);
  ctx.globalAlpha = 1;
  paintUnknown(ctx, scene, shown, bottom, room);
  for (const [part, color] of colors.entries())
    for (const known of [0, 1]) {
      ctx.fillStyle = theme.color(color, 'charts.blue');
      ctx.strokeStyle = ctx.fillStyle;
      paintPart(ctx, scene, shown, { part, known, bottom });
    }
}

/** Those in sight, in pixels; what is less than one stands in its column alone. */
function stepsIn(scene: Scene, steps: CounterSteps, scale: number, parts: number): readonly Step[] {
  const { window, labelWidth } = scene;
  const plot = scene.width - labelWidth;
  const { column, perColumn, window: asked } = steps;
  const xOf = (step: number): number => {
    const time = asked.from + (column[step] ?? 0) * perColumn;
    return Math.round(labelWidth + toPixel(window, plot, time));
  };
  const found: Step[] = [];
  for (let step = Math.max(0, stepAt(steps, window.from)); step < column.length; step++) {
    const from = xOf(step);
    if (from > scene.width) break;
    const end = step + 1 < column.length ? xOf(step + 1) : toPixel(window, plot, asked.to);
    const to = step + 1 < column.length ? end : labelWidth + end;
    let sum = 0;
    const tops = steps.parts.slice(0, parts).map((part) => (sum += (part[step] ?? 0) * scale));
    const open = (steps.open[step] ?? 0) * scale;
    found.push({ from, to, known: steps.known[step] ?? 3, tops, open });
  }
  return found;
}

function paintUnknown(
  ctx: Ctx,
  { theme, hatch }: Scene,
  steps: readonly Step[],
  bottom: number,
  room: number,
): void {
  ctx.beginPath();
  for (const { from, to, known, tops, open } of steps) {
    const top = tops.at(-1) ?? 0;
    if (known === 2) ctx.rect(from, bottom - room, to - from, room);
    else if (open > 0) {
      const height = Math.min(room - top, open);
      ctx.rect(from, bottom - top - height, to - from, height);
    }
  }
  ctx.fillStyle = hatch(theme.color('kubeletWorker.unknown', 'descriptionForeground'));
  ctx.fill();
}

/** Seen: a full edge. Inferred: a lighter fill, a dashed edge. */
function paintPart(
  ctx: Ctx,
  { theme }: Scene,
  steps: readonly Step[],
  {
    part,
    known,
    bottom,
  }: { readonly part: number; readonly known: number; readonly bottom: number },
): void {
  const own = steps.filter((step) => step.known === known);
  const below = (tops: readonly number[]): number => (part === 0 ? 0 : (tops[part - 1] ?? 0));
  if (!theme.highContrast) {
    ctx.beginPath();
    for (const { from, to, tops } of own)
      ctx.rect(from, bottom - (tops[part] ?? 0), to - from, (tops[part] ?? 0) - below(tops));
    ctx.globalAlpha = known === 0 ? 0.45 : 0.25;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  ctx.beginPath();
  let end = NaN;
  for (const { from, to, tops } of own) {
    const height = tops[part] ?? 0;
    if (height === below(tops)) {
      end = NaN;
      continue;
    }
    const y = bottom - height;
    if (from === end) ctx.lineTo(from, y);
    else ctx.moveTo(from, y);
    ctx.lineTo(to, y);
    end = to;
  }
  ctx.lineWidth = theme.highContrast ? 1.5 : 1;
  ctx.setLineDash(known === 0 ? [] : [4, 2]);
  ctx.stroke();
  ctx.setLineDash([]);
}
