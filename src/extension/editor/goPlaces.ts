// Places in Go source as a log writes them: `kubelet.go:2515]`, `"caller":"kubelet/kubelet.go:2515"`, a frame of a stack trace.

const shape = /(?:[\w@.+~-]*\/)*[\w.-]+\.go:\d+/g;
/** Paths in stack traces are long; further along a line nobody looks. */
const LOOKED_AT = 400;

export interface FoundPlace {
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

export function goPlaceAt(line: string, character: number): FoundPlace | undefined {
  const from = Math.max(0, character - LOOKED_AT);
  for (const match of line.slice(from, character + LOOKED_AT).matchAll(shape)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (start <= character && character <= end) return { place: match[0], start, end };
  }
  return undefined;
}

/** The line of `kubelet.go:2515`. */
export function goPlaceLine(place: string): number | undefined {
  const line = /\.go:(\d+)$/.exec(place)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** How far from its line a statement's message may stand: klog calls are broken over some. */
const REACH = 4;

/** Whether a Go file prints a message at a line, from 1: the text there has how the message begins. */
export function printsAt(text: string, line: number, message: string): boolean {
  const start = message.slice(0, 12).replace(/["\\].*$/s, '');
  if (start.length < 4) return false;
  const near = text.split('\n', line + REACH).slice(Math.max(0, line - 1));
  return near.some((each) => each.includes(start));
}
