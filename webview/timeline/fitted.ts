// Texts cut to the room there is, in the font that the context has just then. Measuring is dear, so widths are remembered.

/** The text, or as much of it as fits in a length in pixels, with a sign that it is cut. */
export type Fit = (text: string, room: number) => string;

const KEPT = 5_000;

export function fitting(ctx: CanvasRenderingContext2D): Fit {
  const widths = new Map<string, number>();
  const widthOf = (text: string): number => {
    const key = `${ctx.font}\n${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size >= KEPT) widths.clear();
    const { width } = ctx.measureText(text);
    widths.set(key, width);
    return width;
  };
  return (text, room) => {
    if (widthOf(text) <= room) return text;
    let low = 0;
    let high = Math.min(text.length, 200);
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (widthOf(`${text.slice(0, middle)}…`) <= room) low = middle;
      else high = middle - 1;
    }
    return `${text.slice(0, low)}…`;
  };
}
