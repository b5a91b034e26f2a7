/** Numbers in the order of zip, gzip, Zstandard and journals; what lies behind the end counts as 0. */
export function u16(bytes: Uint8Array, i: number): number {
  return (bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8);
}

export function u32(bytes: Uint8Array, i: number): number {
  return u16(bytes, i) + u16(bytes, i + 2) * 0x1_0000;
}

/** One that a double doesn't hold is rounded: it is larger than any place in a file. */
export function u64(bytes: Uint8Array, i: number): number {
  return u32(bytes, i) + u32(bytes, i + 4) * 0x1_0000_0000;
}
