// A node's log without what gives access: should a line of it hold a token, neither the tape nor a case that is saved of it does. Bytes stay in
// their places; a line comes when it has ended.
import { bytesWithoutSecrets } from '../base/secrets.ts';
import type { LogPart } from './logPart.ts';

const NEWLINE = 10;
/** A line that has no end is passed on in pieces of this size. */
const longest = 1 << 20;

export async function* starred(parts: AsyncIterable<LogPart>): AsyncGenerator<LogPart> {
  let held = Buffer.alloc(0);
  for await (const part of parts) {
    if (part.kind === 'notice') {
      // After a gap another line begins; else what comes next goes on with this one.
      if (part.gap !== undefined && held.length > 0) {
        yield { kind: 'data', bytes: bytesWithoutSecrets(held) };
        held = Buffer.alloc(0);
      }
      yield part;
      continue;
    }
    const bytes = held.length === 0 ? Buffer.from(part.bytes) : Buffer.concat([held, part.bytes]);
    const end = bytes.length > longest ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    held = bytes.subarray(end);
    if (end > 0) yield { kind: 'data', bytes: bytesWithoutSecrets(bytes.subarray(0, end)) };
  }
  if (held.length > 0) yield { kind: 'data', bytes: bytesWithoutSecrets(held) };
}
