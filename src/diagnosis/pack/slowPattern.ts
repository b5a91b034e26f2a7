// Which patterns of a person can take for ever on one line: a repetition of what itself only repeats, such as (a+)+, can split the same
// text in more ways than anybody can try. What has something between the repetitions, such as (?:, \w+)*, cannot.

interface Atom {
  /** Of a group: what stands between its bars. */
  readonly parts: readonly (readonly Atom[])[];
  readonly isDot: boolean;
  /** A lookaround, an anchor: takes no text. */
  readonly isEmpty: boolean;
  /** It may be left out. */
  readonly isOptional: boolean;
  readonly isEndless: boolean;
}

const token =
  /\\(?:k<\w+>|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:<?[=!]|<\w+>|:)|[\s\S]/gi;

/** `source` is that of a RegExp that could be made. */
export function canHang(source: string): boolean {
  return partsHang(partsOf([...source.matchAll(token)].map(([piece]) => piece)));
}

/** Reads up to the bracket that closes a group, or to the end; takes what it reads off `pieces`. */
function partsOf(pieces: string[]): Atom[][] {
  const parts: Atom[][] = [[]];
  for (let piece = pieces.shift(); piece !== undefined && piece !== ')'; piece = pieces.shift()) {
    if (piece === '|') {
      parts.push([]);
      continue;
    }
    const isGroup = piece.startsWith('(');
    const inner = isGroup ? partsOf(pieces) : [];
    parts.at(-1)?.push({
      parts: inner,
      isDot: piece === '.',
      isEmpty: /^(?:\(\?<?[=!]|\^|\$|\\b)$/i.test(piece),
      ...quantifier(pieces),
    });
  }
  return parts;
}

function quantifier(pieces: string[]): Pick<Atom, 'isOptional' | 'isEndless'> {
  const [next = ''] = pieces;
  if (!/^(?:[*+?]|\{\d.*\})$/.test(next)) return { isOptional: false, isEndless: false };
  pieces.shift();
  // A lazy one tries as much.
  if (pieces[0] === '?') pieces.shift();
  return {
    isOptional: /^(?:[*?]|\{0)/.test(next),
    isEndless: /^(?:[*+]|\{\d+,\})$/.test(next),
  };
}

function partsHang(parts: Atom['parts']): boolean {
  return parts.some((part) =>
    part.some((atom) => (atom.isEndless && atom.parts.some(isLoose)) || partsHang(atom.parts)),
  );
}

/** It repeats something, and nothing that must stand there once keeps its rounds apart. */
function isLoose(part: readonly Atom[]): boolean {
  const repeats = part.filter(hasEndless);
  const isApart = part.some((atom) => !atom.isOptional && !atom.isEmpty && !hasEndless(atom));
  return repeats.length > 0 && (!isApart || repeats.some(({ isDot }) => isDot));
}

function hasEndless(atom: Atom): boolean {
  return atom.isEndless || atom.parts.some((part) => part.some(hasEndless));
}
