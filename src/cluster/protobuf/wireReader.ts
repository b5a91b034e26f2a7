// Goes along bytes as protobuf writes them. It knows numbers, lengths and texts, and no message.

/** What is written cannot be read. */
export class Malformed extends Error {}

export class WireReader {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;

  begin(bytes: Buffer, at: number): void {
    this.bytes = bytes;
    this.at = at;
  }

  /** A number of at most 53 bits, as tags and lengths are. */
  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; factor <= 2 ** 49; factor *= 0x80) {
      byte = bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    // No length comes to this: whoever compares it finds it too long.
    return Number.MAX_SAFE_INTEGER;
  }

  /** A number with a sign: two's complement of 64 bits, inexact beyond 53 as in JSON. */
  int(): number {
    const { bytes } = this;
    let [low, high] = [0, 0];
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.at++] ?? 0;
      if (shift < 28) low |= (byte & 0x7f) << shift;
      else if (shift === 28) {
        low |= (byte & 0x0f) << 28;
        high = (byte & 0x7f) >> 4;
      } else high |= (byte & 0x7f) << (shift - 32);
      if (byte < 0x80) return (high | 0) * 2 ** 32 + (low >>> 0);
    }
    throw new Malformed('a number in it is too long');
  }

  /** Where what has its length before it ends. */
  stop(end: number): number {
    const stop = this.varint() + this.at;
    if (stop > end) throw new Malformed('a part of it is longer than the whole');
    return stop;
  }

  /** Goes past a tag if it is this one. */
  take(tag: number, end: number): boolean {
    const { at } = this;
    if (at < end && this.varint() === tag) return true;
    this.at = at;
    return false;
  }

  /** Goes past a field that nobody wants. */
  skip(wire: number, end: number): void {
    if (wire === 0) this.int();
    else if (wire === 1) this.at += 8;
    else if (wire === 2) this.at = this.stop(end);
    else if (wire === 5) this.at += 4;
    else throw new Malformed('it holds a field of no kind');
  }

  text(stop: number): string {
    return this.bytes.toString('utf8', this.at, stop);
  }
}
