import zlib from 'node:zlib';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packZip } from '../../../../src/log/archive/packZip.ts';
import { kubeletText, readArchive, tarOf, toldOf } from '../../../support/archives.ts';

const log = kubeletText(50);
const size = log.length;
const bytes = strToU8(log);

/** `packed` with other bytes at a place. */
function patched(packed: Uint8Array, at: number, ...put: readonly number[]): Uint8Array {
  const copy = packed.slice();
  copy.set(put, at);
  return copy;
}

/** A zip whose entries tell their sizes behind the data. */
const described = (): Promise<Uint8Array> =>
  packZip(
    ['a/kubelet.log', 'b/kubelet.log'].map((name) => ({ name, chunks: [bytes] })),
    Date.UTC(2024, 5, 21),
  );
const sized = zipSync({ 'a/kubelet.log': bytes, 'b/kubelet.log': bytes });
/** Where the first entry says how it is packed, and that it is encrypted. */
const [FLAGS, METHOD, CRC] = [6, 8, 14];

describe('gzip', () => {
  it('is held against the checksum and the length of each of its members', async () => {
    const member = zlib.gzipSync(bytes);
    const two = Buffer.concat([member, member]);
    expect(await toldOf('k.log.gz', two)).toEqual([`k.log: ${2 * size}`]);
    for (const at of [member.length - 8, member.length - 2, two.length - 5]) {
      const [only] = await toldOf('k.log.gz', patched(two, at, 0xaa));
      expect(only).toMatch(
        /! k\.log: the gzip data is cut or damaged: it is not what its checksum/,
      );
    }
  });

  it('says that it is cut, wherever it is', async () => {
    const member = zlib.gzipSync(bytes);
    for (let end = 20; end < member.length; end++) {
      const [only] = await readArchive('k.log.gz', member.subarray(0, end));
      expect(only?.problem, `cut at ${end}`).toMatch(/the gzip data is cut or damaged/);
    }
  });
});

describe('Zstandard', () => {
  const checked = zlib.zstdCompressSync(bytes, {
    params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 },
  });

  it('is held against the checksum of each of its frames', async () => {
    const two = Buffer.concat([checked, checked]);
    expect(await toldOf('k.zst', two)).toEqual([`k: ${2 * size}`]);
    const [only] = await toldOf('k.zst', patched(two, checked.length - 1, 0xaa));
    expect(only).toMatch(/^k: \d+! k: the Zstandard data is damaged: it is not what its checksum/);
  });

  it('says that it is cut, wherever it is', async () => {
    for (let end = 4; end < checked.length; end++) {
      const [only] = await readArchive('k.zst', checked.subarray(0, end));
      expect(only?.problem, `cut at ${end}`).toMatch(/the Zstandard data is (cut|damaged)/);
    }
  });

  it('is asked for its window before memory is taken', async () => {
    // A frame of one empty block with a window of 2 GiB.
    const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 21 << 3, 1, 0, 0);
    const before = process.memoryUsage().arrayBuffers;
    expect(await toldOf('k.zst', frame)).toEqual([
      'k! k: the Zstandard data needs 2048 MiB of memory to be unpacked, which is more than 128; it was not read.',
    ]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
  });
});

describe('zip', () => {
  it('reads on behind an entry that is encrypted or packed otherwise, whether it tells its size or not', async () => {
    for (const packed of [sized, await described()]) {
      expect(await toldOf('z.zip', patched(packed, METHOD, 12, 0))).toEqual([
        'z.zip/a/kubelet.log! z.zip/a/kubelet.log: it is packed with bzip2, which is not read here; please unpack it.',
        `z.zip/b/kubelet.log: ${size}`,
      ]);
      expect(await toldOf('z.zip', patched(packed, METHOD, 14, 0))).toEqual([
        'z.zip/a/kubelet.log! z.zip/a/kubelet.log: it is packed with LZMA, which is not read here; please unpack it.',
        `z.zip/b/kubelet.log: ${size}`,
      ]);
      const encrypted = patched(packed, FLAGS, (packed[FLAGS] ?? 0) | 1);
      expect(await toldOf('z.zip', encrypted)).toEqual([
        'z.zip/a/kubelet.log! z.zip/a/kubelet.log: it is encrypted; it was not read.',
        `z.zip/b/kubelet.log: ${size}`,
      ]);
    }
  });

  it('reads on behind an entry whose data is damaged', async () => {
    for (const packed of [sized, await described()]) {
      const told = await toldOf('z.zip', patched(packed, 60, 0xff, 0xff, 0xff, 0xff));
      expect(told[0]).toMatch(/^z\.zip\/a\/kubelet\.log.*! .* its data is (cut or )?damaged/);
      expect(told[1]).toBe(`z.zip/b/kubelet.log: ${size}`);
    }
  });

  it('holds each entry against its checksum', async () => {
    const told = await toldOf('z.zip', patched(sized, CRC, 1, 2, 3, 4));
    expect(told).toEqual([
      `z.zip/a/kubelet.log: ${size}! z.zip/a/kubelet.log: its data is damaged: it is not what its checksum is of, and lines may be altered.`,
      `z.zip/b/kubelet.log: ${size}`,
    ]);
  });

  it('names what its list of contents has and it has not', async () => {
    expect(await toldOf('z.zip', patched(sized, 0, 0x50, 0x4b, 3, 4))).toHaveLength(2);
    const second = Buffer.from(sized).indexOf('PK\x03\x04', 10, 'latin1');
    expect(await toldOf('z.zip', patched(sized, second, 0))).toEqual([
      `z.zip/a/kubelet.log: ${size}`,
      'z.zip/b/kubelet.log! z.zip/b/kubelet.log: the zip archive is damaged where it stands; it was not read.',
    ]);
  });

  it('says that it is cut, wherever it is', async () => {
    for (const packed of [sized, await described()]) {
      for (let end = 5; end < packed.length - 22; end += 7) {
        const all = await readArchive('z.zip', packed.subarray(0, end));
        const problems = all.map(({ problem }) => problem).join();
        expect(problems, `cut at ${end}`).toMatch(/cut|damaged/);
      }
    }
  });

  it('reads numbers of 64 bits, before the data and behind it', async () => {
    const [wide, wideDescribed] = [
      'UEsDBC0AAAAIAAAAIQBvyfOT//////////8NABQAYS9rdWJlbGV0LmxvZwEAEACiAAAAAAAAADcAAAAAAAAA8zQwMzJUMLC0MjSxMjDSMwABQwUgMDQ1NFTILk1KzUkt0UvPtzIyMTGPVShITM5OTeHypKMuAFBLAQItAy0AAAAIAAAAIQBvyfOTNwAAAKIAAAANAAAAAAAAAAAAAACAAQAAAABhL2t1YmVsZXQubG9nUEsFBgAAAAABAAEAOwAAAHYAAAAAAA==',
      'UEsDBC0ACAAIAAAAIQAAAAAA//////////8NABQAYS9rdWJlbGV0LmxvZwEAEAAAAAAAAAAAAAAAAAAAAAAA8zQwMzJUMLC0MjSxMjDSMwABQwUgMDQ1NFTILk1KzUkt0UvPtzIyMTGPVShITM5OTeHypKMuAFBLBwhvyfOTNwAAAAAAAACiAAAAAAAAAFBLAQItAy0ACAAIAAAAIQBvyfOTNwAAAKIAAAANAAAAAAAAAAAAAACAAQAAAABhL2t1YmVsZXQubG9nUEsFBgAAAAABAAEAOwAAAI4AAAAAAA==',
    ].map((packed) => Buffer.from(packed, 'base64'));
    for (const packed of [wide, wideDescribed])
      expect(await toldOf('z.zip', packed ?? bytes)).toEqual(['z.zip/a/kubelet.log: 162']);
  });

  it('takes a zip within a zip for data, not for entries', async () => {
    const inner = zipSync({ 'kubelet.log': [bytes, { level: 0 }] });
    const outer = await packZip([{ name: 'in.zip', chunks: [inner] }], Date.UTC(2024, 5, 21));
    expect(await toldOf('z.zip', outer)).toEqual([`z.zip/in.zip/kubelet.log: ${size}`]);
    const stored = zipSync({ 'in.zip': [inner, { level: 0 }] });
    expect(await toldOf('z.zip', stored)).toEqual([`z.zip/in.zip/kubelet.log: ${size}`]);
  });
});

describe('tar', () => {
  it('says that it is cut, wherever it is', async () => {
    const packed = await tarOf({ 'a/kubelet.log': log, 'b/kubelet.log': log });
    for (let end = 512; end < packed.length - 1024; end += 97) {
      const all = await readArchive('t.tar', packed.subarray(0, end));
      expect(all.map(({ problem }) => problem).join(), `cut at ${end}`).toMatch(
        /tar archive is cut/,
      );
    }
  });

  it('reads on behind a damaged header, and says where', async () => {
    const packed = await tarOf({ 'a/kubelet.log': log, 'b/kubelet.log': log });
    expect(await toldOf('t.tar', patched(packed, 3, 0xaa))).toEqual([
      't.tar/byte 0! t.tar/byte 0: the tar archive is damaged here, and what it held is lost; the files behind it were read.',
      `t.tar/b/kubelet.log: ${size}`,
    ]);
  });

  it('reads long names, sizes of pax, and a second archive behind the first', async () => {
    const name = `${'deep/'.repeat(60)}kubelet.log`;
    const both = Buffer.concat([
      await tarOf({ [name]: log }),
      await tarOf({ 'b/kubelet.log': log }),
    ]);
    expect(await toldOf('t.tar', both)).toEqual([
      `t.tar/${name}: ${size}`,
      `t.tar/b/kubelet.log: ${size}`,
    ]);
  });

  it('makes a row of a damaged archive in it, however it is damaged, and reads on', async () => {
    const gz = zlib.gzipSync(log);
    const bad = {
      start: patched(gz, 0, 0, 0),
      data: patched(gz, 40, 0xff, 0xff, 0xff),
      sum: patched(gz, gz.length - 6, 0xaa),
      end: gz.subarray(0, 60),
    };
    for (const [where, one] of Object.entries(bad)) {
      const packed = await tarOf({ 'kubelet.log.1.gz': one, 'kubelet.log': log });
      const told = await toldOf('t.tar', packed);
      expect(told[0], where).toMatch(/^t\.tar\/kubelet\.log\.1.*! .*(damaged|cut)/);
      expect(told.at(-1), where).toBe(`t.tar/kubelet.log: ${size}`);
    }
  });

  it('reads on in a zip behind a broken tar', async () => {
    const broken = (await tarOf({ 'kubelet.log': log })).subarray(0, 2000);
    const told = await toldOf('z.zip', zipSync({ 'a.tar': broken, 'kubelet.log': bytes }));
    expect(told[0]).toMatch(/^z\.zip\/a\.tar\/kubelet\.log: 1488! .* the tar archive is cut here/);
    expect(told.at(-1)).toBe(`z.zip/kubelet.log: ${size}`);
  });
});

describe('what an archive lists', () => {
  const link = (n: number): Parameters<typeof tarOf>[1] => ({
    header: { name: `l${n}`, size: 0, type: 'symlink', linkname: '/etc/passwd' },
  });

  it('is bounded, links included', async () => {
    const packed = await tarOf({}, ...Array.from({ length: 30 }, (_, n) => link(n)));
    const told = await toldOf('t.tar', packed, { entries: 20 });
    expect(told.at(-1)).toBe('t.tar! t.tar: it holds more than 20 files; the rest was not read.');
    expect(told).toHaveLength(21);
  });

  it('is told one by one to a hundred', async () => {
    const packed = await tarOf({}, ...Array.from({ length: 1340 }, (_, n) => link(n)));
    const told = await toldOf('t.tar', packed);
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toBe('t.tar! 1240 more files and links in t.tar were not read.');
  });
});
