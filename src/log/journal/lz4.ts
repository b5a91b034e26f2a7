// Mirrors the block format of LZ4 (lz4_Block_format.md). No kept package unpacks a bare block.

/** Unpacks a block that holds `size` bytes; undefined when it is damaged. */
export function unpackLz4(block: Uint8Array, size: number): Uint8Array | undefined {
  const out = new Uint8Array(size);
  let from = 0;
  let to = 0;
  const length = (start: number): number => {
    let value = start;
    if (start < 15) return value;
    for (;;) {
      const byte = block[from++] ?? 0;
      value += byte;
      if (byte < 255) return value;
    }
  };
  while (from < block.length) {
    const token = block[from++] ?? 0;
    const literals = length(token >> 4);
    if (from + literals > block.length || to + literals > size) return undefined;
    out.set(block.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence has no match.
    if (from >= block.length) break;
    const back = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
    from += 2;
    const matched = length(token & 15) + 4;
    if (back === 0 || back > to || to + matched > size) return undefined;
    // What is copied may be what the copy itself wrote.
    for (let i = 0; i < matched; i++) out[to + i] = out[to - back + i] ?? 0;
    to += matched;
  }
  return to === size ? out : undefined;
}
