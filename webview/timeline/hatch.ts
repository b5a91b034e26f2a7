// Hatching for what cannot be known, one pattern for each colour.

/** A pattern of slanted lines in a colour; the colour itself where the canvas makes no patterns. */
export function hatched(ctx: CanvasRenderingContext2D, color: string): CanvasPattern | string {
  const tile = new OffscreenCanvas(6, 6);
  const lines = tile.getContext('2d');
  if (lines === null) return color;
  lines.strokeStyle = color;
  lines.globalAlpha = 0.7;
  lines.lineWidth = 1.2;
  lines.beginPath();
  for (const shift of [-6, 0, 6]) {
    lines.moveTo(shift - 1, 7);
    lines.lineTo(shift + 7, -1);
  }
  lines.stroke();
  return ctx.createPattern(tile, 'repeat') ?? color;
}
