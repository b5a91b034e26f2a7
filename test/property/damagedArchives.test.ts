// What is damaged says so: of an archive with changed bytes, or without its end, either the lines are those that were packed, or a row says
// what is wrong. DAMAGED=5000 tries more files, SEED=… those of another run.
import { execFileSync } from 'node:child_process';
import zlib from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packZip } from '../../src/log/archive/packZip.ts';
import { kubeletText, readArchive, tarOf } from '../support/archives.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const tries = Math.ceil(Number(process.env['DAMAGED'] ?? 60) / 10);

/** Marsaglia's xorshift. */
function random(state: number): (below: number) => number {
  let x = state | 1;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

const [one, two] = [kubeletText(300), kubeletText(200)];
const plain = { 'a/kubelet.log': one, 'b/kubelet.log': two };
const [a, b] = [strToU8(one), strToU8(two)];
const zst = zlib.zstdCompressSync(one, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });

interface Kind {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly lines: string;
  /** Bytes that nothing in the archive is a checksum of are left alone. */
  readonly flips: (at: number) => boolean;
}

const all = (): boolean => true;

async function kinds(): Promise<readonly Kind[]> {
  const tar = await tarOf(plain);
  const nested = await tarOf({ 'a/kubelet.log.gz': zlib.gzipSync(one), 'b/kubelet.log': two });
  const files = Object.entries(plain).map(([name, text]) => ({ name, chunks: [strToU8(text)] }));
  const streamed = await packZip(files, Date.UTC(2024, 5, 21));
  const [both, first] = [one + two, one];
  const gz = zlib.gzipSync(one);
  const secondHeader = 512 + Math.ceil(one.length / 512) * 512;
  const isHeader = (at: number): boolean =>
    at < 500 || (at >= secondHeader && at < secondHeader + 500);
  const isGzip = (at: number): boolean => at < 512 + gz.length;
  return [
    { name: 'k.log.gz', bytes: gz, lines: first, flips: all },
    { name: 'm.log.gz', bytes: Buffer.concat([gz, zlib.gzipSync(two)]), lines: both, flips: all },
    { name: 'k.log.zst', bytes: zst, lines: first, flips: all },
    { name: 'k.log.xz', bytes: xz(one), lines: first, flips: all },
    {
      name: 'k.zip',
      bytes: zipSync({ 'a/kubelet.log': a, 'b/kubelet.log': b }),
      lines: both,
      flips: all,
    },
    { name: 's.zip', bytes: streamed, lines: both, flips: all },
    { name: 'k.tar', bytes: tar, lines: both, flips: isHeader },
    { name: 'k.tar.gz', bytes: zlib.gzipSync(tar), lines: both, flips: all },
    { name: 'n.tar', bytes: nested, lines: both, flips: isGzip },
    { name: 'n.tar.gz', bytes: zlib.gzipSync(nested), lines: both, flips: all },
  ];
}

/** No package packs xz; where the machine doesn't either, gzip stands in. */
function xz(text: string): Uint8Array {
  try {
    return execFileSync('xz', ['-c'], { input: text });
  } catch {
    return zlib.gzipSync(text);
  }
}

describe(`damaged archives, seed ${seed}`, () => {
  it('tell it, or give the lines that were packed', async () => {
    const next = random(seed);
    for (const kind of await kinds()) {
      const whole = await readArchive(kind.name, kind.bytes);
      expect(whole.map(({ text }) => text).join(''), kind.name).toBe(kind.lines);
      for (let i = 0; i < tries; i++) {
        const { what, bytes } = damage(kind, next);
        const read = await readArchive(kind.name, bytes);
        if (read.some(({ problem }) => problem !== undefined)) continue;
        expect(read.map(({ text }) => text).join(''), `${kind.name} ${what}`).toBe(kind.lines);
      }
    }
  });
});

function damage(kind: Kind, next: (below: number) => number): { what: string; bytes: Uint8Array } {
  if (next(4) === 0) {
    // A tar ends with at least two empty blocks: one of them may go.
    const end = 1 + next(kind.bytes.length - 1);
    return { what: `cut at ${end}`, bytes: kind.bytes.subarray(0, end) };
  }
  let at = next(kind.bytes.length);
  while (!kind.flips(at)) at = next(kind.bytes.length);
  const bytes = Uint8Array.from(kind.bytes);
  const put = (bytes[at] ?? 0) ^ (1 << next(8));
  bytes[at] = put;
  return { what: `with ${put} at ${at}`, bytes };
}
