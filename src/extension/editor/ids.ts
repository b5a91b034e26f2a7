// Ids in a line of a log: UIDs of pods (also of static ones, 32 digits), ids of sandboxes and containers (12 to 64 digits), paths of
// network namespaces.

const shapes =
  /\/(?:var\/)?run\/netns\/[\w.-]*\w|\/proc\/\d+\/ns\/net|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{12,64}/g;
/** Further along a line nobody looks for an id, and lines may be a megabyte long. */
const LOOKED_AT = 200;

export interface FoundId {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export function idAt(line: string, character: number): FoundId | undefined {
  const from = Math.max(0, character - LOOKED_AT);
  const part = line.slice(from, character + LOOKED_AT);
  for (const match of part.matchAll(shapes)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (character < start) return undefined;
    if (character <= end && isAlone(line, start, end)) return { id: match[0], start, end };
  }
  return undefined;
}

/** All ids of a line, in order. */
export function idsIn(line: string): readonly FoundId[] {
  return [...line.matchAll(shapes)].flatMap(({ 0: id, index: start }) => {
    const end = start + id.length;
    return isAlone(line, start, end) ? [{ id, start, end }] : [];
  });
}

function isAlone(line: string, start: number, end: number): boolean {
  return !isWord(line[start - 1]) && !isWord(line[end]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[0-9a-zA-Z-]/.test(character);
}
