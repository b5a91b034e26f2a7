/** The CRC-32 of gzip and zip (ISO 3309), eight tables wide: a byte at a time is slower than unpacking. */
const tables = makeTables();

function makeTables(): Uint32Array {
  const made = new Uint32Array(8 * 256);
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let k = 0; k < 8; k++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    made[n] = crc;
  }
  for (let n = 256; n < made.length; n++) {
    const before = made[n - 256] ?? 0;
    made[n] = (before >>> 8) ^ (made[before & 255] ?? 0);
  }
  return made;
}

/** The checksum and the length of bytes that come in pieces. */
export class Checksum {
  size = 0;
  private crc = -1;

  get value(): number {
    return ~this.crc >>> 0;
  }

  add(bytes: Uint8Array): void {
    this.size += bytes.length;
    let { crc } = this;
    const of = (table: number, byte: number): number => tables[table * 256 + (byte & 255)] ?? 0;
    const wide = bytes.length & ~7;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let i = 0;
    for (; i < wide; i += 8) {
      const low = view.getUint32(i, true) ^ crc;
      const high = view.getUint32(i + 4, true);
      crc = of(7, low) ^ of(6, low >>> 8) ^ of(5, low >>> 16) ^ of(4, low >>> 24);
      crc ^= of(3, high) ^ of(2, high >>> 8) ^ of(1, high >>> 16) ^ of(0, high >>> 24);
    }
    for (; i < bytes.length; i++) crc = (crc >>> 8) ^ of(0, crc ^ (bytes[i] ?? 0));
    this.crc = crc;
  }
}
