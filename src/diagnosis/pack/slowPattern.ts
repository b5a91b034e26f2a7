// Which patterns of a person can take for ever on one line: a repetition that can read the same text in several ways, such as (a+)+ or
// (a|a)*, reads a long one in more ways than anybody can try. What keeps its rounds apart, as the comma in (?:, \w+)*, has one way.
import { isAmbiguous, type Part } from './ambiguity.ts';

/** A token with what it may be followed by. */
interface Atom extends Part {
  /** Of a group: what stands between its bars. */
  readonly parts: readonly (readonly Atom[])[];
  /** It is repeated, though not for ever, so often that all ways to do it are too many. */
  readonly isOften: boolean;
  readonly isDot: boolean;
}

const token =
  /\\(?:k<\w+>|u[0-9a-f]{4}|x[0-9a-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:<?[=!]|<\w+>|:)|[\s\S]/gi;

/** So many rounds of what can be cut in two ways are a thousand ways. */
const OFTEN = 10;

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
      text: isGroup ? undefined : piece,
      isDot: piece === '.',
      isEmpty: /^(?:\(\?<?[=!]|\^|\$|\\b)$/i.test(piece),
      ...quantifier(pieces),
    });
  }
  return parts;
}

function quantifier(pieces: string[]): Pick<Atom, 'isOptional' | 'isEndless' | 'isOften'> {
  const [next = ''] = pieces;
  if (!/^(?:[*+?]|\{\d.*\})$/.test(next))
    return { isOptional: false, isEndless: false, isOften: false };
  pieces.shift();
  // A lazy one tries as much.
  if (pieces[0] === '?') pieces.shift();
  return {
    isOptional: /^(?:[*?]|\{0)/.test(next),
    isEndless: /^(?:[*+]|\{\d+,\})$/.test(next),
    isOften: Number(/(\d+)\}$/.exec(next)?.[1] ?? 0) >= OFTEN,
  };
}

function partsHang(parts: Atom['parts']): boolean {
  return parts.some((part) => part.some((atom) => atomHangs(atom) || partsHang(atom.parts)));
}

function atomHangs(atom: Atom): boolean {
  const { parts, isEndless, isOften } = atom;
  if (!isEndless && !isOften) return false;
  const mayBeNothing = isOften && parts.some((part) => part.every(({ isOptional }) => isOptional));
  return mayBeNothing || parts.some(isLoose) || isAmbiguous(parts);
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
