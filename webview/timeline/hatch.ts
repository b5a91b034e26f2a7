// Hatching for what cannot be known, one pattern for each colour.

/** Gives the pattern of slanted lines in a colour; the colour itself where the canvas makes no patterns. */
export type Hatch = (color: string) => CanvasPattern | string;

export function hatching(ctx: CanvasRenderingContext2D): Hatch {
  const made = new Map<string, CanvasPattern | string>();
  return (color) => {
    const pattern = made.get(color) ?? hatched(ctx, color);
    made.set(color, pattern);
    return pattern;
  };
}

function hatched(ctx: CanvasRenderingContext2D, color: string): CanvasPattern | string {
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
