import { joined } from '../bytes.ts';
import { decompress } from 'fzstd';
import { Budget } from '../archive/budget.ts';
import { unxz } from '../archive/decoders.ts';
import { u64 } from '../archive/littleEndian.ts';
import { frameHeader } from '../archive/zstd.ts';
import { unpackLz4 } from './lz4.ts';

/** A field that says it is longer is damaged: systemd's own limit for what is logged is less. */
const MAX_FIELD = 64 << 20;

/** How a data object is packed: the flags of its head. */
export const Packed = { xz: 1, lz4: 2, zstd: 4 } as const;

/** The payload of a data object, `NAME=value`; undefined when it is damaged. */
export async function unpackField(
  flags: number,
  payload: Uint8Array,
): Promise<Uint8Array | undefined> {
  try {
    if ((flags & Packed.zstd) !== 0) return unpackZstd(payload);
    if ((flags & Packed.lz4) !== 0) {
      const size = u64(payload, 0);
      return size > MAX_FIELD ? undefined : unpackLz4(payload.subarray(8), size);
    }
    return (flags & Packed.xz) !== 0 ? await unpackXz(payload) : payload;
  } catch {
    // That a field is lost is told of the journal as a whole.
    return undefined;
  }
}

function unpackZstd(payload: Uint8Array): Uint8Array | undefined {
  const { size, window } = frameHeader(payload);
  return Math.max(size ?? 0, window) > MAX_FIELD ? undefined : decompress(payload);
}

async function unpackXz(payload: Uint8Array): Promise<Uint8Array> {
  const budget = new Budget({ freeBytes: MAX_FIELD, ratio: 0 });
  const parts: Uint8Array[] = [];
  for await (const part of unxz(once(payload), budget)) parts.push(part.slice());
  return joined(parts);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
