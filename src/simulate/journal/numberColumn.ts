const size = 1 << 11;

type Values = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Each number of a block is its base and what stands at its place; without values all of them are the base. */
interface Block {
  readonly base: number;
  readonly values: Values | undefined;
}

/** Numbers below the limit fit. */
const widths = [
  [0x100, (): Values => new Uint8Array(size)],
  [0x1_0000, (): Values => new Uint16Array(size)],
  [0x1_0000_0000, (): Values => new Uint32Array(size)],
] as const;

/**
 * Numbers that are only added, in blocks that are as wide as what is in them: times and steps, which ascend, take two or four bytes,
 * and what is the same time and again takes none.
 */
export class NumberColumn {
  length = 0;
  private readonly blocks: Block[] = [];

  push(value: number): void {
    const at = this.length % size;
    const last = this.blocks.length - 1;
    const block = this.blocks[last];
    if (at === 0 || block === undefined) this.blocks.push({ base: value, values: undefined });
    else if (!put(block, at, value)) this.blocks[last] = wider(block, at, value);
    this.length += 1;
  }

  /** NaN where there is none. */
  at(index: number): number {
    if (!(index >= 0 && index < this.length)) return NaN;
    const block = this.blocks[Math.floor(index / size)];
    return block === undefined ? NaN : valueOf(block, index % size);
  }

  /** How many of them, which ascend, are at or below a value. */
  countTo(value: number): number {
    return countTo(this, value);
  }
}

function valueOf({ base, values }: Block, at: number): number {
  return values === undefined ? base : base + (values[at] ?? 0);
}

/** False: the block has no room for the value. */
function put({ base, values }: Block, at: number, value: number): boolean {
  if (values === undefined) return value === base;
  values[at] = value - base;
  return values instanceof Float64Array || base + (values[at] ?? 0) === value;
}

/** A block that has room for one number more; a base that is too high becomes 0, so that it is lowered once. */
function wider(block: Block, length: number, value: number): Block {
  const all = Array.from({ length }, (_, at) => valueOf(block, at));
  all.push(value);
  const base = value < block.base ? 0 : block.base;
  const widest = Math.max(...all.map((one) => one - base));
  const isWhole = all.every((one) => Number.isSafeInteger(one) && one >= base);
  const make = isWhole ? widths.find(([limit]) => widest < limit)?.[1] : undefined;
  if (make === undefined)
    return { base: 0, values: Float64Array.from({ length: size }, (_, at) => all[at] ?? 0) };
  const values = make();
  all.forEach((one, at) => (values[at] = one - base));
  return { base, values };
}

/** Ascending numbers of one of very many lists: small ones take little. */
export class NumberList {
  length = 0;
  private values = new Uint32Array(4);

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(this.length + Math.max(4, this.length >> 2));
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number | undefined {
    return index >= 0 && index < this.length ? this.values[index] : undefined;
  }

  /** How many of them are at or below a value. */
  countTo(value: number): number {
    return countTo(this, value);
  }
}

/** How many of ascending numbers are at or below a value. */
function countTo(
  numbers: { readonly length: number; at(index: number): number | undefined },
  value: number,
): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers.at(middle) ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
