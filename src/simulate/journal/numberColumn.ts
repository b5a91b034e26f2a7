const block = 1 << 14;

type Block = Float64Array | Uint32Array | Uint8Array;

/** Numbers that are only added, in blocks, so that growing copies nothing and wastes little. */
export class NumberColumn {
  length = 0;
  private readonly blocks: Block[] = [];
  private readonly make: (size: number) => Block;

  constructor(make: (size: number) => Block) {
    this.make = make;
  }

  push(value: number): void {
    const at = this.length % block;
    if (at === 0) this.blocks.push(this.make(block));
    const last = this.blocks.at(-1);
    if (last !== undefined) last[at] = value;
    this.length += 1;
  }

  /** NaN where there is none. */
  at(index: number): number {
    return this.blocks[Math.floor(index / block)]?.[index % block] ?? NaN;
  }

  /** How many of them, which ascend, are at or below a value. */
  countTo(value: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Ascending numbers of one of very many lists: small ones take little. */
export class NumberList {
  length = 0;
  private values = new Uint32Array(4);

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(this.length + Math.max(4, this.length >> 1));
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
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[middle] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
