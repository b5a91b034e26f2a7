/** Numbers of [0, 1) that the seed alone decides (mulberry32). */
export interface Random {
  next(): number;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
    },
  };
}

/** A whole number of [from, to]. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random.next() * (to - from + 1));
}

/** Hexadecimal digits. */
export function hex(random: Random, digits: number): string {
  let text = '';
  while (text.length < digits) {
    text += Math.floor(random.next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  }
  return text.slice(0, digits);
}

/** The shape of a UUID. */
export function uuid(random: Random): string {
  const h = hex(random, 32);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`;
}
