// Whether a group that is repeated can read one text in two ways. Its characters are the places of an automaton (Glushkov's); two ways
// are two walks over the same characters that part at a place and meet there again, so that each round doubles them.

/** A piece of a pattern. */
export interface Part {
  /** Of a group: what stands between its bars. */
  readonly parts: readonly (readonly Part[])[];
  /** Of one character or class, as it is written. */
  readonly text: string | undefined;
  /** A lookaround, an anchor: takes no text. */
  readonly isEmpty: boolean;
  /** It may be left out. */
  readonly isOptional: boolean;
  readonly isEndless: boolean;
}

/** Places at which a piece may begin and end. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly mayBeNothing: boolean;
}

/** Stands for all characters: what tells classes apart are these. */
const alphabet: readonly string[] = [
  ...Array.from({ length: 95 }, (_, code) => String.fromCharCode(code + 32)),
  '\t',
  '\n',
  'µ',
  '日',
];

/** More places than this are not looked at: their pairs would be too many. */
const mostPlaces = 48;

/** True when rounds of `parts`, repeated, have two readings of some text. */
export function isAmbiguous(parts: Part['parts']): boolean {
  const places = new Places();
  const whole = places.ofParts(parts);
  places.join(whole, whole);
  return places.count <= mostPlaces && places.partAndMeet();
}

class Places {
  /** The characters that each place takes. */
  private readonly takes: (readonly string[])[] = [];
  private readonly next: Set<number>[] = [];
  /** By place and place, whether one character fits both. */
  private readonly shared = new Map<number, boolean>();

  get count(): number {
    return this.takes.length;
  }

  ofParts(parts: Part['parts']): Ends {
    const all = parts.map((part) => this.ofSequence(part));
    return {
      first: all.flatMap(({ first }) => first),
      last: all.flatMap(({ last }) => last),
      mayBeNothing: all.some(({ mayBeNothing }) => mayBeNothing),
    };
  }

  join(one: Ends, other: Ends): void {
    for (const from of one.last) for (const to of other.first) this.next[from]?.add(to);
  }

  /** From two walks at one place, can they part and be at one place again? The pairs that they stand at are searched. */
  partAndMeet(): boolean {
    return this.takes.some((_, place) => {
      const parted = this.reached([[place, place]]).filter(([one, other]) => one !== other);
      return this.reached(parted).some(([one, other]) => one === place && other === place);
    });
  }

  private ofSequence(part: readonly Part[]): Ends {
    let sum: Ends = { first: [], last: [], mayBeNothing: true };
    for (const atom of part) {
      if (atom.isEmpty) continue;
      const ends = this.ofAtom(atom);
      this.join(sum, ends);
      sum = {
        first: sum.mayBeNothing ? [...sum.first, ...ends.first] : sum.first,
        last: ends.mayBeNothing ? [...sum.last, ...ends.last] : ends.last,
        mayBeNothing: sum.mayBeNothing && ends.mayBeNothing,
      };
    }
    return sum;
  }

  private ofAtom(atom: Part): Ends {
    const inner = atom.text === undefined ? this.ofParts(atom.parts) : this.ofText(atom.text);
    if (atom.isEndless) this.join(inner, inner);
    return { ...inner, mayBeNothing: inner.mayBeNothing || atom.isOptional };
  }

  private ofText(text: string): Ends {
    const place = this.takes.length;
    this.takes.push(charactersOf(text));
    this.next.push(new Set());
    return { first: [place], last: [place], mayBeNothing: false };
  }

  /** All pairs after at least one step from some of `pairs`. */
  private reached(pairs: readonly Pair[]): readonly Pair[] {
    const seen = new Map<number, Pair>();
    const left = [...pairs];
    for (let pair = left.pop(); pair !== undefined; pair = left.pop())
      for (const one of this.next[pair[0]] ?? [])
        for (const other of this.next[pair[1]] ?? []) {
          const key = one * this.count + other;
          if (seen.has(key) || !this.shareCharacter(one, other)) continue;
          seen.set(key, [one, other]);
          left.push([one, other]);
        }
    return [...seen.values()];
  }

  private shareCharacter(one: number, other: number): boolean {
    const key = one * this.count + other;
    let is = this.shared.get(key);
    if (is === undefined) {
      const taken = this.takes[other] ?? [];
      is = this.takes[one]?.some((character) => taken.includes(character)) ?? false;
      this.shared.set(key, is);
    }
    return is;
  }
}

type Pair = readonly [number, number];

/** What a class takes; of a reference back, which may be any text, all. */
function charactersOf(text: string): readonly string[] {
  if (/^\\[1-9k]/.test(text)) return alphabet;
  const one = new RegExp(`^(?:${/^[{}\]]$/.test(text) ? `\\${text}` : text})$`);
  const taken = alphabet.filter((character) => one.test(character));
  // Of what stands outside of the alphabet only itself is known.
  return taken.length === 0 ? [text] : taken;
}
