/** Messages on a stream of bytes: `Content-Length: N`, an empty line, then N bytes of JSON. */

const MAX_MESSAGE = 64 << 20;
const MAX_HEADER = 4096;

export function frame(message: object): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(message));
  const head = new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/** Takes bytes as they come, gives whole messages. What can't be read is left out: the stream goes on behind it. */
export class Unframer {
  private held = new Uint8Array(0);

  push(bytes: Uint8Array): readonly unknown[] {
    const joined = new Uint8Array(this.held.length + bytes.length);
    joined.set(this.held);
    joined.set(bytes, this.held.length);
    this.held = joined;
    const messages: unknown[] = [];
    for (let taken = this.take(); taken !== undefined; taken = this.take()) messages.push(...taken);
    return messages;
  }

  /** The next message in a list, an empty list for one that can't be read, undefined when more bytes are needed. */
  private take(): readonly unknown[] | undefined {
    const end = endOfHeader(this.held);
    if (end < 0) {
      if (this.held.length > MAX_HEADER) this.held = new Uint8Array(0);
      return undefined;
    }
    const header = new TextDecoder().decode(this.held.subarray(0, end));
    const length = Number(/content-length:\s*(\d{1,12})/i.exec(header)?.[1] ?? NaN);
    if (!(length <= MAX_MESSAGE)) {
      this.held = this.held.slice(end);
      return [];
    }
    if (this.held.length < end + length) return undefined;
    const body = new TextDecoder().decode(this.held.subarray(end, end + length));
    this.held = this.held.slice(end + length);
    try {
      const message: unknown = JSON.parse(body);
      return [message];
    } catch {
      return [];
    }
  }
}

/** Index behind the empty line that ends a header, or -1. */
function endOfHeader(bytes: Uint8Array): number {
  for (let i = 0; i + 3 < bytes.length; i++)
    if (bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10)
      return i + 4;
  return -1;
}
