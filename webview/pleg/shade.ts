// Hatching of what nobody can know, in canvas pixels.
import type uPlot from 'uplot';

/** Left edge and width of a span of time, cut at the edges of the plot. */
export function spanOf(plot: uPlot, from: number, to: number): [left: number, width: number] {
  const { bbox } = plot;
  const x = (time: number): number =>
    Math.max(bbox.left, Math.min(bbox.left + bbox.width, plot.valToPos(time, 'x', true)));
  return [x(from), Math.max(1, x(to) - x(from))];
}

export function hatch(
  ctx: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
  color: string,
): void {
  const gap = 8 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.strokeStyle = color;
  ctx.globalAlpha = 0.35;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  for (let x = left - height; x < left + width; x += gap) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}
