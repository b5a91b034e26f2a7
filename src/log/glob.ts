// Names with `*` and `?`, matched in one pass: all ways that a pattern may have come so far are kept as bits (Baeza-Yates and Gonnet's
// shift-and), so no pattern and no text makes it try anything twice.

export interface Glob {
  /** Whether it is the whole text. */
  isAll(text: string): boolean;
  /** Whether it stands in the text as words of their own. */
  isIn(text: string): boolean;
}

const BITS = 32;
const stopsName: readonly string[] = ['"', '/'];

/** What `*` and `?` go over: in a name no `/`, no quote and no space. */
export type Reach = 'name' | 'any';

export function globOf(pattern: string, reach: Reach): Glob {
  const states = new States(pattern, reach);
  const [longest = ''] = pattern.split(/[*?]+/).sort((a, b) => b.length - a.length);
  return {
    isAll: (text) => text.includes(longest) && states.isAll(text),
    isIn: (text) => text.includes(longest) && states.isIn(text),
  };
}

/** Bit n stands for having read the first n characters of the pattern, its stars left out. */
class States {
  private readonly reach: Reach;
  private readonly size: number;
  /** The states that the end of the pattern is. */
  private readonly last: number;
  /** By character, the states that it leads to. */
  private readonly by = new Map<string, Uint32Array>();
  /** States that a `?` leads to. */
  private readonly anyone: Uint32Array;
  /** States that stay, for a star stands there. */
  private readonly stars: Uint32Array;

  constructor(pattern: string, reach: Reach) {
    this.reach = reach;
    const read = pattern.replaceAll('*', '');
    this.last = read.length;
    this.size = Math.floor(read.length / BITS) + 1;
    this.anyone = this.none();
    this.stars = this.none();
    let state = 0;
    for (const character of pattern.split('')) {
      if (character === '*') add(this.stars, state);
      else if (character === '?') add(this.anyone, ++state);
      else {
        const leads = this.by.get(character) ?? this.none();
        this.by.set(character, leads);
        add(leads, ++state);
      }
    }
  }

  isAll(text: string): boolean {
    const states = this.none();
    add(states, 0);
    for (let at = 0; at < text.length; at++) if (!this.step(states, text.charAt(at))) return false;
    return has(states, this.last);
  }

  isIn(text: string): boolean {
    const states = this.none();
    for (let at = 0; at <= text.length; at++) {
      const next = text.charAt(at);
      const endsWord = !isOfWord(next);
      if (!isOfWord(text.charAt(at - 1))) add(states, 0);
      if (endsWord && has(states, this.last)) return true;
      this.step(states, next);
    }
    return false;
  }

  /** Reads one character; false when no way is left. */
  private step(states: Uint32Array, character: string): boolean {
    const leads = this.by.get(character);
    const isOpen = this.reach === 'any' || !(stopsName.includes(character) || /\s/.test(character));
    let [carry, left] = [0, 0];
    for (let word = 0; word < states.length; word++) {
      const old = states[word] ?? 0;
      const moved = (old << 1) | carry;
      const stayed = isOpen ? old & (this.stars[word] ?? 0) : 0;
      const open = isOpen ? (this.anyone[word] ?? 0) : 0;
      const now = (moved & ((leads?.[word] ?? 0) | open)) | stayed;
      states[word] = now;
      carry = old >>> (BITS - 1);
      left |= now;
    }
    return left !== 0;
  }

  private none(): Uint32Array {
    return new Uint32Array(this.size);
  }
}

function add(states: Uint32Array, state: number): void {
  const word = Math.floor(state / BITS);
  states[word] = (states[word] ?? 0) | (1 << (state % BITS));
}

function has(states: Uint32Array, state: number): boolean {
  return (((states[Math.floor(state / BITS)] ?? 0) >>> (state % BITS)) & 1) === 1;
}

/** What goes on with the word beside it; the ends of the text are none. */
function isOfWord(character: string): boolean {
  return /^[\w-]$/.test(character);
}
