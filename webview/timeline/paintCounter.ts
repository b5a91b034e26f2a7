// Draws one counter: its parts as steps that are stacked, hatched where it is unknown.
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
  to: number;
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
  const shown = stepsIn(scene, steps, room / Math.max(steps.most, 1e-9));
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

/** Those in sight, in pixels. */
function stepsIn(scene: Scene, steps: CounterSteps, scale: number): readonly Step[] {
  const { window, labelWidth } = scene;
  const plot = scene.width - labelWidth;
  const { column, perColumn, window: asked } = steps;
  const [a, b, c] = steps.parts;
  const xAt = (time: number): number => Math.round(labelWidth + toPixel(window, plot, time));
  const xOf = (step: number): number => xAt(asked.from + (column[step] ?? 0) * perColumn);
  const found: Step[] = [];
  let step = Math.max(0, stepAt(steps, window.from));
  for (let from = xOf(step); step < column.length && from <= scene.width; step++) {
    const to = step + 1 < column.length ? xOf(step + 1) : xAt(asked.to);
    // On whole pixels, which a canvas fills fastest; what looks alike is one.
    const first = Math.round((a?.[step] ?? 0) * scale);
    const second = first + Math.round((b?.[step] ?? 0) * scale);
    const third = second + Math.round((c?.[step] ?? 0) * scale);
    const open = Math.round((steps.open[step] ?? 0) * scale);
    const known = steps.known[step] ?? 3;
    const last = found.at(-1);
    if (
      last?.known === known &&
      last.open === open &&
      last.tops[0] === first &&
      last.tops[1] === second &&
      last.tops[2] === third
    )
      last.to = to;
    else found.push({ from, to, known, tops: [first, second, third], open });
    from = to;
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
  ctx.fillStyle = hatch(theme.color('kubeletWorker.unknown', 'descriptionForeground'));
  for (const { from, to, known, tops, open } of steps) {
    const top = tops.at(-1) ?? 0;
    const height = known === 2 ? room : Math.min(room - top, open);
    if (height > 0)
      ctx.fillRect(from, bottom - (known === 2 ? 0 : top) - height, to - from, height);
  }
}

/** Steps that stand closer have no edge, which would be all that is seen of them. */
const DENSE = 200;

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
  const own = steps.filter(
    (step) => step.known === known && (step.tops[part] ?? 0) > (step.tops[part - 1] ?? 0),
  );
  if (own.length === 0) return;
  const isDense = own.length > DENSE;
  if (!theme.highContrast) {
    ctx.globalAlpha = (known === 0 ? 0.45 : 0.25) + (isDense ? 0.2 : 0);
    for (const { from, to, tops } of own) {
      const top = tops[part] ?? 0;
      ctx.fillRect(from, bottom - top, to - from, top - (tops[part - 1] ?? 0));
    }
    ctx.globalAlpha = 1;
    if (isDense) return;
  }
  ctx.beginPath();
  let end = NaN;
  for (const { from, to, tops } of own) {
    const y = bottom - (tops[part] ?? 0);
    if (from === end) ctx.lineTo(from, y);
    else ctx.moveTo(from, y);
    ctx.lineTo(to, y);
    end = to;
  }
  ctx.lineWidth = theme.highContrast ? 1.5 : 1;
  ctx.setLineDash(known === 0 || isDense ? [] : [4, 2]);
  ctx.stroke();
  ctx.setLineDash([]);
}
