// The hash that each data object of a journal has of its payload: SipHash-2-4 keyed by the file's id, in older files Jenkins' lookup3
// (journal_file_hash_data in systemd's journal-file.c, siphash24.c, lookup3.c). In halves of 32 bits: BigInt would be many times slower.

/** Two halves, the lower one first. */
export type Hash = readonly [low: number, high: number];

function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function rotated(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

/** jenkins_hash64: `hashlittle2`, begun with zeros. */
export function jenkins(bytes: Uint8Array): Hash {
  let left = bytes.length;
  let a = (0xdeadbeef + left) | 0;
  let b = a;
  let c = a;
  let at = 0;
  for (; left > 12; left -= 12, at += 12) {
    a = (a + word(bytes, at)) | 0;
    b = (b + word(bytes, at + 4)) | 0;
    c = (c + word(bytes, at + 8)) | 0;
    a = (a - c) ^ rotated(c, 4);
    c = (c + b) | 0;
    b = (b - a) ^ rotated(a, 6);
    a = (a + c) | 0;
    c = (c - b) ^ rotated(b, 8);
    b = (b + a) | 0;
    a = (a - c) ^ rotated(c, 16);
    c = (c + b) | 0;
    b = (b - a) ^ rotated(a, 19);
    a = (a + c) | 0;
    c = (c - b) ^ rotated(b, 4);
    b = (b + a) | 0;
  }
  if (left > 0) {
    a = (a + word(bytes, at)) | 0;
    b = (b + word(bytes, at + 4)) | 0;
    c = (c + word(bytes, at + 8)) | 0;
    c = ((c ^ b) - rotated(b, 14)) | 0;
    a = ((a ^ c) - rotated(c, 11)) | 0;
    b = ((b ^ a) - rotated(a, 25)) | 0;
    c = ((c ^ b) - rotated(b, 16)) | 0;
    a = ((a ^ c) - rotated(c, 4)) | 0;
    b = ((b ^ a) - rotated(a, 14)) | 0;
    c = ((c ^ b) - rotated(b, 24)) | 0;
  }
  return [b >>> 0, c >>> 0];
}

/** SipHash-2-4; the key has 16 bytes. Written out, as numbers in an array would take twice as long. */
export function sipHash(bytes: Uint8Array, key: Uint8Array): Hash {
  const [k0l, k0h, k1l, k1h] = [word(key, 0), word(key, 4), word(key, 8), word(key, 12)];
  let [v0l, v0h, v1l, v1h] = [
    k0l ^ 0x70736575,
    k0h ^ 0x736f6d65,
    k1l ^ 0x6e646f6d,
    k1h ^ 0x646f7261,
  ];
  let [v2l, v2h, v3l, v3h] = [
    k0l ^ 0x6e657261,
    k0h ^ 0x6c796765,
    k1l ^ 0x79746573,
    k1h ^ 0x74656462,
  ];
  const { length } = bytes;
  const whole = length - (length % 8);
  // The last block has what is left, and the length in its last byte; another turn ends the hash.
  for (let at = 0; at <= whole + 8; at += 8) {
    const isEnd = at > whole;
    const left = isEnd ? 0 : word(bytes, at);
    const right = isEnd
      ? 0
      : at < whole
        ? word(bytes, at + 4)
        : (word(bytes, at + 4) & 0xffffff) | (length << 24);
    if (isEnd) v2l ^= 0xff;
    v3l ^= left;
    v3h ^= right;
    for (let rounds = isEnd ? 4 : 2; rounds > 0; rounds--) {
      let low: number;
      low = (v0l >>> 0) + (v1l >>> 0);
      v0h = (v0h + v1h + (low > 0xffff_ffff ? 1 : 0)) | 0;
      v0l = low | 0;
      low = v1l;
      v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
      v1h = ((v1h << 13) | (low >>> 19)) ^ v0h;
      low = v0l;
      v0l = v0h;
      v0h = low;
      low = (v2l >>> 0) + (v3l >>> 0);
      v2h = (v2h + v3h + (low > 0xffff_ffff ? 1 : 0)) | 0;
      v2l = low | 0;
      low = v3l;
      v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
      v3h = ((v3h << 16) | (low >>> 16)) ^ v2h;
      low = (v0l >>> 0) + (v3l >>> 0);
      v0h = (v0h + v3h + (low > 0xffff_ffff ? 1 : 0)) | 0;
      v0l = low | 0;
      low = v3l;
      v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
      v3h = ((v3h << 21) | (low >>> 11)) ^ v0h;
      low = (v2l >>> 0) + (v1l >>> 0);
      v2h = (v2h + v1h + (low > 0xffff_ffff ? 1 : 0)) | 0;
      v2l = low | 0;
      low = v1l;
      v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
      v1h = ((v1h << 17) | (low >>> 15)) ^ v2h;
      low = v2l;
      v2l = v2h;
      v2h = low;
    }
    v0l ^= left;
    v0h ^= right;
  }
  return [(v0l ^ v1l ^ v2l ^ v3l) >>> 0, (v0h ^ v1h ^ v2h ^ v3h) >>> 0];
}
